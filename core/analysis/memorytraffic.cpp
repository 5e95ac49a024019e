// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memorypicture.h"

#include "core/compiled/inferencetime.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// Ports of the NPU and what Vela says moves over them.

namespace tosaic::analysis {

namespace {

constexpr double BytesPerGiB = 1024.0 * 1024.0 * 1024.0;

using Number = std::optional<quint64>;

void addTo(Number &sum, const Number &more)
{
    sum = sum && more ? Number(*sum + *more) : Number();
}

bool isBehind(const QString &memory, MemoryRole role, const QString &externalMemory)
{
    if (memory == "Sram"_L1)
        return role == MemoryRole::Sram;
    // On-chip flash is the SRAM in Sram_Only, unless the system really has one.
    if (memory == "OnChipFlash"_L1 && externalMemory != memory)
        return role == MemoryRole::Sram;
    return role == MemoryRole::External;
}

void addUse(PortTraffic &sum, const compiled::MemoryUse &use)
{
    addTo(sum.featureMapRead, use.featureMapReadBytes);
    addTo(sum.featureMapWrite, use.featureMapWriteBytes);
    addTo(sum.weightRead, use.weightReadBytes);
    addTo(sum.weightWrite, use.weightWriteBytes);
    addTo(sum.total, use.totalBytes);
}

PortTraffic trafficOf(const PictureInput &input, MemoryRole role, const QString &externalMemory)
{
    const bool isKnown = !input.partitions.empty()
        && std::ranges::all_of(input.partitions, [](const auto &p) { return p.vela.has_value(); });
    PortTraffic sum;
    if (!isKnown)
        return sum;
    sum = { 0, 0, 0, 0, {}, 0 };
    for (const auto &partition : input.partitions) {
        for (const auto &use : partition.vela->memories) {
            if (isBehind(use.memory, role, externalMemory))
                addUse(sum, use);
        }
    }
    if (sum.total && sum.featureMapRead && sum.featureMapWrite && sum.weightRead
        && sum.weightWrite) {
        const auto named
            = *sum.featureMapRead + *sum.featureMapWrite + *sum.weightRead + *sum.weightWrite;
        if (named <= *sum.total)
            sum.other = *sum.total - named;
    }
    return sum;
}

/// Of Ethos-U85: log2 of the ports is in the configuration word of the command stream.
std::optional<int> builtPorts(const PictureInput &input, MemoryRole role)
{
    for (const auto &partition : input.partitions) {
        if (!partition.npu || partition.npu->product != model::NpuProduct::U85)
            continue;
        const auto word = partition.npu->configWord;
        return role == MemoryRole::Sram ? 1 << ((word >> 8) & 3) : 1 << ((word >> 10) & 1);
    }
    return {};
}

/// As Vela's report states it, for systems whose ini file is not at hand.
std::optional<double> reportedBandwidth(const PictureInput &input, const QString &memory)
{
    for (const auto &partition : input.partitions) {
        if (!partition.vela)
            continue;
        const auto &all = partition.vela->memories;
        const auto use = std::ranges::find(all, memory, &compiled::MemoryUse::memory);
        if (use != all.end() && use->bandwidthGiBs)
            return *use->bandwidthGiBs * BytesPerGiB;
    }
    return {};
}

QString portName(std::optional<spec::Family> family, MemoryRole role)
{
    if (family == spec::Family::U85)
        return role == MemoryRole::Sram ? u"SRAM"_s : u"EXT"_s;
    return role == MemoryRole::Sram ? u"AXI0"_s : u"AXI1"_s;
}

MemoryPort portOf(const PictureInput &input, const MemorySystem *system, MemoryRole role)
{
    const auto family = spec::familyOf(input.spec.target);
    MemoryPort port;
    port.role = role;
    port.name = portName(family, role);
    port.widthBytes = portWidthBytes(family.value_or(spec::Family::U55));
    port.isReadOnly = role == MemoryRole::External && family == spec::Family::U55;
    port.built = builtPorts(input, role);
    const auto *facts = !system    ? nullptr
        : role == MemoryRole::Sram ? &system->axi0
                                   : &system->axi1;
    if (facts) {
        if (facts->ports > 0)
            port.used = facts->ports;
        if (facts->ports > 0 && system->clockHz)
            port.bandwidth = port.widthBytes * facts->ports * facts->clockScale * *system->clockHz;
        else
            port.bandwidth = reportedBandwidth(input, facts->memory);
    }
    port.traffic = trafficOf(input, role, system ? system->axi1.memory : QString());
    const auto time = compiled::inferenceTime(input.partitions).value_or(0);
    if (port.traffic.total && port.bandwidth && *port.bandwidth > 0 && time > 0)
        port.busyShare = static_cast<double>(*port.traffic.total) / *port.bandwidth / time;
    return port;
}

} // namespace

std::optional<quint64> PortTraffic::written() const
{
    auto sum = featureMapWrite;
    addTo(sum, weightWrite);
    return sum;
}

std::vector<MemoryPort> memoryPorts(const PictureInput &input, const MemorySystem *system)
{
    return { portOf(input, system, MemoryRole::Sram), portOf(input, system, MemoryRole::External) };
}

} // namespace tosaic::analysis
