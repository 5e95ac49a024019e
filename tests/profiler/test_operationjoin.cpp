// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationjoin.h"

#include "profiler/join/operatorrows.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::profile::operationjointests {
namespace {

using Kind = Unmatched::Kind;
using Role = TimedOperation::Role;

/// What the generator says of each scheduled id, members added to their leader.
std::map<qint64, quint64> truthOf(const OperationTable &table, const test::GeneratedTrace &trace)
{
    std::map<qint64, quint64> truth;
    for (const auto &[id, cycles] : trace.cycles) {
        const auto found
            = std::ranges::find(table.operations, std::optional(id), &TimedOperation::scheduled);
        const auto isMember = found != table.operations.end() && found->leader;
        truth[isMember ? *table.operations[*found->leader].scheduled : id] += cycles;
    }
    return truth;
}

std::map<qint64, quint64> measuredOf(const OperationTable &table, size_t inference = 0)
{
    std::map<qint64, quint64> measured;
    for (const auto &operation : table.operations) {
        if (operation.role != Role::Dma && inference < operation.measured.size()
            && operation.measured[inference])
            measured[operation.scheduled.value_or(-1)] += *operation.measured[inference];
    }
    return measured;
}

quint64 attributedTo(const OperationTable &table, size_t inference)
{
    quint64 sum = 0;
    for (const auto &operation : table.operations) {
        if (inference < operation.measured.size())
            sum += operation.measured[inference].value_or(0);
    }
    return sum;
}

bool hasOneStream(const test::JoinSample &sample)
{
    return sample.streams.size() == 1 && !sample.streams.front().database->isPythonCore()
        && !test::rowsOf(sample.streams.front()).empty();
}

class OperationJoin : public testing::Test
{
protected:
    static const std::vector<test::JoinSample> &samples()
    {
        static const auto all = test::allJoins();
        return all;
    }
    static const test::JoinSample &mobileNet()
    {
        return *test::joinNamed(samples(), u"mobilenet_v2-u85-256/partition0"_s);
    }
};

TEST_F(OperationJoin, FixturesAreThereWithTheirStreams)
{
    const auto fixtures = test::fixtureJoins();
    EXPECT_EQ(fixtures.size(), 19u);
    for (const auto &sample : fixtures) {
        EXPECT_TRUE(sample.streams.front().stream) << sample.name.toStdString();
        EXPECT_TRUE(sample.streams.front().network) << sample.name.toStdString();
        EXPECT_TRUE(sample.cyclesTotal) << sample.name.toStdString();
    }
}

TEST_F(OperationJoin, EveryKernelGetsTheCyclesOfItsKicks)
{
    for (const auto &sample : samples()) {
        if (!hasOneStream(sample) || !sample.streams.front().stream)
            continue;
        SCOPED_TRACE(sample.name.toStdString());
        const auto &facts = sample.streams.front();
        const auto trace = test::generateTrace(
            test::rowsOf(facts), facts.stream.get(), { .seed = 7, .standsAtDmaWaits = true });
        const auto table = joinOperations(sample.streams, trace.reads);
        EXPECT_EQ(measuredOf(table), truthOf(table, trace));
        ASSERT_EQ(table.inferences.size(), 1u);
        EXPECT_EQ(table.inferences[0].before, trace.before);
        EXPECT_EQ(table.inferences[0].dmaWaits, trace.dmaWaits);
        EXPECT_TRUE(table.inferences[0].isComplete);
        EXPECT_FALSE(table.find(Kind::RowsNotInStream));
        EXPECT_FALSE(table.find(Kind::RowsSkipped));
        EXPECT_FALSE(table.find(Kind::DmaNotSeparated));
        EXPECT_EQ(table.confidence, Confidence::High);
    }
}

TEST_F(OperationJoin, NothingOfTheTraceIsLost)
{
    for (const auto &sample : samples()) {
        if (test::rowsOf(sample.streams.front()).empty())
            continue;
        SCOPED_TRACE(sample.name.toStdString());
        std::vector<PointerRead> reads;
        for (const auto &facts : sample.streams) {
            const auto next = test::generateTrace(test::rowsOf(facts), facts.stream.get(),
                { .inferences = 2,
                    .standsAtDmaWaits = true,
                    .startTs = reads.empty() ? 50 : quint64(reads.back().ts) + 500 });
            reads.insert(reads.end(), next.reads.begin(), next.reads.end());
        }
        const auto table = joinOperations(sample.streams, reads);
        quint64 cycles = table.between;
        quint64 attributed = 0;
        for (const auto &inference : table.inferences) {
            cycles += inference.cycles();
            attributed += inference.attributed;
        }
        EXPECT_EQ(cycles, quint64(reads.back().ts - reads.front().ts));
        quint64 operations = 0;
        for (size_t i = 0; i < 2; ++i)
            operations += attributedTo(table, i);
        EXPECT_EQ(operations, attributed);
    }
}

TEST_F(OperationJoin, SeveralInferencesStayApart)
{
    const auto &facts = mobileNet().streams.front();
    const auto trace = test::generateTrace(
        test::rowsOf(facts), facts.stream.get(), { .inferences = 5, .gap = 12345 });
    const auto table = joinOperations(mobileNet().streams, trace.reads);
    ASSERT_EQ(table.inferences.size(), 5u);
    EXPECT_EQ(table.between, 4 * 12345u);
    EXPECT_EQ(measuredOf(table), truthOf(table, trace));
    EXPECT_NE(measuredOf(table, 1), measuredOf(table, 0));
    for (const auto &operation : table.operations)
        EXPECT_EQ(operation.measured.size(), 5u);
}

TEST_F(OperationJoin, AMemberOfAChainHasNoCyclesOfItsOwn)
{
    const auto &facts = mobileNet().streams.front();
    const auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
    const auto table = joinOperations(mobileNet().streams, trace.reads);
    size_t members = 0;
    for (const auto &operation : table.operations) {
        if (operation.role != Role::Member)
            continue;
        ++members;
        EXPECT_FALSE(operation.measuredCycles());
        ASSERT_TRUE(operation.leader);
        EXPECT_TRUE(table.operations[*operation.leader].measuredCycles());
    }
    EXPECT_EQ(members, 10u);
}

TEST_F(OperationJoin, TheOperationNamesItsTosaOperator)
{
    const auto table = joinOperations(mobileNet().streams, {});
    const auto conv = std::ranges::find(
        table.operations, std::optional<qint64>(1922), &TimedOperation::scheduled);
    ASSERT_NE(conv, table.operations.end());
    EXPECT_EQ(conv->kind, u"Conv2D");
    EXPECT_EQ(conv->origin.type, u"CONV2D");
    EXPECT_EQ(conv->origin.source, 71);
    ASSERT_TRUE(conv->origin.key);
    const auto &block = mobileNet().streams.front().network->subgraphs.front();
    EXPECT_EQ(block.operators.at(size_t(*conv->origin.key)).type, u"CONV2D");
    EXPECT_FALSE(conv->origin.name.isEmpty());
    EXPECT_TRUE(conv->origin.edgeNode.isEmpty()); // nothing was compiled with debug information
    EXPECT_TRUE(conv->origin.sourceLine.isEmpty());
}

TEST_F(OperationJoin, TypesAgreeInEveryNetwork)
{
    for (const auto &sample : samples()) {
        if (!sample.streams.front().network)
            continue;
        const auto table = joinOperations(sample.streams, {});
        const auto *disagree = table.find(Kind::TypesDisagree);
        EXPECT_EQ(disagree, nullptr)
            << sample.name.toStdString() << ": key " << (disagree ? disagree->examples[0] : 0)
            << " of " << (disagree ? disagree->count : 0);
    }
}

TEST_F(OperationJoin, WhatHasNoCounterpartIsListed)
{
    const auto *softmax = test::joinNamed(samples(), u"softmax-u85-256/partition0"_s);
    ASSERT_TRUE(softmax);
    const auto table = joinOperations(softmax->streams, {});
    ASSERT_TRUE(table.find(Kind::SourceAbsorbed));
    EXPECT_EQ(table.find(Kind::SourceAbsorbed)->examples,
        (std::vector<qint64>{ 5, 11, 17, 23, 28, 34, 40, 47 })); // rescales
    EXPECT_FALSE(table.find(Kind::SourceUnknown));
    EXPECT_FALSE(table.find(Kind::OperationsUnlocated)); // members are in their leader
    TOSAIC_NEED_SAMPLES();
    const auto *branch = test::joinNamed(samples(), u"branch-u85-256-tosa-raw"_s);
    ASSERT_TRUE(branch);
    const auto flow = joinOperations(branch->streams, {});
    EXPECT_EQ(flow.find(Kind::RowsWithoutEstimate)->examples, (std::vector<qint64>{ 39, 48 }));
    EXPECT_EQ(flow.find(Kind::OperationsUnlocated)->examples, std::vector<qint64>{ 35 });
    EXPECT_EQ(flow.find(Kind::SourceUnknown)->count, 3u); // 31 and the two bodies
    const auto *gather = test::joinNamed(samples(), u"gather-u85-256-tosa-raw"_s);
    ASSERT_TRUE(gather);
    const auto moved = joinOperations(gather->streams, {});
    EXPECT_EQ(moved.find(Kind::OperationsUnlocated)->examples, std::vector<qint64>{ 32 });
}

TEST_F(OperationJoin, EstimatesAddUpToTheSummary)
{
    size_t compared = 0;
    for (const auto &sample : samples()) {
        // Bodies of control flow are in the total but have no rows.
        if (sample.name == u"branch-u85-256-tosa-raw"_s
            || sample.streams.front().database->isPythonCore() || !sample.cyclesTotal)
            continue;
        SCOPED_TRACE(sample.name.toStdString());
        const auto table = joinOperations(sample.streams, {});
        EXPECT_EQ(table.origin, Origin::Estimate);
        ASSERT_TRUE(table.estimatedTotal());
        EXPECT_DOUBLE_EQ(*table.estimatedTotal(), *sample.cyclesTotal);
        double npu = 0;
        for (const auto &row : operatorRows(table))
            npu += row.estimateNpu.value_or(0);
        EXPECT_DOUBLE_EQ(npu, sample.cyclesNpu.value_or(-1));
        EXPECT_EQ(table.confidence, Confidence::None); // nothing is measured
        ++compared;
    }
    EXPECT_GE(compared, test::samplesDir().isEmpty() ? 19u : 40u);
}

TEST_F(OperationJoin, AShortTraceSaysWhatItDidNotReach)
{
    const auto &facts = mobileNet().streams.front();
    auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
    trace.reads.resize(trace.reads.size() / 2);
    const auto table = joinOperations(mobileNet().streams, trace.reads);
    ASSERT_TRUE(table.find(Kind::RowsNeverReached));
    EXPECT_GT(table.find(Kind::RowsNeverReached)->count, 10u);
    ASSERT_TRUE(table.find(Kind::InferenceIncomplete));
    EXPECT_FALSE(table.inferences.front().isComplete);
    EXPECT_EQ(table.confidence, Confidence::Medium);
    const auto last
        = std::ranges::find(table.operations, Confidence::Low, &TimedOperation::confidence);
    EXPECT_NE(last, table.operations.end()); // the one in which the trace ends
}

TEST_F(OperationJoin, ASkippedOperationIsNotGivenZero)
{
    const auto &facts = mobileNet().streams.front();
    const auto &rows = test::rowsOf(facts);
    auto trace = test::generateTrace(rows, facts.stream.get(), { .readsEveryCommand = false });
    std::erase_if(
        trace.reads, [&](const PointerRead &read) { return read.word * 4 == rows[2].offset; });
    const auto table = joinOperations(mobileNet().streams, trace.reads);
    const auto measured = measuredOf(table);
    EXPECT_FALSE(measured.contains(*rows[2].scheduled));
    ASSERT_TRUE(table.find(Kind::RowsSkipped));
    EXPECT_EQ(table.find(Kind::RowsSkipped)->examples, std::vector<qint64>{ *rows[2].scheduled });
    const auto before
        = std::ranges::find(table.operations, rows[1].scheduled, &TimedOperation::scheduled);
    EXPECT_EQ(before->confidence, Confidence::Low);
    EXPECT_EQ(table.confidence, Confidence::Medium);
}

TEST_F(OperationJoin, ReadsBehindTheStreamAndBackwardsAreListed)
{
    const auto &facts = mobileNet().streams.front();
    auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
    const auto middle = trace.reads.size() / 2;
    trace.reads[middle].ts = 3;
    trace.reads.push_back({ trace.reads.back().ts + 10, 10'000'000 });
    trace.reads.push_back({ trace.reads.back().ts + 10, 10'000'001 });
    const auto table = joinOperations(mobileNet().streams, trace.reads);
    ASSERT_TRUE(table.find(Kind::ReadsOutsideStream));
    EXPECT_EQ(table.find(Kind::ReadsOutsideStream)->count, 2u);
    EXPECT_EQ(table.find(Kind::ReadsOutsideStream)->cycles, 10u);
    EXPECT_EQ(table.inferences.front().outside, 10u);
    ASSERT_TRUE(table.find(Kind::TimeRunsBackwards));
    EXPECT_EQ(table.find(Kind::TimeRunsBackwards)->examples.front(), qint64(middle));
    EXPECT_EQ(table.confidence, Confidence::Low);
}

/// The core driver waits for QREAD to be the size of the stream: it is the last that is read.
TEST_F(OperationJoin, TheReadAtTheEndOfTheStreamBelongsToIt)
{
    for (const auto &sample : samples()) {
        const auto &facts = sample.streams.front();
        if (!hasOneStream(sample) || !facts.stream)
            continue;
        SCOPED_TRACE(sample.name.toStdString());
        auto trace = test::generateTrace(
            test::rowsOf(facts), facts.stream.get(), { .standsAtDmaWaits = true });
        trace.reads.push_back({ trace.reads.back().ts + 4, facts.stream->words });
        const auto table = joinOperations(sample.streams, trace.reads, { .leastPrecision = 0.98 });
        EXPECT_EQ(measuredOf(table), truthOf(table, trace));
        EXPECT_FALSE(table.find(Kind::ReadsOutsideStream));
        EXPECT_FALSE(table.find(Kind::InferenceForeign));
        EXPECT_EQ(table.confidence, Confidence::High);
    }
}

TEST_F(OperationJoin, WithoutAStreamConfidenceIsLower)
{
    auto streams = mobileNet().streams;
    const auto trace
        = test::generateTrace(test::rowsOf(streams.front()), streams.front().stream.get(), {});
    streams.front().stream.reset();
    const auto table = joinOperations(streams, trace.reads);
    EXPECT_TRUE(table.find(Kind::NoCommandStream));
    EXPECT_EQ(table.confidence, Confidence::Medium);
    EXPECT_FALSE(measuredOf(table).empty());
}

TEST_F(OperationJoin, TwoDelegatesAreToldApart)
{
    const auto *first = test::joinNamed(samples(), u"two_partitions-u55-128/partition0"_s);
    const auto *second = test::joinNamed(samples(), u"two_partitions-u55-128/partition1"_s);
    ASSERT_TRUE(first && second);
    const std::vector streams{ first->streams.front(), second->streams.front() };
    std::vector<PointerRead> reads;
    std::vector<test::GeneratedTrace> traces;
    for (int i = 0; i < 4; ++i) {
        const auto &facts = streams[size_t(i % 2)];
        traces.push_back(test::generateTrace(test::rowsOf(facts), facts.stream.get(),
            { .seed = quint32(i),
                .standsAtDmaWaits = true,
                .startTs = reads.empty() ? 0 : quint64(reads.back().ts) + 100 }));
        reads.insert(reads.end(), traces.back().reads.begin(), traces.back().reads.end());
    }
    const auto table = joinOperations(streams, reads);
    ASSERT_EQ(table.inferences.size(), 4u);
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(table.inferences[size_t(i)].stream, i % 2);
    for (const auto &operation : table.operations) {
        EXPECT_EQ(operation.measured.size(), 2u);
        if (operation.role == Role::Kernel && operation.measured[0]) {
            EXPECT_EQ(*operation.measured[0],
                traces[size_t(operation.stream)].cycles.at(*operation.scheduled));
        }
    }
}

TEST_F(OperationJoin, NoReadsCrashItOrGetLost)
{
    const auto *second = test::joinNamed(samples(), u"softmax-u85-256/partition0"_s);
    ASSERT_TRUE(second);
    const std::vector streams{ mobileNet().streams.front(), second->streams.front() };
    std::mt19937_64 random(3);
    for (int round = 0; round < 50; ++round) {
        std::vector<PointerRead> reads(random() % 300 + 1);
        quint64 forward = 0;
        for (size_t i = 0; i < reads.size(); ++i) {
            const auto most = round % 2 ? 4000 : 400'000'000'000u;
            reads[i] = { qint64(random() % 1'000'000), random() % most };
            if (i > 0 && reads[i].ts > reads[i - 1].ts)
                forward += quint64(reads[i].ts - reads[i - 1].ts);
        }
        const auto table = joinOperations(streams, reads);
        auto cycles = table.between;
        for (const auto &inference : table.inferences)
            cycles += inference.cycles();
        EXPECT_EQ(cycles, forward);
        EXPECT_NE(table.confidence, Confidence::High);
    }
    const std::vector<PointerRead> extremes{ { INT64_MAX, 0 }, { INT64_MIN, UINT64_MAX },
        { INT64_MAX, 1 } };
    EXPECT_NE(joinOperations(streams, extremes).confidence, Confidence::High);
    EXPECT_TRUE(joinOperations({}, extremes).operations.empty());
}

TEST_F(OperationJoin, DebugEventsLeadToModuleAndLine)
{
    TOSAIC_NEED_SAMPLES();
    const auto *sample = test::joinNamed(samples(), u"rescnn-int8-u55-128-debug/partition0-tag0"_s);
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->streams.front().debugEvents.size(), 16u);
    auto streams = sample->streams;
    streams.front().nodes = {
        { .name = u"aten_convolution_default"_s, .target = u"aten.convolution.default"_s },
        { .name = u"aten_convolution_default_1"_s, .target = u"aten.convolution.default"_s },
        { .name = u"aten_add_tensor"_s, .target = u"aten.add.Tensor"_s },
    };
    const auto table = joinOperations(streams, {});
    size_t lines = 0;
    size_t mapped = 0;
    bool hasFirstConv = false;
    for (const auto &operation : table.operations) {
        mapped += operation.origin.source ? 1u : 0u;
        lines += operation.origin.sourceLine.startsWith(u"models.py:"_s) ? 1u : 0u;
        if (operation.origin.name != u"tosa_conv2d_default"_s)
            continue;
        hasFirstConv = true;
        EXPECT_EQ(operation.origin.module, u"stem.0");
        EXPECT_EQ(operation.origin.sourceLine, u"models.py:51");
        EXPECT_EQ(operation.origin.edgeNode, u"aten_convolution_default");
        EXPECT_EQ(operation.origin.edgeConfidence, Confidence::Medium);
    }
    EXPECT_TRUE(hasFirstConv);
    EXPECT_EQ(lines, mapped);
    EXPECT_EQ(mapped, 9u);
}

