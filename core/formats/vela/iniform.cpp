// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/iniform.h"

#include "core/formats/vela/iniedit.h"
#include "core/formats/vela/inieditparts.h"
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/ininumbers.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

struct Found
{
    QString text;
    QString section;
    Location place;
};

bool isCoreOnly(const QString &key)
{
    return key.endsWith("_max_reads"_L1) || key.endsWith("_max_writes"_L1);
}
bool isPythonOnly(const QString &key)
{
    return key == u"core_clock"_s || key == u"arena_cache_size"_s || key == InheritKey;
}
bool isReal(const QString &key)
{
    return key == u"core_clock"_s || key.endsWith("_clock_scale"_L1);
}

/// What is built in; empty: nothing sensible.
QString defaultOf(const QString &key, bool ofCore)
{
    if (key == u"core_clock"_s || key.endsWith("_clock_scale"_L1) || key.endsWith("_ports_used"_L1)
        || isCoreOnly(key))
        return u"1"_s;
    if (key.endsWith("_burst_length"_L1))
        return ofCore ? u"64"_s : u"1"_s;
    if (key.endsWith("_latency"_L1))
        return ofCore ? u"1"_s : u"0"_s;
    if (key.endsWith("_area"_L1) && !ofCore)
        return u"Axi0"_s;
    return {};
}

class RowMaker
{
public:
    RowMaker(const VelaIni &ini, const QString &section) : m_ini(ini), m_section(section) { }

    std::vector<IniRow> make()
    {
        const bool isSystem = m_section.startsWith(SystemPrefix);
        QStringList memories;
        for (const auto &port : { u"axi0_port"_s, u"axi1_port"_s }) {
            if (const auto found = inPython(m_section, port))
                memories.append(found->text);
        }
        std::vector<IniRow> rows;
        for (const auto &key : iniKeyOrder(isSystem, memories)) {
            auto row = rowOf(key);
            const auto memory = key.section(u'_', 0, 0);
            row.isUsed = !isSystem || !iniMemories().contains(memory) || memories.contains(memory);
            if (row.isUsed || row.own)
                rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    /// The section's own value, else its parent's.
    std::optional<Found> inPython(const QString &section, const QString &key, int depth = 0) const
    {
        if (depth > LargestInheritance || !m_ini.python.section(section))
            return {};
        if (const auto *entry = m_ini.python.find(section, key)) {
            const auto value = m_ini.python.value(section, key);
            const auto isOwn = m_ini.python.section(section)->entry(key) != nullptr;
            return Found{ value ? *value : entry->value, isOwn ? section : u"DEFAULT"_s,
                entry->place };
        }
        const auto parent = m_ini.python.value(section, InheritKey);
        return parent && *parent != section ? inPython(*parent, key, depth + 1) : std::nullopt;
    }

    IniRow rowOf(const QString &key) const
    {
        IniRow row{ .key = key, .unit = iniUnit(key) };
        if (const auto *own = m_ini.python.section(m_section)->entry(key.toLower()))
            row.own = own->value;
        if (key == InheritKey) {
            row.value = row.own.value_or(QString());
            row.from = row.own ? m_section : u"default"_s;
            if (row.own)
                row.place = m_ini.python.section(m_section)->entry(key)->place;
            return row;
        }
        const auto core = findInCore(m_ini.core, m_section, key);
        const auto python = inPython(m_section, key.toLower());
        if (isCoreOnly(key)) {
            row.value = core.entry ? core.entry->value : defaultOf(key, true);
            row.from = core.section ? core.section->name : u"default"_s;
            row.place = core.entry ? core.entry->place : Location();
            return row;
        }
        row.value = python ? python->text : defaultOf(key, false);
        row.from = python ? python->section : u"default"_s;
        row.place = python ? python->place : Location();
        if (!isPythonOnly(key))
            compare(row, core);
        return row;
    }

    static bool isSame(const QString &key, const QString &python, const QString &core)
    {
        if (key.endsWith("_port"_L1) || key.endsWith("_area"_L1))
            return python == core;
        if (isReal(key)) {
            const auto number = pythonReal(python);
            return number && float(*number) == float(coreReal(core));
        }
        const auto number = pythonWhole(python);
        return number && *number == coreWhole(core);
    }

    static void compare(IniRow &row, const CoreHit &core)
    {
        const auto text = core.entry ? core.entry->value : defaultOf(row.key, true);
        if (isSame(row.key, row.value, text))
            return;
        row.coreValue = text;
        row.coreFrom = core.section ? core.section->name : u"default"_s;
    }

    const VelaIni &m_ini;
    QString m_section;
};

std::optional<double> numberOf(const std::vector<IniRow> &rows, const QString &key)
{
    const auto row
        = std::find_if(rows.begin(), rows.end(), [&](const IniRow &one) { return one.key == key; });
    if (row == rows.end())
        return {};
    return row->coreValue ? std::optional(coreReal(*row->coreValue)) : pythonReal(row->value);
}

} // namespace

std::vector<IniRow> iniRows(const VelaIni &ini, const QString &section)
{
    if (!ini.python.section(section))
        return {};
    return RowMaker(ini, section).make();
}

std::vector<IniBandwidth> iniBandwidths(const QString &section, const std::vector<IniRow> &rows)
{
    std::vector<IniBandwidth> bandwidths;
    const auto clock = numberOf(rows, u"core_clock"_s);
    const bool isU55 = section.startsWith(u"System_Config.Ethos_U55"_s);
    const bool isStated = std::any_of(rows.begin(), rows.end(),
        [](const IniRow &row) { return row.key == u"core_clock"_s && row.from != u"default"_s; });
    if (!clock || !isStated || !section.startsWith(SystemPrefix))
        return bandwidths;
    QStringList done;
    for (const auto &row : rows) {
        if (!row.key.endsWith("_port"_L1) || !iniMemories().contains(row.value)
            || done.contains(row.value))
            continue;
        done.append(row.value);
        const auto scale = numberOf(rows, row.value + u"_clock_scale"_s);
        const auto ports = numberOf(rows, row.value + u"_ports_used"_s);
        if (scale && ports)
            bandwidths.push_back({ row.value, isU55 ? 8 : 16,
                std::max<qint64>(1, qint64(std::min(*ports, 1e6))), *scale, *clock });
    }
    return bandwidths;
}

std::optional<Diagnostic> iniValueProblem(bool isSystem, const QString &key, const QString &value)
{
    const auto wanted = value.trimmed();
    if (const auto fine = iniparts::checkValue(wanted); !fine)
        return diagnosticOf(fine.error());
    if (key == InheritKey)
        return {};
    const auto text = (isSystem ? u"[System_Config.X]\n"_s : u"[Memory_Mode.X]\n"_s) + key + u'='
        + wanted + u'\n';
    const auto ini = readVelaIni({ ByteSource::fromBytes(text.toUtf8()) });
    if (!ini)
        return diagnosticOf(ini.error());
    for (auto problem : ini->diagnostics) {
        if (problem.location.line == 2) {
            problem.location = {};
            return problem;
        }
    }
    return {};
}

} // namespace tosaic::formats::vela
