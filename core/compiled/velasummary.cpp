// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/velasummary.h"

#include "core/formats/vela/csvcells.h"
#include "core/formats/vela/summarycsv.h"

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

using formats::vela::CsvCells;

struct MemoryColumns
{
    QLatin1StringView memory; ///< as in vela.ini
    QLatin1StringView prefix; ///< of the columns
};

constexpr MemoryColumns Memories[] = { { "Sram"_L1, "sram"_L1 }, { "Dram"_L1, "dram"_L1 },
    { "OnChipFlash"_L1, "on_chip_flash"_L1 }, { "OffChipFlash"_L1, "off_chip_flash"_L1 } };

/// The summary has its own spelling: "Off-chip Flash".
QString memoryName(const QString &printed)
{
    auto plain = printed.toLower();
    plain.remove(u' ').remove(u'-');
    for (const auto &memory : Memories) {
        if (plain == QString(memory.memory).toLower())
            return memory.memory;
    }
    return printed;
}

MemoryUse memoryUse(const CsvCells &cells, const MemoryColumns &names)
{
    const auto column = [&](QLatin1StringView rest) { return names.prefix + rest; };
    MemoryUse use;
    use.memory = names.memory;
    use.usedBytes = cells.kibibytes(column("_memory_used"_L1));
    use.featureMapReadBytes = cells.count(column("_feature_map_read_bytes"_L1));
    use.featureMapWriteBytes = cells.count(column("_feature_map_write_bytes"_L1));
    use.weightReadBytes = cells.count(column("_weight_read_bytes"_L1));
    use.weightWriteBytes = cells.count(column("_weight_write_bytes"_L1));
    use.totalBytes = cells.count(column("_total_bytes"_L1));
    use.cycles = cells.number(u"cycles_"_s + names.prefix + u"_access"_s);
    use.bandwidthGiBs = cells.number(column("_bandwidth"_L1));
    return use;
}

Summary totals(const formats::vela::SummaryRow &row)
{
    Summary summary;
    summary.cyclesTotal = row.cyclesTotal;
    summary.cyclesNpu = row.cyclesNpu;
    summary.macs = row.macs;
    summary.sramBytes = row.sramBytes;
    summary.dramBytes = row.dramBytes;
    summary.onChipFlashBytes = row.onChipFlashBytes;
    summary.offChipFlashBytes = row.offChipFlashBytes;
    return summary;
}

std::vector<MemoryUse> memoriesOf(
    const formats::vela::SummaryFile &file, const formats::vela::SummaryRow &row)
{
    QHash<QString, size_t> columns;
    for (auto i = file.columns.size(); i-- > 0;)
        columns.insert(file.columns[i], static_cast<size_t>(i)); // of two the first one counts
    std::vector<QByteArray> fields;
    for (const auto &cell : row.cells)
        fields.push_back(cell.toUtf8());
    const CsvCells cells(columns, fields);
    std::vector<MemoryUse> memories;
    for (const auto &memory : Memories)
        memories.push_back(memoryUse(cells, memory));
    return memories;
}

} // namespace

Result<VelaSummary> readVelaSummary(const QByteArray &csv)
{
    const auto file = formats::vela::readSummaryCsv(ByteSource::fromBytes(csv));
    if (!file)
        return fail(file.error());
    const auto &row = file->rows.front();
    VelaSummary result;
    result.summary = totals(row);
    result.arenaLimitBytes = row.arenaCacheBytes;
    result.coreClockHz = row.coreClockHz;
    result.inferenceTimeS = row.inferenceTimeS;
    result.originalWeightBytes = row.originalWeights;
    result.encodedWeightBytes = row.encodedWeights;
    result.systemConfig = row.systemConfig;
    result.memoryMode = row.memoryMode;
    result.weightsMemory = memoryName(row.weightsArea);
    result.featureMapMemory = memoryName(row.featureMapArea);
    result.memories = memoriesOf(*file, row);
    if (!result.summary.cyclesTotal || !result.summary.sramBytes)
        return fail(ErrorCode::FormatDamaged,
            u"not a Vela summary: cycles_total or sram_memory_used has no number"_s);
    return result;
}

} // namespace tosaic::compiled
