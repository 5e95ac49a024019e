// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/streams.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::test {

/// What a real compile of the samples left: its streams, and what Vela's own reports say.
struct GeneratedRun
{
    QString name; ///< "kws-u55-128-shared", "kws-int8-u55-128/partition1-tag0"
    QString folder; ///< absolute
    std::vector<npu::PlacedStream> streams;
    std::shared_ptr<const void> keeps; ///< the bytes that streams point into
    std::optional<quint64> macs; ///< nn_macs of the summary
    quint64 sramBytes = 0;
    quint64 dramBytes = 0;
    bool isDedicated = false; ///< feature maps in DRAM, staging in SRAM
    QJsonObject livePeak; ///< by memory: bytes, maxEndAddress; empty if Vela printed none
};

/// generated/vela: every run that wrote a network.
std::vector<GeneratedRun> velaRuns();
/// generated/aot: one for each partition; the streams come from model.pte.
std::vector<GeneratedRun> partitionRuns();

} // namespace tosaic::test
