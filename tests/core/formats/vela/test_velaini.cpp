// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/ininumbers.h"
#include "core/formats/vela/velaini.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QStringEncoder>

#include <cmath>

namespace tosaic::test::velainitests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

namespace {

VelaIni read(const std::vector<QByteArray> &files)
{
    IniSources sources;
    for (size_t i = 0; i < files.size(); ++i)
        sources.push_back(sourceOf(files[i], u"%1.ini"_s.arg(i)));
    const auto ini = readVelaIni(sources);
    EXPECT_TRUE(ini);
    return ini ? *ini : VelaIni();
}

/// The text of a setting and of what the core takes ("x|y" if they differ).
QString settingOf(const IniResolution &resolution, const QString &key)
{
    const auto *setting = resolution.setting(key);
    if (!setting)
        return u"none"_s;
    auto text = setting->value ? iniNumberText(*setting->value) : u"unlimited"_s;
    if (setting->coreValue)
        text += u'|' + iniNumberText(*setting->coreValue);
    return text;
}

QString lineOf(const VelaIni &ini, const QString &id)
{
    for (const auto &diagnostic : ini.diagnostics) {
        if (diagnostic.id == id)
            return u"%1:%2"_s.arg(diagnostic.location.file)
                .arg(diagnostic.location.line.value_or(0));
    }
    return {};
}

const QByteArray Modes = "[Memory_Mode.M]\nconst_mem_area=Axi1\narena_mem_area=Axi0\n"
                         "cache_mem_area=Axi0\n";
const QByteArray System = "[System_Config.S]\ncore_clock=1e6\naxi0_port=Sram\naxi1_port=Dram\n"
                          "Sram_burst_length=32\nSram_max_reads=4\n";

} // namespace

TEST(VelaIni, ResolvesWithPlaces)
{
    const auto ini = read({ iniText() });
    EXPECT_EQ(ini.systemConfigs, (QStringList{ u"Ethos_U55_Board"_s, u"Ethos_U55_Fast"_s }));
    EXPECT_EQ(ini.memoryModes, (QStringList{ u"Shared"_s, u"Small"_s }));
    const auto resolution = resolveIni(ini, u"Ethos_U55_Fast"_s, u"Small"_s);
    ASSERT_TRUE(resolution) << resolution.error().toText().toStdString();
    EXPECT_EQ(resolution->setting(u"core_clock"_s)->from, u"System_Config.Ethos_U55_Board"_s);
    EXPECT_EQ(resolution->setting(u"core_clock"_s)->place.line, 3);
    EXPECT_EQ(settingOf(*resolution, u"OffChipFlash_clock_scale"_s), u"0.25"_s);
    EXPECT_EQ(resolution->setting(u"OffChipFlash_clock_scale"_s)->from,
        u"System_Config.Ethos_U55_Fast"_s);
    EXPECT_EQ(resolution->setting(u"Sram_write_latency"_s)->from, u"default"_s);
    EXPECT_EQ(settingOf(*resolution, u"Sram_max_reads"_s), u"4"_s);
    EXPECT_EQ(settingOf(*resolution, u"arena_cache_size"_s), u"18432"_s);
    EXPECT_EQ(resolution->constMemory, u"OffChipFlash"_s);
    EXPECT_TRUE(resolution->diagnostics.empty());
    const auto json = inspect::describeVelaIni(ini, *resolution).json;
    EXPECT_EQ(json[u"axi0_port"_s][u"value"_s].toString(), u"Sram"_s);
    EXPECT_EQ(json[u"axi0_port"_s][u"from"_s].toString(), u"System_Config.Ethos_U55_Board"_s);
    EXPECT_EQ(json[u"core_clock"_s][u"value"_s].toDouble(), 400e6);
    EXPECT_EQ(json[u"memoryModes"_s].toArray().size(), 2);
}

/// What it says is shown, and that no Vela takes it.
TEST(VelaIni, SaysThatVelaReadsNoUtf16)
{
    QStringEncoder encode(QStringEncoder::Utf16LE, QStringEncoder::Flag::WriteBom);
    const auto ini = read({ QByteArray(encode(QString::fromUtf8(iniText()))) });
    EXPECT_EQ(ini.memoryModes, read({ iniText() }).memoryModes);
    ASSERT_TRUE(ini.python.error);
    EXPECT_EQ(ini.python.error->id, u"ini.encoding"_s);
    EXPECT_TRUE(ini.python.error->text.contains(u"save it as UTF-8"_s));
    EXPECT_EQ(lineOf(ini, u"ini.encoding"_s), u"0.ini:0"_s);
}

