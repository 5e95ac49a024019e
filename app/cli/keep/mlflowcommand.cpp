// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/jsonlist.h"
#include "core/base/storedfile.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"
#include "core/workspace/workspace.h"
#include "profiler/exports/tracking.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace mlflowcommand {
namespace {

using profile::TrackedRun;

constexpr qint64 LargestSweep = 256 * 1024 * 1024; // bytes of results.json

/// A measured run of the workspace by its number or name.
Result<std::vector<TrackedRun>> measured(const QString &path, const QString &run)
{
    const auto file = TRY(workspace::Workspace::open(path));
    auto ids = TRY(file->runsNamed(run));
    bool isNumber = false;
    if (const auto number = run.toUInt(&isNumber); isNumber && ids.empty())
        ids = { workspace::RunId(number) };
    if (ids.empty())
        return fail(ErrorCode::RunUnknown, u"the workspace has no run '%1'"_s.arg(run),
            Location{ .file = path });
    std::vector<TrackedRun> runs;
    for (const auto &id : ids)
        runs.push_back(profile::trackedRun(TRY(file->runFacts(id)), TRY(file->runValues(id))));
    return runs;
}

/// A compile, or a sweep.
Result<std::vector<TrackedRun>> stored(const QString &input)
{
    const QFileInfo file(input);
    const auto results
        = file.isDir() ? QDir(input).filePath(u"results.json"_s) : file.absoluteFilePath();
    if (QFileInfo(results).fileName() != "results.json"_L1 || !QFileInfo::exists(results))
        return std::vector<TrackedRun>{ profile::trackedCompile(
            TRY(compiled::readCompileResult(input))) };
    const auto object = QJsonDocument::fromJson(TRY(readStored(results, LargestSweep))).object();
    if (!object.value(u"cells"_s).isArray())
        return fail(
            ErrorCode::FormatUnknown, u"no results of a sweep"_s, Location{ .file = results });
    return profile::trackedSweep(object, results);
}

Answer answer(const Input &in)
{
    const auto named = in.isSet(u"server"_s) ? in.value(u"server"_s)
                                             : qEnvironmentVariable("MLFLOW_TRACKING_URI");
    if (in.names.size() != 1 || named.isEmpty() || !in.isSet(u"experiment"_s))
        return misuse(u"give one INPUT, --server URL and --experiment NAME"_s);
    const QUrl server(named);
    if (const auto why = profile::trackingProblem(server); !why.isEmpty())
        return misuse(why);
    auto runs = TRY(in.isSet(u"workspace"_s) ? measured(in.value(u"workspace"_s), in.names.first())
                                             : stored(in.names.first()));
    if (in.isSet(u"no-files"_s)) {
        for (auto &run : runs)
            run.files.clear();
    }
    const auto sent = profile::exportToMlflow(server, in.value(u"experiment"_s), runs);
    if (!sent) {
        tellProblem(diagnosticOf(sent.error()), in.streams);
        return sent.error().code == ErrorCode::ToolMissing ? ToolFailed : BadInput;
    }
    tellProblems(sent->problems, in.streams);
    if (in.wantsJson())
        printDocument({ { u"experimentId"_s, sent->experimentId },
                          { u"runIds"_s, QJsonArray::fromStringList(sent->runIds) },
                          { u"problems"_s, jsonList(sent->problems, compiled::problemToJson) } },
            in.streams);
    else
        in.streams.out << sent->runIds.size() << " runs in experiment " << sent->experimentId
                       << " of " << server.toDisplayString() << ": " << sent->runIds.first()
                       << '\n';
    return Fine;
}

} // namespace
} // namespace mlflowcommand

Command mlflowCommand()
{
    return commandOf({ .name = u"mlflow"_s,
        .summary = u"writes a compile, a sweep or a measured run into an MLflow server"_s,
        .description
        = u"Writes INPUT into an experiment of an MLflow server: parameters (resolved spec, "
          "versions), metrics whose names begin with who says them (est, fvp, board, "
          "this-machine), and files where the server takes them. A sweep becomes a run with one "
          "below it for each cell. User and password or a token come from "
          "MLFLOW_TRACKING_USERNAME, MLFLOW_TRACKING_PASSWORD and MLFLOW_TRACKING_TOKEN. Exit 3 "
          "if the server does not answer."_s,
        .names = { { u"INPUT"_s,
            u"folder of a compile or a sweep; with --workspace number or name of a run"_s } },
        .options = { { u"server"_s, u"address; MLFLOW_TRACKING_URI without it"_s, u"URL"_s },
            { u"experiment"_s, u"made if there is none of that name"_s, u"NAME"_s },
            { u"workspace"_s, u"INPUT is a measured run in it"_s, u"W.tosaic"_s },
            { u"no-files"_s, u"parameters and metrics only"_s } },
        .answer = mlflowcommand::answer });
}

} // namespace tosaic::cli
