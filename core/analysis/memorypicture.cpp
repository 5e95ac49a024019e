// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memorypicture.h"

#include "core/analysis/memorypartition.h"
#include "core/compiled/inferencetime.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

constexpr qint32 LastSharedRegion = 2; ///< 0 weights, 1 scratch, 2 fast scratch

bool isSram(const QString &memory)
{
    return memory == "Sram"_L1;
}

Placement placementOf(const MemorySystem &system)
{
    if (system.constMemory.isEmpty() || system.arenaMemory.isEmpty())
        return Placement::Unknown;
    const bool constOnChip = isSram(system.constMemory);
    if (isSram(system.arenaMemory))
        return constOnChip ? Placement::SramOnly : Placement::SharedSram;
    return constOnChip || !isSram(system.cacheMemory) ? Placement::Other : Placement::DedicatedSram;
}

/// What the summary of a run says about an ini file that is not at hand.
std::optional<MemorySystem> reportedSystem(const PictureInput &input)
{
    for (const auto &partition : input.partitions) {
        const auto &vela = partition.vela;
        if (!vela || vela->featureMapMemory.isEmpty() || vela->weightsMemory.isEmpty())
            continue;
        MemorySystem system;
        system.systemConfig = vela->systemConfig;
        system.memoryMode = vela->memoryMode;
        system.clockHz = {}; // bandwidths come from the report too
        const bool isSramOnly
            = isSram(vela->featureMapMemory) && vela->weightsMemory == "OnChipFlash"_L1;
        system.axi0 = { u"Sram"_s, 0, 1.0 };
        system.axi1 = { isSramOnly ? QString() : vela->weightsMemory, 0, 1.0 };
        system.constMemory = isSramOnly ? u"Sram"_s : vela->weightsMemory;
        system.arenaMemory = vela->featureMapMemory;
        system.cacheMemory = u"Sram"_s;
        return system;
    }
    return {};
}

/// Puts the parts into the boxes.
class Placer
{
public:
    Placer(const PictureInput &input, const MemorySystem *system, Placement placement)
        : m_input(input), m_placement(placement), m_isPlaced(system != nullptr)
    {
        m_sram.role = MemoryRole::Sram;
        m_sram.memory = u"Sram"_s;
        m_external.role = MemoryRole::External;
        m_external.memory = system ? system->axi1.memory : QString();
        m_program.role = MemoryRole::Program;
        if (system)
            m_arenaRole = isSram(system->arenaMemory) ? MemoryRole::Sram : MemoryRole::External;
        if (system)
            m_constRole = isSram(system->constMemory) ? MemoryRole::Sram : MemoryRole::External;
    }

    std::vector<MemoryBox> place()
    {
        for (const auto &partition : m_input.partitions)
            m_sizes.push_back(sizesOf(partition, m_placement));
        if (m_isPlaced)
            placeNpu();
        placeProgram();
        std::vector<MemoryBox> boxes{ m_sram, m_external };
        if (!m_program.parts.empty())
            boxes.push_back(m_program);
        return boxes;
    }

private:
    MemoryBox &box(MemoryRole role) { return role == MemoryRole::Sram ? m_sram : m_external; }

    void placeNpu()
    {
        const bool isCombined = std::ranges::any_of(
            m_sizes, [](const auto &sizes) { return sizes.readOnlyAndScratch.has_value(); });
        if (isCombined) {
            box(m_arenaRole)
                .parts.push_back(partOf(
                    PartKind::ReadOnlyAndScratch, &PartitionSizes::readOnlyAndScratch, true));
        } else {
            auto scratch = partOf(PartKind::Scratch, &PartitionSizes::scratch, false);
            addInner(scratch);
            box(m_arenaRole).parts.push_back(std::move(scratch));
        }
        if (m_placement == Placement::DedicatedSram) {
            auto fast = partOf(PartKind::FastScratch, &PartitionSizes::fastScratch, false);
            addStaging(fast);
            m_sram.parts.push_back(std::move(fast));
        }
        if (!isCombined)
            box(m_constRole)
                .parts.push_back(partOf(PartKind::Weights, &PartitionSizes::weights, true));
        box(m_constRole)
            .parts.push_back(partOf(PartKind::Commands, &PartitionSizes::commands, true));
        placeSeparateIo();
    }

