// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/gzipreader.h"
#include "profiler/timeline/chrometrace.h"
#include "profiler/timeline/tracetimeline.h"
#include "tests/profiler/timeline/timelinesamples.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::chrometracetests {
namespace {

QByteArray exported(const Timeline &timeline, const ChromeTraceOptions &options = {})
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_TRUE(writeChromeTrace(timeline, buffer, options));
    return buffer.data();
}

/// What is in a timeline, whatever the order and the depths.
QStringList contentsOf(const Timeline &timeline)
{
    QStringList all;
    for (const auto &track : timeline.tracks) {
        for (size_t i = 0; i < track.starts.size(); ++i) {
            const auto isCounter = track.kind == TimelineTrack::Kind::Counter;
            const auto what = isCounter
                ? QString::number(track.values[i])
                : timeline.labels[track.labels[i]] + u' ' + QString::number(track.ends[i]);
            all << u"%1/%2 %3 %4"_s.arg(track.group, isCounter ? QString() : track.name,
                QString::number(track.starts[i]), what);
        }
    }
    all.sort();
    return all;
}

Timeline sampleTimeline()
{
    const auto sample = test::joinedSample();
    return timelineOf(sample.trace, { .table = sample.table.get(), .slices = sample.slices });
}

TEST(ChromeTrace, IsReadBackByOurOwnReader)
{
    const auto timeline = sampleTimeline();
    for (const bool isCompressed : { false, true }) {
        const auto bytes = exported(timeline, { .isCompressed = isCompressed });
        EXPECT_EQ(isGzip(bytes), isCompressed);
        const auto read = readPmuTrace(ByteSource::fromBytes(bytes));
        ASSERT_TRUE(read);
        EXPECT_TRUE(read->isComplete);
        EXPECT_TRUE(read->diagnostics.empty());
        EXPECT_EQ(contentsOf(timelineOf(*read)), contentsOf(timeline));
    }
}

/// Its times are no NPU cycles, also where the copy broke off.
TEST(ChromeTrace, IsKnownForOursWhereverItWasCut)
{
    const auto bytes = exported(sampleTimeline());
    const auto whole = readPmuTrace(ByteSource::fromBytes(bytes));
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->isOfOtherProgram);
    const auto begin = bytes.indexOf("\"traceEvents\":[");
    for (auto size = bytes.indexOf('\n', begin); size > 0 && size < 2000;
         size = bytes.indexOf('\n', size + 1)) {
        const auto cut = readPmuTrace(ByteSource::fromBytes(bytes.left(size)));
        ASSERT_TRUE(cut) << size;
        EXPECT_TRUE(cut->isOfOtherProgram) << size;
        EXPECT_FALSE(cut->isComplete) << size;
    }
}

TEST(ChromeTrace, StatesTimesAtTheClock)
{
    auto timeline = *test::randomTimeline(3);
    timeline.labels[timeline.tracks[0].labels[0]] = u"a \"name\"\n"_s;
    timeline.clockHz = 250'000'000;
    const auto json = QJsonDocument::fromJson(exported(timeline)).object();
    EXPECT_EQ(json[u"otherData"_s][u"clockHz"_s].toInteger(), 250'000'000);
    QJsonObject first;
    for (const auto &event : json[u"traceEvents"_s].toArray()) {
        if (event.toObject()[u"ph"_s] == u"X"_s && first.isEmpty())
            first = event.toObject();
    }
    EXPECT_EQ(first[u"name"_s].toString(), u"a \"name\"\n"_s);
    EXPECT_NEAR(first[u"ts"_s].toDouble(), double(timeline.tracks[0].starts[0]) / 250, 1e-6);
    timeline.clockHz.reset();
    const auto plain = QJsonDocument::fromJson(exported(timeline)).object();
    EXPECT_TRUE(plain[u"otherData"_s][u"note"_s].toString().contains(u"1 microsecond"_s));
}

TEST(ChromeTrace, WritesARangeAlone)
{
    const auto timeline = *test::randomTimeline(1000);
    const std::pair<qint64, qint64> range{ timeline.tracks[0].starts[300],
        timeline.tracks[0].starts[310] };
    const auto read = readPmuTrace(ByteSource::fromBytes(exported(timeline, { .range = range })));
    ASSERT_TRUE(read);
    size_t slices = 0;
    for (const auto &track : read->tracks)
        slices += track.kind == PmuTrace::TrackKind::Spans ? track.ts.size() : 0;
    EXPECT_GE(slices, 10);
    EXPECT_LE(slices, 11);
}

TEST(ChromeTrace, PythonReadsIt)
{
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    if (python.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set";
    auto timeline = sampleTimeline();
    timeline.clockHz = 400'000'000;
    const auto path = test::temporaryDir() + u"/out.json.gz"_s;
    const auto count = saveChromeTrace(timeline, path);
    ASSERT_TRUE(count);
    EXPECT_EQ(*count, timeline.eventCount());
    QProcess process;
    process.start(python,
        { u"-c"_s,
            u"import gzip, json, sys\n"
            "trace = json.load(gzip.open(sys.argv[1]))\n"
            "kinds = {}\n"
            "threads = {}\n"
            "for e in trace['traceEvents']:\n"
            "    kinds[e['ph']] = kinds.get(e['ph'], 0) + 1\n"
            "    if e['ph'] == 'X':\n"
            "        threads.setdefault((e['pid'], e['tid']), []).append((e['ts'], e['dur']))\n"
            "for events in threads.values():\n"
            "    for a, b in zip(events, events[1:]):\n"
            "        assert a[0] + a[1] <= b[0] + 1e-6, (a, b)\n"
            "print(kinds['X'] + kinds['C'])\n"_s,
            path });
    ASSERT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    EXPECT_EQ(process.readAllStandardOutput().trimmed().toULongLong(), timeline.eventCount());
}

TEST(ChromeTrace, LeavesNothingBehindWhenStopped)
{
    const auto path = test::temporaryDir() + u"/stopped.json"_s;
    const auto saved
        = saveChromeTrace(*test::randomTimeline(10), path, { .isCancelled = [] { return true; } });
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::Cancelled);
    EXPECT_FALSE(QFile::exists(path));
    EXPECT_FALSE(saveChromeTrace({}, test::temporaryDir() + u"/no/such/folder.json"_s));
}

} // namespace
} // namespace tosaic::profile::chrometracetests
