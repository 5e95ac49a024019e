// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/velainifacts.h"

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

using formats::vela::LargestInheritance;

/// The value of a key in a section or in those it inherits from; absent if none has it.
std::optional<QString> inherited(
    const formats::vela::VelaIni &ini, QString section, const QString &key)
{
    for (int depth = 0; depth < LargestInheritance; ++depth) {
        if (ini.python.find(section, key)) {
            const auto value = ini.python.value(section, key);
            return value ? std::optional(*value) : std::nullopt;
        }
        if (!ini.python.find(section, u"inherit"_s))
            return {};
        const auto parent = ini.python.value(section, u"inherit"_s);
        if (!parent)
            return {};
        section = *parent;
    }
    return {};
}

} // namespace

spec::IniFacts iniFacts(const formats::vela::VelaIni &ini)
{
    spec::IniFacts facts;
    for (const auto &name : ini.systemConfigs) {
        const auto section = formats::vela::SystemPrefix + name;
        facts.systemConfigs.push_back(
            { name, inherited(ini, section, u"axi0_port"_s).value_or(u"Sram"_s),
                inherited(ini, section, u"axi1_port"_s).value_or(u"Sram"_s) });
    }
    for (const auto &name : ini.memoryModes) {
        const auto section = formats::vela::ModePrefix + name;
        spec::IniMode mode{ .name = name };
        mode.constPort = inherited(ini, section, u"const_mem_area"_s).value_or(mode.constPort);
        mode.arenaPort = inherited(ini, section, u"arena_mem_area"_s).value_or(mode.arenaPort);
        mode.cachePort = inherited(ini, section, u"cache_mem_area"_s).value_or(mode.cachePort);
        mode.hasCacheSize = inherited(ini, section, u"arena_cache_size"_s).has_value();
        facts.memoryModes.push_back(mode);
    }
    return facts;
}

Result<spec::IniFacts> readIniFacts(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    const auto ini = formats::vela::readVelaIni({ *source });
    if (!ini)
        return fail(ini.error());
    if (ini->python.error)
        return fail(ErrorCode::FormatDamaged, ini->python.error->text, ini->python.error->location);
    return iniFacts(*ini);
}

} // namespace tosaic::toolchain