    MemoryPart partOf(PartKind kind, Number PartitionSizes::*size, bool isSum) const
    {
        MemoryPart part;
        part.kind = kind;
        if (!m_sizes.empty())
            part.bytes = 0;
        quint64 largest = 0;
        for (std::size_t i = 0; i < m_sizes.size(); ++i) {
            const auto &partition = m_input.partitions[i];
            const auto bytes = m_sizes[i].*size;
            const auto entity = entityFor(kind, partition);
            part.shares.push_back({ partition.partition, bytes, entity });
            if (part.entity.isEmpty() || (bytes && *bytes > largest))
                part.entity = entity;
            if (part.bytes && bytes)
                part.bytes = isSum ? *part.bytes + *bytes : std::max(*part.bytes, *bytes);
            else
                part.bytes.reset();
            largest = std::max(largest, bytes.value_or(0));
        }
        return part;
    }

    static model::EntityRef entityFor(PartKind kind, const PartitionMemory &partition)
    {
        if (kind == PartKind::Weights && !partition.weightEntity.isEmpty())
            return partition.weightEntity;
        if (kind == PartKind::Commands && !partition.commandEntity.isEmpty())
            return partition.commandEntity;
        return partition.entity;
    }

    /// Index of the partition whose share is the part's size; -1 without one.
    std::ptrdiff_t largestOf(const MemoryPart &part) const
    {
        const auto same = std::ranges::find_if(
            part.shares, [&](const auto &share) { return share.bytes == part.bytes; });
        return part.bytes && same != part.shares.end() ? same - part.shares.begin() : -1;
    }

    void addInner(MemoryPart &part) const
    {
        const auto at = largestOf(part);
        if (at < 0)
            return;
        const auto &partition = m_input.partitions[static_cast<std::size_t>(at)];
        const auto add = [&](const auto &list, InnerPart::Kind kind) {
            for (const auto &io : list) {
                if (io.region == 1 && io.offset >= 0)
                    part.inner.push_back(
                        { kind, static_cast<quint64>(io.offset), descriptorBytes(io) });
            }
        };
        add(partition.inputs, InnerPart::Kind::Input);
        add(partition.outputs, InnerPart::Kind::Output);
        if (m_placement == Placement::SharedSram)
            addStaging(part);
    }

    /// Weights are copied on chip if the reports say that some are written there.
    void addStaging(MemoryPart &part) const
    {
        const auto at = largestOf(part);
        if (at < 0)
            return;
        const auto &partition = m_input.partitions[static_cast<std::size_t>(at)];
        if (stagedBytes(partition).value_or(0) > 0)
            part.inner.push_back({ InnerPart::Kind::Staging, {}, partition.stagingBytes });
    }

    void placeSeparateIo()
    {
        Number largest;
        for (const auto &partition : m_input.partitions) {
            Number sum;
            for (const auto *list : { &partition.inputs, &partition.outputs }) {
                for (const auto &io : *list) {
                    if (io.region > LastSharedRegion)
                        sum = sum.value_or(0) + descriptorBytes(io).value_or(0);
                }
            }
            if (sum)
                largest = std::max(largest.value_or(0), *sum);
        }
        if (!largest)
            return;
        MemoryPart part;
        part.kind = PartKind::SeparateIo;
        part.bytes = largest;
        part.entity = m_input.partitions.front().entity;
        box(m_arenaRole).parts.push_back(std::move(part));
    }

    void placeProgram()
    {
        if (!m_input.program)
            return;
        const auto add = [&](MemoryBox &box, PartKind kind, const Number &bytes) {
            MemoryPart part;
            part.kind = kind;
            part.bytes = bytes;
            part.entity = m_input.program->entity;
            box.parts.push_back(std::move(part));
        };
        if (m_input.program->plannedFastBytes > 0)
            add(m_sram, PartKind::PlannedFastBuffers, m_input.program->plannedFastBytes);
        add(m_program, PartKind::PlannedBuffers, m_input.program->plannedBytes);
        add(m_program, PartKind::ProgramFile, m_input.program->fileRestBytes);
    }

    const PictureInput &m_input;
    Placement m_placement;
    bool m_isPlaced;
    MemoryRole m_arenaRole = MemoryRole::Sram;
    MemoryRole m_constRole = MemoryRole::External;
    std::vector<PartitionSizes> m_sizes;
    MemoryBox m_sram;
    MemoryBox m_external;
    MemoryBox m_program;
};