TEST(VelaIni, DefaultsAndSramOnly)
{
    const auto ini = read({ System + "[Memory_Mode.Only]\n" });
    const auto resolution = resolveIni(ini, u"S"_s, u"Only"_s);
    ASSERT_TRUE(resolution);
    EXPECT_EQ(settingOf(*resolution, u"const_mem_area"_s), u"Axi0"_s);
    EXPECT_EQ(resolution->constMemory, u"OnChipFlash"_s) << "Vela counts these weights as flash";
    EXPECT_EQ(settingOf(*resolution, u"arena_cache_size"_s), u"unlimited"_s);
    EXPECT_EQ(settingOf(*resolution, u"Dram_burst_length"_s), u"1"_s);
    EXPECT_TRUE(contains(resolution->diagnostics, u"ini.axi-width"_s));
}

TEST(VelaIni, FilesAreMergedByPythonAndReplacedByTheCore)
{
    const auto ini = read({ System + Modes, "[System_Config.S]\nSram_burst_length=64\n" });
    const auto resolution = resolveIni(ini, u"S"_s, u"M"_s);
    ASSERT_TRUE(resolution);
    EXPECT_EQ(settingOf(*resolution, u"Sram_burst_length"_s), u"64"_s);
    EXPECT_EQ(resolution->setting(u"Sram_burst_length"_s)->place.file, u"1.ini"_s);
    EXPECT_EQ(settingOf(*resolution, u"axi0_port"_s), u"Sram|nothing"_s);
    EXPECT_EQ(settingOf(*resolution, u"Sram_max_reads"_s), u"1"_s) << "the core's own key";
    EXPECT_EQ(lineOf(ini, u"ini.section-again"_s), u"1.ini:1"_s);
}

TEST(VelaIni, InheritanceDiffers)
{
    // Before "inherit": kept by Python, forgotten by the core.
    const auto late = read({ iniText()
        + "[System_Config.Ethos_U55_Slow]\nOffChipFlash_clock_scale=0.01\n"
          "inherit=System_Config.Ethos_U55_Board\n" });
    const auto slow = resolveIni(late, u"Ethos_U55_Slow"_s, u"Shared"_s);
    ASSERT_TRUE(slow);
    EXPECT_EQ(settingOf(*slow, u"OffChipFlash_clock_scale"_s), u"0.01|0.0625"_s);
    EXPECT_TRUE(contains(slow->diagnostics, u"ini.parsers-disagree"_s));
    EXPECT_EQ(lineOf(late, u"ini.inherit-late"_s), u"0.ini:25"_s);
    // From a later section: Python only.
    const auto forward = read({ System + "[Memory_Mode.A]\ninherit=Memory_Mode.M\n" + Modes });
    const auto resolution = resolveIni(forward, u"S"_s, u"A"_s);
    ASSERT_TRUE(resolution);
    EXPECT_EQ(settingOf(*resolution, u"const_mem_area"_s), u"Axi1|nothing"_s);
    EXPECT_EQ(lineOf(forward, u"ini.inherit-forward"_s), u"0.ini:8"_s);
}

TEST(VelaIni, InheritanceThatDoesNotEnd)
{
    const auto ini = read({ System
        + "[Memory_Mode.Self]\ninherit=Memory_Mode.Self\n[Memory_Mode.A]\ninherit=Memory_Mode.B\n"
          "[Memory_Mode.B]\ninherit=Memory_Mode.A\n[Memory_Mode.C]\ninherit=Memory_Mode.Gone\n" });
    for (const auto &[mode, words] : { std::pair(u"Self"_s, u"references its own section"_s),
             std::pair(u"A"_s, u"RecursionError"_s), std::pair(u"C"_s, u"was not found"_s) }) {
        const auto resolution = resolveIni(ini, u"S"_s, mode);
        ASSERT_FALSE(resolution);
        EXPECT_EQ(resolution.error().code, ErrorCode::SpecInvalid);
        EXPECT_TRUE(resolution.error().detail.contains(words));
    }
    for (const auto &id :
        { u"ini.inherit-self"_s, u"ini.inherit-loop"_s, u"ini.inherit-missing"_s })
        EXPECT_TRUE(contains(ini.diagnostics, id)) << id.toStdString();
}

