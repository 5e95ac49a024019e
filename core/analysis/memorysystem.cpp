// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memorysystem.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

/// Ports and clock scales of one System_Config of Arm/vela.ini; its clock and kind of second memory
/// are in the tables of core/spec. The SRAM runs at the NPU's clock everywhere.
struct BundledPorts
{
    QLatin1StringView name;
    int sramPorts;
    int externalPorts;
    double externalScale;
};

constexpr BundledPorts Ports[] = {
    { "Ethos_U55_Deep_Embedded"_L1, 1, 1, 0.0625 },
    { "Ethos_U55_High_End_Embedded"_L1, 1, 1, 0.125 },
    { "Ethos_U65_Embedded"_L1, 1, 1, 0.0625 },
    { "Ethos_U65_Mid_End"_L1, 1, 1, 0.46875 },
    { "Ethos_U65_High_End"_L1, 1, 1, 0.234375 },
    { "Ethos_U65_Client_Server"_L1, 1, 1, 0.75 },
    { "Ethos_U85_SYS_Flash_Low"_L1, 2, 1, 0.0625 },
    { "Ethos_U85_SYS_Flash_High"_L1, 2, 1, 0.0625 },
    { "Ethos_U85_SYS_DRAM_Low"_L1, 2, 1, 0.46875 },
    { "Ethos_U85_SYS_DRAM_Mid"_L1, 2, 1, 0.75 },
    { "Ethos_U85_SYS_DRAM_High"_L1, 4, 2, 0.75 },
};

constexpr quint64 KiB = 1024;

std::optional<quint64> limitOf(const QString &mode)
{
    const auto size = mode.section(u'_', 2);
    return size.endsWith("KB"_L1) ? std::optional(size.chopped(2).toULongLong() * KiB)
                                  : std::nullopt;
}

void placeBy(const QString &mode, MemorySystem &system)
{
    const auto sram = system.axi0.memory;
    const auto external = system.axi1.memory;
    system.constMemory = mode == "Sram_Only"_L1 ? sram : external;
    system.arenaMemory = mode.startsWith("Dedicated_Sram"_L1) ? external : sram;
    system.cacheMemory = sram;
    system.cacheLimitBytes = limitOf(mode);
}

} // namespace

QString MemorySystem::memoryOf(int region) const
{
    switch (region) {
    case 0:
        return constMemory;
    case 1:
    case 3:
    case 4:
        return arenaMemory;
    case 2:
        return cacheMemory;
    default:
        return {};
    }
}

int portWidthBytes(spec::Family family)
{
    return family == spec::Family::U55 ? 8 : 16;
}

std::optional<MemorySystem> bundledSystem(const QString &systemConfig, const QString &memoryMode)
{
    const auto &configs = spec::systemConfigs();
    const auto config = std::ranges::find(configs, systemConfig, &spec::SystemConfig::name);
    const auto ports = std::ranges::find(Ports, systemConfig, &BundledPorts::name);
    if (config == configs.end() || ports == std::end(Ports)
        || !spec::memoryModes().contains(memoryMode))
        return {};
    MemorySystem system;
    system.systemConfig = systemConfig;
    system.memoryMode = memoryMode;
    system.family = config->family;
    system.clockHz = static_cast<double>(config->clockHz);
    system.axi0 = { u"Sram"_s, ports->sramPorts, 1.0 };
    system.axi1 = { config->hasDram ? u"Dram"_s : u"OffChipFlash"_s, ports->externalPorts,
        ports->externalScale };
    placeBy(memoryMode, system);
    return system;
}

std::vector<ModeChoice> modeChoices(const spec::CompileSpec &spec)
{
    const auto full = spec::resolved(spec);
    const auto family = spec::familyOf(full.target);
    const auto current = full.memoryMode.value_or(QString());
    const auto config = full.systemConfig.value_or(QString());
    std::vector<ModeChoice> choices;
    for (const auto &mode : spec::memoryModes()) {
        ModeChoice choice{ mode };
        const auto system = bundledSystem(config, mode);
        if (mode.startsWith("Dedicated_Sram"_L1)) {
            if (family == spec::Family::U55)
                choice.obstacle = ModeObstacle::NotForFamily;
            else if (system && !system->hasWritableExternal())
                choice.obstacle = ModeObstacle::NeedsDram;
        }
        choices.push_back(choice);
    }
    if (!current.isEmpty() && !spec::memoryModes().contains(current))
        choices.push_back({ current });
    return choices;
}

} // namespace tosaic::analysis
