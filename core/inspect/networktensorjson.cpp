// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/networktensorjson.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/inspect/descriptionparts.h"

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

QJsonObject quantisationJson(const model::Quantisation &quantisation)
{
    QJsonObject result{ { u"scales"_s, jsonList(quantisation.scales, realToJson) },
        { u"zeroPoints"_s, jsonList(quantisation.zeroPoints) } };
    if (quantisation.isPerChannel())
        result[u"axis"_s] = quantisation.axis;
    return result;
}

} // namespace

QJsonObject networkTensorToJson(const model::NetworkTensor &tensor, JsonRoom &room)
{
    const auto numbers = (tensor.shape ? tensor.shape->size() : 0) + tensor.shapeSignature.size()
        + (tensor.quantisation ? 2 * tensor.quantisation->scales.size() : 0);
    if (!room.take(tensor.name.size() + qint64(numbers) * 12 + 64))
        return {};
    QJsonObject result{ { u"name"_s, tensor.name }, { u"dtype"_s, tensor.typeText } };
    if (tensor.shape)
        result[u"shape"_s] = jsonList(*tensor.shape);
    insertKnown(result, u"shapeSignature"_s, jsonList(tensor.shapeSignature));
    if (tensor.quantisation)
        result[u"quantisation"_s] = quantisationJson(*tensor.quantisation);
    if (tensor.data)
        result[u"constantBytes"_s] = qint64(tensor.data->size);
    insertKnown(result, u"arenaOffset"_s, tensor.arenaOffset);
    if (tensor.isVariable)
        result[u"variable"_s] = true;
    if (tensor.isSparse)
        result[u"sparse"_s] = true;
    if (tensor.role == "external"_L1)
        result[u"external"_s] = true;
    return result;
}

} // namespace tosaic::inspect