TEST(VelaIni, HashCommentsHideTheRestFromTheCore)
{
    const auto ini = read({ System + "# comment\nSram_clock_scale=0.5\n" + Modes });
    ASSERT_TRUE(ini.core.stoppedAt);
    EXPECT_EQ(ini.core.stoppedAt->line, 7);
    EXPECT_EQ(lineOf(ini, u"ini.core-stops"_s), u"0.ini:7"_s);
    const auto resolution = resolveIni(ini, u"S"_s, u"M"_s);
    ASSERT_TRUE(resolution);
    EXPECT_EQ(settingOf(*resolution, u"Sram_clock_scale"_s), u"0.5|1"_s);
    EXPECT_EQ(settingOf(*resolution, u"const_mem_area"_s), u"Axi1|nothing"_s);
    EXPECT_FALSE(contains(read({ System + Modes + "# end\n" }).diagnostics, u"ini.core-stops"_s))
        << "nothing is lost";
}

TEST(VelaIni, ColonsCaseContinuationsAndDefaults)
{
    const auto ini = read({ "[DEFAULT]\nSram_read_latency=7\n" + System
        + "SRAM_clock_scale: 0.5\nSram_burst_length2=1\n" + Modes });
    const auto resolution = resolveIni(ini, u"S"_s, u"M"_s);
    ASSERT_TRUE(resolution);
    EXPECT_EQ(settingOf(*resolution, u"Sram_clock_scale"_s), u"0.5|1"_s);
    EXPECT_EQ(settingOf(*resolution, u"Sram_read_latency"_s), u"7|1"_s);
    EXPECT_EQ(resolution->setting(u"Sram_read_latency"_s)->from, u"DEFAULT"_s);
    EXPECT_EQ(lineOf(ini, u"ini.core-loses-section"_s), u"0.ini:9"_s);
    EXPECT_EQ(lineOf(ini, u"ini.key-case"_s), u"0.ini:9"_s);
    EXPECT_EQ(lineOf(ini, u"ini.unknown-key"_s), u"0.ini:10"_s);
    EXPECT_EQ(lineOf(ini, u"ini.default-section"_s), u"0.ini:1"_s);
    const auto indented = read({ "[System_Config.S]\naxi0_port=Sram\n  axi1_port=Dram\n" });
    EXPECT_EQ(lineOf(indented, u"ini.continued-value"_s), u"0.ini:2"_s);
    EXPECT_EQ(indented.python.section(u"System_Config.S"_s)->entries.at(0).value,
        u"Sram\naxi1_port=Dram"_s);
    EXPECT_EQ(indented.core.sections.at(0).entries.size(), 2U);
}

TEST(VelaIni, InterpolationIsPythons)
{
    const auto ini = read({ "[System_Config.S]\nx=6\ncore_clock=1e%(x)s\naxi0_port=Sram\n"
                            "axi1_port=Dram\nSram_clock_scale=5%\n"
        + Modes });
    EXPECT_EQ(*ini.python.value(u"System_Config.S"_s, u"core_clock"_s), u"1e6"_s);
    EXPECT_FALSE(ini.python.value(u"System_Config.S"_s, u"sram_clock_scale"_s));
    EXPECT_FALSE(resolveIni(ini, u"S"_s, u"M"_s));
    const auto endless = read({ "[a]\nx=%(x)s%(x)s\n" });
    EXPECT_FALSE(endless.python.value(u"a"_s, u"x"_s));
}

