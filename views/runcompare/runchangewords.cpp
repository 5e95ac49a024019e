// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runchangewords.h"

#include "profiler/analysis/comparisonoutcome.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// One translation context for the whole page.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunCompare)
};

using profile::Comparability;
using profile::Condition;

int countOf(const std::vector<profile::ValueChange> &changes, Verdict verdict)
{
    return static_cast<int>(std::ranges::count(changes, verdict, &profile::ValueChange::verdict));
}

/// "NPU cycles of an inference: 774,444 → 840,337 cycles (+8.5 %), worse; too few repeats ..."
QString changeClause(const profile::ValueChange &change)
{
    const auto place = change.group.isEmpty()
        ? change.name
        : Words::tr("%1, %2", "group, counter").arg(change.group, change.name);
    auto clause
        = Words::tr("%1: %2 \u2192 %3 %4 (%5), %6", "name, old, new, unit, relative, verdict")
              .arg(place, valueText(*change.oldValue), valueText(*change.newValue), change.unit,
                  relativeText(change), verdictWord(change.verdict()));
    const auto percent = [&](double shift) {
        return relativeText(Change{ .oldValue = change.oldValue,
            .newValue = *change.oldValue + shift,
            .unit = change.unit });
    };
    if (change.shift && *change.oldValue != 0 && change.difference() != 0.0)
        clause += Words::tr("; 95 % confidence interval %1 to %2", "relative changes")
                      .arg(percent(change.shift->low), percent(change.shift->high));
    if (change.difference() != 0.0
        && change.significance == profile::Significance::NotEnoughRepeats)
        clause += Words::tr("; too few repeats (%1 and %2) to tell it from chance")
                      .arg(change.oldRepeats.size())
                      .arg(change.newRepeats.size());
    return clause;
}

} // namespace

QString significanceHint(const profile::ValueChange &change)
{
    if (!change.isAccurate)
        return Words::tr("An FVP models the cycles of the NPU, not those of the processor: that "
                         "these differ says little of a board.");
    switch (change.significance) {
    case profile::Significance::NotEnoughRepeats:
        return Words::tr("Too few repeats to tell a difference from chance: give each side at "
                         "least four.");
    case profile::Significance::NotSignificant:
        return Words::tr("The repeats overlap: chance alone explains the difference (rank test of "
                         "Mann and Whitney, two-sided).");
    case profile::Significance::Significant:
        return Words::tr("Chance alone hardly explains the difference (rank test of Mann and "
                         "Whitney, two-sided, p below 0.05).");
    }
    return {};
}

QString outcomeSentence(const profile::RunComparison &comparison)
{
    if (comparison.comparability == Comparability::NotComparable)
        return Words::tr("These runs cannot be compared. %1")
            .arg(comparabilitySentence(comparison.conditions.front()));
    const auto &counters = comparison.counters;
    QStringList parts;
    if (const auto worse = countOf(counters, Verdict::Worse); worse > 0)
        parts << Words::tr("%n counter(s) worse", nullptr, worse);
    if (const auto better = countOf(counters, Verdict::Better); better > 0)
        parts << Words::tr("%n counter(s) better", nullptr, better);
    if (const auto changed = countOf(counters, Verdict::Changed); changed > 0)
        parts << Words::tr("%n counter(s) changed", nullptr, changed);
    if (const auto within = countOf(counters, Verdict::WithinSpread); within > 0)
        parts << Words::tr("%n counter(s) within the spread", nullptr, within);
    if (const auto same = countOf(counters, Verdict::Same); same > 0)
        parts << Words::tr("%n counter(s) the same", nullptr, same);
    const auto worseOperators = countOf(comparison.operators, Verdict::Worse);
    if (worseOperators > 0)
        parts << Words::tr("%n operator(s) worse", nullptr, worseOperators);
    const auto found = parts.join(u" · "_s);
    if (comparison.comparedCounters > 0 && !parts.isEmpty())
        return found;
    const auto nothing = Words::tr("The two sides have no counter in common.");
    return parts.isEmpty() ? nothing : nothing + u' ' + found + u'.';
}

