// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"

using namespace Qt::StringLiterals;

// The tables of specrules.h: ExecuTorch's defaults and Arm/vela.ini as Vela 5.1.0 ships it.

namespace tosaic::spec {

const QStringList &targets()
{
    static const QStringList names{ u"ethos-u55-32"_s, u"ethos-u55-64"_s, u"ethos-u55-128"_s,
        u"ethos-u55-256"_s, u"ethos-u65-256"_s, u"ethos-u65-512"_s, u"ethos-u85-128"_s,
        u"ethos-u85-256"_s, u"ethos-u85-512"_s, u"ethos-u85-1024"_s, u"ethos-u85-2048"_s };
    return names;
}

const QStringList &memoryModes()
{
    static const QStringList names{ u"Sram_Only"_s, u"Shared_Sram"_s, u"Dedicated_Sram"_s,
        u"Dedicated_Sram_256KB"_s, u"Dedicated_Sram_384KB"_s, u"Dedicated_Sram_512KB"_s };
    return names;
}

const std::vector<SystemConfig> &systemConfigs()
{
    static const std::vector<SystemConfig> configs{
        { u"Ethos_U55_Deep_Embedded"_s, Family::U55, 200'000'000, false },
        { u"Ethos_U55_High_End_Embedded"_s, Family::U55, 500'000'000, false },
        { u"Ethos_U65_Embedded"_s, Family::U65, 500'000'000, false },
        { u"Ethos_U65_Mid_End"_s, Family::U65, 500'000'000, true },
        { u"Ethos_U65_High_End"_s, Family::U65, 1'000'000'000, true },
        { u"Ethos_U65_Client_Server"_s, Family::U65, 1'000'000'000, true },
        { u"Ethos_U85_SYS_Flash_Low"_s, Family::U85, 200'000'000, false },
        { u"Ethos_U85_SYS_Flash_High"_s, Family::U85, 500'000'000, false },
        { u"Ethos_U85_SYS_DRAM_Low"_s, Family::U85, 500'000'000, true },
        { u"Ethos_U85_SYS_DRAM_Mid"_s, Family::U85, 1'000'000'000, true },
        { u"Ethos_U85_SYS_DRAM_High"_s, Family::U85, 1'000'000'000, true },
    };
    return configs;
}

QStringList systemConfigs(Family family)
{
    QStringList names;
    for (const auto &config : systemConfigs()) {
        if (config.family == family)
            names.append(config.name);
    }
    return names;
}

QString familyName(Family family)
{
    switch (family) {
    case Family::U55:
        return u"Ethos-U55"_s;
    case Family::U65:
        return u"Ethos-U65"_s;
    case Family::U85:
        return u"Ethos-U85"_s;
    }
    return {};
}

std::optional<Family> familyOf(const QString &target)
{
    const auto name = target.trimmed().toLower();
    if (name.startsWith("ethos-u55"_L1))
        return Family::U55;
    if (name.startsWith("ethos-u65"_L1))
        return Family::U65;
    if (name.startsWith("ethos-u85"_L1))
        return Family::U85;
    return {};
}

bool usesBundledIni(const CompileSpec &spec)
{
    return spec.configIni.value_or(BundledIni) == BundledIni;
}

std::optional<Defaults> defaultsFor(const QString &target)
{
    if (!targets().contains(target))
        return {};
    Defaults defaults;
    defaults.family = familyOf(target).value_or(Family::U55);
    defaults.macs = target.section(u'-', -1).toInt();
    defaults.configIni = BundledIni;
    defaults.tosaSpec = u"TOSA-1.0+INT+int16+int4+u55"_s;
    switch (defaults.family) {
    case Family::U55:
        defaults.systemConfig = u"Ethos_U55_High_End_Embedded"_s;
        defaults.memoryMode = u"Shared_Sram"_s;
        break;
    case Family::U65:
        defaults.systemConfig = u"Ethos_U65_High_End"_s;
        defaults.memoryMode = u"Dedicated_Sram_384KB"_s;
        break;
    case Family::U85:
        defaults.systemConfig = u"Ethos_U85_SYS_DRAM_Mid"_s;
        defaults.memoryMode = u"Sram_Only"_s;
        defaults.tosaSpec = u"TOSA-1.0+INT+int16+int4+cf"_s;
        break;
    }
    return defaults;
}

VelaDefaults velaDefaultsFor(Family family)
{
    switch (family) {
    case Family::U55:
        return { u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s };
    case Family::U65:
        return { u"Ethos_U65_Client_Server"_s, u"Dedicated_Sram_384KB"_s };
    case Family::U85:
        return { u"Ethos_U85_SYS_DRAM_Mid"_s, u"Dedicated_Sram_384KB"_s };
    }
    return {};
}

QString runnerMemoryMode(Family family)
{
    switch (family) {
    case Family::U55:
        return u"Shared_Sram"_s;
    case Family::U65:
        return u"Sram_Only"_s;
    case Family::U85:
        return u"Dedicated_Sram_384KB"_s;
    }
    return {};
}

bool quantizesByDefault(const CompileSpec &spec)
{
    return spec.delegate || spec.cpuKernels == CpuKernels::CortexM;
}

CompileSpec resolved(CompileSpec spec)
{
    const auto defaults = defaultsFor(spec.target);
    if (!defaults)
        return spec;
    if (!spec.systemConfig)
        spec.systemConfig = defaults->systemConfig;
    if (!spec.memoryMode)
        spec.memoryMode = defaults->memoryMode;
    if (!spec.configIni)
        spec.configIni = defaults->configIni;
    if (!spec.quantizer)
        spec.quantizer
            = Quantizer{ .scheme = quantizesByDefault(spec) ? u"symmetric"_s : u"none"_s };
    return spec;
}

} // namespace tosaic::spec
