// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/report/operationsections.h"

#include "core/base/units.h"
#include "profiler/report/comparisonsections.h"
#include "profiler/report/svgtext.h"
#include "profiler/report/tablewriter.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using report::Section;

constexpr size_t MostDeviations = 10;

QString confidenceWord(Confidence confidence)
{
    switch (confidence) {
    case Confidence::None:
        return u"none: nothing was matched"_s;
    case Confidence::Low:
        return u"low: something contradicts it, or large parts are missing"_s;
    case Confidence::Medium:
        return u"medium: nothing contradicts it, but something could not be checked or is shared"_s;
    case Confidence::High:
        return u"high: everything that can be compared agrees"_s;
    }
    return {};
}

/// What a reader knows the operator by.
QString nameOf(const OperationOrigin &origin, const OperationTable &table,
    const std::vector<size_t> &operations)
{
    if (!origin.name.isEmpty())
        return origin.name;
    if (!origin.edgeNode.isEmpty())
        return origin.edgeNode;
    if (operations.size() == 1) {
        const auto &operation = table.operations[operations.front()];
        return operation.name.isEmpty() ? operation.kind : operation.name;
    }
    const bool areTransfers = std::ranges::all_of(operations,
        [&](size_t index) { return table.operations[index].role == TimedOperation::Role::Dma; });
    return (
        areTransfers ? u"Waits for DMA (%1 transfers)"_s : u"Operator not known (%1 operations)"_s)
        .arg(operations.size());
}

/// The operators with everything that a row says, largest first.
class OperatorRows
{
public:
    explicit OperatorRows(const ProfileSubject &subject)
        : m_subject(subject), rows(rowsOf(subject, m_unplaced)), order(rows.size())
    {
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::stable_sort(
            order, std::greater(), [this](size_t row) { return cycles(rows[row]).value_or(-1); });
        for (const auto &row : rows) {
            m_total += cycles(row).value_or(0);
            hasEstimate = hasEstimate || row.estimate;
            hasFvp = hasFvp || row.fvp;
            hasBoard = hasBoard || row.board;
            hasModules = hasModules || !row.origin.module.isEmpty();
        }
    }

    /// What the table's origin says: measured where there is a trace.
    std::optional<double> cycles(const ComparedOperator &row) const
    {
        return m_subject.table->origin == Origin::Fvp ? row.fvp : row.estimate;
    }
    double total() const { return m_total; }
    quint64 unplaced() const { return m_unplaced; }

    std::optional<quint64> macs(const ComparedOperator &row) const
    {
        std::optional<quint64> sum;
        for (const auto index : row.operations) {
            if (const auto &macs = m_subject.table->operations[index].macs)
                sum = sum.value_or(0) + *macs;
        }
        return sum;
    }

private:
    static std::vector<ComparedOperator> rowsOf(const ProfileSubject &subject, quint64 &unplaced)
    {
        return compareOperators(*subject.table, subject.board, unplaced);
    }

    const ProfileSubject &m_subject;
    quint64 m_unplaced = 0;
    double m_total = 0;

public:
    std::vector<ComparedOperator> rows;
    std::vector<size_t> order; ///< of rows
    bool hasEstimate = false;
    bool hasFvp = false;
    bool hasBoard = false;
    bool hasModules = false;
};

report::FactList factsOf(const ProfileSubject &subject, const OperatorRows &operators)
{
    const auto &table = *subject.table;
    report::FactList list;
    const auto add = [&list](const QString &name, const QString &value, const QString &tag = {}) {
        list.facts.push_back({ name, value, tag });
    };
    const auto tag = table.origin ? originTag(*table.origin) : QString();
    add(u"Read from"_s, subject.sources.isEmpty() ? notKnown() : subject.sources.join(u"; "_s));
    add(u"NPU"_s,
        subject.product.isEmpty() || !subject.npuMacs
            ? notKnown()
            : u"Ethos-%1, %2 MACs per cycle"_s.arg(subject.product).arg(*subject.npuMacs));
    add(u"NPU clock"_s,
        subject.clockHz ? svg::count(static_cast<double>(*subject.clockHz)) + u" Hz"_s
                        : notKnown());
    add(u"Cycles of all operators"_s, svg::count(operators.total()) + u" NPU cycles"_s, tag);
    if (subject.clockHz && *subject.clockHz > 0)
        add(u"Time at that clock"_s,
            formatDuration(operators.total() / static_cast<double>(*subject.clockHz)), tag);
    if (!table.inferences.empty()) {
        add(u"Inferences in the trace"_s, QString::number(table.inferences.size()));
        add(u"Confidence of the join"_s, confidenceWord(table.confidence));
    }
    if (operators.unplaced() > 0)
        add(u"Rows of the board without an operator"_s, QString::number(operators.unplaced()));
    return list;
}

