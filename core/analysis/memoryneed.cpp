// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memoryneed.h"

#include "core/base/knownjson.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

constexpr Memory AllMemories[] = { Memory::Sram, Memory::Flash, Memory::Dram };

Memory memoryOf(const MemoryBox &box)
{
    if (box.role == MemoryRole::Sram)
        return Memory::Sram;
    return box.memory == "Dram"_L1 ? Memory::Dram : Memory::Flash;
}

std::vector<MemoryNeed::Part> partsOf(const MemoryBox &box)
{
    std::vector<MemoryNeed::Part> parts;
    for (const auto &part : box.parts) {
        if (part.kind != PartKind::ProgramFile)
            parts.push_back({ part.kind, part.bytes });
    }
    return parts;
}

QJsonArray partsJson(const std::vector<MemoryNeed::Part> &parts)
{
    QJsonArray array;
    for (const auto &part : parts) {
        QJsonObject object{ { u"kind"_s, partKey(part.kind) } };
        insertKnown(object, u"bytes"_s, part.bytes);
        array.append(object);
    }
    return array;
}

std::optional<quint64> knownBytesIn(const QJsonValue &value)
{
    return value.isDouble() && value.toInteger(-1) >= 0
        ? std::optional(static_cast<quint64>(value.toInteger()))
        : std::nullopt;
}

std::vector<MemoryNeed::Part> partsFromJson(const QJsonArray &array)
{
    std::vector<MemoryNeed::Part> parts;
    for (const auto &value : array) {
        for (const auto kind :
            { PartKind::Scratch, PartKind::FastScratch, PartKind::Weights, PartKind::Commands,
                PartKind::ReadOnlyAndScratch, PartKind::SeparateIo, PartKind::PlannedBuffers }) {
            if (value[u"kind"_s].toString() == partKey(kind))
                parts.push_back({ kind, knownBytesIn(value[u"bytes"_s]) });
        }
    }
    return parts;
}

/// "bytes" and "parts" of one memory.
QJsonObject placeJson(const MemoryNeed &need, Memory memory)
{
    const auto *place = need.place(memory);
    QJsonObject object{ { u"parts"_s, place ? partsJson(place->parts) : QJsonArray() } };
    insertKnown(object, u"bytes"_s, need.bytes(memory));
    return object;
}

} // namespace

QString memoryKey(Memory memory)
{
    return memory == Memory::Sram ? u"sram"_s : memory == Memory::Flash ? u"flash"_s : u"dram"_s;
}

QString partKey(PartKind kind)
{
    switch (kind) {
    case PartKind::Scratch:
        return u"scratch"_s;
    case PartKind::FastScratch:
        return u"fastScratch"_s;
    case PartKind::Weights:
        return u"weights"_s;
    case PartKind::Commands:
        return u"commands"_s;
    case PartKind::ReadOnlyAndScratch:
        return u"weightsAndScratch"_s;
    case PartKind::SeparateIo:
        return u"io"_s;
    case PartKind::PlannedBuffers:
    case PartKind::PlannedFastBuffers:
        return u"plannedBuffers"_s;
    case PartKind::ProgramFile:
        return u"restOfFile"_s;
    }
    return {};
}

std::optional<quint64> MemoryNeed::Place::bytes() const
{
    const bool isKnown
        = std::ranges::all_of(parts, [](const Part &part) { return part.bytes.has_value(); });
    return isKnown ? std::optional(knownBytes()) : std::nullopt;
}

quint64 MemoryNeed::Place::knownBytes() const
{
    quint64 sum = 0;
    for (const auto &part : parts)
        sum += part.bytes.value_or(0);
    return sum;
}

const MemoryNeed::Place *MemoryNeed::place(Memory memory) const
{
    const auto found = std::ranges::find(places, memory, &Place::memory);
    return found == places.end() ? nullptr : &*found;
}

std::optional<quint64> MemoryNeed::bytes(Memory memory) const
{
    if (isEmpty())
        return {};
    const auto *there = place(memory);
    return there ? there->bytes() : 0;
}

bool MemoryNeed::has(Memory memory, PartKind kind) const
{
    const auto *there = place(memory);
    return there && std::ranges::find(there->parts, kind, &Part::kind) != there->parts.end();
}

MemoryNeed memoryNeed(const MemoryPicture &picture)
{
    MemoryNeed need;
    for (const auto &box : picture.boxes) {
        auto parts = partsOf(box);
        if (box.role == MemoryRole::Program)
            need.unplaced = std::move(parts);
        else if (picture.partitions > 0 && !picture.has(PictureNote::SystemUnknown)
            && !parts.empty())
            need.places.push_back({ memoryOf(box), std::move(parts) });
    }
    return need;
}

MemoryNeed memoryNeed(const MemoryFacts &facts)
{
    return memoryNeed(memoryPicture({ .spec = facts.spec,
        .system = memorySystemOf(facts.spec),
        .partitions = facts.partitions,
        .program = facts.program }));
}

std::vector<MemoryNeed> partitionNeeds(const MemoryFacts &facts)
{
    std::vector<MemoryNeed> needs;
    const auto system = memorySystemOf(facts.spec);
    for (const auto &partition : facts.partitions)
        needs.push_back(memoryNeed(memoryPicture(
            { .spec = facts.spec, .system = system, .partitions = { partition }, .program = {} })));
    return needs;
}

void insertNeed(QJsonObject &object, const MemoryNeed &need)
{
    QJsonArray array;
    for (const auto &place : need.places) {
        auto entry = placeJson(need, place.memory);
        entry.insert(u"memory"_s, memoryKey(place.memory));
        entry.insert(u"origin"_s, u"est"_s);
        array.append(entry);
    }
    if (!array.isEmpty())
        object.insert(u"need"_s, array);
    if (!need.unplaced.empty())
        object.insert(u"unplaced"_s, partsJson(need.unplaced));
}

MemoryNeed needFromJson(const QJsonObject &object)
{
    MemoryNeed need;
    for (const auto &value : object[u"need"_s].toArray()) {
        for (const auto memory : AllMemories) {
            if (value[u"memory"_s].toString() == memoryKey(memory))
                need.places.push_back({ memory, partsFromJson(value[u"parts"_s].toArray()) });
        }
    }
    need.unplaced = partsFromJson(object[u"unplaced"_s].toArray());
    return need;
}

QJsonArray needJson(const MemoryNeed &oldNeed, const MemoryNeed &newNeed)
{
    QJsonArray array;
    for (const auto memory : AllMemories) {
        if (!oldNeed.place(memory) && !newNeed.place(memory))
            continue;
        auto object = placeJson(newNeed, memory);
        object.insert(u"memory"_s, memoryKey(memory));
        object.insert(u"origin"_s, u"est"_s);
        object.insert(u"old"_s, placeJson(oldNeed, memory));
        array.append(object);
    }
    return array;
}

} // namespace tosaic::analysis
