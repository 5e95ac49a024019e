// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"

#include "core/base/knownjson.h"
#include "core/inspect/velaparts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using formats::vela::IniNumber;
using formats::vela::IniResolution;
using formats::vela::ResolvedSetting;
using formats::vela::VelaIni;

QJsonValue valueJson(const IniNumber &value)
{
    if (const auto *text = std::get_if<QString>(&value))
        return *text;
    if (const auto *whole = std::get_if<qint64>(&value))
        return *whole;
    QJsonObject object;
    insertKnown(object, u"value"_s, std::optional(std::get<double>(value)));
    return object.isEmpty() ? QJsonValue(formats::vela::iniNumberText(value)) // inf, nan
                            : object[u"value"_s];
}

QJsonObject settingJson(const ResolvedSetting &setting)
{
    QJsonObject json{ { u"from"_s, setting.from } };
    if (setting.value)
        json[u"value"_s] = valueJson(*setting.value);
    insertKnown(json, u"line"_s, setting.place.line);
    if (setting.coreValue)
        json[u"core"_s] = QJsonObject{ { u"value"_s, valueJson(*setting.coreValue) },
            { u"from"_s, setting.coreFrom } };
    return json;
}

QString unitOf(const QString &key)
{
    if (key == "core_clock"_L1)
        return u" Hz"_s;
    if (key == "arena_cache_size"_L1 || key.endsWith("_burst_length"_L1))
        return u" bytes"_s;
    return key.endsWith("_latency"_L1) ? u" cycles"_s : QString();
}

QString valueText(const ResolvedSetting &setting)
{
    if (!setting.value)
        return u"the address space of the accelerator"_s;
    if (const auto *text = std::get_if<QString>(&*setting.value))
        return *text;
    if (const auto *whole = std::get_if<qint64>(&*setting.value))
        return outputLocale().toString(*whole) + unitOf(setting.key);
    const auto real = std::get<double>(*setting.value);
    return (std::nearbyint(real) == real ? realText(real) : outputLocale().toString(real, 'g', 8))
        + unitOf(setting.key);
}

DescriptionSection namesSection(const VelaIni &ini)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Configurations"));
    for (const auto &name : ini.systemConfigs)
        addFact(section, QT_TRANSLATE_NOOP("Description", "System configuration"), name);
    for (const auto &name : ini.memoryModes)
        addFact(section, QT_TRANSLATE_NOOP("Description", "Memory mode"), name);
    return section;
}

DescriptionSection settingsSection(const IniResolution &resolution)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Settings"));
    addFact(
        section, QT_TRANSLATE_NOOP("Description", "System configuration"), resolution.systemConfig);
    addFact(section, QT_TRANSLATE_NOOP("Description", "Memory mode"), resolution.memoryMode);
    addFact(section, QT_TRANSLATE_NOOP("Description", "Weights in"), resolution.constMemory);
    addFact(section, QT_TRANSLATE_NOOP("Description", "Feature maps in"), resolution.arenaMemory);
    addFact(section, QT_TRANSLATE_NOOP("Description", "Fast storage in"), resolution.cacheMemory);
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Key")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Value")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "From")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Line"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "C++ core takes")) };
    for (const auto &setting : resolution.settings)
        section.table.rows.push_back({ setting.key, valueText(setting), setting.from,
            setting.place.line ? QString::number(*setting.place.line) : u"-"_s,
            setting.coreValue ? formats::vela::iniNumberText(*setting.coreValue) : u"-"_s });
    return section;
}

} // namespace

Description describeVelaIni(const VelaIni &ini)
{
    Description description;
    description.format = u"vela-ini"_s;
    description.diagnostics = ini.diagnostics;
    description.json = { { u"systemConfigs"_s, QJsonArray::fromStringList(ini.systemConfigs) },
        { u"memoryModes"_s, QJsonArray::fromStringList(ini.memoryModes) } };
    description.sections.push_back(namesSection(ini));
    return description;
}

Description describeVelaIni(const VelaIni &ini, const IniResolution &resolution)
{
    auto description = describeVelaIni(ini);
    description.json[u"systemConfig"_s] = resolution.systemConfig;
    description.json[u"memoryMode"_s] = resolution.memoryMode;
    for (const auto &setting : resolution.settings)
        description.json[setting.key] = settingJson(setting);
    description.json[u"constMemory"_s] = resolution.constMemory;
    description.json[u"arenaMemory"_s] = resolution.arenaMemory;
    description.json[u"cacheMemory"_s] = resolution.cacheMemory;
    description.sections = { settingsSection(resolution) };
    description.diagnostics.insert(description.diagnostics.end(), resolution.diagnostics.begin(),
        resolution.diagnostics.end());
    return description;
}

} // namespace tosaic::inspect
