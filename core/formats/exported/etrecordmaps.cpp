// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/etrecordmaps.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

/// Calls `visit` for each instruction of each method.
template <typename Visit>
void forEachInstruction(EtRecord &record, const QJsonObject &map, Visit visit)
{
    for (auto method = map.begin(); method != map.end(); ++method) {
        auto &entry = record.methods[method.key()];
        const auto instructions = method->toObject();
        for (auto it = instructions.begin(); it != instructions.end(); ++it) {
            bool isNumber = false;
            const auto instruction = it.key().toLongLong(&isNumber);
            if (isNumber)
                visit(entry, instruction, QJsonValue(*it));
        }
    }
}

std::vector<qint64> handlesOf(const QJsonValue &value)
{
    std::vector<qint64> handles;
    if (value.isDouble())
        handles.push_back(value.toInteger());
    for (const auto &handle : value.toArray())
        handles.push_back(handle.toInteger());
    return handles;
}

} // namespace

void addDebugHandles(EtRecord &record, const QJsonObject &map)
{
    forEachInstruction(
        record, map, [](EtRecord::Method &method, qint64 instruction, const QJsonValue &value) {
            method.handles[instruction] = handlesOf(value);
        });
}

void addDelegates(EtRecord &record, const QJsonObject &map)
{
    forEachInstruction(
        record, map, [](EtRecord::Method &method, qint64 instruction, const QJsonValue &value) {
            auto &delegate = method.delegates[instruction];
            delegate.backend = value[u"name"_s].toString();
            if (!value[u"delegate_map"_s].isObject())
                return;
            auto &handles = delegate.handles.emplace();
            const auto ids = value[u"delegate_map"_s].toObject();
            for (auto it = ids.begin(); it != ids.end(); ++it)
                handles[it.key()] = handlesOf(*it);
        });
}

void addOutputCounts(EtRecord &record, const QJsonObject &map)
{
    forEachInstruction(
        record, map, [](EtRecord::Method &method, qint64 instruction, const QJsonValue &value) {
            if (value.isDouble())
                method.outputCounts[instruction] = value.toInteger();
        });
}

} // namespace tosaic::formats
