// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/runcomparison.h"

#include "core/base/median.h"
#include "profiler/analysis/alignedruns.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Kind = ComparedValue::Kind;
using Key = std::tuple<Kind, QString, QString>; ///< kind, group, name

struct ConditionFacts
{
    Condition condition;
    const char16_t *key;
    Comparability whenDifferent;
};

constexpr std::array Conditions{
    ConditionFacts{ Condition::Mode, u"mode", Comparability::NotComparable },
    ConditionFacts{ Condition::ModelName, u"modelName", Comparability::NotComparable },
    ConditionFacts{ Condition::Network, u"network", Comparability::NotComparable },
    ConditionFacts{ Condition::Product, u"product", Comparability::Warning },
    ConditionFacts{ Condition::Summed, u"summedInferences", Comparability::NotComparable },
    ConditionFacts{ Condition::Origin, u"origin", Comparability::Warning },
    ConditionFacts{ Condition::Target, u"target", Comparability::Warning },
    ConditionFacts{ Condition::Macs, u"macs", Comparability::Warning },
    ConditionFacts{ Condition::NpuClock, u"npuClockHz", Comparability::Warning },
    ConditionFacts{ Condition::CpuClock, u"cpuClockHz", Comparability::Warning },
    ConditionFacts{ Condition::Tools, u"tools", Comparability::Warning },
    ConditionFacts{ Condition::Spec, u"spec", Comparability::Warning },
    ConditionFacts{ Condition::Events, u"events", Comparability::Note },
    ConditionFacts{ Condition::Repeats, u"repeats", Comparability::Note },
    ConditionFacts{ Condition::Warmups, u"warmups", Comparability::Warning },
    ConditionFacts{ Condition::Model, u"model", Comparability::Note },
    ConditionFacts{ Condition::ProgramBytes, u"programBytes", Comparability::Note },
    ConditionFacts{ Condition::Artefacts, u"artefacts", Comparability::Note },
};

QString valueOf(const ComparableRun &run, Condition condition)
{
    const auto it = run.conditions.find(condition);
    return it == run.conditions.end() ? QString() : it->second;
}

/// "U55 or U65" and "U65" may be the same NPU.
bool mayBeSame(const QString &before, const QString &now)
{
    static const QRegularExpression apart(u" or | \\| "_s);
    const auto others = now.split(apart);
    return std::ranges::any_of(
        before.split(apart), [&](const QString &one) { return others.contains(one); });
}

bool areBothStated(const ComparableRun &before, const ComparableRun &now, Condition condition)
{
    return !valueOf(before, condition).isEmpty() && !valueOf(now, condition).isEmpty();
}

/// Whether anything says what network each side ran, so that a person can know what he compares.
bool areNetworksStated(const ComparableRun &before, const ComparableRun &now)
{
    return std::ranges::any_of(
        std::array{ Condition::Model, Condition::Network, Condition::ModelName },
        [&](Condition condition) { return areBothStated(before, now, condition); });
}

/// A file may have been renamed: what says more than its name decides.
bool isMoreThanNameStated(const ComparableRun &before, const ComparableRun &now)
{
    const auto isEqual = [&](Condition condition) {
        const auto value = valueOf(before, condition);
        return !value.isEmpty() && value == valueOf(now, condition);
    };
    return areBothStated(before, now, Condition::Model) || isEqual(Condition::Network);
}

std::vector<ConditionDifference> differencesOf(
    const ComparableRun &before, const ComparableRun &now)
{
    std::vector<ConditionDifference> differences;
    for (const auto &facts : Conditions) {
        ConditionDifference one{ facts.condition, valueOf(before, facts.condition),
            valueOf(now, facts.condition) };
        // Two runs of a mode without valid timing are as little to compare as one of them.
        const bool isMode = facts.condition == Condition::Mode && !one.oldValue.isEmpty();
        if (one.oldValue == one.newValue && !isMode)
            continue;
        const bool isProduct = facts.condition == Condition::Product;
        if (isProduct && mayBeSame(one.oldValue, one.newValue))
            continue;
        // No mode is a statement of its own: the usual one.
        const bool areStated = facts.condition == Condition::Mode
            || (!one.oldValue.isEmpty() && !one.newValue.isEmpty());
        one.comparability = areStated ? facts.whenDifferent : Comparability::Note;
        // A larger NPU with the same network is a question; with any network it is none.
        if (isProduct && areStated && !areNetworksStated(before, now))
            one.comparability = Comparability::NotComparable;
        if (facts.condition == Condition::ModelName && areStated
            && isMoreThanNameStated(before, now))
            one.comparability = Comparability::Note;
        differences.push_back(std::move(one));
    }
    std::ranges::stable_sort(differences, std::greater(), &ConditionDifference::comparability);
    return differences;
}

