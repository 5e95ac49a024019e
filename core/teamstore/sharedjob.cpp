// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/sharedjob.h"

#include "core/base/bytesource.h"
#include "core/base/knownjson.h"
#include "core/workspace/database.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

using workspace::JobRecord;

bool isHash(const QString &text)
{
    return text.size() == 64 && std::ranges::all_of(text, [](QChar digit) {
        return (digit >= u'0' && digit <= u'9') || (digit >= u'a' && digit <= u'f');
    });
}

QDateTime timeFrom(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toUTC();
}

QJsonObject toJson(const workspace::SourceRecord &source)
{
    return { { u"role"_s, source.role }, { u"path"_s, source.path }, { u"sha256"_s, source.sha256 },
        { u"size"_s, static_cast<qint64>(source.size) } };
}

template <typename Item, typename Write>
QJsonArray arrayOf(const std::vector<Item> &items, Write write)
{
    QJsonArray array;
    for (const auto &item : items)
        array.append(write(item));
    return array;
}

quint64 sizeFrom(const QJsonValue &value)
{
    return static_cast<quint64>(std::max<qint64>(0, value.toInteger()));
}

void readLists(const QJsonObject &object, JobRecord &job)
{
    for (const auto &value : object[u"stages"_s].toArray())
        job.stages.push_back({ value[u"name"_s].toString(), sizeFrom(value[u"ms"_s]) });
    for (const auto &value : object[u"sources"_s].toArray()) {
        workspace::SourceRecord source{ .role = value[u"role"_s].toString(),
            .path = value[u"path"_s].toString(),
            .sha256 = value[u"sha256"_s].toString(),
            .size = sizeFrom(value[u"size"_s]) };
        if (source.sha256.isEmpty() || isHash(source.sha256))
            job.sources.push_back(std::move(source));
    }
    const auto tools = object[u"tools"_s].toObject();
    for (auto it = tools.begin(); it != tools.end(); ++it)
        job.tools[it.key()] = it.value().toString();
}

} // namespace

QJsonObject toJson(const SharedFile &file)
{
    QJsonObject object{ { u"kind"_s, file.kind }, { u"path"_s, file.path },
        { u"sha256"_s, file.sha256 }, { u"size"_s, static_cast<qint64>(file.size) } };
    insertKnown(object, u"partition"_s, file.partition);
    return object;
}

std::optional<SharedFile> fileFromJson(const QJsonObject &object)
{
    SharedFile file{ .kind = object[u"kind"_s].toString(),
        .path = object[u"path"_s].toString(),
        .sha256 = object[u"sha256"_s].toString(),
        .size = sizeFrom(object[u"size"_s]),
        .partition = {} };
    if (object.contains(u"partition"_s))
        file.partition = object[u"partition"_s].toInt();
    return isHash(file.sha256) ? std::optional(std::move(file)) : std::nullopt;
}

QJsonObject toJson(const SharedJob &shared)
{
    const auto &job = shared.job;
    QJsonObject object{ { u"kind"_s, job.kind }, { u"status"_s, job.status },
        { u"started"_s, workspace::storedTime(job.started) }, { u"sourceName"_s, job.sourceName },
        { u"spec"_s, job.spec }, { u"resolvedSpec"_s, job.resolvedSpec },
        { u"stages"_s,
            arrayOf(job.stages,
                [](const workspace::StageRecord &stage) {
                    return QJsonObject{ { u"name"_s, stage.name },
                        { u"ms"_s, static_cast<qint64>(stage.milliseconds) } };
                }) },
        { u"sources"_s,
            arrayOf(job.sources, [](const workspace::SourceRecord &one) { return toJson(one); }) },
        { u"summary"_s, job.summary },
        { u"artefacts"_s,
            arrayOf(shared.artefacts, [](const SharedFile &file) { return toJson(file); }) },
        { u"payloads"_s, arrayOf(shared.payloads, [](const workspace::PayloadRecord &payload) {
             return QJsonObject{ { u"partition"_s, payload.partition },
                 { u"sha256"_s, payload.sha256 } };
         }) } };
    insertKnown(object, u"tools"_s, job.tools);
    insertKnown(object, u"ended"_s, workspace::storedTime(job.ended));
    insertKnown(object, u"sourceSha256"_s, job.sourceSha256);
    insertKnown(object, u"folder"_s, job.folder);
    insertKnown(object, u"action"_s, job.action);
    insertKnown(object, u"exitCode"_s, job.exitCode);
    insertKnown(object, u"name"_s, job.name);
    insertKnown(object, u"log"_s, job.log);
    return object;
}

std::optional<SharedJob> jobFromJson(const QJsonObject &object)
{
    constexpr std::array Ends{ "succeeded"_L1, "failed"_L1, "cancelled"_L1 };
    SharedJob shared;
    auto &job = shared.job;
    job.kind = object[u"kind"_s].toString();
    job.status = object[u"status"_s].toString();
    job.started = timeFrom(object[u"started"_s]);
    job.ended = timeFrom(object[u"ended"_s]);
    job.sourceName = object[u"sourceName"_s].toString();
    job.sourceSha256 = object[u"sourceSha256"_s].toString();
    job.folder = object[u"folder"_s].toString();
    job.spec = object[u"spec"_s].toObject();
    job.resolvedSpec = object[u"resolvedSpec"_s].toObject();
    job.summary = object[u"summary"_s].toObject();
    job.log = object[u"log"_s].toString();
    job.action = object[u"action"_s].toString();
    job.name = object[u"name"_s].toString();
    if (object.contains(u"exitCode"_s))
        job.exitCode = object[u"exitCode"_s].toInt();
    readLists(object, job);
    for (const auto &value : object[u"artefacts"_s].toArray()) {
        if (auto file = fileFromJson(value.toObject()))
            shared.artefacts.push_back(std::move(*file));
    }
    for (const auto &value : object[u"payloads"_s].toArray()) {
        if (const auto hash = value[u"sha256"_s].toString(); isHash(hash))
            shared.payloads.push_back({ value[u"partition"_s].toInt(), hash });
    }
    return std::ranges::find(Ends, job.status) != Ends.end() && job.started.isValid()
        ? std::optional(std::move(shared))
        : std::nullopt;
}

QString digestOf(const QJsonObject &record)
{
    return sha256Hex(QJsonDocument(record).toJson(QJsonDocument::Compact));
}

} // namespace tosaic::teamstore
