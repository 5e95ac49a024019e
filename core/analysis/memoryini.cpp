// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memoryini.h"

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using formats::vela::IniResolution;

std::optional<double> realOf(const IniResolution &resolution, const QString &key)
{
    const auto *setting = resolution.setting(key);
    if (!setting || !setting->value)
        return {};
    if (const auto *real = std::get_if<double>(&*setting->value))
        return *real;
    if (const auto *whole = std::get_if<qint64>(&*setting->value))
        return static_cast<double>(*whole);
    return {};
}

QString nameOf(const IniResolution &resolution, const QString &key)
{
    const auto *setting = resolution.setting(key);
    if (!setting || !setting->value)
        return {};
    const auto *name = std::get_if<QString>(&*setting->value);
    return name ? *name : QString();
}

PortFacts portOf(const IniResolution &resolution, const QString &key)
{
    PortFacts port;
    port.memory = nameOf(resolution, key);
    port.ports = static_cast<int>(realOf(resolution, port.memory + u"_ports_used"_s).value_or(1));
    port.clockScale = realOf(resolution, port.memory + u"_clock_scale"_s).value_or(1);
    return port;
}

} // namespace

MemorySystem systemOf(const IniResolution &resolution)
{
    MemorySystem system;
    system.systemConfig = resolution.systemConfig;
    system.memoryMode = resolution.memoryMode;
    for (const auto family : { spec::Family::U55, spec::Family::U65, spec::Family::U85 }) {
        if (resolution.systemConfig.startsWith(spec::familyName(family).replace(u'-', u'_') + u'_'))
            system.family = family;
    }
    system.clockHz = realOf(resolution, u"core_clock"_s);
    system.axi0 = portOf(resolution, u"axi0_port"_s);
    system.axi1 = portOf(resolution, u"axi1_port"_s);
    const auto memoryOf = [&](const QString &area) {
        const auto port = nameOf(resolution, area);
        return port == "Axi0"_L1 ? system.axi0.memory
            : port == "Axi1"_L1  ? system.axi1.memory
                                 : QString();
    };
    // Not IniResolution::constMemory: that is what Vela books, on-chip flash in Sram_Only.
    system.constMemory = memoryOf(u"const_mem_area"_s);
    system.arenaMemory = memoryOf(u"arena_mem_area"_s);
    system.cacheMemory = memoryOf(u"cache_mem_area"_s);
    if (const auto limit = realOf(resolution, u"arena_cache_size"_s);
        limit && *limit < 4294967296.0)
        system.cacheLimitBytes = static_cast<quint64>(*limit);
    return system;
}

} // namespace tosaic::analysis
