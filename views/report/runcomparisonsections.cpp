// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/runcomparisonsections.h"

#include "profiler/analysis/waterfall.h"
#include "views/canvas/waterfallpicture.h"
#include "views/models/runchangenames.h"
#include "views/report/reporttext.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ConditionDifference;
using profile::ValueChange;
using report::Section;

QString sideOf(const QStringList &runs)
{
    return runs.size() > 1
        ? ReportText::tr("%n repeat(s): %1", nullptr, static_cast<int>(runs.size()))
              .arg(runs.join(u", "_s))
        : runs.join(u", "_s);
}

QString withOrigin(const QString &title, std::optional<Origin> origin)
{
    return ReportText::tr("%1 (%2)").arg(title, originTagOf(origin));
}

QString countsOf(const QString &sentence, const std::vector<ValueChange> &changes)
{
    const auto countOf = [&](std::initializer_list<Verdict> verdicts) {
        return QLocale().toString(std::ranges::count_if(changes, [&](const ValueChange &change) {
            return std::ranges::find(verdicts, change.verdict()) != verdicts.end();
        }));
    };
    return sentence.arg(countOf({ Verdict::Worse }), countOf({ Verdict::Better }),
        countOf({ Verdict::Changed }), countOf({ Verdict::WithinSpread }),
        countOf({ Verdict::Same }),
        countOf({ Verdict::OnlyOld, Verdict::OnlyNew, Verdict::NotComparable }));
}

QString outcomeOf(const profile::RunComparison &comparison)
{
    if (comparison.comparability == profile::Comparability::NotComparable)
        return ReportText::tr("These runs cannot be compared. %1")
            .arg(comparabilitySentence(comparison.conditions.front()));
    if (comparison.comparedCounters == 0 && comparison.operators.empty())
        return ReportText::tr("The two sides have no counter in common.");
    QStringList outcome;
    if (comparison.areOtherPrograms)
        outcome << ReportText::tr(
            "The programs differ: operators are compared by kernel, not by their number.");
    if (comparison.comparedCounters > 0)
        outcome << countsOf(
            ReportText::tr("Counters: %1 worse, %2 better, %3 changed, %4 within the spread of the "
                           "repeats, %5 the same, %6 without a counterpart."),
            comparison.counters);
    if (!comparison.operators.empty())
        outcome << countsOf(
            ReportText::tr("Operators: %1 worse, %2 better, %3 changed, %4 within the spread of "
                           "the repeats, %5 the same, %6 without a counterpart."),
            comparison.operators);
    return outcome.join(u' ');
}

report::Table conditionTable(const std::vector<ConditionDifference> &conditions)
{
    TableWriter table(ReportText::tr("Conditions that differ"));
    for (const auto &title : { ReportText::tr("Condition"), ReportText::tr("Old"),
             ReportText::tr("New"), ReportText::tr("What it means") })
        table.column(title);
    for (const auto &one : conditions) {
        table.text(conditionWord(one.condition));
        table.text(one.oldValue.isEmpty() ? notKnownText() : one.oldValue);
        table.text(one.newValue.isEmpty() ? notKnownText() : one.newValue);
        table.text(comparabilitySentence(one));
        table.endRow();
    }
    return table.take();
}

QString repeatsOf(const ValueChange &change)
{
    if (change.p || !change.difference())
        return significanceText(change);
    return ReportText::tr("%1 and %2, not enough")
        .arg(change.oldRepeats.size())
        .arg(change.newRepeats.size());
}

report::Table changeTable(const QString &caption, const std::vector<ValueChange> &changes,
    const ComparisonForReport &input)
{
    TableWriter table(caption);
    table.column(ReportText::tr("Name"));
    table.column(withOrigin(ReportText::tr("Old"), input.oldOrigin), true);
    table.column(withOrigin(ReportText::tr("New"), input.newOrigin), true);
    table.column(ReportText::tr("Difference"), true);
    table.shareColumn(ReportText::tr("Growth"));
    table.column(ReportText::tr("Unit"));
    table.column(ReportText::tr("Verdict"));
    table.column(ReportText::tr("Repeats"));
    for (const auto &change : changes) {
        const auto delta = change.difference();
        table.text(change.group.isEmpty() ? change.name : change.group + u": "_s + change.name);
        table.count(change.oldValue);
        table.count(change.newValue);
        table.difference(delta);
        table.number(relativeText(change),
            delta && change.relative() ? std::optional(*change.relative() * 100) : std::nullopt);
        table.text(change.unit.isEmpty() ? notKnownText() : change.unit);
        table.text(verdictWord(change.verdict()));
        table.text(repeatsOf(change));
        table.endRow();
    }
    return table.take(ReadRows);
}

void addChanges(Section &section, const QString &caption, const std::vector<ValueChange> &changes,
    const ComparisonForReport &input)
{
    if (changes.empty())
        return;
    auto table = changeTable(caption, changes, input);
    const auto more = table.hidden();
    section.blocks.emplace_back(std::move(table));
    if (more > 0)
        section.blocks.emplace_back(report::Text{
            ReportText::tr("%n more row(s) with smaller differences stand in the CSV and JSON "
                           "forms of this report.",
                nullptr, more) });
}

} // namespace

std::vector<Section> runComparisonSections(const ComparisonForReport &input)
{
    const auto &comparison = input.comparison;
    Section section{ .title = ReportText::tr("Comparison of runs") };
    section.blocks.insert(section.blocks.end(), input.statements.begin(), input.statements.end());
    section.blocks.emplace_back(
        report::FactList{ { { ReportText::tr("Old"), sideOf(input.oldRuns), {} },
            { ReportText::tr("New"), sideOf(input.newRuns), {} },
            { ReportText::tr("Outcome"), outcomeOf(comparison), {} } } });
    if (!comparison.conditions.empty())
        section.blocks.emplace_back(conditionTable(comparison.conditions));
    addChanges(section, ReportText::tr("Counters, medians of the repeats, worst first"),
        comparison.counters, input);
    const auto waterfall = profile::waterfallOf(comparison.operators);
    if (auto svg = waterfallSvg(waterfall); !svg.isEmpty())
        section.blocks.emplace_back(report::Picture{
            ReportText::tr("From the old sum over the operators (%1) to the new one (%2), in %3: "
                           "red is more, green is less")
                .arg(originTagOf(input.oldOrigin), originTagOf(input.newOrigin),
                    waterfall.unit.isEmpty() ? ReportText::tr("a unit that is not known")
                                             : waterfall.unit),
            std::move(svg) });
    addChanges(section, ReportText::tr("Operators, medians of the repeats, worst first"),
        comparison.operators, input);
    section.blocks.emplace_back(report::Text{
        ReportText::tr("p is that of Mann and Whitney's rank test, two-sided: how probable such a "
                       "difference is if nothing changed. Below 0.05 a difference is called real; "
                       "it takes at least four repeats on each side.") });
    return { std::move(section) };
}

} // namespace tosaic::views
