// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/pmutrace.h"
#include "profiler/parsers/pmutracedescription.h"
#include "tests/profiler/gzipped.h"

#include <gtest/gtest.h>

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::pmutracetests {
namespace {

using Kind = PmuTrace::TrackKind;
using Read = PmuTrace::QueueRead;

Result<PmuTrace> read(const QByteArray &bytes, const PmuTraceLimits &limits = {})
{
    return readPmuTrace(ByteSource::fromBytes(bytes, u"trace.json"_s), limits);
}

PmuTrace traceOf(const QByteArray &bytes, const PmuTraceLimits &limits = {})
{
    auto trace = read(bytes, limits);
    EXPECT_TRUE(trace.has_value());
    return trace ? std::move(*trace) : PmuTrace{};
}

QByteArray traceText(const QByteArray &events)
{
    return "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [" + events + "]}";
}

/// Every kind of event, numbers as strings (as the NPU model writes them) and as numbers.
QByteArray manyEvents()
{
    return traceText(R"(
{"name": "process_name", "ph": "M", "pid": "DMA", "args": {"name": "DMA \"0\""}},
{"name": "thread_name", "ph": "M", "pid": "NPU", "tid": "qread", "args": {"name": "Queue"}},
{"name": "qread", "ph": "i", "ts": "100", "pid": "NPU", "tid": "qread", "args": {"qread": "0"}},
{"name": "axi_enabled_cycles", "ph": "X", "ts": "1029", "pid": "DMA", "tid": "axi0", "dur": "1014"},
{"args":{"x":{"qread":9},"qread":25},"tid":"qread","ts":1500,"ph":"X","dur":4},
{"name": "axi_enabled_cycles", "ph": "X", "ts": 2100, "pid": "DMA", "tid": "axi0", "dur": 6.0},
{"name": "beats", "ph": "C", "ts": "2200", "pid": 7, "args": {"read": "12", "write": 3.5, "note": "x"}},
{"name": "beats", "ph": "C", "ts": "2300", "pid": 7, "args": {"read": 14}},
{"name": "block", "ph": "B", "ts": 2400, "pid": 1, "tid": 2},
{"name": "inner", "ph": "B", "ts": 2410, "pid": 1, "tid": 2},
{"ph": "E", "ts": 2420, "pid": 1, "tid": 2},
{"ph": "E", "ts": 2450, "pid": 1, "tid": 2},
{"name": "irq", "ph": "i", "ts": 2500, "pid": 1, "tid": 2, "s": "g"},
{"tid": "qread", "ts": "2600", "args": {"qread": "0x40"}})");
}

const PmuTrace::Track *find(
    const PmuTrace &trace, const QString &name, const QString &argument = {})
{
    const auto found = std::ranges::find_if(trace.tracks,
        [&](const auto &track) { return track.name == name && track.argument == argument; });
    return found == trace.tracks.end() ? nullptr : &*found;
}

bool hasDiagnostic(const PmuTrace &trace, const QString &id)
{
    return std::ranges::any_of(
        trace.diagnostics, [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

void expectSame(const PmuTrace &left, const PmuTrace &right)
{
    EXPECT_EQ(left.queueReads, right.queueReads);
    EXPECT_EQ(left.tracks, right.tracks);
    EXPECT_EQ(left.labels, right.labels);
    EXPECT_EQ(left.eventCount, right.eventCount);
    EXPECT_EQ(left.skippedCount, right.skippedCount);
    EXPECT_EQ(left.range, right.range);
    EXPECT_EQ(left.jsonSize, right.jsonSize);
    EXPECT_EQ(left.isComplete, right.isComplete);
}

/// torch.profiler, Perfetto and Tosaic's own export: times in microseconds of a processor.
TEST(PmuTrace, ChromeTracesOfOthersAreKnown)
{
    const QByteArray span
        = R"({"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 5})";
    const QByteArray plain = R"({"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 5, "dur": 2})";
    const QByteArray queue = R"({"tid": "qread", "ts": "1", "args": {"qread": "0"}})";
    EXPECT_TRUE(traceOf(traceText(span)).isOfOtherProgram);
    EXPECT_TRUE(
        traceOf(R"({"schemaVersion": 1, "traceEvents": [)" + plain + "]}").isOfOtherProgram);
    EXPECT_TRUE(
        traceOf(R"({"traceEvents": [)" + plain + R"(], "otherData": {"producer": "Tosaic"}})")
            .isOfOtherProgram);
    EXPECT_FALSE(traceOf(traceText(plain)).isOfOtherProgram);
    EXPECT_FALSE(
        traceOf(R"({"schemaVersion": 1, "traceEvents": [)" + queue + "]}").isOfOtherProgram)
        << "the queue is an NPU's, whoever wrote it down";
}

TEST(PmuTrace, KeepsQueueReadsInTheirOrder)
{
    const auto trace = traceOf(manyEvents());
    EXPECT_EQ(trace.queueReads, (std::vector<Read>{ { 100, 0 }, { 1500, 25 }, { 2600, 64 } }));
    EXPECT_EQ(trace.eventCount, 14U);
    EXPECT_EQ(trace.skippedCount, 0U);
    EXPECT_EQ(trace.range, (std::pair<quint64, quint64>(100, 2600)));
    EXPECT_TRUE(trace.isComplete);
    EXPECT_TRUE(trace.diagnostics.empty());
}

TEST(PmuTrace, SortsOtherEventsIntoTracks)
{
    const auto trace = traceOf(manyEvents());
    const auto *axi = find(trace, u"axi_enabled_cycles"_s);
    ASSERT_TRUE(axi);
    EXPECT_EQ(axi->kind, Kind::Spans);
    EXPECT_EQ(axi->process, u"DMA"_s);
    EXPECT_EQ(axi->thread, u"axi0"_s);
    EXPECT_EQ(axi->ts, (std::vector<quint64>{ 1029, 2100 }));
    EXPECT_EQ(axi->durations, (std::vector<quint64>{ 1014, 6 }));
    const auto *beats = find(trace, u"beats"_s, u"read"_s);
    ASSERT_TRUE(beats);
    EXPECT_EQ(beats->kind, Kind::Counter);
    EXPECT_EQ(beats->process, u"7"_s);
    EXPECT_EQ(beats->values, (std::vector<double>{ 12, 14 }));
    EXPECT_EQ(find(trace, u"beats"_s, u"write"_s)->values, (std::vector<double>{ 3.5 }));
    EXPECT_FALSE(find(trace, u"beats"_s, u"note"_s));
    EXPECT_EQ(find(trace, u"inner"_s)->durations, (std::vector<quint64>{ 10 }));
    EXPECT_EQ(find(trace, u"block"_s)->durations, (std::vector<quint64>{ 50 }));
    EXPECT_EQ(find(trace, u"irq"_s)->kind, Kind::Instants);
    EXPECT_EQ(trace.labels,
        (std::vector<PmuTrace::Label>{
            { u"DMA"_s, {}, u"DMA \"0\""_s }, { u"NPU"_s, u"qread"_s, u"Queue"_s } }));
}

TEST(PmuTrace, CompressedIsTheSame)
{
    const auto text = manyEvents();
    const auto compressed = traceOf(test::gzipped(text));
    EXPECT_TRUE(compressed.isCompressed);
    expectSame(compressed, traceOf(text));
    // Two members of gzip are one text.
    expectSame(
        traceOf(test::gzipped(text.first(333)) + test::gzipped(text.sliced(333))), traceOf(text));
}

/// Longer than the pieces in which it is read, so that events are cut between them.
TEST(PmuTrace, ReadsAcrossPieces)
{
    QByteArray events;
    std::vector<Read> expected;
    for (quint32 i = 0; i < 40'000; ++i) {
        events += (i > 0 ? ",\n" : "") + QByteArray("{\"ph\":\"i\",\"ts\":\"")
            + QByteArray::number(i * 3) + "\",\"tid\":\"qread\",\"args\":{\"qread\":\""
            + QByteArray::number(i) + "\"}}";
        expected.push_back({ i * 3, i });
    }
    const auto skipped = QByteArray(1'500'000, 'x');
    const auto text = "{\"other\": [\"" + skipped + "]\\\"\", {}], \"traceEvents\": [" + events
        + "], \"more\": {\"a\": \"" + skipped + "\"}}";
    ASSERT_GT(events.size(), 2 << 20);
    for (const auto &trace : { traceOf(text), traceOf(test::gzipped(text)) }) {
        EXPECT_EQ(trace.queueReads, expected);
        EXPECT_TRUE(trace.isComplete);
        EXPECT_EQ(trace.jsonSize, static_cast<quint64>(text.size()));
    }
}

TEST(PmuTrace, AnArrayAloneIsATrace)
{
    const auto trace = traceOf("\xef\xbb\xbf[{\"ph\":\"i\",\"ts\":1,\"tid\":\"qread\",\"args\":{"
                               "\"qread\":2}},\n]");
    EXPECT_EQ(trace.queueReads, (std::vector<Read>{ { 1, 2 } }));
    EXPECT_TRUE(trace.isComplete);
}

TEST(PmuTrace, CutAnywhereGivesWhatCameBefore)
{
    const auto text = manyEvents();
    const auto whole = traceOf(text);
    quint64 before = 0;
    for (qsizetype size = 0; size < text.size(); ++size) {
        const auto trace = read(text.first(size));
        if (!trace) {
            EXPECT_EQ(trace.error().code, ErrorCode::FormatUnknown);
            EXPECT_EQ(before, 0U);
            continue;
        }
        EXPECT_FALSE(trace->isComplete);
        EXPECT_TRUE(hasDiagnostic(*trace, u"pmutrace.truncated"_s)) << size;
        EXPECT_GE(trace->eventCount + trace->skippedCount, before);
        before = trace->eventCount + trace->skippedCount;
        ASSERT_LE(trace->queueReads.size(), whole.queueReads.size());
        EXPECT_TRUE(std::equal(
            trace->queueReads.begin(), trace->queueReads.end(), whole.queueReads.begin()));
    }
    EXPECT_EQ(before, whole.eventCount);
}

TEST(PmuTrace, CutCompressedGivesWhatCameBefore)
{
    const auto bytes = test::gzipped(manyEvents());
    quint64 before = 0;
    for (qsizetype size = 0; size < bytes.size(); ++size) {
        const auto trace = read(bytes.first(size));
        if (!trace) {
            EXPECT_EQ(trace.error().code, ErrorCode::FormatUnknown);
            continue;
        }
        EXPECT_TRUE(hasDiagnostic(*trace, u"pmutrace.truncated"_s)) << size;
        EXPECT_GE(trace->eventCount + trace->skippedCount, before);
        before = trace->eventCount + trace->skippedCount;
    }
    EXPECT_GT(before, 0U);
}

TEST(PmuTrace, DamageEndsTheReadingAndNamesTheByte)
{
    const QByteArray first = R"({"ph":"i","ts":5,"tid":"qread","args":{"qread":1}},)";
    const auto text = "{\"traceEvents\":[" + first + "{\"ph\" \"i\"}]}";
    const auto trace = traceOf(text);
    EXPECT_EQ(trace.queueReads.size(), 1U);
    EXPECT_FALSE(trace.isComplete);
    ASSERT_EQ(trace.diagnostics.size(), 1U);
    EXPECT_EQ(trace.diagnostics[0].id, u"pmutrace.damaged"_s);
    EXPECT_EQ(
        trace.diagnostics[0].location.offset, static_cast<quint64>(text.indexOf("{\"ph\" ") + 1));
}

TEST(PmuTrace, WrongChecksumIsSaid)
{
    auto bytes = test::gzipped(manyEvents());
    bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1);
    const auto trace = traceOf(bytes);
    EXPECT_EQ(trace.queueReads.size(), 3U);
    EXPECT_TRUE(hasDiagnostic(trace, u"pmutrace.damaged"_s));
}

