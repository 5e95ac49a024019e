// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/report/comparisonsections.h"

#include "profiler/report/svgtext.h"
#include "profiler/report/tablewriter.h"
#include "profiler/report/waterfall.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using report::Section;

QString sideOf(const QStringList &runs)
{
    return runs.size() > 1 ? u"%1 repeats: %2"_s.arg(runs.size()).arg(runs.join(u", "_s))
                           : runs.join(u", "_s);
}

QString withOrigin(const QString &title, std::optional<Origin> origin)
{
    return u"%1 (%2)"_s.arg(title, origin ? originTag(*origin) : u"origin not stated"_s);
}

QString outcomeOf(const RunComparison &comparison)
{
    if (comparison.comparability == Comparability::NotComparable)
        return u"These runs cannot be compared: the numbers mean different things."_s;
    if (comparison.comparedCounters == 0 && comparison.operators.empty())
        return u"The two sides have no counter in common."_s;
    const auto counted = [](const QString &what, const std::vector<ValueChange> &changes) {
        const auto countOf = [&](Verdict verdict) {
            return std::ranges::count(changes, verdict, &ValueChange::verdict);
        };
        return u"%1: %2 worse, %3 better, %4 within the spread of the repeats, %5 the same."_s
            .arg(what)
            .arg(countOf(Verdict::Worse))
            .arg(countOf(Verdict::Better))
            .arg(countOf(Verdict::WithinSpread))
            .arg(countOf(Verdict::Same));
    };
    QStringList outcome;
    if (comparison.areOtherPrograms)
        outcome << u"The programs differ: operators are compared by kernel, not by their number."_s;
    if (comparison.comparedCounters > 0)
        outcome << counted(u"Counters"_s, comparison.counters);
    if (!comparison.operators.empty())
        outcome << counted(u"Operators"_s, comparison.operators);
    return outcome.join(u' ');
}

QString meaningOf(const ConditionDifference &difference)
{
    switch (difference.comparability) {
    case Comparability::NotComparable:
        return u"not comparable"_s;
    case Comparability::Warning:
        return u"differences may come from this"_s;
    case Comparability::Note:
        return u"noted"_s;
    }
    return {};
}

report::Table conditionTable(const std::vector<ConditionDifference> &conditions)
{
    TableWriter table(u"Conditions that differ"_s);
    for (const auto &title : { u"Condition"_s, u"Old"_s, u"New"_s, u"What it means"_s })
        table.column(title);
    for (const auto &one : conditions) {
        table.text(conditionKey(one.condition));
        table.text(one.oldValue.isEmpty() ? notKnown() : one.oldValue);
        table.text(one.newValue.isEmpty() ? notKnown() : one.newValue);
        table.text(meaningOf(one));
        table.endRow();
    }
    return table.take(conditions.size());
}

QString repeatsOf(const ValueChange &change)
{
    const auto counts = u"%1 and %2"_s.arg(change.oldRepeats.size()).arg(change.newRepeats.size());
    if (!change.delta())
        return counts;
    return change.p ? u"%1, p = %2"_s.arg(counts, QLocale().toString(*change.p, 'g', 2))
                    : u"%1, not enough"_s.arg(counts);
}

report::Table changeTable(const QString &caption, const std::vector<ValueChange> &changes,
    const ComparisonForReport &input)
{
    TableWriter table(caption);
    table.column(u"Name"_s);
    table.column(withOrigin(u"Old"_s, input.oldOrigin), true);
    table.column(withOrigin(u"New"_s, input.newOrigin), true);
    table.column(u"Difference"_s, true);
    table.column(u"Growth"_s, true);
    table.column(u"Unit"_s);
    table.column(u"Verdict"_s);
    table.column(u"Repeats"_s);
    for (const auto &change : changes) {
        table.text(change.group.isEmpty() ? change.name : change.group + u": "_s + change.name);
        table.count(change.oldMedian());
        table.count(change.newMedian());
        const auto delta = change.delta();
        const auto sign = delta.value_or(0) > 0 ? u"+"_s : QString();
        table.number(delta ? sign + svg::count(*delta) : u"-"_s, delta);
        if (delta)
            table.growth(*delta == 0 ? 0 : change.relative());
        else
            table.text(u"-"_s);
        table.text(change.unit.isEmpty() ? notKnown() : change.unit);
        table.text(verdictKey(change.verdict));
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
    const auto more = table.more.size();
    section.blocks.emplace_back(std::move(table));
    if (more > 0)
        section.blocks.emplace_back(report::Text{
            u"%1 more rows with smaller differences stand in the CSV and JSON forms of this "
            u"report."_s.arg(more) });
}

} // namespace

std::vector<Section> comparisonSections(const ComparisonForReport &input)
{
    const auto &comparison = input.comparison;
    Section section{ .title = u"Comparison of runs"_s };
    section.blocks.emplace_back(report::FactList{ { { u"Old"_s, sideOf(input.oldRuns), {} },
        { u"New"_s, sideOf(input.newRuns), {} }, { u"Outcome"_s, outcomeOf(comparison), {} } } });
    if (!comparison.conditions.empty())
        section.blocks.emplace_back(conditionTable(comparison.conditions));
    addChanges(
        section, u"Counters, medians of the repeats, worst first"_s, comparison.counters, input);
    const auto waterfall = waterfallOf(comparison.operators);
    if (auto svg = waterfallSvg(waterfall); !svg.isEmpty())
        section.blocks.emplace_back(report::Picture{
            u"From the old sum over the operators to the new one, %1: red is more, green is less"_s
                .arg(waterfall.unit.isEmpty() ? u"unit not known"_s : waterfall.unit),
            std::move(svg) });
    addChanges(
        section, u"Operators, medians of the repeats, worst first"_s, comparison.operators, input);
    section.blocks.emplace_back(
        report::Text{ u"p is that of Mann and Whitney's rank test, two-sided: how probable such a "
                      u"difference is if nothing changed. Below 0.05 a difference is called real; "
                      u"it takes at least four repeats on each side."_s });
    return { std::move(section) };
}

} // namespace tosaic::profile