TEST_F(OperationJoin, LocationTextsLeadToModuleAndLineToo)
{
    TOSAIC_NEED_SAMPLES();
    const auto *sample
        = test::joinNamed(samples(), u"rescnn-int8-u85-256-debug-tosa/partition0-tag0"_s);
    ASSERT_TRUE(sample);
    const auto table = joinOperations(sample->streams, {});
    ASSERT_FALSE(table.operations.empty());
    for (const auto &operation : table.operations) {
        if (operation.origin.source) {
            EXPECT_TRUE(operation.origin.sourceLine.startsWith(u"models.py:"_s));
        }
    }
}

/// Vela writes 0 for them, which is no estimate of what the processor takes.
TEST(OperatorRows, WhatIsLeftToTheCpuHasNoCycles)
{
    formats::vela::PerLayerFile layers;
    for (const auto &[kind, target, cycles] :
        { std::tuple(u"Passthrough"_s, u"CPU"_s, 0.0), std::tuple(u"Conv2D"_s, u"NPU"_s, 70.0) })
        layers.rows.push_back({ .npuOperator = kind,
            .target = target,
            .opCycles = cycles,
            .npuCycles = cycles,
            .macs = 8,
            .name = kind });
    const auto rows = operatorRows(estimateOf(layers));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].role, OperatorRow::Role::Cpu);
    EXPECT_FALSE(rows[0].cycles);
    EXPECT_FALSE(rows[0].share);
    EXPECT_FALSE(rows[0].macs);
    EXPECT_FALSE(rows[0].delegate);
    EXPECT_FALSE(rows[0].isPart) << "nothing is missing of it";
    EXPECT_EQ(rows[1].role, OperatorRow::Role::Timed);
    EXPECT_EQ(rows[1].share, 1.0);
}

