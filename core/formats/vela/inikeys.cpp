// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/inikeys.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

const QStringList &iniMemories()
{
    static const QStringList names{ u"Sram"_s, u"Dram"_s, u"OnChipFlash"_s, u"OffChipFlash"_s };
    return names;
}

const QStringList &iniMemoryParameters()
{
    static const QStringList keys{ u"clock_scale"_s, u"ports_used"_s, u"burst_length"_s,
        u"read_latency"_s, u"write_latency"_s, u"max_reads"_s, u"max_writes"_s };
    return keys;
}

QStringList iniKeyOrder(bool isSystem, const QStringList &memories)
{
    if (!isSystem)
        return { InheritKey, u"const_mem_area"_s, u"arena_mem_area"_s, u"cache_mem_area"_s,
            u"arena_cache_size"_s };
    QStringList keys{ InheritKey, u"core_clock"_s, u"axi0_port"_s, u"axi1_port"_s };
    auto names = memories;
    names += iniMemories();
    names.removeDuplicates();
    for (const auto &name : names) {
        if (!iniMemories().contains(name))
            continue;
        for (const auto &key : iniMemoryParameters())
            keys.append(name + u'_' + key);
    }
    return keys;
}

QString iniKey(bool isSystem, const QString &anyCase)
{
    static const auto byLowerCase = [](bool ofSystem) {
        QHash<QString, QString> keys;
        for (const auto &key : iniKeyOrder(ofSystem))
            keys.insert(key.toLower(), key);
        return keys;
    };
    static const auto system = byLowerCase(true);
    static const auto mode = byLowerCase(false);
    return (isSystem ? system : mode).value(anyCase.toLower());
}

QString iniUnit(const QString &key)
{
    if (key == u"core_clock"_s)
        return u"Hz"_s;
    if (key == u"arena_cache_size"_s || key.endsWith("_burst_length"_L1))
        return u"bytes"_s;
    if (key.endsWith("_latency"_L1))
        return u"cycles"_s;
    if (key.endsWith("_max_reads"_L1) || key.endsWith("_max_writes"_L1))
        return u"transfers"_s;
    if (key.endsWith("_ports_used"_L1))
        return u"ports"_s;
    if (key.endsWith("_clock_scale"_L1))
        return u"of the core clock"_s;
    return {};
}

} // namespace tosaic::formats::vela
