// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/debugevents.h"

#include "core/analysis/sourcelines.h"

#include "core/formats/tosa/debugrecord.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

DebugEvent eventOf(const QJsonObject &record, const DebugEventLimits &limits)
{
    model::NetworkOperator op;
    formats::tosa::applyLocation(
        op, QString::fromUtf8(QJsonDocument(record).toJson(QJsonDocument::Compact)));
    DebugEvent event{ .name = record[u"tosa_info"_s].toObject()[u"node_name"_s].toString(),
        .module = op.module,
        .frames = std::move(op.stackTrace),
        .ancestors = {} };
    if (event.name.isEmpty())
        event.name = op.name;
    const auto trace = record[u"torch_info"_s].toObject()[u"node_trace"_s].toArray();
    for (const auto &entry : trace) {
        const auto node = entry.toObject();
        DebugEvent::Ancestor ancestor{ node[u"name"_s].toString(), node[u"target"_s].toString() };
        const auto isRepeat = !event.ancestors.empty()
            && event.ancestors.back().name == ancestor.name
            && event.ancestors.back().target == ancestor.target;
        if (!isRepeat && qsizetype(event.ancestors.size()) < limits.ancestors)
            event.ancestors.push_back(std::move(ancestor));
    }
    return event;
}

} // namespace

Result<std::vector<DebugEvent>> readDebugEvents(QByteArrayView json, const DebugEventLimits &limits)
{
    if (json.size() > limits.bytes)
        return fail(
            ErrorCode::LimitExceeded, u"debug.json is larger than %1 bytes"_s.arg(limits.bytes));
    QJsonParseError error;
    const auto document
        = QJsonDocument::fromJson(QByteArray::fromRawData(json.data(), json.size()), &error);
    if (!document.isArray())
        return fail(ErrorCode::FormatDamaged,
            error.error == QJsonParseError::NoError ? u"the JSON is no array of events"_s
                                                    : error.errorString(),
            // Of a text that is not closed Qt says one byte behind the end.
            { .offset = quint64(std::clamp<qsizetype>(error.offset, 0, json.size())) });
    std::vector<DebugEvent> events;
    const auto records = document.array();
    events.reserve(size_t(records.size()));
    for (const auto &record : records) {
        if (record.toObject().isEmpty())
            continue;
        auto event = eventOf(record.toObject(), limits);
        if (!event.name.isEmpty())
            events.push_back(std::move(event));
    }
    return events;
}

QString userLine(const std::vector<model::SourceFrame> &frames)
{
    const auto *own = analysis::userFrame(frames);
    return own ? u"%1:%2"_s.arg(QFileInfo(own->file).fileName()).arg(own->line) : QString();
}

} // namespace tosaic::profile
