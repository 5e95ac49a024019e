// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/kernelprofile.h"

#include "profiler/kernels/allocations.h"
#include "profiler/kernels/kernelrows.h"
#include "profiler/kernels/methodmatch.h"
#include "profiler/kernels/recordedvalues.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Median of a part as part of the median of the whole, both over the executions that have it.
std::optional<double> shareOf(const KernelTimes &part, const KernelTimes &whole)
{
    KernelTimes around;
    for (size_t i = 0; i < part.ticks.size(); ++i) {
        if (!part.ticks[i].empty())
            around.ticks.push_back(whole.ticks[i]);
    }
    const auto of = part.spread();
    const auto all = around.spread();
    return of && all && all->median > 0 ? std::optional(of->median / all->median) : std::nullopt;
}

constexpr auto MethodExecute = "Method::execute"_L1;

void addLoading(const EtDumpRun &run, size_t index, std::vector<LoadingRow> &rows)
{
    for (const auto &event : run.events) {
        if (const auto *profile = std::get_if<EtDumpProfileEvent>(&event))
            rows.push_back({ index, profile->title(), profile->place, profile->ticks() });
    }
}

Execution executionOf(const EtDumpRun &run, size_t index, bool isWarmup)
{
    Execution execution{ .run = index, .isWarmup = isWarmup };
    for (const auto &event : run.events) {
        const auto *profile = std::get_if<EtDumpProfileEvent>(&event);
        if (profile && !profile->place.chain && profile->name == MethodExecute)
            execution.ticks = profile->ticks();
    }
    return execution;
}

/// Times of one method, from those of its executions that are no warm-up.
void fill(MethodProfile &profile, const EtDump &dump, const KernelContext &context)
{
    const auto *method = profile.method
        ? &context.program->methods[static_cast<size_t>(*profile.method)]
        : nullptr;
    KernelRows rows(profile.executions.size(), method);
    for (size_t i = 0; i < profile.executions.size(); ++i) {
        const auto &execution = profile.executions[i];
        profile.times.ticks.emplace_back();
        if (execution.ticks)
            profile.times.ticks.back().push_back(*execution.ticks);
        rows.add(dump.runs[execution.run], i);
    }
    profile.rows = rows.take();
    profile.calls.ticks.resize(profile.executions.size());
    for (size_t i = 0; i < profile.executions.size(); ++i) {
        quint64 sum = 0;
        bool hasCall = false;
        for (const auto &row : profile.rows) {
            if (row.isInside() || row.kind == KernelKind::Other)
                continue;
            const auto &ticks = row.times().ticks[i];
            hasCall = hasCall || !ticks.empty();
            sum = std::accumulate(ticks.begin(), ticks.end(), sum);
        }
        if (hasCall)
            profile.calls.ticks[i].push_back(sum);
    }
    for (auto &row : profile.rows) {
        if (row.place.chain)
            row.share = shareOf(row.times(), profile.times);
    }
    profile.values = recordedValues(dump, profile.executions, context.buffer.get());
}

void report(const KernelProfile &profile, DiagnosticSink &sink)
{
    for (const auto &method : profile.methods) {
        if (method.executions.empty() && !method.warmups.empty())
            sink.add(u"kernels.only-warm-up"_s, Severity::Warning,
                u"all executions of the dump are warm-up"_s);
        if (method.evidence == MethodEvidence::Ambiguous)
            sink.add(u"kernels.method-ambiguous"_s, Severity::Info,
                u"several methods of the program fit the events"_s);
        quint64 untimed = 0;
        for (const auto &row : method.rows)
            untimed += row.call.untimed + row.kernel.untimed;
        if (untimed > 0)
            sink.add(u"kernels.untimed"_s, Severity::Warning,
                u"%1 events end before they start"_s.arg(untimed));
    }
}

} // namespace

QString tickUnitName(TickUnit unit)
{
    switch (unit) {
    case TickUnit::Nanoseconds:
        return u"ns"_s;
    case TickUnit::Cycles:
        return u"cycles"_s;
    case TickUnit::NotKnown:
        break;
    }
    return u"ticks"_s;
}

QString kernelKindName(KernelKind kind)
{
    switch (kind) {
    case KernelKind::Kernel:
        return u"kernel"_s;
    case KernelKind::Delegate:
        return u"delegate"_s;
    case KernelKind::DelegatePart:
        return u"delegate-part"_s;
    case KernelKind::Control:
        return u"control"_s;
    case KernelKind::Other:
        break;
    }
    return u"other"_s;
}

TickUnit tickUnitOf(std::optional<Origin> origin)
{
    if (!origin)
        return TickUnit::NotKnown;
    return *origin == Origin::ThisMachine ? TickUnit::Nanoseconds : TickUnit::Cycles;
}

quint64 KernelTimes::calls() const
{
    return std::accumulate(ticks.begin(), ticks.end(), quint64(0),
        [](quint64 sum, const auto &repeats) { return sum + repeats.size(); });
}

quint64 KernelTimes::total() const
{
    quint64 sum = 0;
    for (const auto &repeats : ticks)
        sum = std::accumulate(repeats.begin(), repeats.end(), sum);
    return sum;
}

std::vector<double> KernelTimes::sums() const
{
    std::vector<double> sums;
    for (const auto &repeats : ticks) {
        if (!repeats.empty())
            sums.push_back(
                static_cast<double>(std::accumulate(repeats.begin(), repeats.end(), quint64(0))));
    }
    return sums;
}

std::optional<Spread> KernelTimes::spread() const
{
    const auto values = sums();
    return spreadOf(values);
}

size_t KernelTimes::executionsWith() const
{
    return static_cast<size_t>(
        std::ranges::count_if(ticks, [](const auto &repeats) { return !repeats.empty(); }));
}

size_t KernelTimes::leastRepeats() const
{
    if (ticks.empty())
        return 0;
    return std::ranges::min(ticks, {}, &std::vector<quint64>::size).size();
}

size_t KernelTimes::mostRepeats() const
{
    size_t most = 0;
    for (const auto &repeats : ticks)
        most = std::max(most, repeats.size());
    return most;
}

size_t MethodProfile::changedOutputs() const
{
    return static_cast<size_t>(std::ranges::count_if(values,
        [](const RecordedValue &value) { return value.isProgramOutput && value.isChanged(); }));
}

KernelProfile kernelProfile(const EtDump &dump, const KernelContext &context)
{
    KernelProfile profile{ .unit = context.unit };
    DiagnosticSink sink;
    MethodMatch match(context.program, context.method);
    quint64 executed = 0;
    for (size_t i = 0; i < dump.runs.size(); ++i) {
        const auto &run = dump.runs[i];
        if (!isExecution(run)) {
            addLoading(run, i, profile.loading);
            continue;
        }
        const bool isWarmup = executed++ < context.warmups;
        auto &method = match.methodOf(run, profile.methods, sink);
        (isWarmup ? method.warmups : method.executions).push_back(executionOf(run, i, isWarmup));
    }
    for (auto &method : profile.methods)
        fill(method, dump, context);
    profile.allocations = allocationRows(dump);
    report(profile, sink);
    profile.diagnostics = sink.take();
    return profile;
}

} // namespace tosaic::profile