/// A larger NPU would be bought where the flash is slow.
TEST(OperatorRows, APerLayerTableTellsWhichMemoryIsWaitedFor)
{
    formats::vela::PerLayerFile layers;
    layers.rows.push_back({ .npuOperator = u"Conv2D"_s,
        .opCycles = 1000,
        .npuCycles = 350,
        .sramAccessCycles = 20,
        .dramAccessCycles = 0,
        .offChipFlashAccessCycles = 1000,
        .macs = 64,
        .name = u"a"_s });
    const auto rows = operatorRows(estimateOf(layers));
    ASSERT_EQ(rows.size(), 1U);
    ASSERT_TRUE(rows[0].limit);
    EXPECT_EQ(rows[0].limit->by, CycleLimit::By::Flash);
    EXPECT_EQ(rows[0].limit->of, 1.0);
}

/// Of an operator that became several operations most cycles decide, not one that has MACs.
TEST(OperatorRows, TheLimitOfSeveralOperationsIsThatOfMostCycles)
{
    OperationTable table;
    const auto add = [&table](double cycles, quint64 macs, double sram) {
        auto &operation = table.operations.emplace_back();
        operation.origin.source = 1;
        operation.estimatedCycles = cycles;
        operation.estimatedNpuCycles = cycles - 1;
        operation.macs = macs;
        operation.memoryCycles = { { u"Sram"_s, sram } };
    };
    add(10, 6, 2);
    add(60, 0, 5);
    add(50, 0, 50);
    const auto rows = operatorRows(table);
    ASSERT_EQ(rows.size(), 1U);
    ASSERT_TRUE(rows[0].limit);
    EXPECT_EQ(rows[0].limit->by, CycleLimit::By::Elementwise);
    const auto each = operatorRows(table, { .groupBy = GroupBy::Operation });
    EXPECT_EQ(each[2].limit->by, CycleLimit::By::Sram);
}

