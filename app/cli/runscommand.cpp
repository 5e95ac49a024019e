// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandhelp.h"
#include "app/cli/commands.h"

#include "core/base/units.h"
#include "profiler/imports/comparableruns.h"

#include <QCommandLineParser>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using workspace::Workspace;

void putText(QJsonObject &object, const QString &key, const QString &text)
{
    if (!text.isEmpty())
        object.insert(key, text);
}

template <typename T>
void putNumber(QJsonObject &object, const QString &key, const std::optional<T> &number)
{
    if (number)
        object.insert(key, static_cast<qint64>(*number));
}

void putMap(QJsonObject &object, const QString &key, const std::map<QString, QString> &map)
{
    QJsonObject entries;
    for (const auto &[name, value] : map)
        entries.insert(name, value);
    if (!entries.isEmpty())
        object.insert(key, entries);
}

QJsonArray seriesJson(const std::vector<workspace::SeriesRecord> &series)
{
    QJsonArray list;
    for (const auto &one : series) {
        QJsonObject object{ { u"name"_s, one.name },
            { u"samples"_s, static_cast<qint64>(one.count) } };
        putText(object, u"unit"_s, one.unit);
        putText(object, u"timeUnit"_s, one.timeUnit);
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
    const auto &conditions = run.conditions;
    QJsonObject object{ { u"id"_s, static_cast<qint64>(run.id.value) }, { u"name"_s, run.name },
        { u"kind"_s, run.kind }, { u"imported"_s, run.imported.toString(Qt::ISODateWithMs) } };
    putText(object, u"status"_s, run.status);
    putText(object, u"ended"_s, run.ended.toString(Qt::ISODateWithMs));
    putText(object, u"origin"_s, profile::originKey(profile::originFromKey(run.origin)));
    putText(object, u"target"_s, conditions.target);
    putNumber(object, u"macs"_s, conditions.macs);
    putNumber(object, u"npuClockHz"_s, run.npuClockHz);
    putNumber(object, u"cpuClockHz"_s, conditions.cpuClockHz);
    putMap(object, u"tools"_s, conditions.tools);
    if (!conditions.spec.isEmpty())
        object.insert(u"spec"_s, conditions.spec);
    putMap(object, u"artefacts"_s, conditions.artefacts);
    putText(object, u"modelSha256"_s, run.modelSha256);
    putText(object, u"mode"_s, conditions.mode);
    if (!conditions.events.isEmpty())
        object.insert(u"events"_s, QJsonArray::fromStringList(conditions.events));
    putNumber(object, u"repeats"_s, conditions.repeats);
    if (run.kind == "console"_L1) {
        object.insert(u"consoleBytes"_s, static_cast<qint64>(run.consoleBytes));
        putText(object, u"consoleSha256"_s, run.consoleSha256);
        object.insert(u"log"_s, run.summary);
    }
    if (!series.empty())
        object.insert(u"series"_s, seriesJson(series));
    return object;
}

void print(const workspace::RunRecord &run, const std::vector<workspace::SeriesRecord> &series,
    Streams &streams)
{
    QStringList facts{ run.kind };
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
    streams.out << "run " << run.id.value << ": " << run.name << " (" << facts.join(u", "_s)
                << ")\n";
}

int list(const QString &path, bool asJson, Streams &streams)
{
    const auto refuse = [&](const Error &error) {
        streams.err << diagnosticOf(error).toText() << '\n' << Qt::flush;
        return BadInput;
    };
    const auto file = Workspace::open(path);
    if (!file)
        return refuse(file.error());
    const auto runs = (*file)->runHeads();
    if (!runs)
        return refuse(runs.error());
    QJsonArray listed;
    for (const auto &run : *runs) {
        const auto series = (*file)->series(run.id);
        if (!series)
            return refuse(series.error());
        if (asJson)
            listed.append(toJson(run, *series));
        else
            print(run, *series, streams);
    }
    if (asJson)
        streams.out << QJsonDocument(QJsonObject{ { u"runs"_s, listed } }).toJson();
    else if (runs->empty())
        streams.out << "no runs; tosaic-cli import reads some\n";
    streams.out.flush();
    return Fine;
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"The measured runs of a workspace with the conditions they were measured under. What is "
        "not known is absent."_s);
    parser.addOptions({ { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
        { u"json"_s, u"prints one JSON document"_s }, { { u"h"_s, u"help"_s }, u"tells this"_s } });
    const auto parsed = parser.parse(QStringList{ u"tosaic-cli runs"_s } + arguments);
    if (parsed && parser.isSet(u"help"_s)) {
        streams.out << commandHelp(u"runs"_s, parser) << Qt::flush;
        return Fine;
    }
    if (!parsed || !parser.isSet(u"workspace"_s) || !parser.positionalArguments().isEmpty()) {
        streams.err << "error: usage: "
                    << (parsed ? u"give --workspace W.tosaic and nothing else but --json"_s
                               : parser.errorText())
                    << '\n'
                    << Qt::flush;
        return Usage;
    }
    return list(parser.value(u"workspace"_s), parser.isSet(u"json"_s), streams);
}

} // namespace

Command runsCommand()
{
    return { u"runs"_s, u"lists the measured runs of a workspace"_s, false, run };
}

} // namespace tosaic::cli
