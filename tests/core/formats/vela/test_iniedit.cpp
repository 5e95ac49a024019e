// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/iniedit.h"
#include "core/formats/vela/inifix.h"
#include "core/formats/vela/iniform.h"
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/initemplates.h"
#include "tests/core/formats/vela/velafiles.h"

#include <gtest/gtest.h>

namespace tosaic::test::iniedittests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

namespace {

const QString Plain = u"; top\r\n[System_Config.S]\r\n; the clock\r\ncore_clock = 1e6\r\n"
                      "axi0_port=Sram\r\naxi1_port=Dram\r\nSram_burst_length=32\r\n\r\n"
                      "; modes\r\n[Memory_Mode.M]\r\nconst_mem_area=Axi1\r\n"
                      "arena_mem_area=Axi0\r\n\r\n; small\r\n[Memory_Mode.N]\r\n"
                      "inherit=Memory_Mode.M\r\narena_cache_size=4096"_s;

VelaIni read(const QString &text)
{
    const auto ini = readVelaIni({ sourceOf(text.toUtf8(), u"a.ini"_s) });
    EXPECT_TRUE(ini);
    return ini ? *ini : VelaIni();
}

QString after(const QString &text, const Result<IniEdits> &edits)
{
    EXPECT_TRUE(edits) << (edits ? std::string() : edits.error().toText().toStdString());
    return edits ? applied(text, *edits) : QString();
}

/// Both parsers find the same text there.
void expectBoth(
    const QString &text, const QString &section, const QString &key, const QString &value)
{
    const auto ini = read(text);
    EXPECT_FALSE(ini.python.error) << ini.python.error->text.toStdString();
    const auto *entry = ini.python.find(section, key.toLower());
    ASSERT_TRUE(entry) << key.toStdString() << '\n' << text.toStdString();
    EXPECT_EQ(entry->value, value);
    const auto core = findInCore(ini.core, section, key);
    ASSERT_TRUE(core.entry) << key.toStdString() << '\n' << text.toStdString();
    EXPECT_EQ(core.entry->value, value);
}

std::optional<Diagnostic> problem(const QString &text, const QString &id)
{
    for (const auto &diagnostic : read(text).diagnostics) {
        if (diagnostic.id == id)
            return diagnostic;
    }
    return {};
}

/// The text after the fix of the first problem of that id, which must then be gone.
QString mended(const QString &text, const QString &id, IniFix::Kind kind)
{
    const auto found = problem(text, id);
    EXPECT_TRUE(found) << id.toStdString() << " is not in\n" << text.toStdString();
    if (!found)
        return {};
    const auto fix = iniFix(text, *found);
    EXPECT_TRUE(fix) << id.toStdString();
    if (!fix)
        return {};
    EXPECT_EQ(fix->kind, kind);
    const auto now = applied(text, fix->edits);
    EXPECT_FALSE(problem(now, id)) << now.toStdString();
    return now;
}

} // namespace

TEST(IniEdit, SetsAKeyAndNothingElse)
{
    EXPECT_EQ(after(Plain, setIniKey(Plain, u"System_Config.S"_s, u"core_clock"_s, u" 5e8 "_s)),
        QString(Plain).replace(u"core_clock = 1e6"_s, u"core_clock = 5e8"_s));
    EXPECT_EQ(after(Plain, setIniKey(Plain, u"Memory_Mode.N"_s, u"arena_cache_size"_s, u"1"_s)),
        QString(Plain).replace(u"4096"_s, u"1"_s));
    const auto same = setIniKey(Plain, u"Memory_Mode.N"_s, u"arena_cache_size"_s, u"4096"_s);
    ASSERT_TRUE(same);
    EXPECT_TRUE(same->empty());
}