TEST(VelaIni, WhatPythonRefuses)
{
    const std::vector<std::tuple<QByteArray, QString, int>> cases{
        { "core_clock=1\n[System_Config.S]\n", u"ini.no-section"_s, 1 },
        { "\xef\xbb\xbf[System_Config.S]\n", u"ini.byte-order-mark"_s, 1 },
        { "[A]\n[A]\n", u"ini.duplicate-section"_s, 2 },
        { "[A]\nx=1\nX:2\n", u"ini.duplicate-key"_s, 3 },
        { "[A]\njust words\n", u"ini.no-value"_s, 2 },
        { "[A]\n=5\n", u"ini.no-value"_s, 2 },
        { "[A]\nx=\xff\n", u"ini.encoding"_s, 0 },
    };
    for (const auto &[text, id, line] : cases) {
        const auto ini = read({ text });
        ASSERT_TRUE(ini.python.error) << text.toStdString();
        EXPECT_EQ(ini.python.error->id, id);
        EXPECT_EQ(ini.python.error->location.line.value_or(0), line);
        EXPECT_TRUE(contains(ini.diagnostics, id));
    }
    EXPECT_FALSE(read({ "[A]\nx=1\n", "[A]\nx=2\n" }).python.error) << "other files may repeat";
    EXPECT_FALSE(read({ "[A]\r\nx = 1\r\n\r\n; c\r\n  # d\r\ny:2" }).python.error);
}

/// Only Ethos-U85 plans with outstanding reads: in systems of the others nothing is amiss.
TEST(VelaIni, OutstandingReadsAreMissedOncePerSystemThatNeedsThem)
{
    const QByteArray keys = "Sram_burst_length=8\nDram_burst_length=8\nDram_max_reads=4\n"
                            "OffChipFlash_burst_length=8\n";
    const auto found = [&](const QByteArray &system) {
        return read({ "[System_Config." + system + "]\n" + keys }).diagnostics;
    };
    EXPECT_TRUE(found("Ethos_U55_Fast").empty());
    EXPECT_TRUE(found("Ethos_U65_Fast").empty());
    const auto u85 = found("Ethos_U85_Fast");
    ASSERT_EQ(u85.size(), 1u);
    EXPECT_EQ(u85[0].severity, Severity::Warning);
    EXPECT_TRUE(u85[0].text.contains(u"Sram_max_reads, OffChipFlash_max_reads"_s));
    EXPECT_TRUE(u85[0].text.contains(u"[System_Config.Ethos_U85_Fast]"_s));
    const auto board = found("My_Board");
    ASSERT_EQ(board.size(), 1u);
    EXPECT_EQ(board[0].severity, Severity::Info);
}

TEST(VelaIni, ValuesThatCannotBe)
{
    const auto lint = [](const QByteArray &line) {
        QStringList ids;
        for (const auto &diagnostic : read({ "[System_Config.S]\n" + line + "\n" }).diagnostics)
            ids << diagnostic.id;
        return ids.join(u' ');
    };
    EXPECT_EQ(lint("core_clock=0"), u"ini.zero-clock"_s);
    EXPECT_EQ(lint("core_clock=-5e6"), u"ini.clock"_s);
    EXPECT_EQ(lint("core_clock=500M"), u"ini.value"_s);
    EXPECT_EQ(lint("Sram_read_latency=0x20"), u"ini.value"_s);
    EXPECT_EQ(lint("Sram_read_latency=32 ; cycles"), u"ini.value"_s);
    EXPECT_EQ(lint("Sram_clock_scale=0"), u"ini.clock-scale"_s);
    EXPECT_EQ(lint("Sram_ports_used=0"), u"ini.value-low"_s);
    EXPECT_EQ(lint("axi0_port=SRAM"), u"ini.value"_s);
    EXPECT_EQ(lint("Sram_burst_length=8"), u"ini.max-reads"_s);
    EXPECT_EQ(lint("core_clock=500e6"), QString());
    EXPECT_EQ(read({ "[Memory_Mode.M]\narena_cache_size=-1\n" }).diagnostics.at(0).severity,
        Severity::Error);
}

TEST(VelaIni, NumbersOfBothParsers)
{
    EXPECT_EQ(pythonReal(u" 1_000.5e-1 "_s), 100.05);
    EXPECT_EQ(pythonReal(u".5"_s), 0.5);
    EXPECT_EQ(pythonReal(u"5."_s), 5.0);
    EXPECT_TRUE(std::isinf(*pythonReal(u"-Infinity"_s)));
    EXPECT_TRUE(std::isnan(*pythonReal(u"nan"_s)));
    EXPECT_FALSE(pythonReal(u"1__0"_s));
    EXPECT_FALSE(pythonReal(u"0x10"_s));
    EXPECT_EQ(pythonWhole(u"+1_024"_s), 1024);
    EXPECT_FALSE(pythonWhole(u"1.0"_s));
    EXPECT_FALSE(pythonWhole(u"99999999999999999999"_s));
    EXPECT_EQ(coreWhole(u"32 ; x"_s), 32);
    EXPECT_EQ(coreWhole(u"1e6"_s), 1);
    EXPECT_EQ(coreWhole(u"+5"_s), 0);
    EXPECT_EQ(coreWhole(u"99999999999"_s), 0);
    EXPECT_EQ(coreReal(u"0.5x"_s), 0.5);
    EXPECT_EQ(coreReal(u"x"_s), 0.0);
}

