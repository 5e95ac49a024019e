// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/ethosujson.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

QJsonArray descriptorsToJson(const std::vector<model::IoDescriptor> &descriptors)
{
    QJsonArray result;
    for (const auto &descriptor : descriptors) {
        const auto shape = jsonList(descriptor.shape);
        QJsonObject entry{
            { u"shape"_s, shape },
        };
        if (descriptor.isPlaced()) {
            entry[u"offset"_s] = descriptor.offset;
            entry[u"region"_s] = descriptor.region;
        }
        if (descriptor.elementSize > 0) // the oldest streams do not store it
            entry[u"elementSize"_s] = descriptor.elementSize;
        result.append(entry);
    }
    return result;
}

QJsonArray blocksToJson(const std::vector<model::PayloadBlock> &blocks)
{
    QJsonArray result;
    for (const auto &block : blocks) {
        QJsonObject entry{
            { u"name"_s, block.name },
            { u"size"_s, static_cast<qint64>(block.size) },
            { u"external"_s, block.isExternal },
        };
        insertKnown(entry, u"key"_s, block.externalKey);
        insertKnown(entry, u"externalSize"_s, block.externalSize);
        result.append(entry);
    }
    return result;
}

} // namespace

QJsonObject payloadToJson(const model::EthosUPayload &payload)
{
    QJsonObject result{
        { u"blocks"_s, blocksToJson(payload.blocks) },
        { u"inputs"_s, descriptorsToJson(payload.inputs) },
        { u"outputs"_s, descriptorsToJson(payload.outputs) },
    };
    insertKnown(result, u"streamVersion"_s, payload.streamVersion);
    insertKnown(result, u"arenaBytes"_s, payload.arenaBytes);
    insertKnown(result, u"fastArenaBytes"_s, payload.fastArenaBytes);
    insertKnown(result, u"persistentBytes"_s, payload.persistentBytes);
    if (const auto *commands = payload.block(u"cmd_data"_s))
        insertKnown(result, u"commandBytes"_s, commands->bytes());
    if (!payload.driverFormat.isEmpty()) {
        result[u"driverFormat"_s] = payload.driverFormat;
        result[u"commandStreamWords"_s] = static_cast<qint64>(payload.commandStreamWords);
    }
    if (payload.npu) {
        result[u"product"_s] = model::productName(payload.npu->product);
        result[u"macs"_s] = static_cast<qint64>(payload.npu->macs);
        result[u"operations"_s] = static_cast<qint64>(payload.operations);
        QJsonObject kinds;
        for (const auto &[kind, count] : payload.operationKinds)
            kinds[kind] = static_cast<qint64>(count);
        result[u"operationKinds"_s] = kinds;
        if (payload.unknownCommands > 0)
            result[u"unknownCommands"_s] = static_cast<qint64>(payload.unknownCommands);
    }
    return result;
}

} // namespace tosaic::inspect
