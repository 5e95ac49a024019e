// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/consolegenerator.h"

#include <gtest/gtest.h>

#include <QByteArrayList>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace tosaic {
namespace {

int run(const QByteArray &bytes)
{
    return LLVMFuzzerTestOneInput(
        reinterpret_cast<const uint8_t *>(bytes.constData()), static_cast<size_t>(bytes.size()));
}

/// Texts that look like something to every part of the parser.
QByteArrayList seeds()
{
    test::GeneratedProfile profile{ .npuCycles = 99 };
    for (const auto &name : test::runnerEvents(u"U85"_s))
        profile.counters.emplace_back(name, 7);
    return { test::generateConsole({ .profiles = { profile }, .outputs = { { 1, 2 } } }),
        "INFO - Profile for A:\nINFO - NPU ACTIVE: 1 cycles\n0, 1\n1, 2\n^[[0m<NUL>...\n",
        "sender 0: Serunner 1: Received inference job. job=1\nnding inference. job=1, name=\n",
        "echo \"AAAA\" | base64 -d >etdump.bin\nOutput[0]: numel=3\n[0]=1\n[99]=x\n",
        "E: NPU config mismatch: npu.macs_per_cc=99 optimizer.macs_per_cc=-1\n\x1b]\x1b[\r\r" };
}

TEST(FuzzCorpus, DamagedSeedsNeitherCrashNorDependOnCuts)
{
    QRandomGenerator random(3);
    for (auto seed : seeds()) {
        EXPECT_EQ(run(seed), 0);
        for (int round = 0; round < 200; ++round) {
            auto damaged = seed;
            for (int i = 0; i < 8; ++i)
                damaged[static_cast<qsizetype>(
                    random.bounded(static_cast<quint32>(damaged.size())))]
                    = static_cast<char>(random.bounded(256));
            damaged.truncate(
                1 + static_cast<qsizetype>(random.bounded(static_cast<quint32>(damaged.size()))));
            ASSERT_EQ(run(damaged), 0);
        }
    }
}

} // namespace
} // namespace tosaic
