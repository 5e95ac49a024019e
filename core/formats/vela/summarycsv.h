// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::formats::vela {

/// What one inference moves over the bus of one memory, bytes. The total has purposes that no other
/// field has (scales, tables).
struct MemoryTraffic
{
    std::optional<quint64> featureMapReadBytes;
    std::optional<quint64> featureMapWriteBytes;
    std::optional<quint64> weightReadBytes;
    std::optional<quint64> weightWriteBytes;
    std::optional<quint64> totalBytes;
};

/// One network in Vela's summary CSV. Numbers are the compiler's own estimates. Sizes are bytes
/// (the file has memory use in KiB, weights in bytes); what the file leaves empty or gives as nan
/// is absent. Columns are found by name: the same 52 in Vela 3.12 to 5.2.
struct SummaryRow
{
    QString experiment;
    QString network;
    QString accelerator; ///< "Ethos_U55_128"
    QString systemConfig;
    QString memoryMode;
    QString weightsArea; ///< "Off-chip Flash"
    QString featureMapArea; ///< "SRAM"
    std::optional<double> coreClockHz;
    std::optional<quint64> arenaCacheBytes; ///< the limit, or the address space if there is none
    std::optional<double> cyclesTotal; ///< fractions with the Python core
    std::optional<double> cyclesNpu;
    std::optional<double> cyclesSram;
    std::optional<double> cyclesDram;
    std::optional<double> cyclesOnChipFlash;
    std::optional<double> cyclesOffChipFlash;
    std::optional<quint64> macs;
    std::optional<quint64> sramBytes;
    std::optional<quint64> dramBytes;
    std::optional<quint64> onChipFlashBytes;
    std::optional<quint64> offChipFlashBytes;
    std::optional<double> inferenceTimeS; ///< seconds
    std::optional<double> inferencesPerSecond;
    std::optional<quint64> originalWeights; ///< bytes
    std::optional<quint64> encodedWeights; ///< bytes
    MemoryTraffic sramTraffic;
    MemoryTraffic dramTraffic;
    MemoryTraffic onChipFlashTraffic;
    MemoryTraffic offChipFlashTraffic;
    QStringList cells; ///< as many as SummaryFile::columns, as they stand in the file
};

struct SummaryFile
{
    QStringList columns;
    std::vector<SummaryRow> rows;
    std::vector<Diagnostic> diagnostics;
};

/// Errors: FormatDamaged if there is no header line, no line of values, or a column is missing
/// without which it is no summary (cycles_total, sram_memory_used); LimitExceeded.
Result<SummaryFile> readSummaryCsv(const std::shared_ptr<const ByteSource> &source);

} // namespace tosaic::formats::vela
