// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compiled/compileresult.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace tosaic::compiled {

/// What one inference moves through one memory, and how long that memory is busy with it.
struct MemoryUse
{
    QString memory; ///< "Sram", "Dram", "OnChipFlash", "OffChipFlash": as in vela.ini
    std::optional<quint64> usedBytes;
    std::optional<quint64> featureMapReadBytes;
    std::optional<quint64> featureMapWriteBytes;
    std::optional<quint64> weightReadBytes; ///< without scales
    std::optional<quint64> weightWriteBytes;
    std::optional<quint64> totalBytes; ///< all purposes, also scales and tables
    std::optional<double> cycles; ///< at the NPU's clock
    std::optional<double> bandwidthGiBs; ///< GiB/s that the system configuration allows
};

/// What the summary CSV of one Vela run says, by column name; the file's KiB turned into bytes.
struct VelaSummary
{
    Summary summary; ///< without operator counts, which the file does not have
    std::optional<quint64> arenaLimitBytes; ///< arena_cache_size
    std::optional<double> coreClockHz;
    std::optional<double> inferenceTimeS; ///< cyclesTotal at that clock
    std::optional<quint64> originalWeightBytes;
    std::optional<quint64> encodedWeightBytes;
    QString systemConfig;
    QString memoryMode;
    QString weightsMemory; ///< "OffChipFlash"; in Sram_Only "OnChipFlash", although it is SRAM
    QString featureMapMemory; ///< "Sram"
    std::vector<MemoryUse> memories; ///< always the four, in the order of the file
};

/// Errors: FormatDamaged if there is no line of values or a column of ours is missing.
Result<VelaSummary> readVelaSummary(const QByteArray &csv);

} // namespace tosaic::compiled
