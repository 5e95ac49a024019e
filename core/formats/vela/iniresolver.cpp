// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/velaini.h"

#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/ininumbers.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

struct Hit
{
    QString text;
    QString section; ///< "default": built in
    Location place;
};

/// Parameters of a memory: Python's default, the core's default.
struct Parameter
{
    const char16_t *name;
    bool isReal;
    double pythonDefault;
    double coreDefault;
};
constexpr std::array Parameters{
    Parameter{ u"clock_scale", true, 1, 1 },
    Parameter{ u"ports_used", false, 1, 1 },
    Parameter{ u"burst_length", false, 1, 64 },
    Parameter{ u"read_latency", false, 0, 1 },
    Parameter{ u"write_latency", false, 0, 1 },
};

tl::unexpected<Error> invalidAt(const QString &detail, const Location &place = {})
{
    return fail(ErrorCode::SpecInvalid, detail, place);
}

IniNumber numberOf(bool isReal, double value)
{
    return isReal ? IniNumber(value) : IniNumber(qint64(value));
}

class Resolver
{
public:
    Resolver(const VelaIni &ini, const QString &systemConfig, const QString &memoryMode)
        : m_ini(ini)
    {
        m_result.systemConfig = systemConfig;
        m_result.memoryMode = memoryMode;
    }

    Result<IniResolution> resolve()
    {
        if (m_ini.python.error)
            return invalidAt(m_ini.python.error->text, m_ini.python.error->location);
        for (auto step : { &Resolver::readSystem, &Resolver::readMode, &Resolver::checkAreas }) {
            if (const auto done = (this->*step)(); !done)
                return tosaic::fail(done.error());
        }
        noteAxiWidth();
        return std::move(m_result);
    }

private:
    /// The value Python finds, by the rule: the section's own, else its parent's.
    Result<std::optional<Hit>> find(const QString &section, const QString &key, int depth = 0)
    {
        if (!m_ini.python.section(section))
            return invalidAt(
                u"Invalid configuration of section=%1. The section was not found in the "
                "Vela config file(s)"_s.arg(section));
        if (depth > LargestInheritance)
            return invalidAt(
                u"sections inherit from each other without end: RecursionError in Vela"_s,
                m_ini.python.section(section)->place);
        std::optional<Hit> hit;
        if (const auto *parent = m_ini.python.find(section, InheritKey)) {
            const auto name = m_ini.python.value(section, InheritKey);
            if (!name)
                return invalidAt(name.error().detail, name.error().location);
            if (*name == section)
                return invalidAt(u"Invalid configuration of inherit=%1. This references its own "
                                 "section and recursion is not allowed"_s.arg(*name),
                    parent->place);
            auto inherited = find(*name, key, depth + 1);
            if (!inherited)
                return inherited;
            hit = *inherited;
        }
        if (const auto *entry = m_ini.python.find(section, key)) {
            const auto value = m_ini.python.value(section, key);
            if (!value)
                return invalidAt(value.error().detail, value.error().location);
            const auto isOwn = m_ini.python.section(section)->entry(key) != nullptr;
            hit = Hit{ *value, isOwn ? section : u"DEFAULT"_s, entry->place };
        }
        return hit;
    }

    void add(const QString &key, std::optional<IniNumber> value, const std::optional<Hit> &hit)
    {
        m_result.settings.push_back({ key, std::move(value), hit ? hit->section : u"default"_s,
            hit ? hit->place : Location(), std::nullopt, {} });
    }

