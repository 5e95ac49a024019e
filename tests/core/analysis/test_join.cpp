// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/join.h"
#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::jointests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using analysis::joinByPayload;

namespace {

class JoinTest : public testing::Test
{
protected:
    void SetUp() override
    {
        const auto folder = test::fixturePath(u"two_partitions-u55-128"_s);
        m_result = *compiled::readCompileResult(folder);
        m_program = *formats::readProgram(*ByteSource::map(folder + u"/two_partitions.pte"_s));
    }

    compiled::CompileResult m_result;
    std::shared_ptr<const model::Program> m_program;
};

} // namespace

TEST_F(JoinTest, FindsEveryPartitionByItsBytes)
{
    const auto join = joinByPayload(*m_program, m_result);
    EXPECT_TRUE(join.isComplete());
    EXPECT_EQ(join.partitionOf(0, 0), 0);
    EXPECT_EQ(join.partitionOf(0, 1), 1);
    EXPECT_FALSE(join.partitionOf(0, 2));
}

TEST_F(JoinTest, DoesNotTrustTheOrderInTheResult)
{
    std::swap(m_result.partitions[0], m_result.partitions[1]);
    const auto join = joinByPayload(*m_program, m_result);
    EXPECT_TRUE(join.isComplete());
    EXPECT_EQ(join.partitionOf(0, 0), 1);
    EXPECT_EQ(join.partitionOf(0, 1), 0);
}

TEST_F(JoinTest, SaysWhatHasNoEvidence)
{
    m_result.partitions[1].payloadSha256 = QString(64, u'0');
    const auto join = joinByPayload(*m_program, m_result);
    EXPECT_FALSE(join.isComplete());
    EXPECT_EQ(join.matched(), 1U);
    EXPECT_FALSE(join.partitionOf(0, 1));
    EXPECT_EQ(join.unmatchedPartitions, std::vector<int>{ 1 });
}

TEST_F(JoinTest, AnUnknownHashMatchesNothing)
{
    for (auto &partition : m_result.partitions)
        partition.payloadSha256.clear();
    const auto join = joinByPayload(*m_program, m_result);
    EXPECT_EQ(join.matched(), 0U);
    EXPECT_EQ(join.unmatchedPartitions.size(), 2U);
}

TEST_F(JoinTest, EqualPayloadsGoByOrder)
{
    auto program = *m_program;
    program.methods[0].delegates[1] = program.methods[0].delegates[0];
    m_result.partitions[1].payloadSha256 = m_result.partitions[0].payloadSha256;
    const auto join = joinByPayload(program, m_result);
    EXPECT_TRUE(join.isComplete());
    EXPECT_EQ(join.partitionOf(0, 0), 0);
    EXPECT_EQ(join.partitionOf(0, 1), 1);
}

TEST_F(JoinTest, ADelegateOutsideTheFileIsNoMatch)
{
    auto program = *m_program;
    program.methods[0].delegates[0].data = { 1U << 30, 100 };
    EXPECT_EQ(joinByPayload(program, m_result).matched(), 1U);
}

TEST(Join, AnotherCompileDoesNotJoin)
{
    const auto program = *formats::readProgram(
        *ByteSource::map(test::fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s)));
    const auto other
        = *compiled::readCompileResult(test::fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s));
    EXPECT_EQ(joinByPayload(*program, other).matched(), 0U);
    const auto own = *compiled::readCompileResult(test::fixturePath(u"mobilenet_v2-u55-128"_s));
    EXPECT_TRUE(joinByPayload(*program, own).isComplete());
}

} // namespace tosaic::test::jointests
