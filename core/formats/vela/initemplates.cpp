// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/initemplates.h"

#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/velaini.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

/// The values of a memory in the order of iniMemoryParameters(); an empty one is left out.
void addMemory(IniTemplate &to, const QString &memory, const QStringList &values)
{
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (!values[i].isEmpty())
            to.entries.emplace_back(memory + u'_' + iniMemoryParameters()[i], values[i]);
    }
}

IniTemplate system(const QString &id, const QString &family, const QString &source,
    const QString &clock, const QStringList &sram, const QString &second, const QStringList &values)
{
    IniTemplate made{ id, true, family, second, source,
        { { u"core_clock"_s, clock }, { u"axi0_port"_s, u"Sram"_s }, { u"axi1_port"_s, second } } };
    addMemory(made, u"Sram"_s, sram);
    addMemory(made, second, values);
    return made;
}

IniTemplate mode(const QString &id, const QString &constant, const QString &arena)
{
    return { id, false, {}, {}, id,
        { { u"const_mem_area"_s, constant }, { u"arena_mem_area"_s, arena },
            { u"cache_mem_area"_s, u"Axi0"_s } } };
}

QStringList values(const char *text)
{
    return QString::fromLatin1(text).split(u' ');
}

} // namespace

const std::vector<IniTemplate> &iniTemplates()
{
    // Per memory: clock_scale ports_used burst_length read_latency write_latency max_reads
    // max_writes; "" where the key is left out.
    static const std::vector<IniTemplate> templates{
        system(u"U55-Flash"_s, u"Ethos_U55"_s, u"Ethos_U55_High_End_Embedded"_s, u"500e6"_s,
            values("1.0  32 32 32 4 4"), u"OffChipFlash"_s, values("0.125  128 64 0 2 0")),
        system(u"U55-DRAM"_s, u"Ethos_U55"_s, {}, u"500e6"_s, values("1.0  32 32 32 4 4"),
            u"Dram"_s, values("0.46875  128 500 250 12 6")),
        system(u"U65-Flash"_s, u"Ethos_U65"_s, u"Ethos_U65_Embedded"_s, u"500e6"_s,
            values("1.0  32 32 32 8 8"), u"OffChipFlash"_s, values("0.0625  128 64 0 2 0")),
        system(u"U65-DRAM"_s, u"Ethos_U65"_s, u"Ethos_U65_High_End"_s, u"1e9"_s,
            values("1.0  32 32 32 16 16"), u"Dram"_s, values("0.234375  128 500 250 24 12")),
        system(u"U85-Flash"_s, u"Ethos_U85"_s, u"Ethos_U85_SYS_Flash_High"_s, u"500e6"_s,
            values("1.0 2 64 32 32 8 8"), u"OffChipFlash"_s, values("0.0625 1 128 64 0 2 0")),
        system(u"U85-DRAM"_s, u"Ethos_U85"_s, u"Ethos_U85_SYS_DRAM_Mid"_s, u"1e9"_s,
            values("1.0 2 64 32 32 8 8"), u"Dram"_s, values("0.75 1 128 500 250 64 32")),
        mode(u"Sram_Only"_s, u"Axi0"_s, u"Axi0"_s),
        mode(u"Shared_Sram"_s, u"Axi1"_s, u"Axi0"_s),
        mode(u"Dedicated_Sram"_s, u"Axi1"_s, u"Axi1"_s),
    };
    return templates;
}

const IniTemplate *findIniTemplate(const QString &id)
{
    const auto &all = iniTemplates();
    const auto found = std::find_if(all.begin(), all.end(),
        [&](const IniTemplate &one) { return one.id.compare(id, Qt::CaseInsensitive) == 0; });
    return found == all.end() ? nullptr : &*found;
}

Result<IniSectionText> iniFromTemplate(
    const IniTemplate &from, const QString &name, std::optional<qint64> cacheBytes)
{
    auto wanted = name.trimmed();
    if (from.isSystem) {
        const auto family = from.family + u'_';
        if (wanted.startsWith("Ethos_U"_L1) && !wanted.startsWith(family))
            return fail(ErrorCode::SpecInvalid,
                u"the name \"%1\" is of another family: the C++ core would take the wrong width of "
                "the AXI ports"_s.arg(wanted));
        if (!wanted.startsWith(family))
            wanted.prepend(family);
    }
    IniSectionText section;
    section.name = (from.isSystem ? QString(SystemPrefix) : QString(ModePrefix)) + wanted;
    if (const auto fine = checkIniSectionName(section.name); !fine)
        return fail(fine.error());
    section.entries = from.entries;
    if (cacheBytes) {
        constexpr qint64 Largest = qint64(1) << 40; // U65, U85
        if (from.isSystem || *cacheBytes < 0 || *cacheBytes > Largest)
            return fail(ErrorCode::SpecInvalid,
                u"a memory mode's cache has between 0 and %1 bytes"_s.arg(Largest));
        section.entries.emplace_back(u"arena_cache_size"_s, QString::number(*cacheBytes));
    }
    section.comment = from.source.isEmpty()
        ? u"Starting values by assumption: set those of the board"_s
        : from.isSystem ? u"Starting values of %1: set those of the board"_s.arg(from.source)
                        : QString();
    return section;
}

} // namespace tosaic::formats::vela