    /// Notes what the core has instead, unless both fall back to what is built in.
    void compare(const QString &section, std::optional<IniNumber> coreDefault, bool isReal)
    {
        auto &setting = m_result.settings.back();
        const auto hit = findInCore(m_ini.core, section, setting.key);
        const auto isName = std::holds_alternative<QString>(setting.value.value_or(IniNumber()));
        if (!hit.entry && isName)
            noteMissing(setting);
        if (!hit.entry && setting.from == u"default"_s)
            return;
        auto core = std::move(coreDefault);
        if (hit.entry && std::holds_alternative<QString>(*setting.value))
            core = hit.entry->value;
        else if (hit.entry)
            core = isReal ? IniNumber(double(float(coreReal(hit.entry->value))))
                          : IniNumber(coreWhole(hit.entry->value));
        const auto own = isReal && setting.value
            ? IniNumber(double(float(std::get<double>(*setting.value))))
            : *setting.value;
        if (core == own)
            return;
        setting.coreValue = core.value_or(IniNumber(QString()));
        setting.coreFrom = hit.section ? hit.section->name : u"default"_s;
        if (!hit.entry && isName)
            return; // noted
        m_result.diagnostics.push_back(
            { u"ini.parsers-disagree"_s, Severity::Warning, setting.place,
                u"%1 is %2 from %3 for Vela's Python part, but %4 from %5 for the C++ core: Vela 5 "
                u"plans "
                "and estimates with the latter, without a word"_s.arg(setting.key,
                    iniNumberText(*setting.value), setting.from, iniNumberText(*setting.coreValue),
                    setting.coreFrom) });
    }

    /// A port or area that the C++ core does not find has no default there.
    void noteMissing(const ResolvedSetting &setting)
    {
        const auto lost = memoryCoreLacks();
        const auto effect = lost.isEmpty()
            ? u"this choice does not need it"_s
            : u"Vela 5 ends with \"%1 memory not configured\""_s.arg(lost);
        m_result.diagnostics.push_back({ u"ini.parsers-disagree"_s,
            lost.isEmpty() ? Severity::Warning : Severity::Error, setting.place,
            u"%1 is %2 from %3 for Vela's Python part, but the C++ core finds none: %4"_s.arg(
                setting.key, iniNumberText(*setting.value), setting.from, effect) });
    }

    /// The memory whose absence ends the C++ core first, in its words; empty if it finds all.
    QString memoryCoreLacks() const
    {
        const auto textOf = [&](const QString &section, const QString &key) {
            const auto hit = findInCore(m_ini.core, section, key);
            return hit.entry ? hit.entry->value : QString();
        };
        const auto mode = QString(ModePrefix).append(m_result.memoryMode);
        const auto system = QString(SystemPrefix).append(m_result.systemConfig);
        for (const auto &[key, words] : { std::pair(u"arena_mem_area"_s, u"Feature Map"_s),
                 std::pair(u"cache_mem_area"_s, u"Staging"_s),
                 std::pair(u"const_mem_area"_s, u"Readonly"_s) }) {
            const auto area = textOf(mode, key);
            const auto port = area == u"Axi1"_s ? u"axi1_port"_s : u"axi0_port"_s;
            if (area.isEmpty() || textOf(system, port).isEmpty())
                return words;
        }
        return {};
    }

    Result<void> readNumber(const QString &section, const QString &key, const Parameter &parameter)
    {
        const auto hit = find(section, key.toLower());
        if (!hit)
            return tosaic::fail(hit.error());
        auto value = numberOf(parameter.isReal, parameter.pythonDefault);
        if (*hit && parameter.isReal) {
            const auto real = pythonReal((*hit)->text);
            if (!real)
                return invalidAt(u"ValueError: could not convert string to float: '%1' (%2)"_s.arg(
                                     (*hit)->text, key),
                    (*hit)->place);
            value = *real;
        } else if (*hit) {
            const auto whole = pythonWhole((*hit)->text);
            if (!whole)
                return invalidAt(
                    u"ValueError: invalid literal for int() with base 10: '%1' (%2)"_s.arg(
                        (*hit)->text, key),
                    (*hit)->place);
            value = *whole;
        }
        if (QStringView(parameter.name) == u"ports_used")
            value = std::max<qint64>(1, std::get<qint64>(value));
        add(key, value, *hit);
        return {};
    }