TEST(IniEdit, PutsNewKeysWhereTheyBelong)
{
    const auto section = u"System_Config.S"_s;
    auto text = after(Plain, setIniKey(Plain, section, u"Sram_max_reads"_s, u"8"_s));
    text = after(text, setIniKey(text, section, u"Dram_read_latency"_s, u"500"_s));
    text = after(text, setIniKey(text, section, u"Sram_clock_scale"_s, u"1.0"_s));
    EXPECT_TRUE(text.contains(
        u"axi1_port=Dram\r\nSram_clock_scale=1.0\r\nSram_burst_length=32\r\nSram_max_reads=8\r\n"
        "Dram_read_latency=500\r\n\r\n; modes"_s))
        << text.toStdString();
    EXPECT_EQ(text.count(u"\r\n"_s), text.count(u'\n'));
    // At the end of a file without a line end.
    const auto end
        = after(Plain, setIniKey(Plain, u"Memory_Mode.N"_s, u"cache_mem_area"_s, u"Axi0"_s));
    expectBoth(end, u"Memory_Mode.N"_s, u"cache_mem_area"_s, u"Axi0"_s);
    expectBoth(end, u"Memory_Mode.N"_s, u"arena_cache_size"_s, u"4096"_s);
}

TEST(IniEdit, InheritIsFirstAndNamesAnEarlierSection)
{
    auto text = after(Plain, removeIniKey(Plain, u"Memory_Mode.N"_s, u"inherit"_s));
    EXPECT_TRUE(text.endsWith(u"[Memory_Mode.N]\r\narena_cache_size=4096"_s));
    text = after(text, setIniKey(text, u"Memory_Mode.N"_s, u"inherit"_s, u"Memory_Mode.M"_s));
    EXPECT_EQ(text, Plain);
    for (const auto &wrong : { u"Memory_Mode.N"_s, u"Memory_Mode.X"_s, u"System_Config.S"_s })
        EXPECT_FALSE(setIniKey(Plain, u"Memory_Mode.N"_s, u"inherit"_s, wrong));
    EXPECT_FALSE(setIniKey(Plain, u"Memory_Mode.M"_s, u"inherit"_s, u"Memory_Mode.N"_s));
}

TEST(IniEdit, RefusesWhatTheParsersReadDifferently)
{
    for (const auto &value : { u""_s, u"50%"_s, u"\"a\""_s, u"a\\b"_s, u"1 ; x"_s, u"1\n2"_s })
        EXPECT_FALSE(setIniKey(Plain, u"System_Config.S"_s, u"core_clock"_s, value))
            << value.toStdString();
    EXPECT_FALSE(setIniKey(Plain, u"System_Config.S"_s, u"arena_cache_size"_s, u"1"_s));
    EXPECT_FALSE(setIniKey(Plain, u"System_Config.T"_s, u"core_clock"_s, u"1"_s));
    for (const auto &name :
        { u"Memory_Mode.a b"_s, u"Memory_Mode."_s, u"Other.x"_s, u"Memory_Mode.M"_s })
        EXPECT_FALSE(duplicateIniSection(Plain, u"Memory_Mode.N"_s, name));
}

TEST(IniEdit, MendsTheEntryItSets)
{
    const auto text = u"[System_Config.S]\nSRAM_BURST_LENGTH : 32 ; as measured\n  4\nx=1\n"_s;
    const auto now
        = after(text, setIniKey(text, u"System_Config.S"_s, u"Sram_burst_length"_s, u"64"_s));
    EXPECT_EQ(now, u"[System_Config.S]\n; as measured\nSram_burst_length = 64\nx=1\n"_s);
}

