// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

namespace tosaic::test::velainicommandtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

Outcome run(const QStringList &arguments)
{
    return outcomeOf(cli::velaIniCommand(), arguments);
}

} // namespace

TEST(VelaIniCommand, ListsConfigurations)
{
    const auto outcome = run({ written(u"board.ini"_s, iniText()), u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine);
    EXPECT_TRUE(outcome.err.isEmpty());
    const auto json = outcome.json();
    EXPECT_EQ(json[u"format"_s].toString(), u"vela-ini"_s);
    EXPECT_EQ(json[u"systemConfigs"_s].toArray(),
        (QJsonArray{ u"Ethos_U55_Board"_s, u"Ethos_U55_Fast"_s }));
    EXPECT_EQ(json[u"memoryModes"_s].toArray(), (QJsonArray{ u"Shared"_s, u"Small"_s }));
    EXPECT_TRUE(run({ written(u"board.ini"_s, iniText()) }).out.contains(u"Ethos_U55_Fast"_s));
}

TEST(VelaIniCommand, ResolvesAChoiceWithItsPlaces)
{
    const QStringList choice{ u"--system-config"_s, u"Ethos_U55_Fast"_s, u"--memory-mode"_s,
        u"Small"_s };
    const auto path = written(u"board.ini"_s, iniText());
    const auto json = run(QStringList{ path, u"--json"_s } + choice).json();
    EXPECT_EQ(json[u"axi0_port"_s].toObject(),
        (QJsonObject{ { u"value"_s, u"Sram"_s }, { u"from"_s, u"System_Config.Ethos_U55_Board"_s },
            { u"line"_s, 4 } }));
    EXPECT_EQ(json[u"arena_cache_size"_s][u"value"_s].toInteger(), 18432);
    const auto text = run(QStringList{ path } + choice).out;
    EXPECT_TRUE(text.contains(u"400,000,000 Hz"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"18,432 bytes"_s));

    // A second file is merged over the first.
    const auto over = written(u"board.ini"_s, "[Memory_Mode.Small]\narena_cache_size=5\n");
    const auto merged = run(QStringList{ path, over, u"--json"_s } + choice);
    EXPECT_EQ(merged.json()[u"arena_cache_size"_s][u"value"_s].toInteger(), 5);
    EXPECT_TRUE(merged.err.contains(u"warning: ini.section-again: "_s)) << merged.err.toStdString();
    EXPECT_TRUE(merged.err.contains(u"ini.parsers-disagree"_s));
    EXPECT_EQ(merged.json()[u"const_mem_area"_s][u"value"_s].toString(), u"Axi1"_s);
}

TEST(VelaIniCommand, BadInputAndBadUseAreTold)
{
    EXPECT_EQ(run({}).exitCode, cli::Usage);
    EXPECT_EQ(run({ u"--nothing"_s }).exitCode, cli::Usage);
    const auto path = written(u"board.ini"_s, iniText());
    EXPECT_EQ(run({ path, u"--system-config"_s, u"X"_s }).exitCode, cli::Usage);
    EXPECT_EQ(run({ path + u".gone"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(run({ written(u"board.ini"_s, "hello\n") }).exitCode, cli::BadInput);
    const auto unknown
        = run({ path, u"--system-config"_s, u"X"_s, u"--memory-mode"_s, u"Small"_s, u"--json"_s });
    EXPECT_EQ(unknown.exitCode, cli::BadInput);
    EXPECT_TRUE(unknown.err.contains(u"error: spec.invalid: "_s)) << unknown.err.toStdString();
    EXPECT_TRUE(unknown.err.contains(u"Section System_Config.X not found"_s));
    EXPECT_EQ(unknown.err.count(u'\n'), 1);
    EXPECT_EQ(unknown.json()[u"format"_s].toString(), u"vela-ini"_s);
    const auto said = unknown.json()[u"diagnostics"_s].toArray();
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(said[0].toObject()[u"text"_s].toString().contains(u"System_Config.X"_s));
    EXPECT_TRUE(
        run({ path, u"--system-config"_s, u"X"_s, u"--memory-mode"_s, u"Small"_s }).out.isEmpty());
    const auto neither = run({ written(u"board.ini"_s, "[other]\na=1\n"), u"--json"_s });
    EXPECT_EQ(neither.exitCode, cli::BadInput);
    EXPECT_TRUE(neither.err.startsWith(u"error: format.unknown: "_s)) << neither.err.toStdString();
    EXPECT_EQ(neither.err.count(u'\n'), 1);
    EXPECT_TRUE(neither.out.isEmpty());
    EXPECT_TRUE(run({ u"--help"_s }).out.contains(u"--memory-mode"_s));
}

TEST(VelaIniCommand, ChangesAFileAndNothingElseInIt)
{
    const auto path = written(u"board.ini"_s, iniText());
    const auto output = temporaryDir() + u"/out.ini"_s;
    const auto set = u"System_Config.Ethos_U55_Board.core_clock=123e6"_s;
    const auto outcome = run({ path, u"--set"_s, set, u"--new-system"_s, u"Mine"_s, u"--template"_s,
        u"U85-DRAM"_s, u"-o"_s, output });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = run({ output, u"--json"_s }).json();
    EXPECT_TRUE(json[u"systemConfigs"_s].toArray().contains(u"Ethos_U85_Mine"_s));
    EXPECT_TRUE(contentOf(output).contains("core_clock=123e6"));
    EXPECT_EQ(contentOf(path), iniText());

    const QStringList small{ u"--new-system"_s, u"A"_s, u"-o"_s, output };
    const auto named = run(small);
    EXPECT_EQ(named.exitCode, cli::Fine);
    EXPECT_EQ(named.out, u"added System_Config.Ethos_U85_A\n"_s);
    EXPECT_TRUE(contentOf(output).startsWith("; Starting values"));
    EXPECT_EQ(run(small + QStringList{ u"--template"_s, u"None"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(run({ path, u"--set"_s, u"nonsense"_s, u"-o"_s, output }).exitCode, cli::BadInput);
    EXPECT_EQ(run({ path, u"--set"_s, set }).exitCode, cli::Usage);
    EXPECT_EQ(run({ u"--set"_s, set, u"-o"_s, output }).exitCode, cli::Usage);
}

TEST(VelaIniCommand, AChangeThatMakesAnErrorIsNotWritten)
{
    const auto path = written(u"board.ini"_s, iniText());
    const auto output = temporaryDir() + u"/refused.ini"_s;
    const QStringList wrong{ path, u"--set"_s, u"System_Config.Ethos_U55_Board.core_clock=abc"_s,
        u"-o"_s, output };
    const auto outcome = run(wrong);
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"error: ini.value"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"abc"_s));
    EXPECT_FALSE(QFile::exists(output));
    const auto json = run(wrong + QStringList{ u"--json"_s }).json();
    EXPECT_EQ(json[u"written"_s], false);
    EXPECT_FALSE(json[u"diagnostics"_s].toArray().isEmpty());

    // An error that is there already does not keep the rest from being changed.
    auto text = iniText();
    text.replace("core_clock=", "core_clock=x");
    const auto damaged = written(u"board.ini"_s, text);
    const auto other = run({ damaged, u"--set"_s,
        u"System_Config.Ethos_U55_Board.Sram_ports_used=2"_s, u"-o"_s, output });
    EXPECT_EQ(other.exitCode, cli::Fine) << other.err.toStdString();
    EXPECT_TRUE(other.err.contains(u"error: ini.value"_s)) << other.err.toStdString();
    EXPECT_TRUE(QFile::exists(output));
}

} // namespace tosaic::test::velainicommandtests
