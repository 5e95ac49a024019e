// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runwords.h"

#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <climits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

bool countsCpuCycles(const profile::MeasuredRun &run)
{
    return run.run && std::ranges::any_of(run.run->profiles, [](const profile::Profile &profile) {
        const auto &cpu = profile.cpuCycles;
        return cpu.inference || cpu.operators || cpu.waitForNpu || cpu.active
            || !cpu.byOperator.empty();
    });
}

} // namespace

QString recordingWord(const profile::MeasuredRun &run)
{
    if (run.isLive)
        return {};
    if (run.status == u"failed"_s)
        return Words::tr("Failed");
    if (run.status == u"cancelled"_s)
        return Words::tr("Cancelled");
    if (run.status == u"cut-off"_s)
        return Words::tr("Cut off");
    return run.status == u"running"_s ? Words::tr("Being recorded") : QString();
}

bool isFastMode(const profile::MeasuredRun &run)
{
    return run.conditions.mode == u"fast"_s;
}

std::vector<FactRow> recordingFacts(const profile::MeasuredRun &run)
{
    std::vector<FactRow> rows;
    if (const auto word = recordingWord(run); !word.isEmpty()) {
        auto tip
            = run.status == u"running"_s ? Words::tr("Another program records it now.") : QString();
        if (run.status == u"cut-off"_s)
            tip = Words::tr("Whoever recorded it ended before it did; what was read until then is "
                            "kept.");
        rows.push_back({ Words::tr("Run"), word, tip });
    }
    if (!run.conditions.target.isEmpty())
        rows.push_back({ Words::tr("Target"), run.conditions.target,
            Words::tr("As stated when the run was started or imported") });
    if (isFastMode(run))
        rows.push_back({ Words::tr("Mode"), Words::tr("Fast: timing is not valid") });
    if (run.origin == Origin::Fvp && countsCpuCycles(run))
        rows.push_back({ Words::tr("CPU cycles"), Words::tr("Not accurate on an FVP"),
            Words::tr("An FVP models the cycles of the NPU, not those of the processor.") });
    return rows;
}

std::optional<profile::RunStatus> runStatusOf(const profile::MeasuredRun &run)
{
    if (!recordingWord(run).isEmpty())
        return run.status == u"failed"_s ? profile::RunStatus::Failed
                                         : profile::RunStatus::Truncated;
    if (run.kind == u"console"_s)
        return run.run ? std::optional(run.run->status) : std::nullopt;
    if (run.trace)
        return run.trace->isComplete ? profile::RunStatus::Complete : profile::RunStatus::Truncated;
    if (run.status == u"complete"_s)
        return profile::RunStatus::Complete;
    return std::nullopt;
}

QString runDetails(const profile::MeasuredRun &run)
{
    QStringList parts;
    if (run.isLive)
        parts.append(Words::tr("Running"));
    else if (const auto word = recordingWord(run); !word.isEmpty())
        parts.append(word);
    else if (const auto status = runStatusOf(run))
        parts.append(statusWord(*status));
    if (isFastMode(run))
        parts.append(Words::tr("Fast mode: timing not valid"));
    if (run.kind == u"console"_s && run.run)
        parts.append(familyWord(run.run->family));
    else if (run.trace)
        parts.append(Words::tr("%Ln read(s)", nullptr,
            static_cast<int>(std::min<size_t>(run.trace->queueReads.size(), INT_MAX))));
    else if (run.etdump)
        parts.append(
            Words::tr("%n recorded phase(s)", nullptr, static_cast<int>(run.etdump->runs.size())));
    else if (!run.values.empty())
        parts.append(Words::tr("%n value(s)", nullptr, static_cast<int>(run.values.size())));
    if (parts.isEmpty())
        parts.append(kindWord(run.kind));
    if (run.imported.isValid())
        parts.append(QLocale().toString(run.imported.toLocalTime(), u"yyyy-MM-dd HH:mm"_s));
    return parts.join(u" · "_s);
}

QString cyclePartName(profile::CyclePart::Kind kind)
{
    using Kind = profile::CyclePart::Kind;
    switch (kind) {
    case Kind::WithMac:
        return Words::tr("With the MAC engine");
    case Kind::WithoutMac:
        return Words::tr("Active without MAC");
    case Kind::Active:
        return Words::tr("NPU active");
    case Kind::Idle:
        return Words::tr("NPU idle");
    case Kind::NotCounted:
        break;
    }
    return Words::tr("Not counted");
}

QString matchSentence(const profile::ModelMatchResult &match, const QString &fileName)
{
    const auto number = [](const QString &text) {
        bool ok = false;
        const auto value = text.toULongLong(&ok);
        return ok ? formatCount(value) : text;
    };
    for (const auto &fact : match.facts) {
        const bool isTold = (match.verdict == profile::ModelMatch::Differs) != fact.isEqual;
        if (!isTold)
            continue;
        const auto inLog = number(fact.inLog);
        const auto inModel = number(fact.inModel);
        using Kind = profile::MatchFact::Kind;
        if (match.verdict == profile::ModelMatch::Differs) {
            const auto sentence = [&] {
                switch (fact.kind) {
                case Kind::FileSize:
                    return Words::tr(
                        "Does not belong to %1: the log ran a file of %2 bytes, this one has %3.");
                case Kind::PlannedMemory:
                    return Words::tr("Does not belong to %1: the log planned %2 bytes of buffers, "
                                     "this file plans %3.");
                case Kind::MethodCount:
                    return Words::tr(
                        "Does not belong to %1: the log counts %2 methods, this file has %3.");
                case Kind::CommandStream:
                    return Words::tr("Does not belong to %1: the log ran a command stream of %2 "
                                     "words, this file has %3.");
                case Kind::CompiledFor:
                    break;
                }
                return Words::tr(
                    "Does not belong to %1: the log is about %2, this file is compiled for %3.");
            }();
            return sentence.arg(fileName, inLog, inModel);
        }
        if (match.verdict != profile::ModelMatch::Belongs)
            break;
        if (fact.kind == Kind::FileSize)
            return Words::tr("Belongs to %1: the log ran a file of the same size (%2 bytes).")
                .arg(fileName, inLog);
        if (fact.kind == Kind::CommandStream)
            return Words::tr("Belongs to %1: the command stream has the same length (%2 words).")
                .arg(fileName, inLog);
    }
    return Words::tr(
        "Whether this run belongs to %1 cannot be told: the log names nothing that tells "
        "files apart.")
        .arg(fileName);
}

} // namespace tosaic::views