TEST(IniEdit, SectionsAreAddedRenamedCopiedAndRemoved)
{
    auto text = after(Plain, renameIniSection(Plain, u"Memory_Mode.M"_s, u"Memory_Mode.Base"_s));
    EXPECT_EQ(text, QString(Plain).replace(u"Memory_Mode.M"_s, u"Memory_Mode.Base"_s));

    text = after(Plain, duplicateIniSection(Plain, u"System_Config.S"_s, u"System_Config.T"_s));
    EXPECT_TRUE(
        text.contains(u"\r\n\r\n[System_Config.T]\r\n; the clock\r\ncore_clock = 1e6\r\n"_s));
    expectBoth(text, u"System_Config.T"_s, u"Sram_burst_length"_s, u"32"_s);
    EXPECT_EQ(after(text, removeIniSection(text, u"System_Config.T"_s)), Plain);

    text = after(Plain, removeIniSection(Plain, u"Memory_Mode.M"_s));
    EXPECT_FALSE(text.contains(u"modes"_s)) << "the comment above goes with it";
    EXPECT_TRUE(text.contains(u"; small"_s));
    expectBoth(text, u"Memory_Mode.N"_s, u"const_mem_area"_s, u"Axi1"_s);
    expectBoth(text, u"Memory_Mode.N"_s, u"arena_cache_size"_s, u"4096"_s);
}

TEST(IniEdit, EveryTemplateIsCompleteForBothParsers)
{
    for (const auto &from : iniTemplates()) {
        SCOPED_TRACE(from.id.toStdString());
        const auto section = iniFromTemplate(from, u"Board"_s);
        ASSERT_TRUE(section);
        auto text = after(QString(), addIniSection(QString(), *section));
        const auto other = iniFromTemplate(
            *findIniTemplate(from.isSystem ? u"Shared_Sram"_s : u"U85-DRAM"_s), u"Other"_s);
        text = after(text, addIniSection(text, *other));
        const auto ini = read(text);
        EXPECT_TRUE(ini.diagnostics.empty()) << ini.diagnostics.front().toText().toStdString();
        const auto resolved = resolveIni(ini, ini.systemConfigs.value(0), ini.memoryModes.value(0));
        ASSERT_TRUE(resolved) << resolved.error().toText().toStdString();
        EXPECT_TRUE(resolved->diagnostics.empty());
        for (const auto &row : iniRows(ini, section->name)) {
            EXPECT_FALSE(row.coreValue) << row.key.toStdString();
            if (from.family == u"Ethos_U85"_s && row.key != u"inherit"_s) {
                EXPECT_TRUE(row.own) << row.key.toStdString() << ": a U85 needs all of them";
            }
        }
    }
    const auto &u55 = *findIniTemplate(u"u55-flash"_s);
    EXPECT_EQ(iniFromTemplate(u55, u"Mine"_s)->name, u"System_Config.Ethos_U55_Mine"_s);
    EXPECT_FALSE(iniFromTemplate(u55, u"Ethos_U85_Mine"_s));
    const auto sized = iniFromTemplate(*findIniTemplate(u"Dedicated_Sram"_s), u"Mine"_s, 65536);
    EXPECT_EQ(sized->entries.back(), IniKeyValue(u"arena_cache_size"_s, u"65536"_s));
}

TEST(IniEdit, EveryKeyOfEverySectionCanBeSet)
{
    const auto start = QString::fromUtf8(iniText());
    const auto ini = read(start);
    int edits = 0;
    for (const auto &section : ini.python.sections) {
        const bool isSystem = section.name.startsWith(SystemPrefix);
        for (const auto &key : iniKeyOrder(isSystem)) {
            if (key == u"inherit"_s)
                continue;
            const auto value = key.endsWith("_port"_L1) ? u"Dram"_s
                : key.endsWith("_area"_L1)              ? u"Axi0"_s
                                                        : u"77"_s;
            const auto text = after(start, setIniKey(start, section.name, key, value));
            expectBoth(text, section.name, key, value);
            EXPECT_LE(read(text).diagnostics.size(), ini.diagnostics.size() + 1);
            const auto back = after(text, removeIniKey(text, section.name, key));
            EXPECT_FALSE(read(back).python.section(section.name)->entry(key.toLower()));
            ++edits;
        }
    }
    EXPECT_GT(edits, 60);
}

