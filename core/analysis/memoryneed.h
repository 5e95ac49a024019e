// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memoryfacts.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace tosaic::analysis {

enum class Memory
{
    Sram,
    Flash, ///< on or off chip
    Dram
};
QString memoryKey(Memory memory); ///< "sram"
QString partKey(PartKind kind); ///< "fastScratch"

/// What a model needs of each memory, and of what: the one answer that every view, report and
/// command gives. Each part counts where the spec puts it: in Sram_Only weights and commands are
/// SRAM, although Vela books the weights as on-chip flash. All numbers are Origin::Estimate.
class MemoryNeed
{
public:
    struct Part
    {
        PartKind kind = PartKind::Scratch;
        std::optional<quint64> bytes; ///< absent: not known
        bool operator==(const Part &) const = default;
    };
    /// One memory with what lies in it.
    struct Place
    {
        Memory memory = Memory::Sram;
        std::vector<Part> parts;

        std::optional<quint64> bytes() const; ///< absent if a part is not known
        quint64 knownBytes() const; ///< the sum of those that are known
        bool operator==(const Place &) const = default;
    };

    std::vector<Place> places; ///< SRAM, flash, DRAM; those in which something lies
    /// Planned buffers of the program: its runner, not the spec, says where they lie.
    std::vector<Part> unplaced;

    const Place *place(Memory memory) const;
    /// 0 if nothing lies there; absent if that is not known.
    std::optional<quint64> bytes(Memory memory) const;
    bool has(Memory memory, PartKind kind) const;
    bool isEmpty() const { return places.empty(); } ///< nothing is known
    bool operator==(const MemoryNeed &) const = default;
};

/// The need that a picture shows; empty if it shows only a layout.
MemoryNeed memoryNeed(const MemoryPicture &picture);
/// Reads an ini file of the user's, if the spec names one.
MemoryNeed memoryNeed(const MemoryFacts &facts);
/// Of each partition by itself, without the program's buffers.
std::vector<MemoryNeed> partitionNeeds(const MemoryFacts &facts);

/// Adds "need" [{"memory", "bytes"?, "parts" [{"kind", "bytes"?}], "origin"}] and, where there are
/// such, "unplaced" with parts of the same shape. Nothing is known: adds nothing.
void insertNeed(QJsonObject &object, const MemoryNeed &need);
/// What insertNeed() wrote. Entries that make no sense are left out.
MemoryNeed needFromJson(const QJsonObject &object);
/// The "need" of the new side, where each entry has the old one's "bytes"? and "parts" as "old".
QJsonArray needJson(const MemoryNeed &oldNeed, const MemoryNeed &newNeed);

} // namespace tosaic::analysis