    Result<void> readPort(const QString &section, const QString &key, QString &port)
    {
        static const QStringList memories{ u"Unknown"_s, u"Sram"_s, u"Dram"_s, u"OnChipFlash"_s,
            u"OffChipFlash"_s, u"Shram"_s };
        const auto hit = find(section, key);
        if (!hit)
            return tosaic::fail(hit.error());
        if (!*hit)
            return invalidAt(u"%1 is missing in %2: KeyError in Vela"_s.arg(key, section),
                m_ini.python.section(section)->place);
        port = (*hit)->text;
        if (!memories.contains(port))
            return invalidAt(u"KeyError: '%1' (%2); memories are Sram, Dram, OnChipFlash, "
                             "OffChipFlash"_s.arg(port, key),
                (*hit)->place);
        add(key, port, *hit);
        compare(section, QString(), false);
        return {};
    }

    Result<void> readSystem()
    {
        const auto section = QString(SystemPrefix).append(m_result.systemConfig);
        if (!m_ini.python.section(section))
            return invalidAt(u"Incorrect argument to CLI option --system-config=%1: Section %2 not "
                             "found in Vela config file"_s.arg(m_result.systemConfig, section));
        if (const auto clock = readNumber(section, u"core_clock"_s, { u"core_clock", true, 1, 1 });
            !clock)
            return clock;
        for (auto [key, port] :
            { std::pair(u"axi0_port"_s, &m_ports[0]), std::pair(u"axi1_port"_s, &m_ports[1]) }) {
            if (const auto read = readPort(section, key, *port); !read)
                return read;
        }
        for (size_t i = 0; i < m_ports.size(); ++i) {
            if (i == 1 && m_ports[1] == m_ports[0])
                break; // both ports lead to one memory
            for (const auto &parameter : Parameters) {
                const auto key = m_ports[i] + u'_' + QString::fromUtf16(parameter.name);
                if (const auto read = readNumber(section, key, parameter); !read)
                    return read;
                compare(
                    section, numberOf(parameter.isReal, parameter.coreDefault), parameter.isReal);
            }
            addCoreOnly(section, m_ports[i] + u"_max_reads"_s);
            addCoreOnly(section, m_ports[i] + u"_max_writes"_s);
        }
        return {};
    }

    /// Read by the C++ core alone; it counts 1 where they are missing.
    void addCoreOnly(const QString &section, const QString &key)
    {
        const auto core = findInCore(m_ini.core, section, key);
        m_result.settings.push_back({ key, core.entry ? coreWhole(core.entry->value) : qint64(1),
            core.section ? core.section->name : u"default"_s,
            core.entry ? core.entry->place : Location(), std::nullopt, {} });
    }

    Result<void> readMode()
    {
        const auto section = QString(ModePrefix).append(m_result.memoryMode);
        if (!m_ini.python.section(section))
            return invalidAt(u"Incorrect argument to CLI option --memory-mode=%1: Section %2 not "
                             "found in Vela config file"_s.arg(m_result.memoryMode, section));
        const QString keys[] = { u"const_mem_area"_s, u"arena_mem_area"_s, u"cache_mem_area"_s };
        for (size_t i = 0; i < m_areas.size(); ++i) {
            const auto hit = find(section, keys[i]);
            if (!hit)
                return tosaic::fail(hit.error());
            const auto area = *hit ? (*hit)->text : u"Axi0"_s;
            if (area != u"Axi0"_s && area != u"Axi1"_s)
                return invalidAt(
                    u"KeyError: '%1' (%2); areas are Axi0 and Axi1"_s.arg(area, keys[i]),
                    (*hit)->place);
            m_areas[i] = area == u"Axi1"_s ? 1 : 0;
            add(keys[i], area, *hit);
            compare(section, QString(), false);
        }
        const auto size = find(section, u"arena_cache_size"_s);
        if (!size)
            return tosaic::fail(size.error());
        if (!*size) {
            add(u"arena_cache_size"_s, std::nullopt, {});
            return {};
        }
        const auto bytes = pythonWhole((*size)->text);
        if (!bytes)
            return invalidAt(
                u"ValueError: invalid literal for int() with base 10: '%1' (arena_cache_size)"_s
                    .arg((*size)->text),
                (*size)->place);
        add(u"arena_cache_size"_s, *bytes, *size);
        return {};
    }