TEST(PmuTrace, EventsThatAreNotUnderstoodAreCounted)
{
    const auto trace = traceOf(traceText(R"({"ph":"X","ts":"-1","name":"a"},{"ph":"X","ts":"x"},
        {"ph":"X","ts":1,"dur":"long"},{"ph":"?","ts":1},{"ph":"E","ts":1},{"ph":"C","ts":1},{},
        {"ph":"B","ts":3,"name":"open"},{"ts":1,"tid":"qread","args":{"qread":"4294967296"}})"));
    EXPECT_EQ(trace.eventCount, 0U);
    EXPECT_EQ(trace.skippedCount, 9U);
    EXPECT_TRUE(trace.queueReads.empty());
    EXPECT_TRUE(hasDiagnostic(trace, u"pmutrace.event"_s));
}

TEST(PmuTrace, LimitsAreKeptAndSaid)
{
    const auto text = manyEvents();
    const auto few = traceOf(text, { .events = 4 });
    EXPECT_EQ(few.eventCount, 4U);
    EXPECT_TRUE(hasDiagnostic(few, u"pmutrace.limit"_s));
    const auto narrow = traceOf(text, { .tracks = 1 });
    EXPECT_EQ(narrow.tracks.size(), 1U);
    EXPECT_GT(narrow.skippedCount, 0U);
    const auto values
        = traceOf(traceText(R"({"ph":"C","ts":1,"args":{"a":1,"b":2,"c":3}},{"ph":"i","ts":1})"),
            { .events = 3 });
    EXPECT_EQ(values.eventCount, 1U) << "every value of a counter counts";
    EXPECT_TRUE(hasDiagnostic(values, u"pmutrace.limit"_s));
    const auto named = traceOf(text, { .names = 60 });
    EXPECT_EQ(named.tracks.size(), 1U);
    EXPECT_TRUE(hasDiagnostic(named, u"pmutrace.event"_s));
    for (const auto &bytes : { text, test::gzipped(text) }) {
        const auto brief = traceOf(bytes, { .jsonSize = 300 });
        EXPECT_FALSE(brief.diagnostics.empty());
    }
    const auto event = "{\"traceEvents\":[{\"ph\":\"" + QByteArray(3 << 20, 'i') + "\"}]}";
    for (const auto &bytes : { event, test::gzipped(event) })
        EXPECT_TRUE(hasDiagnostic(traceOf(bytes), u"pmutrace.limit"_s));
}

/// 1.6 MB that become 1.6 GB of blanks: reading ends where no trace is so empty.
TEST(PmuTrace, ABombIsNotReadToItsEnd)
{
    const auto blanks = test::gzipped(QByteArray(16 << 20, ' '));
    auto bytes = test::gzipped("{\"traceEvents\":[");
    for (int i = 0; i < 100; ++i)
        bytes += blanks;
    const auto trace = traceOf(bytes);
    EXPECT_TRUE(hasDiagnostic(trace, u"pmutrace.limit"_s));
    EXPECT_LT(trace.jsonSize, 1'000'000'000U);
}

TEST(PmuTrace, OtherContentIsRefused)
{
    for (const auto *text : { "", "{", "[]", "{\"a\": 1}", "[1]", "[{\"a\": 1}]", "INFO - x",
             "{\"traceEvents\": 3}", "\x1f\x8b", "\x1f\x8b\x08\x01" }) {
        const auto trace = read(text);
        ASSERT_FALSE(trace.has_value()) << text;
        EXPECT_EQ(trace.error().code, ErrorCode::FormatUnknown);
        EXPECT_FALSE(isPmuTrace(text));
    }
    EXPECT_TRUE(isPmuTrace(manyEvents()));
    EXPECT_TRUE(isPmuTrace(test::gzipped(manyEvents())));
    EXPECT_TRUE(isPmuTrace("[{\"ph\":\"i\",\"ts\":1},"));
    EXPECT_FALSE(isPmuTrace(test::gzipped("only text")));
}

TEST(PmuTrace, CanBeGivenUp)
{
    const auto trace = readPmuTrace(
        ByteSource::fromBytes(manyEvents()), {}, [](quint64, quint64) { return false; });
    ASSERT_FALSE(trace.has_value());
    EXPECT_EQ(trace.error().code, ErrorCode::Cancelled);
}

TEST(PmuTrace, IsDescribed)
{
    const auto description = describePmuTrace(traceOf(manyEvents()));
    EXPECT_EQ(description.format, u"pmu-trace"_s);
    EXPECT_EQ(description.json[u"events"_s].toInt(), 14);
    EXPECT_EQ(description.json[u"queueReads"_s][u"count"_s].toInt(), 3);
    EXPECT_EQ(description.json[u"queueReads"_s][u"lastWord"_s].toInt(), 64);
    const auto axi = description.json[u"tracks"_s][0];
    EXPECT_EQ(axi[u"name"_s].toString(), u"axi_enabled_cycles"_s);
    EXPECT_EQ(axi[u"cycles"_s].toInt(), 1020);
    const auto text = descriptionText({}, description.sections);
    EXPECT_TRUE(text.contains(u"axi_enabled_cycles"_s));
}

} // namespace
} // namespace tosaic::profile::pmutracetests
