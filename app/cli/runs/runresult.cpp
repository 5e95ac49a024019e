// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runresult.h"

#include "app/cli/runs/runoptions.h"
#include "core/base/knownjson.h"
#include "core/base/storedfile.h"
#include "core/base/units.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/runjson.h"
#include "profiler/store/runstore.h"

#include <QFile>
#include <QJsonArray>
#include <QTextStream>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using profile::LiveRun;

/// Whether a file stays when the command has ended; the workspace keeps small ones itself.
bool stays(const workspace::RunFile &file, const RunOptions &options)
{
    return options.keepsFiles
        || (!options.workspace.isEmpty() && file.size > workspace::BlobLimitBytes);
}

QJsonArray filesJson(const std::vector<workspace::RunFile> &files, const RunOptions &options)
{
    QJsonArray list;
    for (const auto &file : files) {
        QJsonObject object{ { u"role"_s, file.role },
            { u"size"_s, static_cast<qint64>(file.size) } };
        insertKnown(object, u"path"_s, stays(file, options) ? file.path : QString());
        insertKnown(object, u"sha256"_s, file.sha256);
        list.append(object);
    }
    return list;
}

QJsonObject diagnosticJson(const Diagnostic &diagnostic)
{
    return { { u"severity"_s, severityText(diagnostic.severity) }, { u"code"_s, diagnostic.id },
        { u"location"_s, diagnostic.location.toText() }, { u"text"_s, diagnostic.text } };
}

QJsonArray diagnosticsJson(const LiveRun &run)
{
    QJsonArray list;
    if (const auto problem = run.problem())
        list.append(diagnosticJson(*problem));
    const auto odd = run.diagnostics();
    for (const auto &diagnostic : odd)
        list.append(diagnosticJson(diagnostic));
    if (const auto read = run.run()) {
        for (const auto &diagnostic : read->diagnostics)
            list.append(diagnosticJson(diagnostic));
    }
    return list;
}

/// The ETDump that the target left as a file.
QByteArray dumpOf(const LiveRun &run)
{
    const auto files = run.files();
    for (const auto &file : files) {
        QFile dump(file.path);
        if (file.role == "etdump"_L1 && openStored(dump))
            return dump.readAll();
    }
    return {};
}

void printTimes(const profile::Profile &profile, QTextStream &out)
{
    auto times = profile.runNs;
    if (times.empty())
        return;
    std::ranges::sort(times);
    const auto text = [](quint64 ns) { return formatDuration(static_cast<double>(ns) * 1e-9); };
    out << "    " << u"calls"_s.leftJustified(32) << times.size() << '\n'
        << "    " << u"median of a call"_s.leftJustified(32)
        << text((times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2) << '\n'
        << "    " << u"shortest, longest"_s.leftJustified(32) << text(times.front()) << ", "
        << text(times.back()) << '\n';
}

} // namespace

QJsonObject conditionsJson(const workspace::RunConditions &conditions)
{
    QJsonObject object;
    insertKnown(object, u"target"_s, conditions.target);
    insertKnown(object, u"macs"_s, conditions.macs);
    insertKnown(object, u"cpuClockHz"_s, conditions.cpuClockHz);
    insertKnown(object, u"tools"_s, conditions.tools);
    insertKnown(object, u"artefacts"_s, conditions.artefacts);
    insertKnown(object, u"mode"_s, conditions.mode);
    insertKnown(object, u"events"_s, conditions.events);
    insertKnown(object, u"repeats"_s, conditions.repeats);
    insertKnown(object, u"warmups"_s, conditions.warmups);
    insertKnown(object, u"spec"_s, conditions.spec);
    return object;
}

QJsonObject runResultJson(
    const LiveRun &run, const RunOptions &options, const std::optional<workspace::RunId> &recorded)
{
    const auto read = run.run();
    auto object = read ? profile::runToJson(*read) : QJsonObject();
    if (const auto dump = dumpOf(run); !dump.isEmpty())
        object.insert(u"etdump"_s, profile::etdumpToJson(dump));
    QJsonObject target{ { u"kind"_s, options.kind },
        { u"name"_s, profile::runName(run.request()) } };
    insertKnown(target, u"origin"_s, profile::originKey(profile::originOf(run.request())));
    insertKnown(target, u"commandLine"_s, profile::commandLine(run.request()));
    object.insert(u"target"_s, target);
    object.insert(u"state"_s, profile::stateName(run.state()));
    QJsonObject console{ { u"size"_s, static_cast<qint64>(run.consoleBytes()) } };
    insertKnown(console, u"path"_s, options.consoleFile);
    object.insert(u"console"_s, console);
    object.insert(u"files"_s, filesJson(run.files(), options));
    object.insert(u"conditions"_s, conditionsJson(run.conditions()));
    object.insert(u"diagnostics"_s, diagnosticsJson(run));
    if (recorded)
        object.insert(u"run"_s, static_cast<qint64>(recorded->value));
    return object;
}

void printRunResult(const LiveRun &run, const RunOptions &options,
    const std::optional<workspace::RunId> &recorded, QTextStream &out)
{
    out << profile::runName(run.request()) << ": " << profile::stateName(run.state());
    if (const auto origin = profile::originOf(run.request()))
        out << " (" << originTag(*origin) << ')';
    out << '\n';
    if (!run.conditions().mode.isEmpty())
        out << "  mode: " << run.conditions().mode << " (no valid timing)\n";
    if (std::holds_alternative<profile::HostTarget>(run.request().target))
        out << "  times are of this computer's processor, not of a device\n";
    const auto read = run.run();
    const auto profiles = read ? read->profiles : std::vector<profile::Profile>();
    for (const auto &profile : profiles) {
        out << "  " << (profile.label.isEmpty() ? u"profile"_s : profile.label);
        if (profile.inferences && !profile.counters.empty())
            out << ", inferences: " << *profile.inferences;
        out << '\n';
        printTimes(profile, out);
        for (const auto &counter : profile.counters)
            out << "    " << counter.name.leftJustified(32) << counter.value
                << (counter.unit.isEmpty() ? QString() : u' ' + counter.unit) << '\n';
    }
    const auto files = run.files();
    for (const auto &file : files)
        out << "  " << file.role.leftJustified(14)
            << (stays(file, options) ? file.path : formatBytes(file.size)) << '\n';
    if (recorded)
        out << "  recorded as run " << recorded->value << '\n';
}

int exitCodeOfRun(const LiveRun &run)
{
    switch (run.state()) {
    case LiveRun::State::Complete:
        return Fine;
    case LiveRun::State::Stopped:
        return Cancelled;
    default:
        break;
    }
    const auto problem = run.problem();
    const bool isOfTheRun = problem
        && (problem->id == "run.failed"_L1 || problem->id == "run.truncated"_L1
            || problem->id == "run.no-inference"_L1);
    return isOfTheRun ? BadInput : ToolFailed;
}

} // namespace tosaic::cli
