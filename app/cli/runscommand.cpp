// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "app/cli/runresult.h"
#include "core/base/description.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "profiler/imports/comparableruns.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace runscommand {
namespace {

using workspace::Workspace;

QJsonArray seriesJson(const std::vector<workspace::SeriesRecord> &series)
{
    QJsonArray list;
    for (const auto &one : series) {
        QJsonObject object{ { u"name"_s, one.name },
            { u"samples"_s, static_cast<qint64>(one.count) } };
        insertKnown(object, u"unit"_s, one.unit);
        insertKnown(object, u"timeUnit"_s, one.timeUnit);
        if (one.count > 0) {
            object.insert(u"firstTime"_s, one.firstTime);
            object.insert(u"lastTime"_s, one.lastTime);
            object.insert(u"min"_s, one.lowest);
            object.insert(u"max"_s, one.highest);
            object.insert(u"mean"_s, one.total / static_cast<double>(one.count));
        }
        list.append(object);
    }
    return list;
}

QJsonObject toJson(
    const workspace::RunRecord &run, const std::vector<workspace::SeriesRecord> &series)
{
    auto object = conditionsJson(run.conditions);
    object.insert(u"id"_s, static_cast<qint64>(run.id.value));
    object.insert(u"name"_s, run.name);
    object.insert(u"kind"_s, run.kind);
    object.insert(u"imported"_s, run.imported.toString(Qt::ISODateWithMs));
    insertKnown(object, u"status"_s, run.status);
    insertKnown(object, u"ended"_s, run.ended.toString(Qt::ISODateWithMs));
    insertKnown(object, u"origin"_s, profile::originKey(profile::originFromKey(run.origin)));
    insertKnown(object, u"npuClockHz"_s, run.npuClockHz);
    insertKnown(object, u"modelSha256"_s, run.modelSha256);
    if (run.kind == "console"_L1) {
        object.insert(u"consoleBytes"_s, static_cast<qint64>(run.consoleBytes));
        insertKnown(object, u"consoleSha256"_s, run.consoleSha256);
        object.insert(u"log"_s, run.summary);
    }
    insertKnown(object, u"series"_s, seriesJson(series));
    return object;
}

void print(const workspace::RunRecord &run, const std::vector<workspace::SeriesRecord> &series,
    Streams &streams)
{
    QStringList facts{ run.imported.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s), run.kind };
    const auto origin = profile::originFromKey(run.origin);
    facts << (origin ? originTag(*origin) : u"origin not stated"_s);
    if (!run.status.isEmpty())
        facts << run.status;
    if (!run.conditions.target.isEmpty())
        facts << run.conditions.target;
    if (run.conditions.mode == u"fast"_s)
        facts << u"fast mode: timing not valid"_s;
    if (run.npuClockHz)
        facts << u"NPU at %1 Hz"_s.arg(*run.npuClockHz);
    for (const auto &[tool, version] : run.conditions.tools)
        facts << tool + u' ' + version;
    if (!series.empty())
        facts << u"%1 series"_s.arg(series.size());
    streams.out << wrappedText(
        u"run %1: %2 (%3)"_s.arg(run.id.value).arg(run.name, facts.join(u", "_s)), streams.width);
}

Answer run(const Input &in)
{
    if (!in.isSet(u"workspace"_s) || !in.names.isEmpty())
        return misuse(u"give --workspace W.tosaic and nothing else but --json"_s);
    const auto file = TRY(Workspace::open(in.value(u"workspace"_s)));
    const auto runs = TRY(file->runHeads());
    const auto allSeries = TRY(file->seriesByRun());
    QJsonArray listed;
    for (const auto &run : runs) {
        const auto found = allSeries.find(run.id);
        const auto series
            = found == allSeries.end() ? std::vector<workspace::SeriesRecord>() : found->second;
        if (in.wantsJson())
            listed.append(toJson(run, series));
        else
            print(run, series, in.streams);
    }
    if (in.wantsJson())
        printDocument({ { u"runs"_s, listed } }, in.streams);
    else if (runs.empty())
        in.streams.out << "no runs; tosaic-cli import reads some\n";
    return Fine;
}

} // namespace
} // namespace runscommand

Command runsCommand()
{
    return commandOf({ .name = u"runs"_s,
        .summary = u"lists the measured runs of a workspace"_s,
        .description
        = u"The measured runs of a workspace with the conditions they were measured under. What is "
          "not known is absent."_s,
        .options = { { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s } },
        .answer = runscommand::run });
}

} // namespace tosaic::cli
