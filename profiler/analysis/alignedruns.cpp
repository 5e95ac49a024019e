// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/alignedruns.h"

#include "profiler/analysis/statednpu.h"
#include "profiler/parsers/eventtable.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Kind = ComparedValue::Kind;

/// "native_call_add.out (chain 0, instruction 5)": the runtime's words for the call as a whole are
/// no name of what is called.
struct Call
{
    QString title;
    QString place;

    bool isKernel() const { return title != u"OPERATOR_CALL"_s && title != u"DELEGATE_CALL"_s; }
};

std::optional<Call> callOf(const ComparedValue &value)
{
    static const QRegularExpression call(u"^(.*) (\\(chain \\d+, instruction \\d+\\))$"_s);
    if (value.kind != Kind::Operator)
        return std::nullopt;
    const auto match = call.match(value.name);
    return match.hasMatch() ? std::optional(Call{ match.captured(1), match.captured(2) })
                            : std::nullopt;
}

QString conditionOf(const ComparableRun &run, Condition condition)
{
    const auto found = run.conditions.find(condition);
    return found == run.conditions.end() ? QString() : found->second;
}

/// The kernels at each place.
std::map<QString, std::set<QString>> kernelsOf(const ComparableRun &run)
{
    std::map<QString, std::set<QString>> kernels;
    for (const auto &value : run.values) {
        if (const auto call = callOf(value)) {
            auto &here = kernels[call->place];
            if (call->isKernel())
                here.insert(call->title);
        }
    }
    return kernels;
}

bool areOtherPrograms(const ComparableRun &before, const ComparableRun &now)
{
    const auto old = conditionOf(before, Condition::Model);
    const auto current = conditionOf(now, Condition::Model);
    if (!old.isEmpty() && !current.isEmpty())
        return old != current;
    const auto oldSize = conditionOf(before, Condition::ProgramBytes);
    const auto size = conditionOf(now, Condition::ProgramBytes);
    if (!oldSize.isEmpty() && !size.isEmpty() && oldSize != size)
        return true;
    const auto oldKernels = kernelsOf(before);
    const auto kernels = kernelsOf(now);
    return std::ranges::any_of(oldKernels, [&](const auto &one) {
        const auto found = kernels.find(one.first);
        return found != kernels.end() && found->second != one.second;
    });
}

/// Names that are the compiler's own ("#821") are of one compile, not of the graph.
std::set<std::pair<QString, QString>> graphOf(const ComparableRun &run)
{
    std::set<std::pair<QString, QString>> names;
    for (const auto &value : run.values) {
        if (value.kind == Kind::Operator && !value.name.startsWith(u'#'))
            names.emplace(value.group, value.name);
    }
    return names;
}

/// Adds the repeats one by one; other numbers of repeats are not of the same executions.
bool addRepeats(std::vector<double> &sum, const std::vector<double> &more)
{
    if (sum.size() != more.size())
        return false;
    std::ranges::transform(sum, more, sum.begin(), std::plus());
    return true;
}

/// Calls of the same kernel as one value. The call as a whole holds the kernel's time once more, so
/// it is left out where kernels are named. What cannot be summed keeps its place.
void sumByKernel(ComparableRun &run)
{
    const auto places = kernelsOf(run);
    const bool namesKernels
        = std::ranges::any_of(places, [](const auto &one) { return !one.second.empty(); });
    std::vector<ComparedValue> values;
    std::map<std::tuple<QString, QString, QString>, size_t> sums;
    for (auto &value : run.values) {
        const auto call = callOf(value);
        static const QRegularExpression number(u"^\\d*$"_s); // a delegate's own numbering
        if (!call || number.match(call->title).hasMatch()) {
            values.push_back(std::move(value));
            continue;
        }
        if (namesKernels && call->title == u"OPERATOR_CALL"_s)
            continue;
        const auto [place, isNew]
            = sums.try_emplace({ value.group, call->title, value.unit }, values.size());
        if (!isNew && addRepeats(values[place->second].repeats, value.repeats))
            continue;
        if (isNew)
            value.name = u"%1 (all calls)"_s.arg(call->title);
        values.push_back(std::move(value));
    }
    run.values = std::move(values);
}

void beatsToBytes(ComparableRun &run, quint32 bytes)
{
    for (auto &value : run.values) {
        if (value.unit != u"beats"_s)
            continue;
        value.unit = u"bytes"_s;
        for (auto &repeat : value.repeats)
            repeat *= bytes;
    }
}

} // namespace

bool isPlaceOnly(const ComparedValue &value)
{
    static const QRegularExpression layer(u"^layer \\d+, "_s);
    return value.kind == Kind::Operator && (callOf(value) || layer.match(value.name).hasMatch());
}

AlignedRuns alignRuns(ComparableRun before, ComparableRun now)
{
    AlignedRuns runs{ std::move(before), std::move(now), false };
    const auto widthOf = [](const ComparableRun &run) {
        return bytesPerBeat(statedNpu(conditionOf(run, Condition::Target)).product);
    };
    const auto oldWidth = widthOf(runs.before);
    const auto width = widthOf(runs.now);
    if (oldWidth > 0 && width > 0 && oldWidth != width) {
        beatsToBytes(runs.before, oldWidth);
        beatsToBytes(runs.now, width);
    }
    runs.areOtherPrograms = areOtherPrograms(runs.before, runs.now);
    if (runs.before.isOfOneGraph && runs.now.isOfOneGraph) {
        const auto graph = graphOf(runs.before);
        const auto other = graphOf(runs.now);
        const bool areBoth = !graph.empty() && !other.empty();
        runs.areOtherGraphs = areBoth && graph != other;
        runs.isOneGraph = areBoth && graph == other;
    }
    if (runs.areOtherPrograms) {
        sumByKernel(runs.before);
        sumByKernel(runs.now);
    }
    return runs;
}

} // namespace tosaic::profile
