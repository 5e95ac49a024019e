// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"
#include "core/graph/nodedata.h"

namespace tosaic::views {

/// The side that tells most of quantisation: float, else quantised, else the reference. Absent:
/// nothing was compared.
std::optional<accuracy::Against> colouredSide(const accuracy::AccuracyTable &table);
/// The SQNR of each operator against that side, by node and by tensor: what colours a graph. Low
/// numbers stand out; what has no difference says so.
graph::NodeData sqnrColours(const accuracy::AccuracyTable &table);

} // namespace tosaic::views
