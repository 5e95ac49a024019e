// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/operationsections.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "profiler/join/unmatchedwords.h"
#include "views/canvas/rooflinewords.h"
#include "views/models/confidencewords.h"

#include "views/models/costwords.h"
#include "views/report/reporttext.h"
#include "views/report/runcomparisonsections.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::DeviationPair;
using profile::OperationTable;
using profile::OperatorRow;
using report::Section;

constexpr size_t MostDeviations = 10;
constexpr qsizetype MostSources = 5; // files that numbers were read from; one for each partition

/// What a reader knows the operator by.
QString nameOf(const OperatorRow &row)
{
    if (row.role == OperatorRow::Role::DmaWait)
        return ReportText::tr(
            "Waits for DMA (%n transfer(s))", nullptr, static_cast<int>(row.operations.size()));
    return row.name.isEmpty() ? notKnownText() : row.name;
}

QString typeOf(const OperatorRow &row)
{
    if (row.role == OperatorRow::Role::DmaWait)
        return ReportText::tr("DMA");
    return row.types.isEmpty() ? notKnownText() : row.types.join(u", "_s);
}

/// The operators with everything that a row says, largest first.
class OperatorRows
{
public:
    explicit OperatorRows(const ProfileSubject &subject)
        : rows(profile::compareOperators(*subject.table, subject.board, m_unplaced)),
          order(rows.size())
    {
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::stable_sort(
            order, std::greater(), [this](size_t row) { return cyclesOf(rows[row]).value_or(-1); });
        for (const auto &row : rows) {
            m_total += cyclesOf(row).value_or(0);
            hasEstimate = hasEstimate || row.estimate;
            hasFvp = hasFvp || row.fvp;
            hasBoard = hasBoard || row.board;
            hasModules = hasModules || !row.module.isEmpty();
        }
    }

    /// What the table's origin says: measured where there is a trace.
    static std::optional<double> cyclesOf(const OperatorRow &row)
    {
        return row.cycles ? std::optional(row.cycles->value) : std::nullopt;
    }
    double total() const { return m_total; }
    quint64 unplaced() const { return m_unplaced; }

private:
    quint64 m_unplaced = 0;
    double m_total = 0;

public:
    std::vector<OperatorRow> rows;
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
    add(ReportText::tr("Read from"),
        subject.sources.isEmpty() ? notKnownText()
                                  : listedNames(subject.sources, MostSources, u"; "_s));
    add(ReportText::tr("NPU"),
        subject.product.isEmpty() || !subject.npuMacs ? notKnownText()
                                                      : ReportText::tr("%1, %2 MACs per cycle")
                                                            .arg(u"Ethos-"_s + subject.product)
                                                            .arg(*subject.npuMacs));
    add(ReportText::tr("NPU clock"),
        subject.clockHz ? formatClock(static_cast<double>(*subject.clockHz)) : notKnownText());
    add(ReportText::tr("Cycles of all operators"),
        ReportText::tr("%1 NPU cycles").arg(formatCycles(operators.total())), tag);
    if (subject.clockHz && *subject.clockHz > 0)
        add(ReportText::tr("Time at that clock"),
            formatDuration(operators.total() / static_cast<double>(*subject.clockHz)), tag);
    if (!table.inferences.empty()) {
        add(ReportText::tr("Runs of command streams in the trace"),
            formatCount(table.inferences.size()));
        add(ReportText::tr("Confidence of the join"), confidenceSentence(table.confidence));
    }
    if (operators.unplaced() > 0)
        add(ReportText::tr("Rows of the board without an operator"),
            formatCount(operators.unplaced()));
    return list;
}

QString cyclesTitle(Origin origin)
{
    return ReportText::tr("Cycles (%1)").arg(originTag(origin));
}

report::Table operatorTable(const ProfileSubject &subject, const OperatorRows &operators)
{
    const auto origin = subject.table->origin.value_or(Origin::Estimate);
    TableWriter table(
        ReportText::tr("Operators by NPU cycles of one inference, the largest first. Share of all "
                       "cycles and MAC use (MACs against peak) are of the cycles by %1.")
            .arg(originTag(origin)));
    const bool hasStreams = subject.streams.size() > 1;
    table.column(ReportText::tr("Operator"));
    if (hasStreams) // names are those of a partition's own network: two may have the same
        table.column(ReportText::tr("Delegate"), true);
    table.column(ReportText::tr("Type"));
    if (operators.hasModules)
        table.column(ReportText::tr("Module"));
    if (operators.hasEstimate)
        table.column(cyclesTitle(Origin::Estimate), true);
    if (operators.hasFvp)
        table.column(cyclesTitle(Origin::Fvp), true);
    if (operators.hasBoard)
        table.column(cyclesTitle(Origin::Board), true);
    if (operators.hasEstimate && operators.hasFvp)
        table.shareColumn(ReportText::tr("%1 against %2")
                              .arg(originTag(Origin::Fvp), originTag(Origin::Estimate)));
    table.shareColumn(ReportText::tr("Share of cycles"));
    table.column(ReportText::tr("MACs"), true);
    table.shareColumn(ReportText::tr("MAC use"));
    table.column(ReportText::tr("Limited by (%1)").arg(originTag(Origin::Estimate)));
    table.columnForPrograms(ReportText::tr("Cycles are in"));
    const auto addCycles = [&table](const OperatorRow &row, std::optional<double> cycles) {
        table.number(cycles  ? formatCycles(*cycles)
                : row.cycles ? notKnownText()
                             : cyclesElsewhereText(row),
            cycles);
    };
    for (const auto index : operators.order) {
        const auto &row = operators.rows[index];
        const auto cycles = OperatorRows::cyclesOf(row);
        const auto &macs = row.macs;
        table.text(nameOf(row));
        if (hasStreams)
            table.count(row.delegate);
        table.text(typeOf(row));
        if (operators.hasModules)
            table.text(row.module.isEmpty() ? notKnownText() : row.module);
        if (operators.hasEstimate)
            addCycles(row, row.estimate);
        if (operators.hasFvp)
            addCycles(row, row.fvp);
        if (operators.hasBoard)
            addCycles(row, row.board);
        if (operators.hasEstimate && operators.hasFvp)
            table.growth(row.fvp && row.estimate && *row.estimate > 0
                    ? std::optional(*row.fvp / *row.estimate - 1)
                    : std::nullopt);
        table.number(row.share ? formatShare(*row.share) : withoutCyclesText(row),
            row.share ? std::optional(*row.share * 100) : std::nullopt);
        table.count(macs ? std::optional(static_cast<double>(*macs)) : std::nullopt);
        const auto peak = cycles.value_or(0) * subject.npuMacs.value_or(0);
        table.share(
            macs && peak > 0 ? std::optional(static_cast<double>(*macs) / peak) : std::nullopt);
        table.text(row.cycles ? limitName(row.limit) : withoutCyclesText(row));
        table.text(row.leader);
        table.endRow();
    }
    return table.take(ReadRows);
}

