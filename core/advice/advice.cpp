// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/spec/specrules.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

namespace {

using analysis::Memory;

std::optional<double> bytesOf(const Costs &costs, Memory memory)
{
    const auto bytes = costs.need.bytes(memory);
    return bytes ? std::optional(double(*bytes)) : std::nullopt;
}

/// 0.1: 10 % less than before; 0 below LeastEffect; minus infinity: there was none before. Absent:
/// not known.
std::optional<double> gainOf(std::optional<double> before, std::optional<double> after)
{
    if (!before || !after)
        return {};
    if (*before == 0)
        return *after > 0 ? -std::numeric_limits<double>::infinity() : 0;
    const auto gain = (*before - *after) / *before;
    return std::abs(gain) < LeastEffect ? 0 : gain;
}

std::optional<double> speedGain(const Costs &before, const Costs &after)
{
    const auto byTime = gainOf(before.timeS, after.timeS);
    return byTime ? byTime : gainOf(before.cycles, after.cycles);
}

QLatin1StringView goalKey(Goal goal)
{
    return goal == Goal::Speed ? "speed"_L1 : goal == Goal::Memory ? "memory"_L1 : "either"_L1;
}

QJsonObject measuredJson(const Costs &before, const Costs &after)
{
    QJsonObject object{ { u"origin"_s, u"estimate"_s } };
    const auto add = [&](const QString &name, std::optional<double> was, std::optional<double> is) {
        insertKnown(object, name + u"Before"_s, was);
        insertKnown(object, name + u"After"_s, is);
    };
    const auto nanoseconds = [](std::optional<double> seconds) {
        return seconds ? std::optional(*seconds * 1e9) : std::nullopt;
    };
    add(u"cycles"_s, before.cycles, after.cycles);
    add(u"sram"_s, before.sramBytes(), after.sramBytes());
    add(u"flash"_s, bytesOf(before, Memory::Flash), bytesOf(after, Memory::Flash));
    add(u"dram"_s, bytesOf(before, Memory::Dram), bytesOf(after, Memory::Dram));
    if (before.processor && after.processor) {
        const auto &was = *before.processor;
        const auto &is = *after.processor;
        const auto count = [&](const QString &name, auto ProcessorPart::*number) {
            insertKnown(object, name + u"Before"_s, was.*number);
            insertKnown(object, name + u"After"_s, is.*number);
        };
        count(u"cpuOperators"_s, &ProcessorPart::operators);
        count(u"boundaryOperators"_s, &ProcessorPart::steps);
        count(u"boundaryBytes"_s, &ProcessorPart::crossingBytes);
    }
    insertKnown(object, u"timeBeforeNs"_s, nanoseconds(before.timeS));
    insertKnown(object, u"timeAfterNs"_s, nanoseconds(after.timeS));
    return object;
}

/// Place in the ranking; less is more useful.
int placeOf(const Advice &advice)
{
    if (!advice.effect)
        return advice.needsCompile() ? 2 : 1;
    switch (*advice.effect) {
    case Effect::Better:
        return advice.drawbacks.empty() ? 0 : 1;
    case Effect::None:
        return 3;
    case Effect::Worse:
        break;
    }
    return 4;
}

/// What the processor gets to do and is spared.
struct ProcessorChange
{
    bool isKnown = true;
    bool isMore = false;
    bool isLess = false;
};

ProcessorChange processorChange(const Costs &before, const Costs &after)
{
    ProcessorChange change;
    if (!before.processor || !after.processor)
        return change;
    const auto &was = *before.processor;
    const auto &is = *after.processor;
    change.isKnown = was.operators && was.steps && is.operators && is.steps;
    if (!change.isKnown)
        return change;
    // One is not worth the other: an operator may take a thousand times what a step takes.
    for (const auto number :
        { &ProcessorPart::operators, &ProcessorPart::steps, &ProcessorPart::crossingBytes }) {
        if (!(was.*number) || !(is.*number))
            continue;
        change.isMore |= *(is.*number) > *(was.*number);
        change.isLess |= *(is.*number) < *(was.*number);
    }
    return change;
}

/// What they take is in no number of `before` and `after`.
bool hasOtherKernels(const Candidate &candidate)
{
    return spec::resolved(candidate.asked).cpuKernels != spec::resolved(candidate.spec).cpuKernels;
}

} // namespace

std::optional<double> Costs::sramBytes() const
{
    return bytesOf(*this, Memory::Sram);
}

QString effectKey(Effect effect)
{
    return effect == Effect::Better ? u"better"_s : effect == Effect::None ? u"none"_s : u"worse"_s;
}

QString drawbackKey(Drawback drawback)
{
    switch (drawback) {
    case Drawback::Time:
        return u"time"_s;
    case Drawback::Sram:
        return u"sram"_s;
    case Drawback::Flash:
        return u"flash"_s;
    case Drawback::Dram:
        break;
    }
    return u"dram"_s;
}

std::optional<Costs> costsOf(const sweep::CellResult &row)
{
    if (row.status != sweep::CellStatus::Estimated)
        return {};
    return Costs{ row.summary.cyclesTotal, row.timeS, row.need };
}