TEST(IniFixes, MendWhatTheLintFinds)
{
    using Kind = IniFix::Kind;
    const auto system
        = u"[System_Config.Ethos_U85_S]\ncore_clock=1e6\naxi0_port=Sram\naxi1_port=Dram\n"_s;
    const auto mode = u"[Memory_Mode.M]\nconst_mem_area=Axi1\narena_mem_area=Axi0\n"_s;
    auto text = mended(
        u"# a\n"_s + system + u"  # b\n"_s + mode, u"ini.core-stops"_s, Kind::CommentMarks);
    EXPECT_EQ(text, u"; a\n"_s + system + u"  ; b\n"_s + mode);
    text = mended(QChar(QChar::ByteOrderMark) + system, u"ini.byte-order-mark"_s, Kind::RemoveMark);
    EXPECT_EQ(text, system);
    text = mended(system + u"SRAM_Read_Latency=5\n"_s, u"ini.key-case"_s, Kind::Spelling);
    EXPECT_TRUE(text.endsWith("Sram_read_latency=5\n"_L1));
    text = mended(u"[Memory_Mode.M]\nconst_mem_area: Axi1\narena_mem_area :Axi0\n"_s,
        u"ini.core-loses-section"_s, Kind::Separators);
    expectBoth(text, u"Memory_Mode.M"_s, u"arena_mem_area"_s, u"Axi0"_s);
    text = mended(system + u"Sram_burst_length=64\n"_s, u"ini.max-reads"_s, Kind::AddMaximums);
    EXPECT_TRUE(text.endsWith("Sram_burst_length=64\nSram_max_reads=8\nSram_max_writes=8\n"_L1));
    text = mended(mode + u"[Memory_Mode.N]\nconst_mem_area=Axi0\ninherit=Memory_Mode.M\n"_s,
        u"ini.inherit-late"_s, Kind::InheritFirst);
    expectBoth(text, u"Memory_Mode.N"_s, u"const_mem_area"_s, u"Axi0"_s);
    text = mended(u"[Memory_Mode.N]\ninherit=Memory_Mode.M\n\n"_s + mode, u"ini.inherit-forward"_s,
        Kind::MoveBehindParent);
    EXPECT_TRUE(findInCore(read(text).core, u"Memory_Mode.N"_s, u"const_mem_area"_s).entry);
    text = mended(system + u"Dram_speed=5\n"_s, u"ini.unknown-key"_s, Kind::RemoveLine);
    EXPECT_EQ(text, system);
    text = mended(system + u"core_clock=5\n"_s, u"ini.duplicate-key"_s, Kind::RemoveLine);
    EXPECT_EQ(text, system);
    text = mended(system + u"Sram_clock_scale=0.5 ; half\n"_s, u"ini.value"_s, Kind::CommentAbove);
    EXPECT_EQ(text, system + u"; half\nSram_clock_scale=0.5\n"_s);
    text = mended(system + u"Sram_read_latency=5\n  Sram_write_latency=6\n"_s,
        u"ini.continued-value"_s, Kind::JoinLines);
    expectBoth(text, u"System_Config.Ethos_U85_S"_s, u"Sram_write_latency"_s, u"6"_s);
    text = mended(u"[DEFAULT]\nSram_read_latency=7\n\n"_s + system + mode, u"ini.default-section"_s,
        Kind::SpreadDefaults);
    expectBoth(text, u"System_Config.Ethos_U85_S"_s, u"Sram_read_latency"_s, u"7"_s);
}

TEST(IniFixes, AU55NameGetsItsPrefix)
{
    const auto text
        = u"[System_Config.Board]\ncore_clock=1e6\naxi0_port=Sram\naxi1_port=Dram\n"
          "[Memory_Mode.M]\nconst_mem_area=Axi1\narena_mem_area=Axi0\ncache_mem_area=Axi0\n"_s;
    const auto resolved = resolveIni(read(text), u"Board"_s, u"M"_s);
    ASSERT_TRUE(resolved);
    ASSERT_EQ(resolved->diagnostics.size(), 1U);
    const auto fix = iniFix(text, resolved->diagnostics[0]);
    ASSERT_TRUE(fix);
    EXPECT_EQ(fix->kind, IniFix::Kind::NamePrefix);
    EXPECT_TRUE(applied(text, fix->edits).startsWith("[System_Config.Ethos_U55_Board]"_L1));
}

