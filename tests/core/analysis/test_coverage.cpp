// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "core/model/boundary.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::coveragetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using analysis::Coverage;
using analysis::coverageOf;

namespace {

compiled::CompileResult fixture(const QString &name)
{
    auto result = compiled::readCompileResult(test::fixturePath(name));
    EXPECT_TRUE(result) << qPrintable(name);
    return result.value_or(compiled::CompileResult{});
}

std::shared_ptr<const model::Program> program(const QString &path)
{
    const auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << qPrintable(path);
    const auto read = formats::readProgram(*source);
    EXPECT_TRUE(read) << qPrintable(path);
    return *read;
}

} // namespace

TEST(Coverage, CountsOfACompileAreTheDriversOwn)
{
    const auto result = fixture(u"two_partitions-u55-128"_s);
    const auto coverage = coverageOf(result);
    EXPECT_EQ(coverage.basis, Coverage::Basis::ModelOperators);
    EXPECT_EQ(coverage.npuOperators, 3U);
    EXPECT_EQ(coverage.cpuOperators, 1U);
    EXPECT_EQ(coverage.operators(), 4U);
    EXPECT_EQ(coverage.partitions, 2U);
    EXPECT_EQ(coverage.target, u"Ethos-U55-128"_s);
}

TEST(Coverage, CountingTheNodesGivesWhatTheDriverCounted)
{
    for (const auto &name : { u"two_partitions-u55-128"_s, u"mobilenet_v2-u55-128"_s,
             u"mobilenet_v2-u55-128-conv_on_cpu"_s, u"transformer_block-u55-128-int16"_s }) {
        auto result = fixture(name);
        const auto stated = coverageOf(result);
        result.summary.npuOperators.reset();
        result.summary.cpuOperators.reset();
        EXPECT_EQ(coverageOf(result), stated) << qPrintable(name);
    }
}

/// The list of operators is older than the pass that takes these steps away.
TEST(Coverage, IntegerInputsAndOutputsNeedNoConversion)
{
    auto add = fixture(u"add-u55-128"_s);
    EXPECT_EQ(coverageOf(add).boundaryOperators, 2U);
    add.resolvedSpec.integerIo = true;
    EXPECT_EQ(coverageOf(add).boundaryOperators, 0U);
    EXPECT_EQ(analysis::boundaryTotals(add)->conversions, 0U);
    EXPECT_GT(analysis::boundaryTotals(add)->bytes, 0U) << "the tensors cross all the same";
    auto split = fixture(u"two_partitions-u55-128"_s);
    const auto all = *coverageOf(split).boundaryOperators;
    split.resolvedSpec.integerIo = true;
    EXPECT_EQ(coverageOf(split).boundaryOperators, all - 2) << "those in the middle stay";
}

TEST(Coverage, WithoutAnyListNothingIsClaimed)
{
    compiled::CompileResult result;
    result.spec.target = u"ethos-u85-256"_s;
    const auto coverage = coverageOf(result);
    EXPECT_FALSE(coverage.npuOperators);
    EXPECT_FALSE(coverage.cpuOperators);
    EXPECT_FALSE(coverage.operators());
    EXPECT_EQ(coverage.target, u"Ethos-U85-256"_s);
}

TEST(Coverage, AProgramAloneTellsInstructionsAndNpuOperations)
{
    const auto folder = test::fixturePath(u"two_partitions-u55-128/"_s);
    const auto coverage = coverageOf(*program(folder + u"two_partitions.pte"_s));
    EXPECT_EQ(coverage.basis, Coverage::Basis::Instructions);
    EXPECT_EQ(coverage.partitions, 2U);
    EXPECT_EQ(coverage.cpuOperators, 1U);
    EXPECT_FALSE(coverage.npuOperators); // operators are not in the file
    ASSERT_TRUE(coverage.npuOperations);
    EXPECT_GT(*coverage.npuOperations, 0U);
    EXPECT_EQ(coverage.target, u"Ethos-U55-128"_s);
}

