// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/dataflow.h"
#include "tests/core/npu/generatedruns.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tosaic::test::livepeakstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::npu;

namespace {

constexpr int ArenaRegion = 1;
constexpr int StagingRegion = 2;

/// By region: the largest of all streams of a run, as they share their memory.
std::map<int, Peak> peaksOfRun(const test::GeneratedRun &run)
{
    std::map<int, Peak> peaks;
    for (const auto &placed : run.streams) {
        for (const auto &peak : dataflow(*placed.stream, placed.place).peaks) {
            auto &known = peaks[peak.region];
            known.bytes = std::max(known.bytes, peak.bytes);
            known.highWater = std::max(known.highWater, peak.highWater);
        }
    }
    return peaks;
}

/// What Vela allocated, minus what the stream's buffers need, where the two differ.
struct Difference
{
    quint64 bytes;
    const char *reason;
};
const QHash<QString, Difference> &knownArenaDifferences()
{
    static const QHash<QString, Difference> differences{
        { u"audiopre-u55-128-cpu-ops"_s,
            { 2080 - 352, "the arena also holds what CPU operators work on" } },
        { u"branch-u85-256-tosa-raw"_s,
            { 20496 - 12304, "planned for a branch body, but no register names it" } },
    };
    return differences;
}

/// Where the same addresses are reached, but not all bytes below at the same time.
const QHash<QString, Difference> &knownLiveDifferences()
{
    static const QHash<QString, Difference> differences{
        { u"branch-u85-256-tosa-raw"_s, { 16, "bodies are followed one after the other" } },
        { u"twoparts-u85-256"_s,
            { 12288 - 8192, "what the first stream leaves waits there for the second" } },
        { u"lstm-int8-u85-2048/partition0-tag0"_s,
            { 16, "results that nobody reads: nothing shows that they are one map" } },
    };
    return differences;
}

quint64 reservedArena(const test::GeneratedRun &run)
{
    quint64 bytes = 0;
    for (const auto &placed : run.streams)
        bytes = std::max(bytes, placed.place.payload->arenaBytes.value_or(0));
    return bytes;
}

/// Bytes behind the last constant: in Dedicated modes the summary's DRAM holds both.
void expectSummary(const test::GeneratedRun &run, const std::map<int, Peak> &peaks)
{
    const auto highWater = [&](int region) {
        const auto at = peaks.find(region);
        return at == peaks.end() ? quint64(0) : at->second.highWater;
    };
    const auto missing = knownArenaDifferences().value(run.name, { 0, "" });
    const auto arena = highWater(ArenaRegion) + missing.bytes;
    EXPECT_EQ(arena, reservedArena(run)) << missing.reason;
    if (run.isDedicated) {
        EXPECT_EQ(highWater(StagingRegion), run.sramBytes);
        EXPECT_GE(run.dramBytes, arena);
    } else {
        EXPECT_EQ(arena, run.sramBytes) << missing.reason;
    }
}

void expectAllLiveAtOnce(const test::GeneratedRun &run, const std::map<int, Peak> &peaks)
{
    for (const auto &[region, peak] : peaks) {
        const auto known = region == ArenaRegion ? knownLiveDifferences().value(run.name, { 0, "" })
                                                 : Difference{ 0, "" };
        if (run.name == "twoparts-u85-256"_L1 && region == StagingRegion)
            continue;
        EXPECT_EQ(peak.bytes + known.bytes, peak.highWater)
            << "region " << region << ": " << known.reason;
    }
}

void expectVelasPeaks(const std::vector<test::GeneratedRun> &runs)
{
    for (const auto &run : runs) {
        SCOPED_TRACE(run.name.toStdString());
        const auto peaks = peaksOfRun(run);
        expectSummary(run, peaks);
        expectAllLiveAtOnce(run, peaks);
    }
}

} // namespace

TEST(LivePeakTest, PeaksOfEveryVelaRunEqualItsAllocation)
{
    TOSAIC_NEED_SAMPLES();
    expectVelasPeaks(test::velaRuns());
}

TEST(LivePeakTest, PeaksOfEveryPartitionEqualItsAllocation)
{
    TOSAIC_NEED_SAMPLES();
    expectVelasPeaks(test::partitionRuns());
}

TEST(LivePeakTest, TheAllocationReportIsReached)
{
    TOSAIC_NEED_SAMPLES();
    size_t compared = 0;
    for (const auto &run : test::velaRuns()) {
        SCOPED_TRACE(run.name.toStdString());
        const auto peaks = peaksOfRun(run);
        const auto missing = knownArenaDifferences().value(run.name, { 0, "" });
        for (auto at = run.livePeak.begin(); at != run.livePeak.end(); ++at) {
            const auto printed = quint64(at.value()[u"maxEndAddress"_s].toInteger());
            const bool isStaging = run.isDedicated && at.key() == "Sram"_L1;
            const auto peak = peaks.find(isStaging ? StagingRegion : ArenaRegion);
            ASSERT_NE(peak, peaks.end());
            EXPECT_EQ(peak->second.highWater + (isStaging ? 0 : missing.bytes), printed);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 46u);
}

TEST(LivePeakTest, TheReasonForAnyDifferenceIsInTheValue)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &run : test::velaRuns()) {
        SCOPED_TRACE(run.name.toStdString());
        for (const auto &placed : run.streams) {
            for (const auto &peak : dataflow(*placed.stream, placed.place).peaks) {
                if (peak.region != ArenaRegion)
                    continue;
                const auto expected = peak.reserved == peak.highWater ? Reservation::Exact
                    : run.name.startsWith(u"branch"_s)                ? Reservation::Branches
                                                                      : Reservation::Shared;
                EXPECT_EQ(peak.reservation, expected);
            }
        }
    }
}

