// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/compareoutput.h"

#include "app/cli/frame/manysides.h"
#include "core/base/description.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "profiler/analysis/comparisonoutcome.h"
#include "profiler/imports/comparableruns.h"
#include "views/models/runchangenames.h"
#include "views/runcompare/runchangewords.h"
#include "views/widgets/changewords.h"

#include <QJsonArray>
#include <QLocale>

#include <cmath>
#include <limits>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace compareoutput {
namespace {

using profile::Comparability;
using profile::RunComparison;
using profile::ValueChange;

/// What the gate calls all operators, where none could be judged.
const QString OperatorsKey = u"operators"_s;

QString numberText(double value)
{
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return value == std::floor(value) ? english.toString(value, 'f', 0)
                                      : english.toString(value, 'f', 2);
}

QString comparabilityKey(Comparability comparability)
{
    switch (comparability) {
    case Comparability::Note:
        return u"note"_s;
    case Comparability::Warning:
        return u"warning"_s;
    case Comparability::NotComparable:
        return u"not-comparable"_s;
    }
    return {};
}

QJsonArray numbers(const std::vector<double> &values)
{
    return jsonList(values);
}

/// Between the sides, with the interval of 95 %.
QJsonObject shiftJson(const ValueChange &change)
{
    const auto &shift = *change.shift;
    QJsonObject object{ { u"middle"_s, shift.middle }, { u"low"_s, shift.low },
        { u"high"_s, shift.high }, { u"levelPercent"_s, 95 } };
    if (change.oldValue && *change.oldValue != 0) {
        const auto base = std::abs(*change.oldValue) / 100;
        object.insert(u"lowPercent"_s, shift.low / base);
        object.insert(u"highPercent"_s, shift.high / base);
    }
    return object;
}

QJsonObject changeJson(const ValueChange &change)
{
    QJsonObject object{ { u"name"_s, change.name },
        { u"verdict"_s, verdictKey(change.verdict()) } };
    insertKnown(object, u"group"_s, change.group);
    insertKnown(object, u"unit"_s, change.unit);
    insertKnown(object, u"newUnit"_s, change.newUnit);
    insertKnown(object, u"old"_s, change.oldValue);
    insertKnown(object, u"new"_s, change.newValue);
    insertKnown(object, u"delta"_s, change.difference());
    if (const auto relative = change.relative())
        object.insert(u"percent"_s, *relative * 100);
    if (change.oldRepeats.size() > 1)
        object.insert(u"oldRepeats"_s, numbers(change.oldRepeats));
    if (change.newRepeats.size() > 1)
        object.insert(u"newRepeats"_s, numbers(change.newRepeats));
    if (!change.isAccurate)
        object.insert(u"accurate"_s, false);
    if (change.difference()) {
        object.insert(u"significance"_s, significanceKey(change.significance));
        insertKnown(object, u"p"_s, change.p);
        insertKnown(object, u"pUncorrected"_s, change.rawP);
        if (change.shift)
            object.insert(u"shift"_s, shiftJson(change));
    }
    return object;
}

template <typename T, typename ToJson>
QJsonArray listOf(const std::vector<T> &values, ToJson toJson)
{
    return jsonList(values, toJson);
}

QJsonObject sideJson(const std::vector<profile::MeasuredRun> &runs)
{
    QJsonArray ids;
    QJsonArray names;
    for (const auto &run : runs) {
        if (run.stored) // a file has no number in a workspace
            ids.append(static_cast<qint64>(run.stored.value));
        names.append(run.name);
    }
    QJsonObject conditions;
    for (const auto &[condition, text] : profile::comparableRun(runs).conditions)
        conditions.insert(profile::conditionKey(condition), text);
    return { { u"runs"_s, ids }, { u"names"_s, names }, { u"conditions"_s, conditions } };
}

QJsonObject conditionJson(const profile::ConditionDifference &difference)
{
    QJsonObject object{ { u"condition"_s, profile::conditionKey(difference.condition) },
        { u"comparability"_s, comparabilityKey(difference.comparability) } };
    insertKnown(object, u"old"_s, difference.oldValue);
    insertKnown(object, u"new"_s, difference.newValue);
    return object;
}

QJsonObject toJson(const RunComparison &comparison)
{
    QJsonObject object{ { u"conditions"_s, listOf(comparison.conditions, conditionJson) },
        { u"comparability"_s, comparabilityKey(comparison.comparability) },
        { u"otherPrograms"_s, comparison.areOtherPrograms },
        { u"otherOperators"_s, comparison.areOtherGraphs },
        { u"programsStated"_s, comparison.areProgramsStated },
        { u"comparedCounters"_s, comparison.comparedCounters },
        { u"tests"_s, comparison.testedCounters + comparison.testedOperators },
        { u"counters"_s, listOf(comparison.counters, changeJson) },
        { u"operators"_s, listOf(comparison.operators, changeJson) } };
    const auto growth = comparison.worstGrowth();
    if (growth && std::isfinite(*growth))
        object.insert(u"worstGrowthPercent"_s, *growth * 100);
    return object;
}

QString outcomeKey(profile::GrowthVerdict::Outcome outcome)
{
    using Outcome = profile::GrowthVerdict::Outcome;
    switch (outcome) {
    case Outcome::Passes:
        return u"pass"_s;
    case Outcome::Fails:
    case Outcome::Incomplete:
        return u"fail"_s;
    case Outcome::NothingInCommon:
    case Outcome::NotComparable:
        return u"not-comparable"_s;
    }
    return {};
}

/// What --fail-above found, for --json.
QJsonObject limitJson(const RunComparison &comparison, const profile::GrowthVerdict &verdict,
    const CompareQuestion &question)
{
    const auto names = [](const std::vector<ValueChange> &changes, const auto &indices) {
        QJsonArray array;
        for (const auto index : indices)
            array.append(changes[index].name);
        return array;
    };
    QJsonObject object{ { u"percent"_s, *question.allowedPercent },
        { u"outcome"_s, outcomeKey(verdict.outcome) },
        { u"counters"_s, names(comparison.counters, verdict.counters) } };
    if (question.judgesOperators)
        object.insert(u"operators"_s, names(comparison.operators, verdict.operators));
    return object;
}

/// The same as a gate: what was judged, what should have been and was absent.
QJsonObject gateJson(const RunComparison &comparison, const profile::GrowthVerdict &verdict,
    const CompareQuestion &question)
{
    QJsonArray judged;
    QJsonArray absent;
    const auto add = [&](const std::vector<ValueChange> &changes, const auto &missing) {
        for (const auto &change : changes) {
            if (change.lowerIsBetter && change.difference())
                judged.append(change.name);
        }
        for (const auto index : missing)
            absent.append(changes[index].name);
    };
    add(comparison.counters, verdict.absentCounters);
    if (question.judgesOperators)
        add(comparison.operators, verdict.absentOperators);
    if (verdict.lacksOperators)
        absent.append(OperatorsKey);
    return { { u"limitPercent"_s, *question.allowedPercent }, { u"judged"_s, judged },
        { u"absent"_s, absent },
        { u"passed"_s, verdict.outcome == profile::GrowthVerdict::Outcome::Passes } };
}

/// Where the difference lies, in 95 of 100 such measurements.
QString intervalText(const ValueChange &change)
{
    if (!change.shift)
        return {};
    return u", by %1 to %2"_s.arg(numberText(change.shift->low), numberText(change.shift->high))
        + (change.unit.isEmpty() ? QString() : u' ' + change.unit) + u" (95 %)"_s;
}

QString significanceText(const ValueChange &change)
{
    if (!change.isAccurate)
        return u"CPU cycles of an FVP are not accurate"_s;
    switch (change.significance) {
    case profile::Significance::NotEnoughRepeats:
        return u"not enough repeats to tell it from chance (%1 and %2)"_s
            .arg(change.oldRepeats.size())
            .arg(change.newRepeats.size());
    case profile::Significance::NotSignificant:
        return u"within the spread of the repeats, p = %1"_s.arg(*change.p, 0, 'g', 2);
    case profile::Significance::Significant:
        return u"significant, p = %1"_s.arg(*change.p, 0, 'g', 2) + intervalText(change);
    }
    return {};
}

/// "3 -> 4 cycles"; an empty value is not known. Shapes of a network have arrows of their own.
QString changeText(const QString &before, const QString &now, const QString &unit = {})
{
    const auto with
        = [&](const QString &value) { return unit.isEmpty() ? value : value + u' ' + unit; };
    if (before.isEmpty())
        return with(now) + u", not known of the old side"_s;
    if (now.isEmpty())
        return with(before) + u", not known of the new side"_s;
    const bool hasArrow = before.contains(u" -> "_s) || now.contains(u" -> "_s);
    return before + (hasArrow ? u" against "_s : u" -> "_s) + with(now);
}

void print(const ValueChange &change, Streams &streams)
{
    auto line = verdictKey(change.verdict()) + u": "_s
        + (change.group.isEmpty() ? QString() : change.group + u": "_s) + change.name + u' '
        + changeText(change.oldValue ? numberText(*change.oldValue) : QString(),
            change.newValue ? numberText(*change.newValue) : QString(), change.unit);
    if (!change.newUnit.isEmpty())
        line += u" against "_s + change.newUnit;
    if (const auto relative = change.relative(); relative && *relative != 0)
        line += u" (%1)"_s.arg(views::relativeText(change));
    if (change.difference() && *change.difference() != 0)
        line += u", "_s + significanceText(change);
    streams.out << wrappedText(u"  "_s + line, streams.width, u"    "_s);
}

void print(
    const QString &title, const std::vector<ValueChange> &changes, qsizetype most, Streams &streams)
{
    qsizetype same = 0;
    qsizetype shown = 0;
    streams.out << title << ":\n";
    for (const auto &change : changes) {
        if (change.verdict() == Verdict::Same)
            ++same;
        else if (shown++ < most)
            print(change, streams);
    }
    if (shown > most)
        streams.out << "  and " << shown - most << " more, see --json\n";
    if (same > 0)
        streams.out << "  the same: " << same << '\n';
}

void print(const RunComparison &comparison, bool allOperators, Streams &streams)
{
    const auto tell = [&](const QString &line) { streams.out << wrappedText(line, streams.width); };
    for (const auto &one : comparison.conditions)
        tell(comparabilityKey(one.comparability) + u": "_s + views::conditionWord(one.condition)
            + u": "_s + changeText(one.oldValue, one.newValue));
    if (comparison.areOtherPrograms)
        tell(u"note: the programs differ: operators are compared by kernel, not by their number"_s);
    if (comparison.areOtherGraphs)
        tell(u"note: the two sides do not have the same operators: the same name may be another "
             "one, so none is judged"_s);
    if (!comparison.areProgramsStated)
        tell(u"note: nothing says which programs the two sides ran"_s);
    tell(views::comparisonSentence(comparison));
    constexpr qsizetype Shown = 30; // --json has all
    constexpr auto All = std::numeric_limits<qsizetype>::max();
    print(u"counters"_s, comparison.counters, Shown, streams);
    if (!comparison.operators.empty())
        print(u"operators"_s, comparison.operators, allOperators ? All : Shown, streams);
}

void complain(const std::vector<ValueChange> &changes, const std::vector<size_t> &above,
    const QString &kind, Streams &streams)
{
    for (const auto index : above) {
        const auto &change = changes[index];
        const auto relative = change.relative();
        streams.err << "error: compare.regression: " << kind << change.name << " grew "
                    << (relative ? u"by %1 %"_s.arg(*relative * 100, 0, 'f', 2) : u"from 0"_s)
                    << '\n';
    }
}

void miss(const std::vector<ValueChange> &changes, const std::vector<size_t> &absent,
    const QString &kind, Streams &streams)
{
    for (const auto index : absent)
        streams.err << "error: compare.absent: " << kind << changes[index].name
                    << " should be judged, but the new side has no such number\n";
}

QString noOperatorsText()
{
    return u"operators should be judged, but none has a number on both sides; those of traces need "
           "--program"_s;
}

int judge(const RunComparison &comparison, const profile::GrowthVerdict &verdict, Streams &streams)
{
    using Outcome = profile::GrowthVerdict::Outcome;
    switch (verdict.outcome) {
    case Outcome::Passes:
        return Fine;
    case Outcome::NotComparable:
        streams.err << "error: compare.not-comparable: the conditions of the runs differ too "
                       "much\n";
        return BadInput;
    case Outcome::NothingInCommon:
        streams.err << "error: compare.not-comparable: the runs have no counter in common\n";
        return BadInput;
    case Outcome::Incomplete:
    case Outcome::Fails:
        break;
    }
    complain(comparison.counters, verdict.counters, {}, streams);
    complain(comparison.operators, verdict.operators, u"operator "_s, streams);
    miss(comparison.counters, verdict.absentCounters, {}, streams);
    miss(comparison.operators, verdict.absentOperators, u"operator "_s, streams);
    if (verdict.lacksOperators)
        streams.err << "error: compare.absent: " << noOperatorsText() << '\n';
    return BadInput;
}

QString nameOf(const ValueChange &change)
{
    return change.group.isEmpty() ? change.name : change.group + u": "_s + change.name;
}

Table changeTable(const std::vector<ValueChange> &changes)
{
    const auto text = [](std::optional<double> Change::*side) {
        return [side](const ValueChange &one) {
            return one.*side ? cellValue(numberText(*(one.*side))) : QVariant();
        };
    };
    const Columns<ValueChange> columns{
        { { u"name"_s, u"what"_s }, nameOf },
        { { u"old"_s, u"old"_s, {}, true }, text(&Change::oldValue) },
        { { u"new"_s, u"new"_s, {}, true }, text(&Change::newValue) },
        { { u"unit"_s, u"unit"_s }, [](const ValueChange &one) { return cellValue(one.unit); } },
        { { u"change"_s, u"change"_s, {}, true },
            [](const ValueChange &one) { return views::relativeText(one); } },
        { { u"verdict"_s, u"verdict"_s },
            [](const ValueChange &one) { return verdictKey(one.verdict()); } },
    };
    return tableOf(columns, changes);
}

Judgement judged(const RunComparison &comparison, const profile::GrowthVerdict &verdict,
    const CompareQuestion &question)
{
    using Outcome = Check::Outcome;
    Judgement judged{ u"compare"_s,
        question.workspace.isEmpty() ? question.sides[1] : question.workspace,
        views::comparisonSentence(comparison), {}, changeTable(comparison.counters) };
    const auto add = [&](const std::vector<ValueChange> &changes, const auto &above,
                         const auto &absent, const QString &kind) {
        const auto holds = [](const auto &indices, size_t index) {
            return std::ranges::find(indices, index) != indices.end();
        };
        for (size_t i = 0; i < changes.size(); ++i) {
            const auto &change = changes[i];
            const bool isLimited = question.allowedPercent.has_value();
            const auto outcome = isLimited && holds(above, i) ? Outcome::Failed
                : isLimited && holds(absent, i)               ? Outcome::Absent
                : change.verdict() == Verdict::Worse          ? Outcome::Warned
                                                              : Outcome::Passed;
            judged.checks.push_back({ outcome, change.name,
                u"%1%2 (%3)"_s.arg(kind,
                    changeText(change.oldValue ? numberText(*change.oldValue) : QString(),
                        change.newValue ? numberText(*change.newValue) : QString(), change.unit),
                    views::relativeText(change)),
                { .entity = change.group } });
        }
    };
    add(comparison.counters, verdict.counters, verdict.absentCounters, {});
    if (question.judgesOperators)
        add(comparison.operators, verdict.operators, verdict.absentOperators, u"operator "_s);
    using Whole = profile::GrowthVerdict::Outcome;
    if (question.allowedPercent && verdict.lacksOperators)
        judged.checks.push_back({ Outcome::Absent, OperatorsKey, noOperatorsText(), {} });
    if (question.allowedPercent
        && (verdict.outcome == Whole::NotComparable || verdict.outcome == Whole::NothingInCommon))
        judged.checks.push_back(
            { Outcome::Absent, u"compare.not-comparable"_s, judged.sentence, {} });
    return judged;
}

} // namespace
} // namespace compareoutput

