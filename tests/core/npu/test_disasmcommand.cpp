// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The command in-process.
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/core/npu/commandlist.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <gtest/gtest.h>

#include <algorithm>

namespace tosaic::test::disasmcommandtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

Outcome disassembled(const QStringList &arguments)
{
    return outcomeOf(cli::disasmCommand(), arguments);
}

QString smallPayload()
{
    CommandList commands;
    commands.set(0x100, 3).set(KickConv, 0).set(KickStop, 0xFFFF);
    return written(u"commands.bin"_s, payloadWith(npu::NpuProduct::U55, commands));
}

} // namespace

TEST(DisasmCommand, JsonOfADriverPayload)
{
    const auto outcome = disassembled({ smallPayload(), u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine);
    const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    const auto streams = json[u"streams"_s].toArray();
    ASSERT_EQ(streams.size(), 1);
    EXPECT_EQ(streams[0].toObject()[u"commands"_s].toInt(), 3);
    EXPECT_EQ(streams[0].toObject()[u"operations"_s].toArray().size(), 2);
}

TEST(DisasmCommand, TextAndTable)
{
    const auto text = disassembled({ smallPayload(), u"--text"_s });
    EXPECT_EQ(text.exitCode, cli::Fine);
    EXPECT_EQ(text.out.count(u'\n'), 3);
    EXPECT_TRUE(text.out.contains(u"NPU_SET_IFM_PAD_TOP"_s));
    const auto table = disassembled({ smallPayload() });
    EXPECT_EQ(table.exitCode, cli::Fine);
    EXPECT_TRUE(table.out.contains(u"Ethos-U55-128"_s));
    EXPECT_TRUE(table.out.contains(u"CONV"_s));
}

TEST(DisasmCommand, ErrorsAndUsage)
{
    EXPECT_EQ(disassembled({}).exitCode, cli::Usage);
    EXPECT_EQ(disassembled({ smallPayload(), u"--delegate"_s, u"x"_s }).exitCode, cli::Usage);
    EXPECT_EQ(disassembled({ smallPayload(), u"--json"_s, u"--text"_s }).exitCode, cli::Usage);
    EXPECT_EQ(disassembled({ u"--help"_s }).exitCode, cli::Fine);
    const auto missing = disassembled({ temporaryDir() + u"/none"_s });
    EXPECT_EQ(missing.exitCode, cli::BadInput);
    EXPECT_TRUE(missing.err.startsWith(u"error: io.open"_s));
    const auto other = disassembled({ written(u"a.txt"_s, "some text\n") });
    EXPECT_EQ(other.exitCode, cli::BadInput);
    EXPECT_TRUE(other.err.contains(u"format.unsupported"_s));
    const auto cut = disassembled({ written(u"m.npz"_s, "PK\x03\x04 and no directory") });
    EXPECT_EQ(cut.exitCode, cli::BadInput);
    EXPECT_TRUE(cut.err.startsWith(u"error: format.damaged: "_s)) << qPrintable(cut.err);
    const auto none = disassembled({ smallPayload(), u"--delegate"_s, u"1"_s });
    EXPECT_EQ(none.exitCode, cli::BadInput);
    EXPECT_TRUE(none.out.isEmpty());
    EXPECT_EQ(disassembled({ smallPayload(), u"--delegate"_s, u"0"_s }).exitCode, cli::Fine);
}

TEST(DisasmCommand, OneDelegateOfAProgram)
{
    TOSAIC_NEED_SAMPLES();
    const auto program = samplesDir() + u"/generated/aot/kws-int8-u55-128/model.pte"_s;
    const auto outcome = disassembled({ program, u"--delegate"_s, u"1"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine);
    const auto streams
        = QJsonDocument::fromJson(outcome.out.toUtf8()).object()[u"streams"_s].toArray();
    ASSERT_EQ(streams.size(), 1);
    EXPECT_EQ(streams[0].toObject()[u"delegate"_s].toInt(), 1);
    EXPECT_EQ(streams[0].toObject()[u"streamWords"_s].toInt(), 74);

    EXPECT_TRUE(disassembled({ program, u"--delegate"_s, u"1"_s })
                    .out.contains(u"method forward, delegate 1"_s));

    // The commands are in a .ptd beside it.
    const auto external
        = disassembled({ samplesDir() + u"/generated/aot/twopart-int8-u85-512-external/model.pte"_s,
            u"--json"_s });
    EXPECT_EQ(external.exitCode, cli::Fine) << qPrintable(external.err);
    const auto placed = QJsonDocument::fromJson(external.out.toUtf8())[u"streams"_s].toArray();
    ASSERT_EQ(placed.size(), 2);
    EXPECT_EQ(placed[0][u"streamWords"_s].toInt(), 109);
    EXPECT_EQ(placed[1][u"streamWords"_s].toInt(), 102);

    // The .ptd itself has them, in the order of its entries.
    const auto commands = disassembled(
        { samplesDir() + u"/generated/aot/twopart-int8-u85-512-external/npu_commands.ptd"_s,
            u"--json"_s });
    EXPECT_EQ(commands.exitCode, cli::Fine) << qPrintable(commands.err);
    const auto entries
        = QJsonDocument::fromJson(commands.out.toUtf8()).object()[u"streams"_s].toArray();
    ASSERT_EQ(entries.size(), 2);
    EXPECT_EQ(entries[0].toObject()[u"key"_s].toString().size(), 64);
}

/// Found beside the program, or where they are said to be.
TEST(DisasmCommand, CommandsInAPtd)
{
    const auto fixture = fixturePath(u"two_partitions-u85-256-external"_s);
    const auto streamsOf = [](const Outcome &outcome) {
        return QJsonDocument::fromJson(outcome.out.toUtf8())[u"streams"_s].toArray();
    };
    const auto beside = disassembled({ fixture + u"/two_partitions.pte"_s, u"--json"_s });
    EXPECT_EQ(beside.exitCode, cli::Fine) << beside.err.toStdString();
    const auto streams = streamsOf(beside);
    ASSERT_EQ(streams.size(), 2);
    const auto ptd = streamsOf(disassembled({ fixture + u"/npu_commands.ptd"_s, u"--json"_s }));
    for (const auto &stream : streams) {
        const auto same = std::ranges::find_if(
            ptd, [&](const auto &one) { return one[u"key"_s] == stream[u"key"_s]; });
        ASSERT_NE(same, ptd.end());
        EXPECT_EQ(
            (*same)[u"operations"_s].toArray().size(), stream[u"operations"_s].toArray().size());
    }
    const auto alone = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(fixture + u"/two_partitions.pte"_s, alone));
    const auto missing = disassembled({ alone });
    EXPECT_EQ(missing.exitCode, cli::BadInput);
    EXPECT_TRUE(missing.err.contains(u"pte.external-missing"_s)) << missing.err.toStdString();
    EXPECT_TRUE(missing.err.contains(u"not beside the program"_s)) << missing.err.toStdString();
    const auto given
        = disassembled({ alone, u"--json"_s, u"--data"_s, fixture + u"/npu_commands.ptd"_s });
    EXPECT_EQ(given.exitCode, cli::Fine);
    EXPECT_EQ(streamsOf(given), streams);
}

} // namespace tosaic::test::disasmcommandtests
