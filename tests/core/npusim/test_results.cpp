// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the simulator computes of every compiled fixture. That these are the numbers of the TOSA
// reference model is proven by tests/fixtures/test_npusim.py, which has the tools for it.
#include "core/localrun/localrun.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <ostream>

using namespace Qt::StringLiterals;

namespace tosaic::test::resultstests {

struct SimulatedFixture
{
    const char *partition; ///< folder of tests/fixtures/generated
    const char *sha256; ///< how that of all outputs begins, inputs seeded with 1
};

inline void PrintTo(const SimulatedFixture &expected, std::ostream *out)
{
    *out << expected.partition;
}

class SimulatedResults : public testing::TestWithParam<SimulatedFixture>
{
};

TEST_P(SimulatedResults, AreThoseOfTheReferenceModel)
{
    const auto file
        = ByteSource::map(fixturePath(QLatin1StringView(GetParam().partition) + u"/vela.npz"_s));
    ASSERT_TRUE(file);
    const auto result = localrun::runHere(*file, { .seed = 1 });
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    EXPECT_TRUE(result->refused.empty())
        << result->refused.front().second.error.detail.toStdString();
    EXPECT_TRUE(result->findings.empty()) << result->findings.front().second.text.toStdString();
    ASSERT_FALSE(result->outputs.empty());
    QByteArray all;
    for (const auto &output : result->outputs)
        all += output.bytes;
    EXPECT_EQ(sha256Hex(all).left(16).toStdString(), GetParam().sha256);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, SimulatedResults,
    testing::Values(SimulatedFixture{ "add-u55-128-sram_only/partition0", "de80e3e3b487aacc" },
        SimulatedFixture{ "add-u55-128/partition0", "de80e3e3b487aacc" },
        SimulatedFixture{ "add-u65-256/partition0", "de80e3e3b487aacc" },
        SimulatedFixture{ "mobilenet_v2-u55-128-conv_on_cpu/partition0", "c74d8d6a7c345bbe" },
        SimulatedFixture{ "mobilenet_v2-u55-128-conv_on_cpu/partition1", "067438ed03c03c93" },
        SimulatedFixture{ "mobilenet_v2-u55-128/partition0", "067438ed03c03c93" },
        SimulatedFixture{ "mobilenet_v2-u85-256/partition0", "067438ed03c03c93" },
        SimulatedFixture{ "softmax-u85-256/partition0", "365475d471c68745" },
        SimulatedFixture{ "transformer_block-u55-128-int16/partition0", "e21939f05f72989c" },
        SimulatedFixture{ "transformer_block-u55-128-int16/partition1", "66a37d4447854361" },
        SimulatedFixture{ "transformer_block-u55-128-int16/partition2", "4336bc1727a9dbf3" },
        SimulatedFixture{ "transformer_block-u55-128/partition0", "061c1324a011c1cc" },
        SimulatedFixture{ "transformer_block-u85-256/partition0", "061c1324a011c1cc" },
        SimulatedFixture{ "two_partitions-u55-128/partition0", "d8df4fc6b4da9e8d" },
        SimulatedFixture{ "two_partitions-u55-128/partition1", "ed71dcf2447ab31b" },
        SimulatedFixture{ "two_partitions-u65-256-shared/partition0", "d8df4fc6b4da9e8d" },
        SimulatedFixture{ "two_partitions-u65-256-shared/partition1", "ed71dcf2447ab31b" },
        SimulatedFixture{ "two_partitions-u85-256-external/partition0", "d8df4fc6b4da9e8d" },
        SimulatedFixture{ "two_partitions-u85-256-external/partition1", "ed71dcf2447ab31b" }));

} // namespace tosaic::test::resultstests