namespace compareoutput {
namespace {

QJsonObject documentOf(const ComparedRuns &compared)
{
    const auto &[question, sides, comparison, verdict] = compared;
    auto json = toJson(comparison);
    json.insert(u"old"_s, sideJson(sides[0]));
    json.insert(u"new"_s, sideJson(sides[1]));
    json.insert(u"sentence"_s, views::comparisonSentence(comparison));
    json.insert(u"verdict"_s, profile::outcomeKey(profile::outcomeOf(comparison)));
    if (question.allowedPercent) {
        json.insert(u"failAbove"_s, limitJson(comparison, verdict, question));
        json.insert(u"gate"_s, gateJson(comparison, verdict, question));
    }
    return json;
}

QStringList sidesOf(const std::vector<ComparedRuns> &all)
{
    QStringList sides{ all.front().question.sides[0] };
    for (const auto &compared : all)
        sides << compared.question.sides[1];
    return sides;
}

/// A counter on all sides, each against the first.
using CounterRow = std::vector<const ValueChange *>; ///< null: the two have none

Table countersOfAll(const std::vector<ComparedRuns> &all)
{
    std::vector<QString> names; // in the order of the first comparison
    std::map<QString, CounterRow> rows;
    for (size_t side = 0; side < all.size(); ++side) {
        for (const auto &change : all[side].comparison.counters) {
            auto &row = rows[nameOf(change)];
            if (row.empty())
                names.push_back(nameOf(change));
            row.resize(all.size());
            row[side] = &change;
        }
    }
    const auto known = [](const CounterRow &row) {
        return *std::ranges::find_if(row, [](const auto *change) { return change != nullptr; });
    };
    const auto titles = columnTitles(sidesOf(all));
    Columns<CounterRow> columns{
        { { u"name"_s, u"what"_s }, [=](const CounterRow &row) { return nameOf(*known(row)); } },
        { { u"unit"_s, u"unit"_s },
            [=](const CounterRow &row) { return cellValue(known(row)->unit); } },
        { { u"side0"_s, titles[0], {}, true },
            [=](const CounterRow &row) {
                const auto value = known(row)->oldValue;
                return value ? cellValue(numberText(*value)) : QVariant();
            } },
    };
    for (size_t side = 0; side < all.size(); ++side)
        columns.push_back({ { u"side%1"_s.arg(side + 1), titles[qsizetype(side) + 1], {}, true },
            [side](const CounterRow &row) {
                const auto *change = row[side];
                if (!change || !change->newValue)
                    return QVariant();
                const auto number = numberText(*change->newValue);
                return cellValue(change->relative()
                        ? u"%1 (%2)"_s.arg(number, views::relativeText(*change))
                        : number);
            } });
    std::vector<CounterRow> sorted;
    for (const auto &name : names)
        sorted.push_back(rows[name]);
    return tableOf(columns, sorted);
}

} // namespace
} // namespace compareoutput

QJsonObject comparisonJson(const std::vector<ComparedRuns> &all)
{
    std::vector<QJsonObject> documents;
    for (const auto &compared : all)
        documents.push_back(compareoutput::documentOf(compared));
    return manyJson(compareoutput::sidesOf(all), documents);
}

void printComparison(const std::vector<ComparedRuns> &all, Streams &streams)
{
    if (all.size() > 1)
        printTable(compareoutput::countersOfAll(all), streams);
    for (const auto &compared : all) {
        if (all.size() > 1)
            streams.out << '\n' << compared.question.sides[1] << ":\n";
        compareoutput::print(compared.comparison, compared.question.judgesOperators, streams);
    }
}

Judgement judgementOf(const std::vector<ComparedRuns> &all)
{
    std::vector<Judgement> judgements;
    for (const auto &compared : all)
        judgements.push_back(
            compareoutput::judged(compared.comparison, compared.verdict, compared.question));
    return manyJudged(compareoutput::sidesOf(all), judgements, compareoutput::countersOfAll(all));
}

int tellVerdict(const ComparedRuns &compared, Streams &streams)
{
    return compareoutput::judge(compared.comparison, compared.verdict, streams);
}

} // namespace tosaic::cli