TEST(Coverage, OfTheRealProgramWithOperatorsKeptOnTheCpu)
{
    TOSAIC_NEED_SAMPLES();
    const auto coverage = coverageOf(
        *program(test::samplesDir() + u"/generated/aot/rescnn-int8-u55-128-overrides/model.pte"_s));
    EXPECT_EQ(coverage.partitions, 3U);
    EXPECT_EQ(coverage.cpuOperators, 2U); // add, avg_pool2d
    EXPECT_EQ(coverage.boundaryOperators, 7U); // three quantise, four dequantise
    EXPECT_EQ(coverage.npuOperations, 65U + 3U + 1U + 1U);
}

TEST(Coverage, ExternalCommandsLeaveOperationsUnknown)
{
    const auto folder = test::fixturePath(u"two_partitions-u85-256-external/"_s);
    const auto coverage = coverageOf(*program(folder + u"two_partitions.pte"_s));
    EXPECT_EQ(coverage.partitions, 2U);
    EXPECT_FALSE(coverage.npuOperations);
}

/// Without a delegate there is no border: everything is work of the CPU.
TEST(Coverage, AProgramWithoutADelegateHasNoBoundary)
{
    model::Program program;
    auto &method = program.methods.emplace_back();
    method.operators = { u"quantized_decomposed::quantize_per_tensor.out"_s, u"aten::add.out"_s,
        u"aten::permute_copy.out"_s, u"dim_order_ops::_to_dim_order_copy.out"_s };
    for (quint32 i = 0; i < 4; ++i)
        method.instructions.emplace_back(model::KernelCall{ i, {} });
    EXPECT_EQ(coverageOf(program).cpuOperators, 4U);
    EXPECT_EQ(coverageOf(program).boundaryOperators, 0U);
    // With one, what the partitioner refused is still work of the CPU.
    method.delegates.push_back({ .id = u"EthosUBackend"_s });
    EXPECT_EQ(coverageOf(program).cpuOperators, 3U);
    EXPECT_EQ(coverageOf(program).boundaryOperators, 1U);
    // By its earlier name it is for the NPU too.
    method.delegates = { { .id = u"ArmBackend"_s }, { .id = u"XnnpackBackend"_s } };
    EXPECT_EQ(coverageOf(program).partitions, 1U);
    EXPECT_EQ(coverageOf(program).otherDelegates, 1U);
}

TEST(Coverage, ACompileAndItsProgramAgreeOnTheBoundary)
{
    for (const auto &[folder, name] : { std::pair(u"two_partitions-u55-128"_s, u"two_partitions"_s),
             std::pair(u"softmax-cpu"_s, u"softmax"_s),
             std::pair(u"transformer_block-u55-128-int16"_s, u"transformer_block"_s) }) {
        const auto path = u"%1/%2.pte"_s.arg(folder, name);
        EXPECT_EQ(coverageOf(*program(test::fixturePath(path))).boundaryOperators,
            coverageOf(fixture(folder)).boundaryOperators)
            << qPrintable(folder);
    }
    auto onCpu = fixture(u"two_partitions-u55-128"_s);
    EXPECT_EQ(coverageOf(onCpu).boundaryOperators, 4U);
    onCpu.partitions.clear();
    EXPECT_EQ(coverageOf(onCpu).boundaryOperators, 0U);
}

TEST(Coverage, QuantisationIsKnownByItsName)
{
    for (const auto &name : { u"quantized_decomposed::quantize_per_tensor.out"_s,
             u"quantized_decomposed.dequantize_per_tensor.default"_s, u"quantize_per_tensor"_s,
             u"cortex_m::dequantize_per_tensor.out"_s })
        EXPECT_TRUE(model::isQuantisation(name)) << qPrintable(name);
    for (const auto &name : { u"aten::add.out"_s, u"aten::permute_copy.out"_s, u""_s,
             u"dim_order_ops::_clone_dim_order.out"_s, u"cortex_m::quantized_conv2d.out"_s })
        EXPECT_FALSE(model::isQuantisation(name)) << qPrintable(name);
}

} // namespace tosaic::test::coveragetests
