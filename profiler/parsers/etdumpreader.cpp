// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpreader.h"

#include "etdump_generated.h"

#include <QHash>
#include <QJsonArray>

#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr size_t MaxTables = 10'000'000;

/// Null if the bytes cannot be verified.
const fb::ETDump *verified(QByteArrayView bytes)
{
    // FlatBuffers wants alignment; QByteArray and mapped files give it at their start.
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    const auto size = static_cast<size_t>(bytes.size());
    if (bytes.size() < 16)
        return nullptr;
    const bool hasSize = std::memcmp(data + 8, "ED00", 4) == 0;
    const auto *body = hasSize ? data + 4 : data;
    flatbuffers::Verifier verifier(body, hasSize ? size - 4 : size, 64, MaxTables, false);
    if (!verifier.VerifyBuffer<fb::ETDump>("ED00"))
        return nullptr;
    return flatbuffers::GetRoot<fb::ETDump>(body);
}

QString text(const flatbuffers::String *string)
{
    return string ? QString::fromUtf8(string->c_str(), string->size()) : QString();
}

QJsonObject runJson(const fb::RunData &run)
{
    qint64 profile = 0;
    qint64 allocation = 0;
    qint64 debug = 0;
    QHash<QString, qint64> names;
    if (run.events()) {
        for (const auto *event : *run.events()) {
            profile += event->profile_event() != nullptr;
            allocation += event->allocation_event() != nullptr;
            debug += event->debug_event() != nullptr;
            if (const auto *entry = event->profile_event())
                ++names[text(entry->name())];
        }
    }
    QJsonObject counts;
    for (auto it = names.cbegin(); it != names.cend(); ++it)
        counts.insert(it.key(), it.value());
    return { { u"name"_s, text(run.name()) },
        { u"events"_s,
            QJsonObject{ { u"profile"_s, profile }, { u"allocation"_s, allocation },
                { u"debug"_s, debug } } },
        { u"eventNames"_s, counts } };
}

} // namespace

bool isReadableEtdump(QByteArrayView bytes)
{
    return verified(bytes) != nullptr;
}

QJsonObject etdumpToJson(QByteArrayView bytes)
{
    QJsonObject object{ { u"size"_s, static_cast<qint64>(bytes.size()) } };
    const auto *dump = verified(bytes);
    if (!dump)
        return object;
    QJsonArray runs;
    if (dump->run_data()) {
        for (const auto *run : *dump->run_data())
            runs.append(runJson(*run));
    }
    object.insert(u"runs"_s, runs);
    return object;
}

} // namespace tosaic::profile
