// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/flattensordescription.h"

#include "core/base/knownjson.h"

#include "core/inspect/descriptionparts.h"

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

QJsonObject entryJson(const formats::FlatTensorEntry &entry)
{
    QJsonObject result{ { u"key"_s, entry.key }, { u"segment"_s, qint64(entry.segment) },
        { u"offset"_s, qint64(entry.offset) } };
    if (entry.layout) {
        result[u"dtype"_s] = model::scalarTypeName(entry.layout->dtype);
        result[u"shape"_s] = jsonList(entry.layout->shape);
        result[u"dimOrder"_s] = jsonList(entry.layout->dimOrder);
    }
    insertKnown(result, u"size"_s, entry.size);
    if (entry.bytes)
        result[u"fileOffset"_s] = qint64(entry.bytes->offset);
    return result;
}

QJsonObject headerJson(const formats::FlatTensorFile &file)
{
    QJsonObject result{ { u"present"_s, file.header.has_value() } };
    insertKnown(result, u"magic"_s, file.headerMagic);
    if (file.header) {
        result[u"length"_s] = qint64(file.header->length);
        result[u"flatbufferOffset"_s] = qint64(file.header->flatBufferOffset);
        result[u"flatbufferSize"_s] = qint64(file.header->flatBufferSize);
        result[u"segmentBaseOffset"_s] = qint64(file.header->segmentBaseOffset);
        result[u"segmentDataSize"_s] = qint64(file.header->segmentDataSize);
    }
    return result;
}

QJsonObject toJson(const formats::FlatTensorFile &file)
{
    JsonRoom room;
    QJsonArray tensors;
    qint64 omitted = 0;
    for (const auto &entry : file.tensors) {
        const auto numbers = entry.layout ? entry.layout->shape.size() * 2 : 0;
        if (omitted == 0 && room.take(entry.key.size() + qint64(numbers) * 12 + 96))
            tensors.append(entryJson(entry));
        else
            ++omitted;
    }
    QJsonArray segments;
    for (const auto &segment : file.segments)
        segments.append(QJsonObject{
            { u"offset"_s, qint64(segment.offset) }, { u"size"_s, qint64(segment.size) } });
    QJsonObject result{ { u"version"_s, qint64(file.version) },
        { u"layout"_s, file.isLegacy ? u"legacy"_s : u"current"_s },
        { u"header"_s, headerJson(file) }, { u"segments"_s, segments }, { u"tensors"_s, tensors } };
    insertKnown(result, u"tensorAlignment"_s, file.tensorAlignment);
    if (omitted > 0)
        result[u"omittedTensors"_s] = omitted;
    return result;
}

DescriptionSection fileSection(const formats::FlatTensorFile &file)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "External weights"));
    result.facts.push_back(fact(QT_TRANSLATE_NOOP("Description", "Layout"),
        file.isLegacy ? u"ExecuTorch 0.5, 0.6"_s : u"ExecuTorch >= 0.7"_s));
    result.facts.push_back(
        fact(QT_TRANSLATE_NOOP("Description", "Segments"), countText(file.segments.size())));
    if (file.header)
        result.facts.push_back(fact(QT_TRANSLATE_NOOP("Description", "Bytes of segments"),
            bytesText(file.header->segmentDataSize)));
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Key")),
        column(QT_TRANSLATE_NOOP("Description", "Type")),
        column(QT_TRANSLATE_NOOP("Description", "Shape")),
        column(QT_TRANSLATE_NOOP("Description", "Segment"), true),
        column(QT_TRANSLATE_NOOP("Description", "Offset"), true),
        column(QT_TRANSLATE_NOOP("Description", "Bytes"), true) };
    for (const auto &entry : file.tensors) {
        addRow(result.table,
            { nameText(entry.key),
                entry.layout ? model::dtypeName(entry.layout->dtype) : u"bytes"_s,
                entry.layout ? nameText(shapeText(entry.layout->shape)) : u"-"_s,
                countText(entry.segment), countText(entry.offset),
                entry.size ? countText(*entry.size) : u"Not known"_s });
    }
    return result;
}

} // namespace

Description describeFlatTensor(const formats::FlatTensorFile &file)
{
    Description result;
    result.format = u"ptd"_s;
    result.formatVersion = u"FT01"_s;
    result.json = toJson(file);
    result.sections = { fileSection(file) };
    result.diagnostics = file.diagnostics;
    return result;
}

} // namespace tosaic::inspect
