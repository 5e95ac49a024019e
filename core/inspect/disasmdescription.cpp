// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/disasmdescription.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"

#include "core/inspect/commonjson.h"
#include "core/npu/work.h"

#include <QJsonArray>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using npu::FeatureMap;

QString precisionOf(const FeatureMap &map)
{
    return u"%1%2"_s.arg(map.isSigned ? u"INT"_s : u"UINT"_s).arg(map.bits);
}

QJsonArray shapeOf(const FeatureMap &map)
{
    return { qint64(map.height), qint64(map.width), qint64(map.depth) };
}

void addStorage(const FeatureMap &map, QJsonObject &json)
{
    switch (map.storage) {
    case FeatureMap::Storage::Memory:
        insertKnown(json, u"region"_s, map.region);
        if (map.tileAddress[0])
            json[u"address"_s] = qint64(*map.tileAddress[0]);
        json[u"format"_s] = map.isBrick ? u"NHCWB16"_s : u"NHWC"_s;
        break;
    case FeatureMap::Storage::Chained:
        json[u"storage"_s] = u"CHAINED"_s;
        json[u"chainBuffer"_s] = map.chainBuffer;
        break;
    case FeatureMap::Storage::Scalar:
        json[u"storage"_s] = u"SCALAR"_s;
        insertKnown(json, u"scalar"_s, map.scalar);
        break;
    case FeatureMap::Storage::None:
        json[u"storage"_s] = u"NONE"_s;
        break;
    }
}

QJsonObject mapToJson(const FeatureMap &map)
{
    QJsonObject json{ { u"precision"_s, precisionOf(map) }, { u"zeroPoint"_s, map.zeroPoint } };
    if (map.height > 0 && map.width > 0 && map.depth > 0)
        json[u"shape"_s] = shapeOf(map);
    addStorage(map, json);
    return json;
}

QJsonArray rangesToJson(const std::vector<npu::RegionRange> &ranges)
{
    QJsonArray result;
    for (const auto &range : ranges)
        result.append(QJsonObject{ { u"region"_s, range.region },
            { u"address"_s, qint64(range.address) }, { u"length"_s, qint64(range.length) } });
    return result;
}

QJsonObject kernelToJson(const npu::Kernel &kernel)
{
    return { { u"width"_s, qint64(kernel.width) }, { u"height"_s, qint64(kernel.height) },
        { u"strideX"_s, qint64(kernel.strideX) }, { u"strideY"_s, qint64(kernel.strideY) },
        { u"dilationX"_s, qint64(kernel.dilationX) }, { u"dilationY"_s, qint64(kernel.dilationY) },
        { u"padding"_s,
            QJsonArray{ qint64(kernel.padding[0]), qint64(kernel.padding[1]),
                qint64(kernel.padding[2]), qint64(kernel.padding[3]) } } };
}

QJsonObject scaleToJson(const npu::Scale &scale)
{
    QJsonObject json{ { u"multiplier"_s, qint64(scale.multiplier) },
        { u"shift"_s, qint64(scale.shift) } };
    insertKnown(json, u"rounding"_s, scale.rounding);
    return json;
}

QJsonObject dmaToJson(const npu::Dma &dma)
{
    QJsonObject json{ { u"bytes"_s, qint64(dma.bytes) }, { u"dimensions"_s, dma.dimensions },
        { u"internal"_s, dma.isInternal } };
    const auto add = [&](const QString &key, const std::optional<npu::RegionRange> &range) {
        if (range)
            json[key] = rangesToJson({ *range }).first();
    };
    add(u"source"_s, dma.source);
    add(u"destination"_s, dma.destination);
    add(u"indices"_s, dma.indices);
    return json;
}

