// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"

#include "core/base/knownjson.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/ethosujson.h"
#include "core/inspect/velaparts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using formats::vela::NpzArray;

QJsonObject arrayJson(const NpzArray &array)
{
    const auto shape = jsonList(array.header.shape);
    QJsonObject json{ { u"name"_s, array.name }, { u"dtype"_s, array.header.dtype },
        { u"shape"_s, shape } };
    if (array.data)
        json[u"bytes"_s] = qint64(array.data->size());
    if (array.range)
        json[u"offset"_s] = qint64(array.range->offset);
    if (array.header.isFortranOrder)
        json[u"fortranOrder"_s] = true;
    return json;
}

QStringList arrayCells(const NpzArray &array)
{
    return { array.name, array.header.dtype, shapeText(array.header.shape),
        array.data ? countText(array.data->size()) : u"Not known"_s,
        array.range ? countText(array.range->offset) : u"-"_s };
}

} // namespace

Description describeVelaNpz(const formats::vela::VelaNpz &npz)
{
    Description description;
    description.format = u"vela-npz"_s;
    description.diagnostics = npz.diagnostics;
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Arrays"));
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Name")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Type")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Shape")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Bytes"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Offset"), true) };
    QJsonArray arrays;
    for (const auto &array : npz.arrays) {
        arrays.append(arrayJson(array));
        if (section.table.rows.size() < LargestVelaTable)
            section.table.rows.push_back(arrayCells(array));
        else
            ++section.table.omitted;
    }
    description.json[u"arrays"_s] = arrays;
    description.sections.push_back(std::move(section));
    if (npz.payload) {
        description.json[u"ethosu"_s] = payloadToJson(*npz.payload);
        insertKnown(description.json, u"fastScratchBytes"_s, npz.payload->fastArenaBytes);
        description.sections.insert(description.sections.begin(),
            payloadSection(QT_TRANSLATE_NOOP("Description", "Ethos-U payload"), *npz.payload));
    }
    return description;
}

} // namespace tosaic::inspect
