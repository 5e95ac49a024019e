// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli::kernelscommandtests {
namespace {

test::Outcome kernels(const QStringList &arguments)
{
    return test::outcomeOf(kernelsCommand(), arguments);
}

QString host(const QString &name)
{
    return test::samplesDir() + u"/generated/host/"_s + name;
}

} // namespace

TEST(KernelsCommand, RefusesWhatItCannotUse)
{
    EXPECT_EQ(kernels({}).exitCode, Usage);
    EXPECT_EQ(kernels({ u"a"_s, u"--origin"_s, u"moon"_s }).exitCode, Usage);
    EXPECT_EQ(kernels({ u"/no/such.etdp"_s }).exitCode, BadInput);
    EXPECT_EQ(kernels({ test::fixturePath(u"MANIFEST.json"_s) }).exitCode, BadInput);
    EXPECT_EQ(kernels({ u"--help"_s }).exitCode, Fine);
}

TEST(KernelsCommand, PrintsEveryRepeat)
{
    TOSAIC_NEED_SAMPLES();
    const auto outcome = kernels({ host(u"etdump/map_rows_c_3.etdp"_s), u"--program"_s,
        host(u"pte/map_rows.pte"_s), u"--origin"_s, u"this-machine"_s, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json["unit"_L1], u"ns"_s);
    EXPECT_EQ(json["origin"_L1], u"this-machine"_s);
    const auto method = json["methods"_L1].toArray().at(0).toObject();
    EXPECT_EQ(method["name"_L1], u"forward"_s);
    EXPECT_EQ(method["times"_L1]["total"_L1].toInteger(), 255049);
    const auto rows = method["rows"_L1].toArray();
    for (const auto &row : rows) {
        if (row["name"_L1] != "aten::tanh.out"_L1)
            continue;
        EXPECT_EQ(row["kernel"_L1]["total"_L1].toInteger(), 189183);
        EXPECT_EQ(row["kernel"_L1]["ticks"_L1].toArray().at(2).toArray().size(), 5);
        return;
    }
    FAIL() << "no tanh";
}

TEST(KernelsCommand, LeavesTheStatedWarmUpsOut)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = host(u"etdump/cnn_py_20.etdp"_s); // 20 executions
    const auto all = kernels({ dump });
    ASSERT_EQ(all.exitCode, Fine);
    EXPECT_TRUE(all.out.contains(u": 20 executions"_s));
    const auto outcome = kernels({ dump, u"--warmup"_s, u"5"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u": 15 executions, 5 warm-up left out"_s))
        << outcome.out.toStdString();
    for (const auto &line : all.out.split(u'\n')) {
        if (line.contains(u"aten::"_s) || line.contains(u".out"_s)) {
            EXPECT_TRUE(line.endsWith(u" 1"_s)) << "calls in one execution, not in all";
        }
    }
    const auto method = kernels({ dump, u"--warmup"_s, u"5"_s, u"--json"_s })
                            .json()["methods"_L1]
                            .toArray()
                            .at(0)
                            .toObject();
    EXPECT_EQ(method["warmups"_L1].toInteger(), 5);
    EXPECT_EQ(kernels({ dump, u"--warmup"_s, u"few"_s }).exitCode, Usage);
    EXPECT_TRUE(kernels({ dump, u"--warmup"_s, u"20"_s }).err.contains(u"only-warm-up"_s));
}

TEST(KernelsCommand, PrintsATableWithUnitAndOrigin)
{
    TOSAIC_NEED_SAMPLES();
    const auto outcome = kernels({ host(u"etdump/state_counter_c_3_debug.etdp"_s), u"--buffer"_s,
        host(u"etdump/state_counter_c_3_debug.bin"_s), u"--program"_s,
        host(u"pte/state_counter.pte"_s), u"--origin"_s, u"this-machine"_s });
    ASSERT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"origin: this machine, times in ns"_s));
    EXPECT_TRUE(outcome.out.contains(u"host CPU, portable kernels"_s));
    EXPECT_TRUE(outcome.out.contains(u"aten::add.out"_s));
    EXPECT_TRUE(outcome.out.contains(u"output 0 of the program differs in 2 of 3 executions"_s));
    const auto plain = kernels({ host(u"etdump/every_event.etdp"_s) });
    ASSERT_EQ(plain.exitCode, Fine);
    EXPECT_TRUE(plain.out.contains(u"origin: not stated, times in ticks"_s));
    EXPECT_TRUE(plain.out.contains(u"method_allocator: 1 of 1024 bytes"_s));
}

TEST(KernelsCommand, ABranchThatSomeExecutionsTakeSaysInHowMany)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = host(u"etdump/cond_py_two_branches.etdp"_s);
    const auto text = kernels({ dump }).out;
    EXPECT_TRUE(text.contains(u" of 5: "_s)) << text.toStdString();
    EXPECT_FALSE(text.contains(u" 0.0 %"_s)) << text.toStdString();
    const auto rows
        = kernels({ dump, u"--json"_s }).json()["methods"_L1].toArray().at(0)["rows"_L1].toArray();
    int ofSome = 0;
    for (const auto &row : rows) {
        const auto executions = row["call"_L1]["executions"_L1].toInteger();
        ofSome += executions > 0 && executions < 5 ? 1 : 0;
        EXPECT_GT(row["share"_L1].toDouble(1), 0);
    }
    EXPECT_GT(ofSome, 0);
}

TEST(KernelsCommand, AFileThatCannotBeTheBufferIsRefused)
{
    TOSAIC_NEED_SAMPLES();
    const auto small = test::temporaryDir() + u"/small.json"_s;
    QFile file(small);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{}");
    file.close();
    const auto dump = host(u"etdump/state_counter_c_3_debug.etdp"_s);
    const auto refused = kernels({ dump, u"--buffer"_s, small });
    EXPECT_EQ(refused.exitCode, BadInput);
    EXPECT_TRUE(refused.err.contains(u"not the debug buffer"_s)) << refused.err.toStdString();
    const auto none = kernels({ host(u"etdump/every_event.etdp"_s), u"--buffer"_s, small });
    EXPECT_EQ(none.exitCode, BadInput) << none.err.toStdString();
}

} // namespace tosaic::cli::kernelscommandtests