void addComputation(const npu::Operation &operation, QJsonObject &json)
{
    if (operation.ifm)
        json[u"ifm"_s] = mapToJson(*operation.ifm);
    if (operation.ifm2)
        json[u"ifm2"_s] = mapToJson(*operation.ifm2);
    if (operation.ofm)
        json[u"ofm"_s] = mapToJson(*operation.ofm);
    if (operation.kernel)
        json[u"kernel"_s] = kernelToJson(*operation.kernel);
    insertKnown(json, u"weights"_s, rangesToJson(operation.weights));
    insertKnown(json, u"scales"_s, rangesToJson(operation.scales));
    insertKnown(json, u"activation"_s, operation.activation);
    if (operation.activationMin && operation.activationMax) {
        json[u"activationMin"_s] = *operation.activationMin;
        json[u"activationMax"_s] = *operation.activationMax;
    }
    if (operation.ofmScale)
        json[u"ofmScale"_s] = scaleToJson(*operation.ofmScale);
    if (operation.ifmScale)
        json[u"ifmScale"_s] = scaleToJson(*operation.ifmScale);
    if (operation.ifm2Scale)
        json[u"ifm2Scale"_s] = scaleToJson(*operation.ifm2Scale);
    if (operation.chain >= 0)
        json[u"chain"_s] = operation.chain;
}

QJsonObject operationToJson(const npu::Operation &operation, const npu::Work &work)
{
    QJsonObject json{ { u"index"_s, qint64(operation.index) },
        { u"offset"_s, qint64(operation.offset) },
        { u"kind"_s, npu::operationKindName(operation.kind) } };
    insertKnown(json, u"mode"_s, operation.mode);
    addComputation(operation, json);
    if (operation.dma)
        json[u"dma"_s] = dmaToJson(*operation.dma);
    insertKnown(json, u"branchTarget"_s, operation.branchTarget);
    insertKnown(json, u"kernelWait"_s, operation.kernelWait);
    insertKnown(json, u"dmaWait"_s, operation.dmaWait);
    insertKnown(json, u"blockDependency"_s, operation.blockDependency);
    insertKnown(json, u"macs"_s, work.macs);
    if (!operation.isStateKnown)
        json[u"stateKnown"_s] = false;
    return json;
}

QJsonArray actionsToJson(const std::vector<npu::DriverAction> &actions)
{
    QJsonArray result;
    for (const auto &action : actions) {
        QJsonObject json{ { u"name"_s, action.name }, { u"offset"_s, qint64(action.offset) },
            { u"parameter"_s, qint64(action.parameter) } };
        const auto words = jsonList(action.words);
        insertKnown(json, u"words"_s, words);
        result.append(json);
    }
    return result;
}

QJsonObject commandCounts(const npu::Stream &stream)
{
    std::map<QString, qint64> counts;
    for (const auto &command : stream.commands)
        ++counts[npu::commandName(command, stream.config.product)];
    counts.erase(QString());
    QJsonObject json;
    for (const auto &[name, count] : counts)
        json[name] = count;
    return json;
}

QJsonObject ownerToJson(const model::EntityRef &owner)
{
    if (owner.kind == model::EntityRef::Kind::Delegate)
        return { { u"method"_s, owner.method }, { u"delegate"_s, owner.index } };
    if (owner.kind == model::EntityRef::Kind::Operator)
        return { { u"subgraph"_s, owner.method }, { u"operator"_s, owner.index } };
    return {};
}

} // namespace

QJsonObject streamToJson(const npu::PlacedStream &placed)
{
    auto json = ownerToJson(placed.place.owner);
    if (!placed.stream) {
        json[u"error"_s] = placed.error ? placed.error->toText() : QString();
        return json;
    }
    const auto &stream = *placed.stream;
    json[u"product"_s] = model::productName(stream.config.product);
    json[u"macs"_s] = qint64(stream.config.macs);
    json[u"driverFormat"_s] = stream.driverFormat;
    json[u"actions"_s] = actionsToJson(stream.actions);
    const auto work = npu::workOf(stream);
    QJsonArray operations;
    qint64 dma = 0;
    for (size_t i = 0; i < stream.operations.size(); ++i) {
        const auto &operation = stream.operations[i];
        operations.append(operationToJson(operation, i < work.size() ? work[i] : npu::Work{}));
        dma += operation.kind == npu::OperationKind::Dma ? 1 : 0;
    }
    json[u"operations"_s] = operations;
    json[u"dma"_s] = dma;
    json[u"waits"_s] = qint64(stream.dmaWaits + stream.kernelWaits);
    json[u"unknown"_s] = qint64(stream.unknown.size());
    json[u"streamWords"_s] = qint64(stream.words);
    json[u"commands"_s] = qint64(stream.commands.size());
    json[u"commandCounts"_s] = commandCounts(stream);
    json[u"diagnostics"_s] = diagnosticsToJson(stream.diagnostics);
    return json;
}

} // namespace tosaic::inspect
