// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/perlayercsv.h"

#include "core/formats/byteordermark.h"
#include "core/formats/vela/csvcells.h"
#include "core/formats/vela/csvrows.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

/// The two families have other names for the same things.
QString ownName(const QString &column, bool isSecond)
{
    static const QHash<QString, QString> names{
        { u"TFLite_operator"_s, u"original"_s },
        { u"TOSA_operator"_s, u"original"_s },
        { u"Original Operator"_s, u"original"_s },
        { u"NNG Operator"_s, u"operator"_s },
        { u"Target"_s, u"target"_s },
        { u"SRAM Usage"_s, u"memory"_s },
        { u"Staging Usage"_s, u"memory"_s },
        { u"Peak%"_s, u"peak"_s },
        { u"Peak% (Staging)"_s, u"peak"_s },
        { u"Op Cycles"_s, u"cycles"_s },
        { u"Network% (cycles)"_s, u"cycles%"_s },
        { u"NPU"_s, u"npu"_s },
        { u"SRAM AC"_s, u"sram"_s },
        { u"DRAM AC"_s, u"dram"_s },
        { u"OnFlash AC"_s, u"onchip"_s },
        { u"OffFlash AC"_s, u"offchip"_s },
        { u"MAC Count"_s, u"macs"_s },
        { u"Network% (MAC)"_s, u"macs%"_s },
        { u"Util%"_s, u"util"_s },
        { u"Util% (MAC)"_s, u"util"_s },
        { u"Name"_s, u"name"_s },
    };
    if (column == u"Network%"_s)
        return isSecond ? u"macs%"_s : u"cycles%"_s;
    return names.value(column);
}

bool isHeader(const std::vector<QByteArray> &fields)
{
    return fields.size() > 1
        && (fields[0] == "Original Operator" || fields[0] == "TFLite_operator"
            || fields[0] == "TOSA_operator")
        && fields[1] == "NNG Operator";
}

class LayerReader
{
public:
    bool take(CsvRow &row)
    {
        m_end = { row.line, row.fields.size(), isHeader(row.fields) ? 0 : m_width,
            QString::fromUtf8(row.fields.back()) };
        if (isHeader(row.fields)) {
            addHeader(row);
            return true;
        }
        if (m_columns.isEmpty()) {
            m_firstLine = row.line;
            return false;
        }
        if (row.fields.size() < m_width) {
            m_sink.add(u"vela-csv.columns"_s, Severity::Warning,
                u"%1 columns instead of %2: the line is left out"_s.arg(row.fields.size())
                    .arg(m_width),
                { .line = row.line });
            m_lacksRows = true;
            return true;
        }
        if (row.fields.size() > m_width)
            joinName(row);
        addRow(row);
        return true;
    }

    Result<PerLayerFile> finish(const ByteSource &source, PerLayerFamily family)
    {
        const auto name = source.name();
        checkCsvEnd(source.bytes(), m_end, m_sink);
        if (m_firstLine)
            return fail(ErrorCode::FormatDamaged,
                u"not a per-layer table of Vela: the header line is another, or cut off"_s,
                { .file = name, .line = m_firstLine });
        m_file.family = family;
        for (int network = 0; network < m_file.networks && family == PerLayerFamily::Core;
             ++network)
            checkSum(network);
        m_file.diagnostics = m_sink.take();
        return std::move(m_file);
    }

private:
    /// Percentages are of Vela's cycles_total, to the last digit: they tell rows that repeat what
    /// others have (operators that Vela 4 fused), and what has no row (branches).
    void checkSum(int network)
    {
        if (m_lacksRows) // which was said
            return;
        double sum = 0;
        const LayerRow *costliest = nullptr;
        for (const auto &row : m_file.rows) {
            const auto cycles = row.network == network ? row.opCycles.value_or(0) : 0;
            sum += cycles;
            if (cycles > 0 && (!costliest || cycles > *costliest->opCycles))
                costliest = &row;
        }
        if (!costliest || costliest->networkCyclesPercent.value_or(0) <= 0)
            return;
        const auto total = *costliest->opCycles / *costliest->networkCyclesPercent * 100;
        if (isAlike(sum, total) || (sum > total && markFused(network, sum - total)))
            return;
        m_sink.add(u"vela-csv.sum"_s, Severity::Warning,
            u"the rows add up to %1 cycles, but Vela's total is %2: %3"_s.arg(sum, 0, 'f', 0)
                .arg(total, 0, 'f', 0)
                .arg(sum > total ? u"rows repeat cycles of others"_s : u"operators are missing"_s),
            { .line = costliest->line });
    }

    static bool isAlike(double one, double other)
    {
        constexpr double Rounding = 0.5; // of a cycle
        return std::abs(one - other) <= Rounding + other * 1e-9;
    }

