// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/work.h"

#include <QString>
#include <QStringList>

/// Operations of a command stream as a graph names them.
namespace tosaic::graph {

/// "conv", "max pool", "add", "copy", "load table". `work` may be null.
QString operationTitle(const npu::Operation &operation, const npu::Work *work);
/// "int8 48x48x8" of what it writes; of a DMA "240 bytes, region 0 to 2".
QString operationSubtitle(const npu::Operation &operation);
/// "kernel 3x3, stride 2x2"; empty for what has none.
QString operationWindow(const npu::Operation &operation);
/// Kernel, activation, work: lines for the hover card.
QStringList operationDetails(const npu::Operation &operation, const npu::Work *work);
/// "int8 48x48x8"; "int16 scalar".
QString mapText(const npu::FeatureMap &map);
/// "region 1, 0x1200 to 0x3600 (9.0 KiB)".
QString rangeText(const npu::RegionRange &range);
/// "input", "weights", "scales"...
QString portName(npu::Port port);
/// What flows along an edge: type, shape and bytes as its reader sees them; null for an output.
QString edgeLabel(const npu::DataEdge &edge, const npu::Operation *reader);

} // namespace tosaic::graph