    Result<void> checkAreas()
    {
        auto ports = m_ports;
        auto areas = m_areas;
        if (ports[areas[0]] == u"Sram"_s && areas[0] == areas[1] && areas[1] == areas[2]) {
            // Vela then counts weights as on-chip flash with the properties of the SRAM.
            areas[0] = 1 - areas[0];
            ports[areas[0]] = u"OnChipFlash"_s;
        }
        m_result.constMemory = ports[areas[0]];
        m_result.arenaMemory = ports[areas[1]];
        m_result.cacheMemory = ports[areas[2]];
        const auto wrong = [](const QString &key, const QString &value, const QString &allowed) {
            return invalidAt(
                u"Invalid configuration of %1=%2 (must be %3)"_s.arg(key, value, allowed));
        };
        if (!QStringList{ u"Dram"_s, u"OnChipFlash"_s, u"OffChipFlash"_s }.contains(
                m_result.constMemory))
            return wrong(u"const_mem_area"_s, m_result.constMemory,
                u"Dram or OnChipFlash or OffChipFlash"_s);
        if (m_result.arenaMemory != u"Sram"_s && m_result.arenaMemory != u"Dram"_s)
            return wrong(u"arena_mem_area"_s, m_result.arenaMemory, u"Sram or Dram"_s);
        if (m_result.cacheMemory != u"Sram"_s)
            return wrong(u"cache_mem_area"_s, m_result.cacheMemory, u"Sram"_s);
        const auto &size = m_result.settings.back();
        constexpr qint64 Largest = qint64(1) << 40; // U65, U85; U55: 32 bits
        const auto bytes = size.value ? std::get<qint64>(*size.value) : 0;
        if (bytes < 0)
            return wrong(u"arena_cache_size"_s, QString::number(bytes), u">= 0"_s);
        if (bytes > Largest)
            return invalidAt(
                u"Invalid configuration of arena_cache_size=%1. Size is out of bounds, "
                "maximum is: %2"_s.arg(bytes)
                    .arg(Largest),
                size.place);
        return {};
    }

    void noteAxiWidth()
    {
        if (m_result.systemConfig.startsWith("Ethos_U"_L1))
            return;
        m_result.diagnostics.push_back({ u"ini.axi-width"_s, Severity::Info,
            m_ini.python.section(QString(SystemPrefix).append(m_result.systemConfig))->place,
            u"the C++ core takes 16 bytes a cycle for each AXI port, because the name does not "
            "begin with Ethos_U55: for an Ethos-U55, which has 8, estimates become too fast"_s });
    }

    const VelaIni &m_ini;
    IniResolution m_result;
    std::array<QString, 2> m_ports;
    std::array<size_t, 3> m_areas = {}; ///< const, arena, cache: index of the port
};

} // namespace

QString iniNumberText(const IniNumber &value)
{
    if (const auto *text = std::get_if<QString>(&value))
        return text->isEmpty() ? u"nothing"_s : *text;
    if (const auto *whole = std::get_if<qint64>(&value))
        return QString::number(*whole);
    return QString::number(std::get<double>(value), 'g', 12);
}

const ResolvedSetting *IniResolution::setting(const QString &key) const
{
    const auto found = std::find_if(settings.begin(), settings.end(),
        [&](const ResolvedSetting &setting) { return setting.key == key; });
    return found == settings.end() ? nullptr : &*found;
}

Result<IniResolution> resolveIni(
    const VelaIni &ini, const QString &systemConfig, const QString &memoryMode)
{
    return Resolver(ini, systemConfig, memoryMode).resolve();
}

} // namespace tosaic::formats::vela