/// The only group of a kind on each side is the same group.
bool hasOneGroup(const ComparableRun &run, Kind kind)
{
    std::set<QString> groups;
    for (const auto &value : run.values) {
        if (value.kind == kind)
            groups.insert(value.group);
    }
    return groups.size() == 1;
}

using ValueMap = std::map<Key, const ComparedValue *>;

ValueMap mapOf(const ComparableRun &run, const std::set<Kind> &withoutGroups)
{
    ValueMap map;
    for (const auto &value : run.values) {
        const auto group = withoutGroups.contains(value.kind) ? QString() : value.group;
        map.emplace(Key(value.kind, group, value.name), &value);
    }
    return map;
}

/// What the repeats alone say; what it is worth among many tests comes later.
void applyRankTest(ValueChange &change, RankDistributions &known)
{
    const auto &olds = change.oldRepeats;
    const auto &news = change.newRepeats;
    // Most operators have one repeat: nothing is tested then.
    if (leastPOf(olds.size(), news.size()) >= SignificanceLevel) {
        if (change.difference() != 0.0 && doRangesOverlap(olds, news))
            change.judged = Verdict::WithinSpread;
        return;
    }
    change.rawP = rankTest(olds, news, &known)->p;
    change.shift = shiftOf(olds, news);
}

/// Equal on both sides in every repeat: no chance was at work that could be mistaken.
bool isConstant(const ValueChange &change)
{
    const auto first = change.oldRepeats.front();
    const auto isFirst = [first](double value) { return value == first; };
    return std::ranges::all_of(change.oldRepeats, isFirst)
        && std::ranges::all_of(change.newRepeats, isFirst);
}

/// Corrects for the number of tests and decides. Returns that number.
int decide(std::vector<ValueChange> &changes)
{
    std::vector<double> raw;
    std::vector<ValueChange *> tested;
    for (auto &change : changes) {
        if (change.rawP && isConstant(change)) {
            change.p = change.rawP;
            change.significance = Significance::NotSignificant;
        } else if (change.rawP) {
            raw.push_back(*change.rawP);
            tested.push_back(&change);
        }
    }
    const auto adjusted = adjustedForTests(raw);
    for (size_t i = 0; i < tested.size(); ++i) {
        auto &change = *tested[i];
        change.p = adjusted[i];
        change.significance = adjusted[i] < SignificanceLevel ? Significance::Significant
                                                              : Significance::NotSignificant;
        if (change.significance == Significance::NotSignificant && change.difference() != 0.0)
            change.judged = Verdict::WithinSpread;
    }
    return static_cast<int>(tested.size());
}

/// What nobody would act upon is the same.
void leaveOutSmall(std::vector<ValueChange> &changes, double leastEffect)
{
    for (auto &change : changes) {
        const auto relative = change.relative();
        if (relative && std::abs(*relative) < leastEffect)
            change.judged = Verdict::Same;
    }
}

std::optional<double> median(const std::vector<double> &values)
{
    return values.empty() ? std::nullopt : std::optional(medianOf(values));
}

ValueChange changeOf(
    const ComparedValue *before, const ComparedValue *now, RankDistributions &known)
{
    const auto &stated = before ? *before : *now;
    ValueChange change;
    change.kind = stated.kind;
    change.group = stated.group;
    change.name = stated.name;
    change.unit = stated.unit;
    if (before)
        change.oldRepeats = before->repeats;
    if (now)
        change.newRepeats = now->repeats;
    change.oldValue = median(change.oldRepeats);
    change.newValue = median(change.newRepeats);
    change.isAccurate = (!before || before->isAccurate) && (!now || now->isAccurate);
    change.lowerIsBetter = change.isAccurate && isCost(stated);
    if (!before || !now) {
        change.sides = before ? Change::Sides::OnlyOld : Change::Sides::OnlyNew;
    } else if (before->unit != now->unit) {
        change.newUnit = now->unit;
        change.judged = Verdict::NotComparable;
    } else {
        applyRankTest(change, known);
    }
    return change;
}

/// By how much a change matters among those with the same verdict.
double weight(const ValueChange &change)
{
    const auto delta = std::abs(change.difference().value_or(0));
    if (change.kind == Kind::Operator)
        return delta;
    const auto relative = change.relative();
    if (relative)
        return std::abs(*relative);
    return delta > 0 ? std::numeric_limits<double>::infinity() : 0;
}

