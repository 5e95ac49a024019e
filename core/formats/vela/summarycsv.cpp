// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/summarycsv.h"

#include "core/formats/byteordermark.h"
#include "core/formats/vela/csvcells.h"
#include "core/formats/vela/csvrows.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

MemoryTraffic trafficOf(const CsvCells &cells, const QString &memory)
{
    return { .featureMapReadBytes = cells.count(memory + u"_feature_map_read_bytes"_s),
        .featureMapWriteBytes = cells.count(memory + u"_feature_map_write_bytes"_s),
        .weightReadBytes = cells.count(memory + u"_weight_read_bytes"_s),
        .weightWriteBytes = cells.count(memory + u"_weight_write_bytes"_s),
        .totalBytes = cells.count(memory + u"_total_bytes"_s) };
}

SummaryRow rowOf(const CsvCells &cells)
{
    SummaryRow row;
    row.experiment = cells.text(u"experiment"_s);
    row.network = cells.text(u"network"_s);
    row.accelerator = cells.text(u"accelerator_configuration"_s);
    row.systemConfig = cells.text(u"system_config"_s);
    row.memoryMode = cells.text(u"memory_mode"_s);
    row.weightsArea = cells.text(u"weights_storage_area"_s);
    row.featureMapArea = cells.text(u"feature_map_storage_area"_s);
    row.coreClockHz = cells.number(u"core_clock"_s);
    row.arenaCacheBytes = cells.kibibytes(u"arena_cache_size"_s);
    row.cyclesTotal = cells.number(u"cycles_total"_s);
    row.cyclesNpu = cells.number(u"cycles_npu"_s);
    row.cyclesSram = cells.number(u"cycles_sram_access"_s);
    row.cyclesDram = cells.number(u"cycles_dram_access"_s);
    row.cyclesOnChipFlash = cells.number(u"cycles_on_chip_flash_access"_s);
    row.cyclesOffChipFlash = cells.number(u"cycles_off_chip_flash_access"_s);
    row.macs = cells.count(u"nn_macs"_s);
    row.sramBytes = cells.kibibytes(u"sram_memory_used"_s);
    row.dramBytes = cells.kibibytes(u"dram_memory_used"_s);
    row.onChipFlashBytes = cells.kibibytes(u"on_chip_flash_memory_used"_s);
    row.offChipFlashBytes = cells.kibibytes(u"off_chip_flash_memory_used"_s);
    row.inferenceTimeS = cells.number(u"inference_time"_s);
    row.inferencesPerSecond = cells.number(u"inferences_per_second"_s);
    row.originalWeights = cells.count(u"total_original_weights"_s);
    row.encodedWeights = cells.count(u"total_npu_encoded_weights"_s);
    row.sramTraffic = trafficOf(cells, u"sram"_s);
    row.dramTraffic = trafficOf(cells, u"dram"_s);
    row.onChipFlashTraffic = trafficOf(cells, u"on_chip_flash"_s);
    row.offChipFlashTraffic = trafficOf(cells, u"off_chip_flash"_s);
    return row;
}

class SummaryReader
{
public:
    bool take(CsvRow &row)
    {
        m_end = { row.line, row.fields.size(), size_t(m_file.columns.size()),
            QString::fromUtf8(row.fields.back()) };
        if (m_file.columns.isEmpty()) {
            addHeader(row);
            return true;
        }
        if (QString::fromUtf8(row.fields.front()).trimmed() == m_file.columns.front())
            return true; // summaries of several runs, put one behind the other
        if (row.fields.size() != size_t(m_file.columns.size())) {
            m_sink.add(u"vela-csv.columns"_s, Severity::Warning,
                u"%1 columns where the header line has %2: those without a value are not known"_s
                    .arg(row.fields.size())
                    .arg(m_file.columns.size()),
                { .line = row.line });
            row.fields.resize(size_t(m_file.columns.size()));
        }
        auto values = rowOf(CsvCells(m_columns, row.fields));
        for (const auto &field : row.fields)
            values.cells.append(QString::fromUtf8(field));
        m_file.rows.push_back(std::move(values));
        return true;
    }

    Result<SummaryFile> finish(const ByteSource &source)
    {
        const auto name = source.name();
        checkCsvEnd(source.bytes(), m_end, m_sink);
        if (m_file.rows.empty())
            return fail(ErrorCode::FormatDamaged,
                u"a Vela summary without a line of values: empty, or cut off"_s, { .file = name });
        for (const auto &column : { u"cycles_total"_s, u"sram_memory_used"_s }) {
            if (!m_columns.contains(column))
                return fail(ErrorCode::FormatDamaged,
                    u"not a Vela summary: there is no column %1"_s.arg(column),
                    { .file = name, .line = 1 });
        }
        m_file.diagnostics = m_sink.take();
        return std::move(m_file);
    }

private:
    void addHeader(const CsvRow &row)
    {
        for (size_t i = 0; i < row.fields.size(); ++i) {
            const auto name = QString::fromUtf8(row.fields[i]).trimmed();
            m_file.columns.append(name);
            if (m_columns.contains(name))
                m_sink.add(u"vela-csv.column-twice"_s, Severity::Warning,
                    u"column %1 occurs twice: the first one is read"_s.arg(name),
                    { .line = row.line });
            else
                m_columns.insert(name, i);
        }
    }

    SummaryFile m_file;
    QHash<QString, size_t> m_columns;
    CsvEnd m_end;
    DiagnosticSink m_sink;
};

} // namespace

Result<SummaryFile> readSummaryCsv(const std::shared_ptr<const ByteSource> &file)
{
    const auto source = inUtf8(file);
    SummaryReader reader;
    const auto read = readCsv(source->bytes(), CsvQuotes::Standard, { .rows = 100'000 },
        [&](CsvRow &row) { return reader.take(row); });
    if (!read) {
        auto error = read.error();
        error.location.file = source->name();
        return fail(error);
    }
    return reader.finish(*source);
}

} // namespace tosaic::formats::vela