TEST(LivePeakTest, ThePeakNamesWhoIsAliveThere)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &run : test::velaRuns()) {
        if (run.name != "kws-u55-128-shared"_L1)
            continue;
        const auto &placed = run.streams.at(0);
        const auto flow = dataflow(*placed.stream, placed.place);
        ASSERT_EQ(flow.peaks.size(), 1u);
        const auto &peak = flow.peaks[0];
        EXPECT_EQ(peak.bytes, 22192u);
        ASSERT_EQ(peak.buffers.size(), 4u);
        const auto length = [&](size_t at) { return flow.buffers[peak.buffers[at]].range.length; };
        EXPECT_EQ(length(0), 8000u);
        EXPECT_EQ(length(1), 8000u);
        EXPECT_EQ(flow.buffers[peak.buffers[2]].kind, Buffer::Kind::Weights);
        EXPECT_EQ(length(2) + length(3), 4752u + 1440u)
            << "this layer's weights and the next one's";
        return;
    }
    FAIL() << "the run is not among the samples";
}

namespace {

using Extents = std::multiset<std::pair<quint64, quint64>>;

/// Start and end addresses of the `tensors` table of Vela's debug database: what it allocated.
Extents velasTensors(const QString &folder)
{
    const auto names = QDir(folder).entryList({ u"*_debug.xml"_s }, QDir::Files);
    QFile file(folder + u'/' + names.value(0));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto text = QString::fromUtf8(file.readAll());
    const auto begin = text.indexOf(u"<table name=\"tensors\">"_s);
    const auto table = text.mid(begin, text.indexOf(u"</table>"_s, begin) - begin);
    static const QRegularExpression row(u",\"0x([0-9a-f]+)\",\"0x([0-9a-f]+)\",\"0x[0-9a-f]+\","_s);
    Extents extents;
    for (auto at = row.globalMatch(table); at.hasNext();) {
        const auto match = at.next();
        extents.emplace(
            match.captured(1).toULongLong(nullptr, 16), match.captured(2).toULongLong(nullptr, 16));
    }
    return begin < 0 ? Extents() : extents;
}

Extents extentsOfBuffers(const test::GeneratedRun &run)
{
    Extents extents;
    for (const auto &placed : run.streams) {
        for (const auto &buffer : dataflow(*placed.stream, placed.place).buffers) {
            const auto end = buffer.range.address + buffer.range.length;
            extents.emplace(buffer.range.address / AllocationQuantum * AllocationQuantum,
                (end + AllocationQuantum - 1) / AllocationQuantum * AllocationQuantum);
        }
    }
    return extents;
}

} // namespace

TEST(LivePeakTest, BuffersAreTheTensorsThatVelaAllocated)
{
    TOSAIC_NEED_SAMPLES();
    // Slices in depth whose weights, and whose readers, are slices too: one tensor of Vela's is as
    // many buffers here.
    const QStringList slices{ u"kws-u55-128-board-ini"_s, u"mobilenet-u85-256-cop2-io-regions"_s,
        u"mv2part184-u55-128-tosa-raw"_s, u"person-u55-128-over-limit"_s,
        u"person-u65-512-shared"_s, u"person-u85-512-dedicated-raw"_s };
    // Tensors that only CPU operators use, or that no register names.
    const QStringList outsideTheStream{ u"audiopre-u55-128-cpu-ops"_s,
        u"audiopre-u85-256-cpu-ops"_s, u"branch-u85-256-tosa-raw"_s, u"kws-u55-128-ignore-ops"_s };
    // Results that nobody reads: nothing shows that they are one map.
    const QStringList unread{ u"lstm-int8-u85-2048/partition0-tag0"_s };
    auto runs = test::velaRuns();
    for (auto &run : test::partitionRuns())
        runs.push_back(std::move(run));
    size_t equal = 0;
    for (const auto &run : runs) {
        SCOPED_TRACE(run.name.toStdString());
        const auto tensors = velasTensors(run.folder);
        if (tensors.empty() || slices.contains(run.name) || outsideTheStream.contains(run.name)
            || unread.contains(run.name))
            continue;
        EXPECT_EQ(extentsOfBuffers(run), tensors);
        ++equal;
    }
    EXPECT_EQ(equal, 50u);
}

} // namespace tosaic::test::livepeakstests
