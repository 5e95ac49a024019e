// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/sharedrun.h"

#include "core/base/knownjson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

using workspace::RunConditions;
using workspace::RunRecord;
using workspace::RunValue;

std::map<QString, QString> mapFrom(const QJsonValue &value)
{
    std::map<QString, QString> map;
    const auto object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        map.emplace(it.key(), it.value().toString());
    return map;
}

std::optional<quint64> numberFrom(const QJsonValue &value)
{
    if (!value.isDouble() || value.toInteger(-1) < 0)
        return {};
    return static_cast<quint64>(value.toInteger());
}

QJsonObject toJson(const RunConditions &conditions)
{
    QJsonObject object;
    insertKnown(object, u"target"_s, conditions.target);
    insertKnown(object, u"macs"_s, conditions.macs);
    insertKnown(object, u"cpuClockHz"_s, conditions.cpuClockHz);
    insertKnown(object, u"tools"_s, conditions.tools);
    insertKnown(object, u"spec"_s, conditions.spec);
    insertKnown(object, u"artefacts"_s, conditions.artefacts);
    insertKnown(object, u"events"_s, conditions.events);
    insertKnown(object, u"repeats"_s, conditions.repeats);
    insertKnown(object, u"mode"_s, conditions.mode);
    insertKnown(object, u"modelMacs"_s, conditions.modelMacs);
    insertKnown(object, u"warmups"_s, conditions.warmups);
    return object;
}

RunConditions conditionsFrom(const QJsonObject &object)
{
    RunConditions conditions{ .target = object[u"target"_s].toString(),
        .macs = {},
        .cpuClockHz = numberFrom(object[u"cpuClockHz"_s]),
        .tools = mapFrom(object[u"tools"_s]),
        .spec = object[u"spec"_s].toObject(),
        .artefacts = mapFrom(object[u"artefacts"_s]),
        .events = {},
        .repeats = numberFrom(object[u"repeats"_s]),
        .mode = object[u"mode"_s].toString(),
        .modelMacs = numberFrom(object[u"modelMacs"_s]),
        .warmups = numberFrom(object[u"warmups"_s]) };
    if (const auto macs = numberFrom(object[u"macs"_s]))
        conditions.macs = static_cast<quint32>(*macs);
    for (const auto &event : object[u"events"_s].toArray())
        conditions.events.append(event.toString());
    return conditions;
}

} // namespace

QJsonObject factsOf(const RunRecord &run)
{
    QJsonObject object{ { u"name"_s, run.name }, { u"kind"_s, run.kind },
        { u"imported"_s, run.imported.toUTC().toString(Qt::ISODateWithMs) } };
    insertKnown(object, u"summary"_s, run.summary);
    insertKnown(object, u"origin"_s, run.origin);
    insertKnown(object, u"modelSha256"_s, run.modelSha256);
    insertKnown(object, u"npuClockHz"_s, run.npuClockHz);
    insertKnown(object, u"status"_s, run.status);
    if (run.ended.isValid())
        object.insert(u"ended"_s, run.ended.toUTC().toString(Qt::ISODateWithMs));
    insertKnown(object, u"note"_s, run.note);
    insertKnown(object, u"conditions"_s, toJson(run.conditions));
    return object;
}

QJsonObject toJson(const SharedRun &shared)
{
    auto object = factsOf(shared.run);
    if (shared.console)
        object.insert(u"console"_s, toJson(*shared.console));
    if (shared.values)
        object.insert(u"values"_s, toJson(*shared.values));
    QJsonArray files;
    for (const auto &file : shared.files)
        files.append(toJson(file));
    insertKnown(object, u"files"_s, files);
    QJsonArray series;
    for (const auto &one : shared.series)
        series.append(QJsonObject{ { u"name"_s, one.name }, { u"unit"_s, one.unit },
            { u"timeUnit"_s, one.timeUnit }, { u"file"_s, toJson(one.file) } });
    insertKnown(object, u"series"_s, series);
    return object;
}

std::optional<SharedRun> runFromJson(const QJsonObject &object)
{
    constexpr std::array Origins{ ""_L1, "est"_L1, "fvp"_L1, "board"_L1, "this-machine"_L1 };
    constexpr std::array Ends{ ""_L1, "complete"_L1, "failed"_L1, "cancelled"_L1 };
    SharedRun shared;
    auto &run = shared.run;
    run.name = object[u"name"_s].toString();
    run.kind = object[u"kind"_s].toString();
    run.imported
        = QDateTime::fromString(object[u"imported"_s].toString(), Qt::ISODateWithMs).toUTC();
    run.summary = object[u"summary"_s].toObject();
    run.origin = object[u"origin"_s].toString();
    run.modelSha256 = object[u"modelSha256"_s].toString();
    run.npuClockHz = numberFrom(object[u"npuClockHz"_s]);
    run.status = object[u"status"_s].toString();
    run.ended = QDateTime::fromString(object[u"ended"_s].toString(), Qt::ISODateWithMs).toUTC();
    run.note = object[u"note"_s].toString();
    run.conditions = conditionsFrom(object[u"conditions"_s].toObject());
    shared.console = fileFromJson(object[u"console"_s].toObject());
    shared.values = fileFromJson(object[u"values"_s].toObject());
    for (const auto &value : object[u"files"_s].toArray()) {
        if (auto file = fileFromJson(value.toObject()))
            shared.files.push_back(std::move(*file));
    }
    for (const auto &value : object[u"series"_s].toArray()) {
        if (auto file = fileFromJson(value[u"file"_s].toObject()))
            shared.series.push_back({ value[u"name"_s].toString(), value[u"unit"_s].toString(),
                value[u"timeUnit"_s].toString(), std::move(*file) });
    }
    const bool isRun = !run.kind.isEmpty() && run.imported.isValid()
        && std::ranges::find(Origins, run.origin) != Origins.end()
        && std::ranges::find(Ends, run.status) != Ends.end();
    return isRun ? std::optional(std::move(shared)) : std::nullopt;
}

QByteArray valuesToJson(const std::vector<RunValue> &values)
{
    QJsonArray array;
    for (const auto &value : values)
        array.append(QJsonArray{ value.kind, value.group, value.name, value.unit,
            static_cast<qint64>(value.repeat), value.value, value.isDerived });
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<RunValue> valuesFromJson(const QByteArray &json)
{
    std::vector<RunValue> values;
    const auto array = QJsonDocument::fromJson(json).array();
    for (const auto &value : array) {
        const auto row = value.toArray();
        values.push_back({ .kind = row[0].toString(),
            .group = row[1].toString(),
            .name = row[2].toString(),
            .unit = row[3].toString(),
            .repeat = numberFrom(row[4]).value_or(0),
            .value = row[5].toDouble(),
            .isDerived = row[6].toBool() });
    }
    return values;
}

} // namespace tosaic::teamstore
