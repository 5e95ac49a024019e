// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runstatement.h"

#include "profiler/analysis/statednpu.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/store/counternames.h"
#include "profiler/store/runstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

QCommandLineOption counterOption()
{
    return { u"counter"_s,
        u"what a counter counted that the console does not name: cntr0=NPU_ACTIVE; may be given "
        "several times"_s,
        u"LABEL=EVENT"_s };
}

QList<QCommandLineOption> runStatementOptions()
{
    return { { u"origin"_s, u"where it ran: fvp, board, estimate or this-machine"_s, u"ORIGIN"_s },
        { u"target"_s, u"what it ran on, such as ethos-u85-256"_s, u"TARGET"_s },
        { u"npu-clock"_s, u"clock of the NPU"_s, u"HZ"_s }, counterOption() };
}

tl::expected<std::map<QString, QString>, Refusal> readCounterNames(const Input &in)
{
    std::map<QString, QString> names;
    for (const auto &text : in.values(u"counter"_s)) {
        const auto split = text.indexOf(u'=');
        if (split <= 0)
            return misuse(u"--counter takes LABEL=EVENT, such as cntr0=NPU_ACTIVE"_s);
        const auto event = profile::canonicalEventName(text.mid(split + 1).trimmed());
        if (!profile::findEvent(event).isKnown)
            return misuse(u"--counter: no Ethos-U counts \"%1\""_s.arg(event));
        names[text.left(split).trimmed()] = event;
    }
    return names;
}

tl::expected<RunStatement, Refusal> readRunStatement(const Input &in)
{
    RunStatement statement;
    if (in.isSet(u"origin"_s)) {
        statement.origin = profile::originFromKey(in.value(u"origin"_s));
        if (!statement.origin)
            return misuse(u"--origin is one of fvp, board, estimate, this-machine"_s);
    }
    statement.target = in.value(u"target"_s);
    if (const auto problem = profile::targetProblem(statement.target); !problem.isEmpty())
        return misuse(u"--target: %1"_s.arg(problem));
    if (!in.number(u"npu-clock"_s, statement.npuClockHz, 1))
        return misuse(u"--npu-clock is a number of hertz"_s);
    statement.counters = TRY(readCounterNames(in));
    return statement;
}

void tellOtherProgram(const QString &id, const profile::MeasuredRun &run,
    const profile::ProgramFacts &program, Streams &streams)
{
    tellProblem({ id, Severity::Warning, { .file = run.path.isEmpty() ? run.name : run.path },
                    u"this run tells that it ran another program; %1 is not used (%2)"_s.arg(
                        program.name, profile::matchProgram(*run.run, program.marks).reason()) },
        streams);
}

Result<void> nameCounters(profile::MeasuredRun &run, const std::map<QString, QString> &names)
{
    if (names.empty())
        return {};
    const auto labels = run.run ? profile::unnamedCounters(*run.run) : QStringList();
    for (const auto &[label, event] : names) {
        if (!labels.contains(label))
            return fail(ErrorCode::FormatUnsupported,
                labels.isEmpty()
                    ? u"every counter of it has a name; there is no \"%1\" to name"_s.arg(label)
                    : u"it has no counter \"%1\" without a name; there are %2"_s.arg(
                        label, labels.join(u", "_s)),
                { .file = run.name });
    }
    profile::nameCounters(run, names);
    for (const auto &[label, event] : names) {
        const bool isNamed = std::ranges::any_of(run.run->profiles, [&](const auto &profile) {
            const auto *counter = profile.counter(event);
            return counter && counter->label == label;
        });
        if (!isNamed)
            return fail(ErrorCode::FormatUnsupported,
                u"it counts %1 already: \"%2\" cannot be that too"_s.arg(event, label),
                { .file = run.name });
    }
    return {};
}

} // namespace tosaic::cli
