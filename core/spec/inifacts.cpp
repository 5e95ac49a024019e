// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/inifacts.h"

#include "core/spec/specrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

template <typename Item>
const Item *named(const std::vector<Item> &items, const QString &name)
{
    const auto found = std::find_if(
        items.begin(), items.end(), [&](const Item &item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

template <typename Item>
QStringList namesOf(const std::vector<Item> &items)
{
    QStringList names;
    for (const auto &item : items)
        names.append(item.name);
    return names;
}

IniFacts makeBundled()
{
    IniFacts facts;
    for (const auto &config : systemConfigs())
        facts.systemConfigs.push_back(
            { config.name, u"Sram"_s, config.hasDram ? u"Dram"_s : u"OffChipFlash"_s });
    for (const auto &name : memoryModes()) {
        IniMode mode{ .name = name };
        if (name != u"Sram_Only"_s)
            mode.constPort = u"Axi1"_s;
        if (name.startsWith("Dedicated_Sram"_L1))
            mode.arenaPort = u"Axi1"_s;
        mode.hasCacheSize = name.endsWith("KB"_L1);
        facts.memoryModes.push_back(mode);
    }
    return facts;
}

} // namespace

const IniSystem *IniFacts::system(const QString &name) const
{
    return named(systemConfigs, name);
}

const IniMode *IniFacts::mode(const QString &name) const
{
    return named(memoryModes, name);
}

QStringList IniFacts::systemNames() const
{
    return namesOf(systemConfigs);
}

QStringList IniFacts::modeNames() const
{
    return namesOf(memoryModes);
}

const IniFacts &bundledIni()
{
    static const IniFacts facts = makeBundled();
    return facts;
}

QString memoryBehind(const IniSystem &system, const QString &port)
{
    if (port == u"Axi0"_s)
        return system.axi0;
    return port == u"Axi1"_s ? system.axi1 : QString();
}

std::optional<AreaProblem> areaProblem(const IniSystem &system, const IniMode &mode)
{
    const auto weights = memoryBehind(system, mode.constPort);
    const auto arena = memoryBehind(system, mode.arenaPort);
    const auto cache = memoryBehind(system, mode.cachePort);
    if (weights.isEmpty() || arena.isEmpty() || cache.isEmpty())
        return {};
    const bool isOnePort = mode.constPort == mode.arenaPort && mode.arenaPort == mode.cachePort;
    if (weights == u"Sram"_s && !isOnePort) // with one port Vela renames it to OnChipFlash
        return AreaProblem{ u"const_mem_area"_s, weights,
            u"Dram or OnChipFlash or OffChipFlash"_s };
    if (arena != u"Sram"_s && arena != u"Dram"_s)
        return AreaProblem{ u"arena_mem_area"_s, arena, u"Sram or Dram"_s };
    if (cache != u"Sram"_s)
        return AreaProblem{ u"cache_mem_area"_s, cache, u"Sram"_s };
    return {};
}

bool isDedicated(const IniMode &mode)
{
    return mode.arenaPort != mode.cachePort;
}

} // namespace tosaic::spec
