// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/join/operationjoin.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/tracetimeline.h"
#include "tests/fuzz/timelinechecks.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace tosaic::fuzz {

namespace {

/// The compile that the invented traces are joined with: the smallest of the fixtures, without what
/// only names its operations.
const std::vector<profile::JoinStream> &compile()
{
    static const auto all = test::fixtureJoins();
    static const auto streams = [] {
        const auto rows = [](const test::JoinSample &join) {
            return join.streams.front().stream ? test::rowsOf(join.streams.front()).size() : 0;
        };
        const auto smallest = std::ranges::min_element(
            all, {}, [&](const auto &join) { return rows(join) > 0 ? rows(join) : SIZE_MAX; });
        const auto &found = smallest->streams.front();
        return std::vector<profile::JoinStream>{ { .database = found.database,
            .stream = found.stream } };
    }();
    return streams;
}

/// Cycles are neither lost nor counted twice, and slices tell the same as the table.
void checkTable(const profile::OperationTable &table, const profile::OperationSlices &slices)
{
    for (const auto &slice : slices) {
        if (slice.end < slice.start || slice.operation >= table.operations.size()
            || slice.inference < 0 || size_t(slice.inference) >= table.inferences.size())
            std::abort();
    }
    const profile::RangedOperations ranged(table, slices);
    if (!table.inferences.empty()) {
        const auto &first = table.inferences.front();
        static_cast<void>(ranged.within(first.firstTs, std::midpoint(first.firstTs, first.lastTs)));
    }
}

} // namespace

/// Traces of an FVP through the join with a real compile to tracks, index and export.
void fuzzTimeline(std::span<const quint8> input)
{
    const QByteArray bytes(reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto trace = profile::readPmuTrace(ByteSource::fromBytes(bytes),
        { .events = 10'000, .tracks = 100, .jsonSize = 10'000'000, .eventSize = 10'000 });
    if (!trace)
        return;
    checkTimeline(std::make_shared<profile::Timeline>(profile::timelineOf(*trace)));
    const auto reads = profile::pointerReads(trace->queueReads);
    profile::OperationSlices slices;
    const auto options = input.size() % 4 == 0 ? profile::VisualizeMethod : profile::JoinOptions{};
    const auto table = profile::joinOperations(compile(), reads, options, &slices);
    checkTable(table, slices);
    const std::vector<profile::MemoryCourse> memory{ { .name = QStringLiteral("Arena in use"),
        .bytes = { { 0, 4096 } } } };
    checkTimeline(std::make_shared<profile::Timeline>(profile::timelineOf(
        *trace, { .table = &table, .slices = slices, .memory = memory, .clockHz = 500'000'000 })));
}

std::vector<QByteArray> seedsTimeline()
{
    const auto &stream = compile().front();
    const auto made = test::generateTrace(
        test::rowsOf(stream), stream.stream.get(), { .inferences = 2, .standsAtDmaWaits = true });
    auto few = made.reads;
    few.resize(std::min<size_t>(few.size(), 40));
    auto backwards = few;
    std::ranges::reverse(backwards);
    auto far = few; // times whose differences are hardly representable
    for (size_t i = 0; i < far.size(); ++i)
        far[i].ts = i % 3 == 0 ? std::numeric_limits<qint64>::max() - qint64(i) : qint64(i);
    return { test::traceJson(few), test::traceJson(backwards), test::traceJson(far),
        R"([{"ph":"i","tid":"qread","ts":"18446744073709551615","args":{"qread":"0"}},
{"ph":"i","tid":"qread","ts":"9223372036854775808","args":{"qread":"9"}},
{"ph":"i","tid":"qread","ts":"7","args":{"qread":"99"}}])",
        R"([{"name":"b","ph":"X","ts":5,"dur":9,"pid":1,"tid":2},{"name":"c","ph":"X","ts":5,
"dur":2,"pid":1,"tid":2},{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"dma"}},
{"name":"v","ph":"C","ts":7,"pid":1,"args":{"a":1,"b":-2.5}},{"name":"v","ph":"C","ts":9,"pid":1,
"args":{"a":4}},{"name":"i","ph":"i","ts":9007199254740993,"pid":1}])" };
}

} // namespace tosaic::fuzz
