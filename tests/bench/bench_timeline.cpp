// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a PMU trace of TOSAIC_BENCH_EVENTS events (10 million if not set) as a timeline and pans
// and zooms over it. Fails if reading, building and indexing take too much longer than memchr needs
// to find the lines of the trace, or a frame (p95) too much longer than a plain one.
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/timelineindex.h"
#include "profiler/timeline/tracetimeline.h"
#include "tests/bench/plainframe.h"
#include "views/timeline/timelineview.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace tosaic;
using namespace Qt::StringLiterals;

namespace {

/// Times memchr: 5 seconds for 10 million events where memchr takes 0.07.
constexpr double LargestOpen = 70;
/// The index alone: half a second there.
constexpr double LargestIndex = 7;
/// Times a plain frame: 16 ms where that takes 1.6.
constexpr double LargestFrame = 10;
constexpr double Whole = 1e7; // events
using bench::processorTime;

/// In the form of the NPU model: queue reads, transfers that overlap on eight ports, counters and
/// blocks of many names.
QByteArray traceOf(qsizetype events)
{
    QByteArray json = "{\"traceEvents\": [\n";
    json.reserve(events * 118);
    for (qsizetype i = 0; i < events; ++i) {
        const auto ts = QByteArray::number(1000 + i * 7);
        if (i > 0)
            json += ",\n";
        if (i % 8 < 3)
            json += "{\"name\": \"qread\", \"ph\": \"i\", \"ts\": \"" + ts
                + "\", \"pid\": \"NPU\", \"tid\": \"qread\", \"args\": {\"qread\": \""
                + QByteArray::number(i / 2 % 100000) + "\"}}";
        else if (i % 8 < 5)
            json += "{\"name\": \"axi_enabled_cycles\", \"ph\": \"X\", \"ts\": \"" + ts
                + "\", \"pid\": \"DMA\", \"tid\": \"axi" + QByteArray::number(i / 8 % 8)
                + "\", \"dur\": \"" + QByteArray::number(i * 7919 % 977) + "\"}";
        else if (i % 8 < 7)
            json += "{\"name\": \"block_" + QByteArray::number(i / 1000 % 40)
                + "\", \"ph\": \"X\", \"ts\": \"" + ts + "\", \"pid\": \"MAC\", \"tid\": \"core"
                + QByteArray::number(i % 2) + "\", \"dur\": \"" + QByteArray::number(i * 31 % 52)
                + "\"}";
        else
            json += "{\"name\": \"beats\", \"ph\": \"C\", \"ts\": \"" + ts
                + "\", \"pid\": \"PMU\", \"tid\": \"0\", \"args\": {\"value\": \""
                + QByteArray::number(i * 131 % 4099) + "\"}}";
    }
    return json + "\n]}\n";
}

std::shared_ptr<const profile::TimelineIndex> open(
    const QByteArray &bytes, bool isWhole, bool &isFine)
{
    const auto lines = bench::memchrSeconds(bytes.constData(), size_t(bytes.size()));
    const auto start = processorTime();
    const auto trace = profile::readPmuTrace(ByteSource::fromBytes(bytes));
    if (!trace || !trace->isComplete)
        qFatal("the trace was not read");
    const auto read = processorTime();
    auto timeline = std::make_shared<profile::Timeline>(profile::timelineOf(*trace));
    const auto built = processorTime();
    auto index = profile::TimelineIndex::build(timeline);
    const auto end = processorTime();
    std::printf("open: read %.2f s + tracks %.2f s + index %.2f s = %.2f s; %.1f M events in %zu "
                "tracks, index %.1f MB\n",
        read - start, built - read, end - built, end - start, double(timeline->eventCount()) / 1e6,
        timeline->tracks.size(), double(index->memorySize()) / 1e6);
    if (isWhole) {
        isFine = bench::judge("opening", (end - start) / lines, LargestOpen) && isFine;
        isFine = bench::judge("index", (end - built) / lines, LargestIndex) && isFine;
    }
    return index;
}

double percentile(std::vector<double> times, double share)
{
    std::ranges::sort(times);
    return times[std::min(times.size() - 1, size_t(share * double(times.size())))];
}

/// One way through the trace: zooms in at one place, pans there, and out again.
std::vector<double> frames(views::TimelineView &view, qreal ratio)
{
    QImage image(QSize(1280, 600) * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    std::vector<double> times;
    const auto paint = [&] {
        const auto start = processorTime();
        view.viewport()->render(&image); // what moving repaints
        times.push_back((processorTime() - start) * 1000);
    };
    const auto range = *view.data()->timeline().range;
    const auto whole = double(range.second - range.first);
    paint();
    times.clear(); // fonts are loaded
    for (const double place : { 0.13, 0.5, 0.77 }) {
        view.fit();
        for (double width = whole; width > 50; width *= 0.7) {
            const auto middle = double(range.first) + whole * place;
            view.setWindow(middle - width / 2, middle + width / 2);
            paint();
            for (int i = 0; i < 3; ++i) {
                view.pan(0.03);
                paint();
            }
        }
    }
    return times;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_EVENTS").toLongLong();
    const qsizetype events = wanted > 0 ? wanted : qsizetype(Whole);
    bool isFine = true;
    const auto index = open(traceOf(events), events >= qsizetype(Whole), isFine);
    auto subject = std::make_shared<ProfileSubject>();
    const views::Theme theme;
    views::TimelineView view(theme);
    view.resize(1280 + view.verticalScrollBar()->sizeHint().width(), 600);
    view.setData(views::TimelineData{ subject, index });
    for (const auto ratio : { 1.0, 2.0 }) {
        const auto plain = bench::plainFrameMs(QSize(1280, 600) * ratio);
        const auto times = frames(view, ratio);
        const auto p95 = percentile(times, 0.95);
        std::printf("frames at 1280x600, ratio %.0f: %zu, p50 %.2f ms, p95 %.2f ms, worst %.2f ms; "
                    "plain %.2f ms\n",
            ratio, times.size(), percentile(times, 0.5), p95, percentile(times, 1), plain);
        if (events >= qsizetype(Whole))
            isFine = bench::judge("frames", p95 / plain, LargestFrame) && isFine;
    }
    return isFine ? 0 : 1;
}