TEST(IniForm, TellsValueOriginAndWhatTheCoreTakes)
{
    const auto text = u"[System_Config.Ethos_U55_A]\ncore_clock=500e6\naxi0_port=Sram\n"
                      "axi1_port=OffChipFlash\nOffChipFlash_clock_scale=0.125\n"
                      "[System_Config.Ethos_U55_B]\nOffChipFlash_clock_scale=0.01\n"
                      "Dram_read_latency=4\ninherit=System_Config.Ethos_U55_A\n"_s;
    const auto ini = read(text);
    const auto rows = iniRows(ini, u"System_Config.Ethos_U55_B"_s);
    const auto row = [&](const QString &key) -> const IniRow & {
        static const IniRow none;
        const auto found = std::find_if(
            rows.begin(), rows.end(), [&](const IniRow &one) { return one.key == key; });
        EXPECT_NE(found, rows.end()) << key.toStdString();
        return found == rows.end() ? none : *found;
    };
    EXPECT_EQ(rows[0].key, u"inherit"_s);
    EXPECT_EQ(row(u"core_clock"_s).value, u"500e6"_s);
    EXPECT_EQ(row(u"core_clock"_s).from, u"System_Config.Ethos_U55_A"_s);
    EXPECT_FALSE(row(u"core_clock"_s).own);
    EXPECT_EQ(row(u"core_clock"_s).place.line, 2);
    EXPECT_EQ(row(u"OffChipFlash_clock_scale"_s).own, u"0.01"_s);
    EXPECT_EQ(row(u"OffChipFlash_clock_scale"_s).coreValue, u"0.125"_s);
    EXPECT_EQ(row(u"OffChipFlash_clock_scale"_s).coreFrom, u"System_Config.Ethos_U55_A"_s);
    EXPECT_EQ(row(u"Sram_burst_length"_s).from, u"default"_s);
    EXPECT_EQ(row(u"Sram_burst_length"_s).value, u"1"_s);
    EXPECT_EQ(row(u"Sram_burst_length"_s).coreValue, u"64"_s) << "built in differently";
    EXPECT_EQ(row(u"Sram_burst_length"_s).coreFrom, u"default"_s);
    EXPECT_FALSE(row(u"Dram_read_latency"_s).isUsed);
    EXPECT_TRUE(iniRows(ini, u"System_Config.None"_s).empty());

    const auto bandwidths = iniBandwidths(u"System_Config.Ethos_U55_B"_s, rows);
    ASSERT_EQ(bandwidths.size(), 2U);
    EXPECT_EQ(bandwidths[0].memory, u"Sram"_s);
    EXPECT_DOUBLE_EQ(bandwidths[0].bytesPerSecond(), 4e9);
    EXPECT_DOUBLE_EQ(bandwidths[1].bytesPerSecond(), 0.5e9);
}

TEST(IniForm, ChecksAValueByTheRulesOfTheLint)
{
    EXPECT_FALSE(iniValueProblem(true, u"core_clock"_s, u"500e6"_s));
    EXPECT_EQ(iniValueProblem(true, u"core_clock"_s, u"0"_s)->severity, Severity::Error);
    EXPECT_EQ(iniValueProblem(true, u"Sram_read_latency"_s, u"1.5"_s)->severity, Severity::Error);
    EXPECT_EQ(iniValueProblem(true, u"axi0_port"_s, u"SRAM"_s)->severity, Severity::Error);
    EXPECT_EQ(iniValueProblem(false, u"arena_cache_size"_s, u"-1"_s)->severity, Severity::Error);
    EXPECT_TRUE(iniValueProblem(false, u"const_mem_area"_s, u""_s));
}

} // namespace tosaic::test::iniedittests