/// An operation by itself has its operator's name; of several, the tensor tells which is which.
TEST(OperatorRows, OperationsAreKnownByTheirOperator)
{
    OperationTable table;
    const auto add = [&table](const QString &of, const QString &tensor, const QString &kind) {
        auto &operation = table.operations.emplace_back();
        operation.origin.name = of;
        operation.name = tensor;
        operation.kind = kind;
    };
    add(u"conv"_s, u"rescale_3"_s, u"Conv2D"_s);
    add(u"softmax"_s, u"max"_s, u"MaxPool"_s);
    add(u"softmax"_s, u"softmax"_s, u"Mul"_s);
    add(u"softmax"_s, {}, u"LUT"_s);
    EXPECT_EQ(operationNames(table),
        (std::vector{ u"conv"_s, u"softmax (max)"_s, u"softmax (Mul)"_s, u"softmax (LUT)"_s }));
    const auto rows = operatorRows(table, { .groupBy = GroupBy::Operation });
    EXPECT_EQ(rows[1].name, u"softmax (max)"_s);

    table.operations[2].role = TimedOperation::Role::Member;
    table.operations[2].leader = 1;
    EXPECT_EQ(operatorRows(table, { .groupBy = GroupBy::Operation })[2].leader, rows[1].name)
        << "as the leader's own row is called";
    EXPECT_TRUE(operatorRows(table)[1].leader.isEmpty()) << "the operator has a row of its own";
}

TEST(PointerReads, TimesThatNoTraceReachesAreLeftOut)
{
    struct Read
    {
        quint64 ts;
        quint32 word;
    };
    const std::vector<Read> reads{ { 7, 1 }, { ~quint64(0), 2 }, { quint64(1) << 63, 3 },
        { LargestReadTime, 4 } };
    const auto taken = pointerReads(reads);
    ASSERT_EQ(taken.size(), 2u);
    EXPECT_EQ(taken.front().word, 1u);
    EXPECT_EQ(taken.back().ts, qint64(LargestReadTime));
}

TEST(DebugEvents, DamagedTextIsRefusedWithItsPlace)
{
    const auto cut = readDebugEvents("[{\"event_id\": 0, ");
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::FormatDamaged);
    EXPECT_TRUE(cut.error().location.offset);
    EXPECT_FALSE(readDebugEvents("{}"));
    EXPECT_LE(readDebugEvents("{\"a\": \"").error().location.offset.value_or(99), 7u);
    EXPECT_TRUE(readDebugEvents("[]")->empty());
    EXPECT_TRUE(readDebugEvents("[{}, 3, null]")->empty());
}

} // namespace
} // namespace tosaic::profile::operationjointests