void rank(std::vector<ValueChange> &changes)
{
    std::vector<std::tuple<Verdict, double, size_t>> keys;
    keys.reserve(changes.size());
    for (size_t i = 0; i < changes.size(); ++i) {
        const auto size = weight(changes[i]);
        keys.emplace_back(changes[i].verdict(), std::isnan(size) ? 0 : -size, i);
    }
    std::ranges::sort(keys);
    std::vector<ValueChange> ranked;
    ranked.reserve(changes.size());
    for (const auto &key : keys)
        ranked.push_back(std::move(changes[std::get<2>(key)]));
    changes = std::move(ranked);
}

} // namespace

QString instructionOf(const QString &name)
{
    const auto open = name.lastIndexOf("(chain "_L1);
    return open < 0 ? QString() : name.mid(open);
}

QString conditionKey(Condition condition)
{
    const auto it = std::ranges::find(Conditions, condition, &ConditionFacts::condition);
    return QString::fromUtf16(it->key);
}

QString significanceKey(Significance significance)
{
    switch (significance) {
    case Significance::NotEnoughRepeats:
        return u"not-enough-repeats"_s;
    case Significance::NotSignificant:
        return u"not-significant"_s;
    case Significance::Significant:
        return u"significant"_s;
    }
    return {};
}

std::optional<double> RunComparison::worstGrowth() const
{
    if (comparedCounters == 0)
        return {};
    double worst = 0;
    for (const auto &change : counters) {
        if (change.verdict() == Verdict::Worse)
            worst = std::max(
                worst, change.relative().value_or(std::numeric_limits<double>::infinity()));
    }
    return worst;
}

bool isCost(const ComparedValue &value)
{
    if (value.isDerived || value.name.contains("IDLE"_L1, Qt::CaseInsensitive))
        return false;
    if (value.name.contains("STALL"_L1, Qt::CaseInsensitive))
        return true;
    static const std::set<QString> costs{ u"cycles"_s, u"beats"_s, u"transactions"_s, u"bytes"_s,
        u"ns"_s, u"ticks"_s };
    return costs.contains(value.unit);
}

RunComparison compareRuns(
    const ComparableRun &oldRun, const ComparableRun &newRun, const CompareOptions &options)
{
    const auto aligned = alignRuns(oldRun, newRun);
    const auto &before = aligned.before;
    const auto &now = aligned.now;
    const bool isStated = areNetworksStated(before, now)
        || areBothStated(before, now, Condition::ProgramBytes) || aligned.isOneGraph
        || aligned.areOtherGraphs;
    RunComparison comparison{ .conditions = differencesOf(before, now),
        .areOtherPrograms = aligned.areOtherPrograms,
        .areOtherGraphs = aligned.areOtherGraphs,
        .areProgramsStated = isStated };
    if (!comparison.conditions.empty())
        comparison.comparability = comparison.conditions.front().comparability;
    std::set<Kind> withoutGroups;
    for (const auto kind : { Kind::Counter, Kind::Operator }) {
        if (hasOneGroup(before, kind) && hasOneGroup(now, kind))
            withoutGroups.insert(kind);
    }
    const auto olds = mapOf(before, withoutGroups);
    const auto news = mapOf(now, withoutGroups);
    // What the mode makes meaningless is still shown beside each other.
    const bool isOtherThing = std::ranges::any_of(comparison.conditions, [](const auto &one) {
        return one.comparability == Comparability::NotComparable
            && one.condition != Condition::Mode;
    });
    RankDistributions known;
    const auto add = [&](const ComparedValue *a, const ComparedValue *b) {
        auto change = changeOf(a, b, known);
        const bool isOtherOperator = change.kind == Kind::Operator
            && (aligned.areOtherGraphs || (aligned.areOtherPrograms && a && isPlaceOnly(*a)));
        if (a && b && (isOtherThing || isOtherOperator)) {
            change.judged = Verdict::NotComparable;
            change.rawP.reset();
            change.shift.reset();
        }
        if (change.kind == Kind::Counter && change.difference())
            ++comparison.comparedCounters;
        (change.kind == Kind::Counter ? comparison.counters : comparison.operators)
            .push_back(std::move(change));
    };
    for (const auto &[key, value] : olds) {
        const auto it = news.find(key);
        add(value, it == news.end() ? nullptr : it->second);
    }
    for (const auto &[key, value] : news) {
        if (!olds.contains(key))
            add(nullptr, value);
    }
    comparison.leastEffect = options.leastEffect;
    comparison.testedCounters = decide(comparison.counters);
    comparison.testedOperators = decide(comparison.operators);
    for (auto *changes : { &comparison.counters, &comparison.operators }) {
        leaveOutSmall(*changes, options.leastEffect);
        rank(*changes);
    }
    return comparison;
}

} // namespace tosaic::profile