QString comparisonSentence(const profile::RunComparison &comparison)
{
    constexpr size_t MostClauses = 3;
    const auto leading = profile::leadingChanges(comparison);
    if (leading.empty() || leading.size() > MostClauses)
        return outcomeSentence(comparison);
    QStringList clauses;
    for (const auto *change : leading)
        clauses << changeClause(*change);
    auto sentence = clauses.join(u"; "_s);
    if (comparison.areOtherPrograms)
        sentence += Words::tr("; the programs differ");
    else if (comparison.areOtherGraphs)
        sentence += Words::tr("; the two sides do not have the same operators");
    else if (!comparison.areProgramsStated)
        sentence += Words::tr("; the programs are not stated");
    if (comparison.leastEffect > 0)
        sentence += Words::tr("; differences below %1 % do not count")
                        .arg(QLocale().toString(comparison.leastEffect * 100, 'g', 4));
    return sentence + u'.';
}

QString differencesSentence(const profile::RunComparison &comparison)
{
    QStringList causes;
    QStringList others;
    for (const auto &one : comparison.conditions) {
        const bool isOfProgram
            = one.condition == Condition::Model || one.condition == Condition::ProgramBytes;
        const bool isTold
            = one.condition == Condition::Mode || (isOfProgram && comparison.areOtherPrograms);
        if (isTold || one.oldValue.isEmpty() || one.newValue.isEmpty())
            continue;
        (one.comparability == Comparability::Note ? others : causes)
            << conditionWord(one.condition);
    }
    QStringList sentences;
    if (comparison.areOtherPrograms)
        sentences << Words::tr("The two sides ran different programs: operators are compared by "
                               "kernel, not by their number.");
    else if (comparison.areOtherGraphs)
        sentences << Words::tr("The two sides do not have the same operators: the same name may "
                               "be another one, so none is judged.");
    else if (!comparison.areProgramsStated)
        sentences << Words::tr("Nothing says which programs the two sides ran.");
    if (!causes.isEmpty())
        sentences << Words::tr("Differences may come from: %1.").arg(causes.join(u" \u00B7 "_s));
    if (!others.isEmpty())
        sentences << Words::tr("Also different: %1.").arg(others.join(u" \u00B7 "_s));
    return sentences.join(u' ');
}

std::vector<report::Statement> comparisonStatements(const profile::RunComparison &comparison)
{
    const auto outcome = profile::outcomeOf(comparison);
    const bool isBad = outcome == profile::Outcome::Worse || outcome == profile::Outcome::Mixed
        || outcome == profile::Outcome::NotComparable;
    std::vector<report::Statement> statements{ { isBad ? Severity::Warning : Severity::Info,
        comparisonSentence(comparison) } };
    if (const auto differences = differencesSentence(comparison); !differences.isEmpty())
        statements.push_back({ Severity::Warning, differences });
    return statements;
}

QString limitSentence(const profile::GrowthVerdict &verdict, double percent)
{
    using Outcome = profile::GrowthVerdict::Outcome;
    const auto limit = QLocale().toString(percent, 'g', 4);
    switch (verdict.outcome) {
    case Outcome::Passes:
        return Words::tr("would pass: nothing grew by more than %1 %").arg(limit);
    case Outcome::Fails:
        return Words::tr("would fail: %n value(s) grew by more than %1 %", nullptr,
            static_cast<int>(verdict.counters.size() + verdict.operators.size()))
            .arg(limit);
    case Outcome::Incomplete:
        if (verdict.lacksOperators)
            return Words::tr("would fail: no operator has a number on both sides");
        return Words::tr("would fail: %n value(s) of the old side are missing in the new one",
            nullptr,
            static_cast<int>(verdict.absentCounters.size() + verdict.absentOperators.size()));
    case Outcome::NothingInCommon:
        return Words::tr("would fail: nothing to compare");
    case Outcome::NotComparable:
        return Words::tr("would fail: the runs cannot be compared");
    }
    return {};
}

} // namespace tosaic::views