    /// Whether the activations are what is too much: then they repeat what they are fused into.
    bool markFused(int network, double tooMuch)
    {
        double repeated = 0;
        std::vector<LayerRow *> activations;
        for (auto &row : m_file.rows) {
            const bool isActivation = row.npuOperator == "LUT"_L1
                || row.npuOperator.startsWith("Relu"_L1) || row.npuOperator == "Clamp"_L1
                || row.npuOperator == "Sigmoid"_L1 || row.npuOperator == "Tanh"_L1;
            if (row.network != network || !isActivation)
                continue;
            activations.push_back(&row);
            repeated += row.opCycles.value_or(0);
        }
        if (!isAlike(repeated, tooMuch))
            return false;
        for (auto *row : activations)
            row->isFused = true;
        return true;
    }

    void addHeader(const CsvRow &row)
    {
        m_columns.clear();
        m_width = row.fields.size();
        m_isNameLast = row.fields.back() == "Name";
        for (size_t i = 0; i < row.fields.size(); ++i) {
            const auto isSecond = m_columns.contains(u"cycles%"_s);
            const auto name = ownName(QString::fromUtf8(row.fields[i]), isSecond);
            if (name.isEmpty())
                m_sink.add(u"vela-csv.unknown-column"_s, Severity::Info,
                    u"column %1 is not known and not shown"_s.arg(
                        QString::fromUtf8(row.fields[i].left(80))),
                    { .line = row.line });
            else if (!m_columns.contains(name))
                m_columns.insert(name, i);
        }
        ++m_file.networks;
    }

    /// Too many commas: the name is the last column and the only one that can have them.
    void joinName(CsvRow &row)
    {
        if (!m_isNameLast) {
            m_sink.add(u"vela-csv.columns"_s, Severity::Warning,
                u"%1 columns instead of %2: the last ones are not read"_s.arg(row.fields.size())
                    .arg(m_width),
                { .line = row.line });
            return;
        }
        auto &name = row.fields[m_width - 1];
        for (auto i = m_width; i < row.fields.size(); ++i)
            name += ',' + row.fields[i];
        row.fields.resize(m_width);
        m_sink.add(u"vela-csv.comma-in-name"_s, Severity::Info,
            u"more commas than columns: they are taken as part of the tensor name, which Vela does "
            "not quote"_s,
            { .line = row.line });
    }

    void addRow(const CsvRow &row)
    {
        const CsvCells cells(m_columns, row.fields);
        LayerRow layer;
        layer.originalOperator = cells.text(u"original"_s);
        layer.npuOperator = cells.text(u"operator"_s);
        layer.target = cells.text(u"target"_s);
        layer.memoryBytes = cells.count(u"memory"_s);
        layer.peakPercent = cells.number(u"peak"_s);
        layer.opCycles = cells.number(u"cycles"_s);
        layer.networkCyclesPercent = cells.number(u"cycles%"_s);
        layer.npuCycles = cells.number(u"npu"_s);
        layer.sramAccessCycles = cells.number(u"sram"_s);
        layer.dramAccessCycles = cells.number(u"dram"_s);
        layer.onChipFlashAccessCycles = cells.number(u"onchip"_s);
        layer.offChipFlashAccessCycles = cells.number(u"offchip"_s);
        layer.macs = cells.count(u"macs"_s);
        layer.networkMacsPercent = cells.number(u"macs%"_s);
        layer.utilisationPercent = cells.number(u"util"_s);
        layer.name = cells.text(u"name"_s);
        layer.network = m_file.networks - 1;
        layer.line = row.line;
        m_file.rows.push_back(std::move(layer));
    }

    PerLayerFile m_file;
    QHash<QString, size_t> m_columns; ///< our names
    size_t m_width = 0;
    bool m_isNameLast = false;
    bool m_lacksRows = false; ///< a line could not be read
    std::optional<int> m_firstLine; ///< that is no header
    CsvEnd m_end;
    DiagnosticSink m_sink;
};

} // namespace

bool LayerRow::isPartOfGroup() const
{
    return isFused
        || (target == u"NPU"_s && opCycles == 0.0 && npuCycles == 0.0 && macs == 0U
            && memoryBytes == 0U);
}

LayerRow LayerRow::ownCosts() const
{
    auto own = *this;
    for (auto *cycles : { &own.opCycles, &own.npuCycles, &own.sramAccessCycles,
             &own.dramAccessCycles, &own.onChipFlashAccessCycles, &own.offChipFlashAccessCycles }) {
        if (isFused && *cycles)
            *cycles = 0;
    }
    if (isFused && own.macs)
        own.macs = 0;
    return own;
}

bool LayerRow::staysOnCpu() const
{
    return target == u"CPU"_s;
}

Result<PerLayerFile> readPerLayerCsv(const std::shared_ptr<const ByteSource> &file)
{
    const auto source = inUtf8(file);
    const auto isCore
        = withoutByteOrderMark(source->bytes()).trimmed().startsWith("Original Operator,");
    LayerReader reader;
    const auto read = readCsv(source->bytes(), isCore ? CsvQuotes::Literal : CsvQuotes::Standard,
        CsvLimits(), [&](CsvRow &row) { return reader.take(row); });
    if (!read) {
        auto error = read.error();
        error.location.file = source->name();
        return fail(error);
    }
    return reader.finish(*source, isCore ? PerLayerFamily::Core : PerLayerFamily::Python);
}

} // namespace tosaic::formats::vela