/// The rows that the table leaves out, in one sentence.
QString restSentence(const OperatorRows &operators)
{
    double rest = 0;
    for (size_t i = ReadRows; i < operators.order.size(); ++i)
        rest += OperatorRows::cyclesOf(operators.rows[operators.order[i]]).value_or(0);
    return ReportText::tr("The other %n operator(s) take %1 cycles, %2 of all; they stand in the "
                          "CSV and JSON forms of this report.",
        nullptr, static_cast<int>(operators.order.size() - ReadRows))
        .arg(formatCycles(rest),
            operators.total() > 0 ? formatShare(rest / operators.total()) : notKnownText());
}

void addDeviations(
    Section &section, const OperatorRows &operators, DeviationPair pair, const QString &caption)
{
    const auto value
        = originTag(pair == DeviationPair::FvpToEstimate ? Origin::Fvp : Origin::Board);
    const auto reference
        = originTag(pair == DeviationPair::BoardToFvp ? Origin::Fvp : Origin::Estimate);
    const auto ranking = profile::rankDeviations(operators.rows, pair);
    if (ranking.ranked.empty())
        return;
    TableWriter table(caption);
    table.column(ReportText::tr("Operator"));
    table.column(ReportText::tr("%1 − %2 (cycles)").arg(value, reference), true);
    table.shareColumn(ReportText::tr("%1 against %2").arg(value, reference));
    table.shareColumn(ReportText::tr("Share of all differences"));
    for (const auto &deviation : ranking.ranked) {
        const auto &row = operators.rows[deviation.row];
        table.text(nameOf(row));
        table.difference(deviation.difference);
        table.growth(deviation.ratio ? std::optional(*deviation.ratio - 1) : std::nullopt);
        table.share(deviation.share);
        table.endRow();
    }
    section.blocks.emplace_back(table.take(MostDeviations));
    if (!ranking.incomparable.empty())
        section.blocks.emplace_back(
            report::Text{ ReportText::tr("Of %n operator(s) one of the two numbers is not known.",
                nullptr, static_cast<int>(ranking.incomparable.size())) });
}

report::Table unmatchedTable(const OperationTable &table)
{
    TableWriter writer(ReportText::tr("What could not be matched"));
    writer.column(ReportText::tr("What"));
    writer.column(ReportText::tr("Count"), true);
    writer.column(ReportText::tr("Cycles concerned (%1)").arg(originTagOf(table.origin)), true);
    writer.column(ReportText::tr("The first of them"));
    for (const auto &one : table.unmatched) {
        writer.text(profile::unmatchedSentence(one));
        writer.count(static_cast<double>(one.count));
        writer.count(one.cycles ? std::optional(static_cast<double>(*one.cycles)) : std::nullopt);
        const auto examples = profile::unmatchedExamples(table, one);
        writer.text(examples.isEmpty() ? u"\u2014"_s : examples);
        writer.endRow();
    }
    return writer.take();
}

} // namespace

std::vector<Section> operationSections(
    const ProfileSubject &subject, const std::optional<report::Picture> &picture)
{
    if (!subject.table || subject.table->operations.empty())
        return {};
    const OperatorRows operators(subject);
    Section section{ .title = ReportText::tr("Where the NPU's cycles go") };
    section.blocks.emplace_back(report::Text{ subject.table->origin == Origin::Fvp
            ? ReportText::tr(
                "Measured on the simulator (FVP), one trace joined to the compiler's tables.")
            : ReportText::tr(
                "The compiler's own estimates (est); nothing here was measured on the NPU.") });
    section.blocks.emplace_back(factsOf(subject, operators));
    if (picture)
        section.blocks.emplace_back(*picture);
    section.blocks.emplace_back(operatorTable(subject, operators));
    if (operators.order.size() > ReadRows)
        section.blocks.emplace_back(report::Text{ restSentence(operators) });
    addDeviations(section, operators, DeviationPair::FvpToEstimate,
        ReportText::tr("Where FVP and the compiler's estimate differ most"));
    addDeviations(section, operators, DeviationPair::BoardToEstimate,
        ReportText::tr("Where board and the compiler's estimate differ most"));
    addDeviations(section, operators, DeviationPair::BoardToFvp,
        ReportText::tr("Where board and FVP differ most"));
    if (!subject.table->unmatched.empty())
        section.blocks.emplace_back(unmatchedTable(*subject.table));
    return { std::move(section) };
}

} // namespace tosaic::views
