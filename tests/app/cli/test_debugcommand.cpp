// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonValue>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

Outcome debug(const QStringList &arguments)
{
    return outcomeOf(cli::debugCommand(),
        QStringList{ fixturePath(u"add-u55-128/add.pte"_s), u"--json"_s } + arguments);
}

} // namespace

TEST(DebugCommand, StopsBehindAnOperation)
{
    const auto outcome = debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"map:ifm"_s, u"--print"_s,
        u"map:ofm"_s, u"--print"_s, u"registers"_s, u"--print"_s, u"region:1+0:20"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json["stoppedAt"_L1]["operation"_L1].toInt(-1), 1);
    EXPECT_EQ(json["stoppedAt"_L1]["offset"_L1].toInt(), 404);
    const auto printed = json["printed"_L1].toArray();
    ASSERT_EQ(printed.size(), 4);
    EXPECT_EQ(printed[0]["what"_L1].toString(), u"map:ifm"_s);
    // The operation writes over its input: what it found is told.
    const auto before = printed[0]["values"_L1].toArray();
    const auto behind = printed[1]["values"_L1].toArray();
    ASSERT_EQ(before.size(), 5);
    ASSERT_EQ(behind.size(), 5);
    EXPECT_EQ(printed[0]["address"_L1], printed[1]["address"_L1]);
    EXPECT_NE(before, behind);
    EXPECT_GT(printed[2]["registers"_L1].toArray().size(), 20);
    EXPECT_TRUE(printed[3]["written"_L1].toBool());
    const auto hex = printed[3]["hex"_L1].toString();
    bool isNumber = false;
    const auto first = qFromBigEndian(hex.first(8).toUInt(&isNumber, 16));
    EXPECT_EQ(double(qint32(first)), behind[0].toDouble());
}

TEST(DebugCommand, StopsWhereAnAddressIsWritten)
{
    const auto outcome = debug({ u"--break"_s, u"write:1+0"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const QJsonValue at = outcome.json()["stoppedAt"_L1];
    const auto same = debug({ u"--break"_s, u"offset:%1"_s.arg(at["offset"_L1].toInt()) });
    EXPECT_EQ(QJsonValue(same.json()["stoppedAt"_L1]), at);
}

TEST(DebugCommand, APlaceThatIsNotReachedIsAnError)
{
    const auto outcome = debug({ u"--break"_s, u"op:99"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"debug.not-reached"_s));
    EXPECT_EQ(debug({ u"--break"_s, u"line:3"_s }).exitCode, cli::Usage);
    EXPECT_EQ(
        debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"region:9+0:4"_s }).exitCode, cli::Usage);
    EXPECT_EQ(debug({ u"--break"_s, u"op:1"_s, u"--delegate"_s, u"4"_s }).exitCode, cli::BadInput);
    const auto outside
        = debug({ u"--break"_s, u"op:1"_s, u"--print"_s, u"region:1+0x1000000:4"_s });
    EXPECT_TRUE(outside.json()["printed"_L1][0]["problem"_L1].toString().contains(u"outside"_s));
}

} // namespace tosaic::test
