// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/deviations.h"

#include "core/analysis/memorysystem.h"
#include "core/formats/vela/perlayercsv.h"
#include "profiler/join/operationmetrics.h"
#include "profiler/join/operationroofline.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile::deviationstests {
namespace {

TimedOperation operation(
    qint64 source, quint64 estimate, std::vector<CyclesOfInference> measured = {})
{
    TimedOperation result{ .measured = std::move(measured), .estimatedCycles = estimate };
    result.origin.source = source;
    result.origin.key = source - 1;
    return result;
}

OperationTable smallTable()
{
    return { .operations = { operation(1, 100, { 150, 170, 160 }), operation(2, 400, { 390 }),
                 operation(3, 50), operation(2, 100, { 110 }) } };
}

TEST(Deviations, OperatorsSumTheirOperations)
{
    const auto sums = operatorRows(smallTable());
    ASSERT_EQ(sums.size(), 3u);
    EXPECT_EQ(sums[0].fvp, 160); // the median
    EXPECT_EQ(sums[1].fvp, 500);
    EXPECT_EQ(sums[1].estimate, 500);
    EXPECT_EQ(sums[1].operations, (std::vector<size_t>{ 1, 3 }));
    EXPECT_FALSE(sums[2].fvp);
}

TEST(Deviations, TheLargestDifferenceComesFirst)
{
    quint64 unplaced = 0;
    const auto rows
        = compareOperators(smallTable(), { { 0, 1, 900 }, { 0, 1, 100 }, { 0, 77, 5 } }, unplaced);
    EXPECT_EQ(unplaced, 1u);
    const auto fvp = rankDeviations(rows, DeviationPair::FvpToEstimate);
    ASSERT_EQ(fvp.ranked.size(), 2u);
    EXPECT_EQ(fvp.ranked[0].row, 0u);
    EXPECT_DOUBLE_EQ(fvp.ranked[0].difference, 60);
    EXPECT_DOUBLE_EQ(*fvp.ranked[0].ratio, 1.6);
    EXPECT_DOUBLE_EQ(fvp.ranked[0].share, 1);
    EXPECT_DOUBLE_EQ(fvp.ranked[1].difference, 0);
    EXPECT_EQ(fvp.incomparable, std::vector<size_t>{ 2 });
    const auto board = rankDeviations(rows, DeviationPair::BoardToFvp);
    ASSERT_EQ(board.ranked.size(), 1u);
    EXPECT_DOUBLE_EQ(board.ranked[0].difference, 500);
    EXPECT_DOUBLE_EQ(*board.ranked[0].ratio, 2);
    EXPECT_EQ(board.incomparable.size(), 2u);
}

/// One of the two kernels of operator 1 was never reached: the sums are of different operations.
TEST(Deviations, SumsOfDifferentOperationsAreNotCompared)
{
    OperationTable table{ .operations = { operation(1, 100, { 150 }),
                              operation(1, 400, { std::nullopt }), operation(2, 50, { 60 }) } };
    table.operations.push_back(operation(2, 0, { std::nullopt })); // has no cycles of its own
    table.operations.back().role = TimedOperation::Role::Member;
    quint64 unplaced = 0;
    const auto rows = compareOperators(table, { { 0, 0, 700 }, { 0, 1, 70 } }, unplaced);
    EXPECT_TRUE(rows[0].coverage.isUneven);
    EXPECT_EQ(rows[0].fvp, 150) << "what is known is still shown";
    const auto fvp = rankDeviations(rows, DeviationPair::FvpToEstimate);
    ASSERT_EQ(fvp.ranked.size(), 1u);
    EXPECT_EQ(fvp.ranked[0].row, 1u);
    EXPECT_EQ(fvp.incomparable, std::vector<size_t>{ 0 });
    EXPECT_DOUBLE_EQ(fvp.difference, 10);
    // The board measured the whole operator, the trace a part of it.
    const auto boardToFvp = rankDeviations(rows, DeviationPair::BoardToFvp);
    EXPECT_EQ(boardToFvp.incomparable, std::vector<size_t>{ 0 });
    const auto boardToEstimate = rankDeviations(rows, DeviationPair::BoardToEstimate);
    ASSERT_EQ(boardToEstimate.ranked.size(), 2u);
    EXPECT_DOUBLE_EQ(boardToEstimate.ranked[0].difference, 200);
    table.operations[1].estimatedCycles.reset();
    const auto without = compareOperators(table, { { 0, 0, 700 } }, unplaced);
    EXPECT_EQ(rankDeviations(without, DeviationPair::BoardToEstimate).incomparable.front(), 0u);
    EXPECT_EQ(rankDeviations(without, DeviationPair::FvpToEstimate).ranked.size(), 2u)
        << "both lack the same operation";
}

TEST(OperationTableCycles, WithoutATraceTheEstimateStandsAndSaysSo)
{
    const auto table = smallTable();
    EXPECT_EQ(table.operations[2].cycles()->origin, Origin::Estimate);
    EXPECT_DOUBLE_EQ(table.operations[2].cycles()->value, 50);
    EXPECT_EQ(table.operations[0].cycles()->origin, Origin::Fvp);
    auto unreached = operation(9, 10, { std::nullopt });
    EXPECT_FALSE(unreached.cycles()); // an estimate must not fill a gap of a measurement
}

TEST(OperationRoofline, BytesOfTheStreamUnderTheSystemsRoofs)
{
    const auto samples = test::fixtureJoins();
    const auto *sample = test::joinNamed(samples, u"mobilenet_v2-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto system = analysis::bundledSystem(u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s);
    ASSERT_TRUE(system);
    const auto table = joinOperations(sample->streams, {});
    const auto roofline = operationRoofline(table, 0, sample->streams.front(), *system);
    EXPECT_DOUBLE_EQ(roofline.peakMacsPerCycle, 128);
    ASSERT_EQ(roofline.ceilings.size(), 2u);
    EXPECT_DOUBLE_EQ(roofline.ceilings[0].bytesPerCycle, 8); // SRAM at the NPU's clock
    EXPECT_DOUBLE_EQ(roofline.ceilings[1].bytesPerCycle, 1); // flash at an eighth of it
    EXPECT_GT(roofline.points.size(), 30u);
    for (const auto &point : roofline.points) {
        EXPECT_GT(point.intensity, 0);
        EXPECT_LE(point.macsPerCycle, 128);
    }
    EXPECT_EQ(roofline.points.size() + roofline.gaps.size(), table.operations.size());
}

TEST(OperationRoofline, BytesLieWhereTheMemoryModeHasThem)
{
    const auto samples = test::fixtureJoins();
    const auto *sample = test::joinNamed(samples, u"mobilenet_v2-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto table = joinOperations(sample->streams, {});
    const auto behind = [&](const QString &config, const QString &mode, size_t ceiling) {
        const auto system = analysis::bundledSystem(config, mode);
        EXPECT_TRUE(system);
        const auto roofline = operationRoofline(table, 0, sample->streams.front(), *system);
        EXPECT_GT(roofline.points.size(), 30u);
        return std::ranges::count(roofline.points, std::optional(ceiling), &RooflinePoint::ceiling);
    };
    EXPECT_EQ(behind(u"Ethos_U55_High_End_Embedded"_s, u"Sram_Only"_s, 1), 0) << "nothing in flash";
    EXPECT_GT(behind(u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s, 1), 0) << "weights";
    EXPECT_GT(behind(u"Ethos_U65_High_End"_s, u"Shared_Sram"_s, 0), 0) << "the arena is in SRAM";
    EXPECT_EQ(behind(u"Ethos_U65_High_End"_s, u"Dedicated_Sram"_s, 0), 0)
        << "the arena is in DRAM and nothing is staged";
    auto elsewhere = *analysis::bundledSystem(u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s);
    elsewhere.arenaMemory.clear();
    const auto unknown = operationRoofline(table, 0, sample->streams.front(), elsewhere);
    EXPECT_TRUE(unknown.points.empty()) << "what is not known is behind no memory";
}

TEST(OperationMetrics, HandComputedNumbersAndReasons)
{
    auto conv = operation(1, 400, { 500 });
    conv.macs = 32'000;
    const auto metrics
        = operationMetrics(conv, { .npuMacs = 128, .clockHz = 500'000'000, .bytes = 4000 });
    const auto value = [&metrics](const QString &id) { return *findMetric(metrics, id)->value; };
    EXPECT_DOUBLE_EQ(value(u"operation.time"_s), 1e-6);
    EXPECT_DOUBLE_EQ(value(u"operation.utilisation"_s), 0.5); // 32000 / (128 x 500)
    EXPECT_DOUBLE_EQ(value(u"operation.intensity"_s), 8);
    EXPECT_DOUBLE_EQ(value(u"operation.byte-rate"_s), 4e9);
    EXPECT_DOUBLE_EQ(value(u"operation.deviation"_s), 1.25);
    EXPECT_EQ(findMetric(metrics, u"operation.time"_s)->origin, Origin::Fvp);
    const auto estimated = operationMetrics(operation(1, 400), {});
    EXPECT_EQ(findMetric(estimated, u"operation.time"_s)->origin, Origin::Estimate);
    EXPECT_EQ(findMetric(estimated, u"operation.time"_s)->missing, QStringList{ u"f"_s });
    EXPECT_FALSE(findMetric(estimated, u"operation.deviation"_s)->value); // not 100 %: unmeasured
}

TEST(OperationMetrics, VelasUtilisationIsReproduced)
{
    const auto samples = test::fixtureJoins();
    const auto *sample = test::joinNamed(samples, u"mobilenet_v2-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto table = joinOperations(sample->streams, {});
    const auto source
        = ByteSource::map(test::fixturePath(u"mobilenet_v2-u55-128/partition0/per-layer.csv"_s));
    const auto layers = formats::vela::readPerLayerCsv(*source);
    ASSERT_TRUE(layers);
    size_t compared = 0;
    for (const auto &row : layers->rows) {
        for (const auto &found : table.operations) {
            if (row.isPartOfGroup() || found.name != row.name || found.kind != row.npuOperator
                || !row.utilisationPercent || found.estimatedCycles != row.opCycles)
                continue;
            const auto metrics = operationMetrics(found, { .npuMacs = 128 });
            const auto &share = findMetric(metrics, u"operation.utilisation"_s)->value;
            ASSERT_TRUE(share);
            EXPECT_NEAR(*share * 100, *row.utilisationPercent, 1e-3);
            ++compared;
        }
    }
    EXPECT_GT(compared, 50u);
}

TEST(PerLayerEstimate, AddsUpWithEitherCore)
{
    TOSAIC_NEED_SAMPLES();
    const auto path
        = test::samplesDir() + u"/generated/vela/kws-u55-128-legacy/kws_ref_model_per-layer.csv"_s;
    const auto source = ByteSource::map(path);
    if (!source)
        GTEST_SKIP() << "that run has no per-layer table";
    const auto layers = formats::vela::readPerLayerCsv(*source);
    ASSERT_TRUE(layers);
    double sum = 0;
    for (const auto &row : layers->rows)
        sum += row.opCycles.value_or(0);
    const auto table = estimateOf(*layers);
    EXPECT_EQ(table.origin, Origin::Estimate);
    EXPECT_EQ(table.operations.size(), layers->rows.size());
    EXPECT_DOUBLE_EQ(sum, 84604.5); // one operator has half a cycle
    EXPECT_DOUBLE_EQ(*table.estimatedTotal(), sum);
}

} // namespace
} // namespace tosaic::profile::deviationstests
