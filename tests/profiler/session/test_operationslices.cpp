// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationslices.h"

#include "profiler/join/operationjoin.h"
#include "profiler/session/profiledocument.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::profile::operationslicestests {
namespace {

using Kind = Unmatched::Kind;

struct Joined
{
    OperationTable table;
    OperationSlices slices;
};

/// All streams of a sample one after the other, several times.
Joined joinedOf(const test::JoinSample &sample, int inferences, bool readsEveryCommand = true)
{
    std::vector<PointerRead> reads;
    for (const auto &facts : sample.streams) {
        const auto next = test::generateTrace(test::rowsOf(facts), facts.stream.get(),
            { .seed = 3,
                .inferences = inferences,
                .readsEveryCommand = readsEveryCommand,
                .standsAtDmaWaits = true,
                .startTs = reads.empty() ? 40 : quint64(reads.back().ts) + 300 });
        reads.insert(reads.end(), next.reads.begin(), next.reads.end());
    }
    Joined joined;
    joined.table = joinOperations(sample.streams, reads, {}, &joined.slices);
    return joined;
}

/// By operation and inference.
std::map<std::pair<size_t, int>, quint64> sumsOf(const OperationSlices &slices)
{
    std::map<std::pair<size_t, int>, quint64> sums;
    for (const auto &slice : slices)
        sums[{ slice.operation, slice.inference }] += quint64(slice.end - slice.start);
    return sums;
}

/// The same from the table, zeros left out: what took no time has no slice.
std::map<std::pair<size_t, int>, quint64> measuredOf(const OperationTable &table)
{
    std::map<std::pair<size_t, int>, quint64> sums;
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto &operation = table.operations[i];
        size_t column = 0;
        for (size_t inference = 0; inference < table.inferences.size(); ++inference) {
            if (table.inferences[inference].stream != operation.stream)
                continue;
            const auto &cycles = operation.measured.at(column++);
            if (cycles && *cycles > 0)
                sums[{ i, int(inference) }] = *cycles;
        }
    }
    return sums;
}

TEST(OperationSlices, AddUpToWhatIsMeasured)
{
    size_t count = 0;
    for (const auto &sample : test::allJoins()) {
        if (test::rowsOf(sample.streams.front()).empty())
            continue;
        for (const auto isFine : { true, false }) {
            SCOPED_TRACE(sample.name.toStdString());
            const auto joined = joinedOf(sample, 3, isFine);
            EXPECT_EQ(sumsOf(joined.slices), measuredOf(joined.table));
            for (size_t i = 0; i < joined.slices.size(); ++i) {
                const auto &slice = joined.slices[i];
                EXPECT_LT(slice.start, slice.end);
                EXPECT_EQ(slice.isDmaWait,
                    joined.table.operations[slice.operation].role == TimedOperation::Role::Dma);
                if (i > 0) {
                    const auto &before = joined.slices[i - 1];
                    EXPECT_LE(before.end, slice.start);
                    EXPECT_FALSE(before.end == slice.start && before.operation == slice.operation
                        && before.inference == slice.inference);
                }
            }
            ++count;
        }
    }
    EXPECT_GE(count, 38u);
}

TEST(OperationSlices, TheTableIsTheSameWithoutThem)
{
    const auto joins = test::fixtureJoins();
    const auto *sample = test::joinNamed(joins, u"mobilenet_v2-u85-256/partition0"_s);
    ASSERT_TRUE(sample);
    const auto &facts = sample->streams.front();
    const auto trace = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
    OperationSlices slices;
    const auto with = joinOperations(sample->streams, trace.reads, {}, &slices);
    const auto without = joinOperations(sample->streams, trace.reads);
    EXPECT_EQ(measuredOf(with), measuredOf(without));
    EXPECT_FALSE(slices.empty());
}