std::vector<PictureNote> notesOf(const MemoryPicture &picture, const MemorySystem *system)
{
    std::vector<PictureNote> notes;
    if (!system) {
        notes.push_back(PictureNote::SystemUnknown);
        return notes;
    }
    if (picture.placement == Placement::DedicatedSram) {
        if (picture.family == spec::Family::U55)
            notes.push_back(PictureNote::NotForFamily);
        if (!system->hasWritableExternal() && !system->axi1.memory.isEmpty())
            notes.push_back(PictureNote::NeedsDram);
        if (!picture.cacheLimitBytes && system->memoryMode == "Dedicated_Sram"_L1)
            notes.push_back(PictureNote::NoCacheLimit);
    }
    if (system->family && picture.family && *system->family != *picture.family)
        notes.push_back(PictureNote::ForeignSystem);
    if (picture.placement == Placement::SramOnly)
        notes.push_back(PictureNote::BookedAsFlash);
    const auto kind
        = picture.placement == Placement::DedicatedSram ? PartKind::FastScratch : PartKind::Scratch;
    const auto *limited = picture.boxes.front().part(kind);
    if (picture.cacheLimitBytes && limited && limited->bytes
        && *limited->bytes > *picture.cacheLimitBytes)
        notes.push_back(PictureNote::AboveCacheLimit);
    return notes;
}

/// The limit of the ini file, or the one that --arena-cache-size put above it: what the run was
/// told. Address spaces (4 GiB, 1 TiB) are none.
std::optional<quint64> limitOf(const PictureInput &input, const MemorySystem *system)
{
    constexpr quint64 SmallestAddressSpace = quint64(1) << 32;
    for (const auto &partition : input.partitions) {
        if (partition.vela && partition.vela->arenaLimitBytes
            && *partition.vela->arenaLimitBytes < SmallestAddressSpace)
            return partition.vela->arenaLimitBytes;
    }
    return system ? system->cacheLimitBytes : std::nullopt;
}

} // namespace

std::optional<quint64> MemoryBox::needBytes() const
{
    quint64 sum = 0;
    for (const auto &part : parts) {
        if (!part.bytes)
            return {};
        sum += *part.bytes;
    }
    return sum;
}

quint64 MemoryBox::knownBytes() const
{
    quint64 sum = 0;
    for (const auto &part : parts)
        sum += part.bytes.value_or(0);
    return sum;
}

const MemoryPart *MemoryBox::part(PartKind kind) const
{
    const auto found = std::ranges::find(parts, kind, &MemoryPart::kind);
    return found == parts.end() ? nullptr : &*found;
}

const MemoryBox *MemoryPicture::box(MemoryRole role) const
{
    const auto found = std::ranges::find(boxes, role, &MemoryBox::role);
    return found == boxes.end() ? nullptr : &*found;
}

const MemoryPort *MemoryPicture::port(MemoryRole role) const
{
    const auto found = std::ranges::find(ports, role, &MemoryPort::role);
    return found == ports.end() ? nullptr : &*found;
}

bool MemoryPicture::has(PictureNote note) const
{
    return std::ranges::find(notes, note) != notes.end();
}

MemoryPicture memoryPicture(const PictureInput &input)
{
    const auto full = spec::resolved(input.spec);
    MemoryPicture picture;
    picture.target = full.target;
    picture.family = spec::familyOf(full.target);
    picture.systemConfig = full.systemConfig.value_or(QString());
    picture.memoryMode = full.memoryMode.value_or(QString());
    picture.partitions = static_cast<int>(input.partitions.size());
    if (input.program)
        picture.otherBackends = input.program->otherBackends;
    auto system = input.system;
    if (!system && spec::usesBundledIni(full))
        system = bundledSystem(picture.systemConfig, picture.memoryMode);
    if (!system)
        system = reportedSystem(input);
    const auto *known = system ? &*system : nullptr;
    picture.placement = known ? placementOf(*known) : Placement::Unknown;
    picture.clockHz = known ? known->clockHz : std::nullopt;
    if (!picture.clockHz && !input.partitions.empty() && input.partitions.front().vela)
        picture.clockHz = input.partitions.front().vela->coreClockHz;
    picture.inferenceTimeS = compiled::inferenceTime(input.partitions);
    picture.cacheLimitBytes = limitOf(input, known);
    picture.boxes = Placer(input, known, picture.placement).place();
    picture.ports = memoryPorts(input, known);
    picture.notes = notesOf(picture, known);
    return picture;
}

} // namespace tosaic::analysis