Costs costsOf(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program)
{
    const auto facts = analysis::memoryFacts(result, program);
    const auto picture = analysis::memoryPicture({ .spec = facts.spec,
        .system = analysis::memorySystemOf(facts.spec),
        .partitions = facts.partitions,
        .program = facts.program });
    const auto coverage = analysis::coverageOf(program.get(), &result);
    const auto crossing = analysis::boundaryTotals(result);
    return { .cycles = result.summary.cyclesTotal,
        .timeS = picture.inferenceTimeS,
        .need = analysis::memoryNeed(picture),
        .processor = ProcessorPart{ coverage.cpuOperators, coverage.boundaryOperators,
            crossing && crossing->isComplete ? std::optional(crossing->bytes) : std::nullopt } };
}

void judge(Advice &advice)
{
    advice.effect.reset();
    advice.drawbacks.clear();
    if (!advice.before || !advice.after)
        return;
    const auto &before = *advice.before;
    const auto &after = *advice.after;
    const auto speed = speedGain(before, after).value_or(0);
    const auto sram = gainOf(before.sramBytes(), after.sramBytes()).value_or(0);
    const std::array<std::pair<Drawback, double>, 4> gains{ { { Drawback::Time, speed },
        { Drawback::Sram, sram },
        { Drawback::Flash,
            gainOf(bytesOf(before, Memory::Flash), bytesOf(after, Memory::Flash)).value_or(0) },
        { Drawback::Dram,
            gainOf(bytesOf(before, Memory::Dram), bytesOf(after, Memory::Dram)).value_or(0) } } };
    for (const auto &[what, gain] : gains) {
        if (gain < 0)
            advice.drawbacks.push_back(what);
    }
    const auto goal = advice.candidate.rule.goal;
    const auto most = std::max(speed, sram);
    const auto least = std::min(speed, sram);
    const auto wanted = goal == Goal::Speed ? speed : goal == Goal::Memory ? sram : most;
    if (most <= 0 && least >= 0)
        advice.effect = Effect::None;
    else if (most > 0 && least < 0) // one for the other: what the rule is for decides
        advice.effect = wanted > 0 ? Effect::Better : Effect::Worse;
    else
        advice.effect = most > 0 ? Effect::Better : Effect::Worse;
    advice.gain = *advice.effect == Effect::Better ? std::max(wanted, 0.0) : least;
    if (*advice.effect == Effect::Better && advice.gain == 0)
        advice.gain = most;
    // No tool says what the processor's part takes: the NPU's for the processor's is no verdict.
    const auto [isKnown, isMore, isLess] = processorChange(before, after);
    if ((isMore && (isLess || most > 0)) || (isLess && advice.effect == Effect::Worse)
        || (!isKnown && advice.effect != Effect::None) || hasOtherKernels(advice.candidate))
        advice.effect.reset();
    else if (advice.effect == Effect::None && (isMore || isLess))
        advice.effect = isLess ? Effect::Better : Effect::Worse;
}

void joinAlike(std::vector<Advice> &advice)
{
    std::vector<Advice> joined;
    for (auto &one : advice) {
        const auto same = std::ranges::find_if(joined, [&](const Advice &other) {
            return one.after && other.candidate.rule.id == one.candidate.rule.id
                && other.after == one.after;
        });
        if (same == joined.end()) {
            joined.push_back(std::move(one));
            continue;
        }
        auto alike = std::exchange(same->alike, {});
        if (!same->problems.empty() && one.problems.empty())
            std::swap(*same, one); // a limit that was kept rather than one that was not
        alike.push_back(one.candidate.change);
        same->alike = std::move(alike);
    }
    advice = std::move(joined);
}

void rank(std::vector<Advice> &advice)
{
    std::ranges::stable_sort(advice, [](const Advice &a, const Advice &b) {
        const auto first = placeOf(a);
        const auto second = placeOf(b);
        return first != second ? first < second : a.gain > b.gain;
    });
}

QJsonObject toJson(const Advice &advice)
{
    const auto &rule = advice.candidate.rule;
    QJsonArray evidence;
    for (const auto &[key, fact] : advice.evidence) {
        QJsonObject one{ { u"key"_s, key }, { u"value"_s, QJsonValue::fromVariant(fact.value) } };
        insertKnown(one, u"unit"_s, fact.unit);
        if (fact.origin)
            one.insert(u"origin"_s, u"estimate"_s);
        evidence.append(one);
    }
    QJsonObject object{ { u"rule"_s, rule.id }, { u"goal"_s, goalKey(rule.goal) },
        { u"change"_s, advice.candidate.change }, { u"evidence"_s, evidence },
        { u"sources"_s, QJsonArray::fromStringList(rule.sources) } };
    if (advice.before && advice.after)
        object.insert(u"measured"_s, measuredJson(*advice.before, *advice.after));
    if (advice.effect)
        object.insert(u"effect"_s, effectKey(*advice.effect));
    else
        object.insert(u"needs"_s, advice.needsCompile() ? u"compile"_s : u"run"_s);
    if (!advice.effect && advice.before && advice.after)
        object.insert(u"effect"_s, u"mixed"_s);
    insertKnown(object, u"loweringKeys"_s, advice.loweringKeys);
    insertKnown(object, u"modelChange"_s, advice.candidate.modelChange);
    insertKnown(object, u"alike"_s, jsonList(advice.alike));
    insertKnown(object, u"drawbacks"_s, jsonList(advice.drawbacks, drawbackKey));
    return object;
}

} // namespace tosaic::advice