report::Table operatorTable(const ProfileSubject &subject, const OperatorRows &operators)
{
    const auto origin = subject.table->origin.value_or(Origin::Estimate);
    TableWriter table(u"Operators by NPU cycles of one inference, the largest first. Share of all "
                      u"cycles and MAC use (MACs against peak) are of the cycles by %1."_s.arg(
                          originTag(origin)));
    table.column(u"Operator"_s);
    table.column(u"Type"_s);
    if (operators.hasModules)
        table.column(u"Module"_s);
    if (operators.hasEstimate)
        table.column(u"Cycles (est)"_s, true);
    if (operators.hasFvp)
        table.column(u"Cycles (FVP)"_s, true);
    if (operators.hasBoard)
        table.column(u"Cycles (board)"_s, true);
    if (operators.hasEstimate && operators.hasFvp)
        table.column(u"FVP - est"_s, true);
    table.column(u"Share"_s, true);
    table.column(u"MACs"_s, true);
    table.column(u"MAC use"_s, true);
    for (const auto index : operators.order) {
        const auto &row = operators.rows[index];
        const auto cycles = operators.cycles(row);
        const auto macs = operators.macs(row);
        table.text(nameOf(row.origin, *subject.table, row.operations));
        table.text(row.origin.type.isEmpty() ? notKnown() : row.origin.type);
        if (operators.hasModules)
            table.text(row.origin.module.isEmpty() ? notKnown() : row.origin.module);
        if (operators.hasEstimate)
            table.count(row.estimate);
        if (operators.hasFvp)
            table.count(row.fvp);
        if (operators.hasBoard)
            table.count(row.board);
        if (operators.hasEstimate && operators.hasFvp)
            table.growth(row.fvp && row.estimate && *row.estimate > 0
                    ? std::optional(*row.fvp / *row.estimate - 1)
                    : std::nullopt);
        table.share(cycles && operators.total() > 0 ? std::optional(*cycles / operators.total())
                                                    : std::nullopt);
        table.count(macs ? std::optional(static_cast<double>(*macs)) : std::nullopt);
        const auto peak = cycles.value_or(0) * subject.npuMacs.value_or(0);
        table.share(
            macs && peak > 0 ? std::optional(static_cast<double>(*macs) / peak) : std::nullopt);
        table.endRow();
    }
    return table.take(ReadRows);
}

/// The rows that the table leaves out, in one sentence.
QString restSentence(const OperatorRows &operators)
{
    double rest = 0;
    for (size_t i = ReadRows; i < operators.order.size(); ++i)
        rest += operators.cycles(operators.rows[operators.order[i]]).value_or(0);
    return u"The other %1 operators take %2 cycles, %3 of all; they stand in the CSV and JSON "
           u"forms "
           u"of this report."_s.arg(operators.order.size() - ReadRows)
               .arg(svg::count(rest),
                   operators.total() > 0 ? formatShare(rest / operators.total()) : notKnown());
}

void addDeviations(Section &section, const ProfileSubject &subject, const OperatorRows &operators,
    DeviationPair pair, const QString &caption)
{
    const auto ranking = rankDeviations(operators.rows, pair);
    if (ranking.ranked.empty())
        return;
    TableWriter table(caption);
    table.column(u"Operator"_s);
    table.column(u"Difference (cycles)"_s, true);
    table.column(u"Measured against reference"_s, true);
    table.column(u"Share of all differences"_s, true);
    for (const auto &deviation : ranking.ranked) {
        const auto &row = operators.rows[deviation.row];
        table.text(nameOf(row.origin, *subject.table, row.operations));
        const auto sign = deviation.difference > 0 ? u"+"_s : QString();
        table.number(sign + svg::count(deviation.difference), deviation.difference);
        table.growth(deviation.ratio ? std::optional(*deviation.ratio - 1) : std::nullopt);
        table.share(deviation.share);
        table.endRow();
    }
    section.blocks.emplace_back(table.take(MostDeviations));
    if (!ranking.incomparable.empty())
        section.blocks.emplace_back(
            report::Text{ u"Of %1 operators one of the two numbers is not known."_s.arg(
                ranking.incomparable.size()) });
}

report::Table unmatchedTable(const OperationTable &table)
{
    TableWriter writer(u"What could not be matched"_s);
    writer.column(u"What"_s);
    writer.column(u"Count"_s, true);
    writer.column(u"Cycles concerned"_s, true);
    writer.column(u"Examples"_s);
    for (const auto &one : table.unmatched) {
        const auto text = QString::fromLatin1(unmatchedText(one.kind));
        writer.text(text.contains(u"%1"_s) ? text.arg(one.count) : text);
        writer.count(static_cast<double>(one.count));
        writer.count(one.cycles ? std::optional(static_cast<double>(*one.cycles)) : std::nullopt);
        QStringList examples;
        for (const auto example : one.examples)
            examples << QString::number(example);
        writer.text(examples.isEmpty() ? u"-"_s : examples.join(u", "_s));
        writer.endRow();
    }
    return writer.take(table.unmatched.size());
}

} // namespace

std::vector<Section> operationSections(const ProfileSubject &subject)
{
    if (!subject.table || subject.table->operations.empty())
        return {};
    const OperatorRows operators(subject);
    Section section{ .title = u"Where the NPU's cycles go"_s };
    section.blocks.emplace_back(report::Text{ subject.table->origin == Origin::Fvp
            ? u"Measured on the simulator (FVP), one trace joined to the compiler's tables."_s
            : u"The compiler's own estimates (est); nothing here was measured on the NPU."_s });
    section.blocks.emplace_back(factsOf(subject, operators));
    section.blocks.emplace_back(operatorTable(subject, operators));
    if (operators.order.size() > ReadRows)
        section.blocks.emplace_back(report::Text{ restSentence(operators) });
    addDeviations(section, subject, operators, DeviationPair::FvpToEstimate,
        u"Where FVP and the compiler's estimate differ most"_s);
    addDeviations(section, subject, operators, DeviationPair::BoardToEstimate,
        u"Where board and the compiler's estimate differ most"_s);
    addDeviations(section, subject, operators, DeviationPair::BoardToFvp,
        u"Where board and FVP differ most"_s);
    if (!subject.table->unmatched.empty())
        section.blocks.emplace_back(unmatchedTable(*subject.table));
    return { std::move(section) };
}

} // namespace tosaic::profile
