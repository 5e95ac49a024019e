// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two compiles whose difference is known, made by the real tools: which verdict, which sentence,
// and whether a gate of 2 % lets it pass.
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::compileanswerstests {

namespace {

struct CompilePair
{
    const char *cause;
    QString before;
    QString now;
    QString verdict;
    bool passes;
    QString absent; ///< what should be judged and has no number
    QStringList said; ///< in the sentence
};

const std::vector<CompilePair> &compilePairs()
{
    const auto mobileNet = u"mobilenet_v2-u55-128"_s;
    const auto island = u"mobilenet_v2-u55-128-conv_on_cpu"_s;
    static const std::vector<CompilePair> pairs{
        { "nothing changed", mobileNet, mobileNet, u"same"_s, true, {},
            { u"same estimated cycles"_s } },
        { "an operator is kept on the CPU: what it costs there nobody knows", mobileNet, island,
            u"worse"_s, false, u"cpuOperatorCycles"_s, { u"moved to the CPU"_s } },
        { "the operator is back on the NPU", island, mobileNet, u"better"_s, true, {},
            { u"fewer estimated cycles"_s } },
        { "weights in SRAM: faster, and more SRAM, never less", u"add-u55-128"_s,
            u"add-u55-128-sram_only"_s, u"mixed"_s, true, {}, { u"more SRAM"_s, u"less flash"_s } },
        { "weights out of SRAM: slower, and less SRAM", u"add-u55-128-sram_only"_s,
            u"add-u55-128"_s, u"mixed"_s, false, {}, { u"less SRAM"_s } },
        { "other clocks: more cycles in less time", u"add-u55-128"_s, u"add-u65-256"_s, u"mixed"_s,
            false, {}, { u"at other clocks"_s } },
        { "fewer cycles, as two operators went to the CPU", u"transformer_block-u55-128"_s,
            u"transformer_block-u55-128-int16"_s, u"mixed"_s, false, u"cpuOperatorCycles"_s,
            { u"moved to the CPU"_s } },
        { "a faster NPU with DRAM in the place of flash", u"transformer_block-u55-128"_s,
            u"transformer_block-u85-256"_s, u"mixed"_s, true, {}, { u"more DRAM"_s } },
        { "nothing on the NPU before", u"softmax-cpu"_s, u"softmax-u85-256"_s, u"not-comparable"_s,
            false, u"cyclesTotal"_s, { u"not known"_s } },
        { "nothing on the NPU any more", u"softmax-u85-256"_s, u"softmax-cpu"_s,
            u"not-comparable"_s, false, u"cyclesTotal"_s, { u"not known"_s } },
        { "another model with fewer cycles", mobileNet, u"add-u55-128"_s, u"not-comparable"_s,
            false, u"sameModel"_s, { u"different models"_s } },
        { "a compile that failed", u"add-u55-128"_s, u"failed-memory_mode"_s, u"not-comparable"_s,
            false, u"cyclesTotal"_s, { u"not known"_s } },
        { "a compile that failed before", u"failed-memory_mode"_s, u"add-u55-128"_s,
            u"not-comparable"_s, false, u"cyclesTotal"_s, { u"not known"_s } },
    };
    return pairs;
}

} // namespace

TEST(CompileAnswers, AreRight)
{
    for (const auto &pair : compilePairs()) {
        SCOPED_TRACE(pair.cause);
        const auto outcome = outcomeOf(cli::diffCommand(),
            { fixturePath(pair.before), fixturePath(pair.now), u"--json"_s, u"--fail-above"_s,
                u"2"_s });
        EXPECT_EQ(outcome.exitCode, pair.passes ? cli::Fine : cli::BadInput)
            << outcome.err.toStdString();
        const auto json = outcome.json();
        EXPECT_EQ(json[u"verdict"_s], pair.verdict);
        EXPECT_EQ(json[u"gate"_s][u"passed"_s], pair.passes);
        const auto absent = json[u"gate"_s][u"absent"_s].toArray();
        EXPECT_EQ(absent.isEmpty(), pair.absent.isEmpty());
        EXPECT_TRUE(pair.absent.isEmpty() || absent.contains(pair.absent));
        const auto sentence = json[u"sentence"_s].toString();
        for (const auto &part : pair.said)
            EXPECT_TRUE(sentence.contains(part)) << sentence.toStdString();
    }
}

} // namespace tosaic::test::compileanswerstests