TEST(VelaIni, HostileFilesAreLimited)
{
    const auto codeOf = [](const QByteArray &text) {
        const auto ini = readVelaIni({ sourceOf(text) });
        return ini ? QString() : ini.error().detail;
    };
    EXPECT_TRUE(codeOf(QByteArray(2 << 20, 'x')).contains(u"FileLimit"_s));
    EXPECT_TRUE(codeOf(QByteArray(30'000, '\n')).contains(u"LineLimit"_s));
    QByteArray sections;
    for (int i = 0; i < 5000; ++i)
        sections += "[s" + QByteArray::number(i) + "]\n";
    EXPECT_TRUE(codeOf(sections).contains(u"SectionLimit"_s));
    QByteArray chain = System;
    for (int i = 0; i < 4000; ++i)
        chain += "[Memory_Mode.N" + QByteArray::number(i) + "]\ninherit=Memory_Mode.N"
            + QByteArray::number(i + 1) + '\n';
    EXPECT_FALSE(resolveIni(*readVelaIni({ sourceOf(chain) }), u"S"_s, u"N0"_s));
}

TEST(VelaIni, MemoryThatTheCoreLacksEndsVela)
{
    // The words are those of Vela 5.1 for the same files.
    const auto effects = [](const QByteArray &text) {
        const auto resolution = resolveIni(read({ text }), u"S"_s, u"M"_s);
        QStringList result;
        for (const auto &diagnostic :
            resolution ? resolution->diagnostics : std::vector<Diagnostic>()) {
            if (diagnostic.id == u"ini.parsers-disagree"_s
                && diagnostic.severity == Severity::Error)
                result << diagnostic.text.section(u": "_s, -1);
        }
        return result;
    };
    const auto changed
        = [](QByteArray text, const char *from, const char *to) { return text.replace(from, to); };
    const auto whole = System + Modes;
    const auto lost = [](const QString &memory) {
        return u"Vela 5 ends with \"%1 memory not configured\""_s.arg(memory);
    };
    EXPECT_EQ(effects(whole), QStringList());
    EXPECT_EQ(
        effects(changed(whole, "arena_mem", "Arena_mem")), QStringList{ lost(u"Feature Map"_s) });
    EXPECT_EQ(effects(changed(whole, "cache_mem", "Cache_mem")), QStringList{ lost(u"Staging"_s) });
    EXPECT_EQ(
        effects(changed(whole, "const_mem", "Const_mem")), QStringList{ lost(u"Readonly"_s) });
    EXPECT_EQ(
        effects(changed(whole, "axi0_port", "Axi0_port")), QStringList{ lost(u"Feature Map"_s) });
    EXPECT_EQ(
        effects(changed(whole, "axi1_port", "Axi1_port")), QStringList{ lost(u"Readonly"_s) });
    // Python has a default for areas, the core has none.
    EXPECT_EQ(
        effects(changed(whole, "cache_mem_area=Axi0\n", "")), QStringList{ lost(u"Staging"_s) });
    EXPECT_EQ(effects("# all is hidden from the core\n" + whole).value(0), lost(u"Feature Map"_s));

    // Another value is a warning that says what follows from it.
    const auto other
        = resolveIni(read({ System + "SRAM_clock_scale=0.5\n" + Modes }), u"S"_s, u"M"_s);
    ASSERT_TRUE(other);
    for (const auto &diagnostic : other->diagnostics) {
        if (diagnostic.id == u"ini.parsers-disagree"_s) {
            EXPECT_EQ(diagnostic.severity, Severity::Warning);
            EXPECT_TRUE(diagnostic.text.contains(u"Vela 5 plans"_s));
        }
    }
    EXPECT_TRUE(contains(other->diagnostics, u"ini.parsers-disagree"_s));
}

} // namespace tosaic::test::velainitests