/// A pointer that jumps between two operations at every read: memory stays within the limit, and
/// what has no slices still is measured.
TEST(OperationSlices, TooManyAreLeftOutAndListed)
{
    const auto joins = test::fixtureJoins();
    const auto *sample = test::joinNamed(joins, u"mobilenet_v2-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto stream = JoinStream{ .database = sample->streams.front().database };
    const auto &rows = test::rowsOf(stream);
    std::vector<PointerRead> reads;
    reads.reserve(10'000'000);
    for (qint64 i = 0; i < 10'000'000; ++i)
        reads.push_back({ i, rows[i % 2 ? 3 : 2].offset / 4 });
    reads.front().word = rows.front().offset / 4;
    OperationSlices slices;
    const auto table = joinOperations({ stream }, reads, {}, &slices);
    EXPECT_LE(slices.capacity(), size_t(1) << 24);
    ASSERT_TRUE(table.find(Kind::SlicesLeftOut));
    EXPECT_EQ(table.inferences.front().attributed, 9'999'999u);
    EXPECT_TRUE(slices.empty());
}

TEST(OperationSlices, WithoutADatabaseKicksAreOperations)
{
    const auto joins = test::fixtureJoins();
    const auto *sample = test::joinNamed(joins, u"transformer_block-u55-128/partition0"_s);
    ASSERT_TRUE(sample);
    const auto &facts = sample->streams.front();
    const auto trace = test::generateTrace(
        test::rowsOf(facts), facts.stream.get(), { .standsAtDmaWaits = true });
    OperationSlices slices;
    const auto bare = joinOperations(
        { JoinStream{ .stream = facts.stream } }, trace.reads, { .leastPrecision = 0.98 }, &slices);
    const auto full = joinOperations(sample->streams, trace.reads);
    ASSERT_EQ(bare.inferences.size(), 1u);
    EXPECT_EQ(bare.inferences.front().attributed, full.inferences.front().attributed);
    EXPECT_TRUE(bare.find(Kind::NoDatabase));
    size_t kernels = 0;
    for (const auto &operation : bare.operations) {
        EXPECT_FALSE(operation.estimatedCycles);
        ASSERT_EQ(operation.kicks.size(), 1u);
        EXPECT_FALSE(operation.kind.isEmpty());
        kernels += operation.role == TimedOperation::Role::Kernel ? 1u : 0u;
    }
    EXPECT_EQ(qsizetype(kernels),
        std::ranges::count_if(facts.stream->operations,
            [](const npu::Operation &op) { return npu::isKernel(op.kind); }));
    EXPECT_EQ(sumsOf(slices), measuredOf(bare));
}

/// The trace of one program is never taken for another's.
TEST(OperationSlices, ForeignTracesAreRefused)
{
    const auto joins = test::fixtureJoins();
    size_t refused = 0;
    for (const auto &sample : joins) {
        for (const auto &other : joins) {
            const auto &facts = sample.streams.front();
            const auto &rows = test::rowsOf(other.streams.front());
            std::vector<quint64> ours;
            std::vector<quint64> theirs;
            std::ranges::transform(
                test::rowsOf(facts), std::back_inserter(ours), &formats::vela::QueueEntry::offset);
            std::ranges::transform(
                rows, std::back_inserter(theirs), &formats::vela::QueueEntry::offset);
            const auto isEqual = ours == theirs;
            const auto isShort = ours.size() < 4; // nothing tells so few apart
            if (isEqual || isShort || rows.size() < 4)
                continue;
            const auto trace = test::generateTrace(
                rows, other.streams.front().stream.get(), { .inferences = 2 });
            const auto table = joinOperations({ facts }, trace.reads, { .leastPrecision = 0.98 });
            for (const auto &inference : table.inferences)
                EXPECT_EQ(inference.stream, -1)
                    << sample.name.toStdString() << " " << other.name.toStdString();
            EXPECT_TRUE(table.find(Kind::InferenceForeign));
            ++refused;
        }
        const auto &facts = sample.streams.front();
        const auto own = test::generateTrace(test::rowsOf(facts), facts.stream.get(), {});
        EXPECT_EQ(joinOperations({ facts }, own.reads, { .leastPrecision = 0.98 })
                      .inferences.front()
                      .stream,
            0);
    }
    EXPECT_GT(refused, 50u);
}

bool hasSameRows(const JoinStream &one, const JoinStream &other)
{
    return std::ranges::equal(test::rowsOf(one), test::rowsOf(other), {},
        &formats::vela::QueueEntry::offset, &formats::vela::QueueEntry::offset);
}

/// All that visualize.py needs: reads at the rows of the queue and one behind the last.
TEST(OperationSlices, TracesThatReadAtRowsAloneAreJoined)
{
    // Fewer rows tell nothing apart.
    auto joins = test::allJoins();
    std::erase_if(joins, [](const test::JoinSample &sample) {
        const auto &facts = sample.streams.front();
        return !facts.stream || test::rowsOf(facts).size() < 8;
    });
    std::set<model::NpuProduct> joined;
    for (const auto &sample : joins) {
        const auto &facts = sample.streams.front();
        const auto &rows = test::rowsOf(facts);
        const auto trace = test::generateTrace(
            rows, facts.stream.get(), { .inferences = 2, .readsEveryCommand = false });
        const auto own = joinOperations({ facts }, trace.reads, { .leastPrecision = 0.98 });
        ASSERT_EQ(own.inferences.size(), 2u) << sample.name.toStdString();
        for (const auto &inference : own.inferences) {
            EXPECT_EQ(inference.stream, 0) << sample.name.toStdString();
            EXPECT_TRUE(inference.isComplete) << sample.name.toStdString();
        }
        joined.insert(facts.stream->config.product);
        size_t refused = 0;
        for (const auto &other : joins) {
            const auto &foreign = other.streams.front();
            if (hasSameRows(facts, foreign))
                continue;
            const auto table = joinOperations({ foreign }, trace.reads, { .leastPrecision = 0.98 });
            for (const auto &inference : table.inferences)
                EXPECT_EQ(inference.stream, -1)
                    << sample.name.toStdString() << " " << other.name.toStdString();
            ++refused;
        }
        EXPECT_GT(refused, 0u) << sample.name.toStdString() << ": no other was tried";
    }
    // How many there are depends on the samples at hand; the fixtures alone have both families.
    EXPECT_TRUE(joined.contains(model::NpuProduct::U55) && joined.contains(model::NpuProduct::U85));
}

/// Noise is listed; it does not make the trace another program's.
TEST(OperationSlices, AFewReadsOutsideLeaveTheRestJoined)
{
    for (const auto isWhole : { false, true }) {
        for (const auto &sample : test::fixtureJoins()) {
            const auto &facts = sample.streams.front();
            const auto &rows = test::rowsOf(facts);
            if (!facts.stream || rows.size() < 8)
                continue;
            auto trace = test::generateTrace(
                rows, facts.stream.get(), { .inferences = 2, .readsEveryCommand = isWhole });
            auto &reads = trace.reads;
            for (const auto at : { size_t(1), reads.size() / 4, reads.size() * 3 / 4 })
                reads.insert(reads.begin() + qsizetype(at), { reads[at].ts, 10'000'000 });
            const auto table = joinOperations({ facts }, reads, { .leastPrecision = 0.98 });
            ASSERT_EQ(table.inferences.size(), 2u) << sample.name.toStdString();
            EXPECT_EQ(table.inferences[0].stream, 0) << sample.name.toStdString();
            EXPECT_EQ(table.inferences[1].stream, 0) << sample.name.toStdString();
            ASSERT_TRUE(table.find(Kind::ReadsOutsideStream));
            EXPECT_EQ(table.find(Kind::ReadsOutsideStream)->count, 3u);
            EXPECT_FALSE(table.find(Kind::InferenceForeign));
        }
    }
}

class Ranges : public testing::Test
{
protected:
    void SetUp() override
    {
        const auto joins = test::fixtureJoins();
        const auto *sample = test::joinNamed(joins, u"mobilenet_v2-u85-256/partition0"_s);
        ASSERT_TRUE(sample);
        auto joined = joinedOf(*sample, 3);
        m_subject->table = std::make_shared<const OperationTable>(std::move(joined.table));
        m_subject->slices = std::move(joined.slices);
        m_subject->streams = sample->streams;
        m_document.set(m_subject);
    }
    const OperationTable &full() const { return *m_subject->table; }
    /// What the slices say, by the definition.
    quint64 inside(size_t operation, int inference, qint64 begin, qint64 end) const
    {
        quint64 sum = 0;
        for (const auto &slice : m_subject->slices) {
            if (slice.operation == operation && slice.inference == inference)
                sum += quint64(
                    std::max<qint64>(0, std::min(end, slice.end) - std::max(begin, slice.start)));
        }
        return sum;
    }

    std::shared_ptr<ProfileSubject> m_subject = std::make_shared<ProfileSubject>();
    ProfileDocument m_document;
};

TEST_F(Ranges, OfEverythingIsTheTable)
{
    EXPECT_EQ(m_document.table(), m_subject->table);
    QSignalSpy spy(&m_document, &ProfileDocument::rangeChanged);
    m_document.setRange(std::pair<qint64, qint64>(0, 1'000'000'000));
    EXPECT_EQ(spy.size(), 1);
    ASSERT_EQ(m_document.table()->operations.size(), full().operations.size());
    for (size_t i = 0; i < full().operations.size(); ++i) {
        EXPECT_EQ(m_document.table()->operations[i].measured, full().operations[i].measured);
        if (full().operations[i].measuredCycles()) {
            EXPECT_EQ(m_document.table()->operations[i].estimatedCycles,
                full().operations[i].estimatedCycles);
        }
    }
    EXPECT_EQ(m_document.table()->between, full().between);
    m_document.setRange(std::nullopt);
    EXPECT_EQ(m_document.table(), m_subject->table);
}

TEST_F(Ranges, CountWhatLiesInside)
{
    const auto &second = full().inferences[1];
    const auto length = second.lastTs - second.firstTs;
    // From within the first inference to the middle of the second.
    const auto begin = full().inferences[0].lastTs - length / 3;
    const auto end = second.firstTs + length / 2;
    m_document.setRange(std::pair(begin, end));
    const auto table = m_document.table();
    ASSERT_EQ(table->inferences.size(), 2u);
    quint64 sum = 0;
    for (size_t i = 0; i < table->operations.size(); ++i) {
        const auto &operation = table->operations[i];
        ASSERT_EQ(operation.measured.size(), operation.stream < 0 ? 1u : 2u);
        for (int inference = 0; inference < 2 && operation.stream >= 0; ++inference) {
            const auto expected = inside(i, inference, begin, end);
            EXPECT_EQ(operation.measured[size_t(inference)].value_or(0), expected);
            EXPECT_EQ(operation.measured[size_t(inference)].has_value(), expected > 0);
            sum += expected;
        }
    }
    quint64 cycles = table->between;
    quint64 attributed = 0;
    for (const auto &inference : table->inferences) {
        cycles += inference.cycles();
        attributed += inference.attributed;
        EXPECT_FALSE(inference.isComplete);
    }
    EXPECT_EQ(attributed, sum);
    EXPECT_EQ(cycles, quint64(end - begin));
}

/// What is cut has no estimate to be compared with; what did not run has nothing.
TEST_F(Ranges, DoNotCompareParts)
{
    const auto longest = std::ranges::max_element(
        m_subject->slices, {}, [](const OperationSlice &slice) { return slice.end - slice.start; });
    m_document.setRange(
        std::pair(longest->start, longest->start + (longest->end - longest->start) / 2));
    const auto table = m_document.table();
    for (size_t i = 0; i < table->operations.size(); ++i) {
        const auto &operation = table->operations[i];
        EXPECT_FALSE(operation.estimatedCycles);
        EXPECT_FALSE(operation.macs);
        EXPECT_EQ(operation.measuredCycles().has_value(), i == longest->operation);
        EXPECT_EQ(operation.cycles().has_value(), i == longest->operation);
    }
    m_document.setRange(std::pair(longest->start, longest->end));
    const auto &whole = m_document.table()->operations[longest->operation];
    const auto isOneSlice = std::ranges::count_if(m_subject->slices,
                                [&](const OperationSlice &slice) {
                                    return slice.operation == longest->operation
                                        && slice.inference == longest->inference;
                                })
        == 1;
    if (isOneSlice) {
        EXPECT_EQ(whole.estimatedCycles, full().operations[longest->operation].estimatedCycles);
    }
}

TEST_F(Ranges, OfNothingAreEmpty)
{
    m_document.setRange(std::pair<qint64, qint64>(-50, -10));
    EXPECT_TRUE(m_document.table()->inferences.empty());
    for (const auto &operation : m_document.table()->operations)
        EXPECT_FALSE(operation.cycles());
}

/// Dragging a range over a million slices: what a frame needs.
TEST_F(Ranges, AreFast)
{
    OperationTable table;
    constexpr size_t Operations = 500;
    constexpr int Inferences = 2000;
    OperationSlices slices;
    for (size_t i = 0; i < Operations; ++i)
        table.operations.push_back({ .measured = std::vector<CyclesOfInference>(Inferences, 10) });
    for (int inference = 0; inference < Inferences; ++inference) {
        const auto first = qint64(inference) * qint64(Operations) * 10;
        table.inferences.push_back({ .stream = 0,
            .firstTs = first,
            .lastTs = first + qint64(Operations) * 10,
            .attributed = Operations * 10 });
        for (size_t i = 0; i < Operations; ++i)
            slices.push_back({ first + qint64(i) * 10, first + qint64(i) * 10 + 10, i, inference });
    }
    const RangedOperations ranged(table, slices);
    const auto started = std::chrono::steady_clock::now();
    const auto part = ranged.within(1'234'567, 8'765'432);
    const auto elapsed = std::chrono::steady_clock::now() - started;
    quint64 sum = part.between;
    for (const auto &inference : part.inferences)
        sum += inference.attributed;
    EXPECT_EQ(sum, 8'765'432u - 1'234'567u);
    EXPECT_LT(elapsed, std::chrono::milliseconds(500)) << "also unoptimised and under load";
    RecordProperty("milliseconds",
        int(std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count()));
}

} // namespace
} // namespace tosaic::profile::operationslicestests
