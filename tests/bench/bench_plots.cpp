// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of a plot of many samples while it is zoomed and panned: own painting against Qt Charts
// fed with the same columns. Prints the time that 95 % of the frames stay below; fails if that is
// too much longer than a plain frame takes.
#include "tests/bench/plainframe.h"
#include "views/plots/plotview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

using namespace tosaic::views;

namespace {

constexpr QSize Size(1280, 600);
constexpr int Frames = 120;
/// Times a plain frame: 16 ms where that takes 1.6.
constexpr double LargestFrame = 10;

std::shared_ptr<const PlotData> samples(size_t count, double phase)
{
    std::vector<qint64> times(count);
    std::vector<double> values(count);
    quint32 noise = 12345;
    for (size_t i = 0; i < count; ++i) {
        noise = noise * 1664525 + 1013904223;
        times[i] = static_cast<qint64>(i) * 10;
        values[i] = 1000 + 400 * std::sin(phase + static_cast<double>(i) * 1e-5)
            + static_cast<double>(noise >> 24);
    }
    return std::make_shared<const PlotData>(std::move(times), std::move(values));
}

/// In and out of a place that moves, as a user does.
PlotRange frameRange(PlotRange all, int frame)
{
    const auto width = all.width() * std::pow(0.5, 6 + 6 * std::sin(frame * 0.11));
    const auto from = (all.width() - width) * (0.5 + 0.5 * std::sin(frame * 0.07));
    return { all.from + from, all.from + from + width };
}

double measure(const char *name, const std::function<void(int)> &frame)
{
    std::vector<double> times;
    for (int i = 0; i < Frames; ++i) {
        const auto start = tosaic::bench::processorTime();
        frame(i);
        times.push_back((tosaic::bench::processorTime() - start) * 1000);
    }
    std::ranges::sort(times);
    std::printf("%-28s median_ms=%.2f p95_ms=%.2f max_ms=%.2f\n", name, times[Frames / 2],
        times[Frames * 95 / 100], times.back());
    return times[Frames * 95 / 100];
}

double measureOwn(const char *name, const Theme &theme, const std::vector<size_t> &counts)
{
    auto source = std::make_shared<MemoryPlotSource>();
    std::vector<size_t> shown;
    for (const auto count : counts) {
        shown.push_back(shown.size());
        PlotSeries series;
        series.name = series.title = QStringLiteral("series%1").arg(shown.size());
        series.unit = QStringLiteral("cycles");
        source->add(series, samples(count, static_cast<double>(shown.size())));
    }
    PlotView view(theme);
    view.resize(Size);
    view.setSubject({ PlotAxis::NpuCycles, {}, source, {}, {} });
    view.setShown(shown);
    view.show();
    QImage image(Size, QImage::Format_ARGB32_Premultiplied);
    const auto all = view.range();
    return measure(name, [&](int frame) {
        view.setRange(frameRange(all, frame));
        view.viewport()->render(&image);
    });
}

void measureCharts(const char *name, size_t count, int charts)
{
    const auto data = samples(count, 1);
    const PlotRange all{ 0, static_cast<double>(count) * 10 };
    std::vector<std::unique_ptr<QChartView>> views;
    std::vector<QLineSeries *> series;
    for (int i = 0; i < charts; ++i) {
        auto view = std::make_unique<QChartView>();
        series.push_back(new QLineSeries);
        view->chart()->addSeries(series.back());
        view->chart()->createDefaultAxes();
        view->chart()->legend()->hide();
        view->resize(Size.width(), Size.height() / charts);
        view->show();
        views.push_back(std::move(view));
    }
    QImage image(Size, QImage::Format_ARGB32_Premultiplied);
    measure(name, [&](int frame) {
        const auto range = frameRange(all, frame);
        for (size_t i = 0; i < series.size(); ++i) {
            QList<QPointF> points;
            for (const auto &column : data->columns(range, Size.width())) {
                if (column.count == 0)
                    continue;
                const auto x = static_cast<double>(column.firstTime);
                points << QPointF(x, column.lowest) << QPointF(x, column.highest);
            }
            series[i]->replace(points);
            const auto axes = views[i]->chart()->axes();
            axes[0]->setRange(range.from, range.to);
            axes[1]->setRange(0, 2000);
            static_cast<QWidget &>(*views[i]).render(&image);
        }
    });
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    bool isGiven = false;
    const auto given = qEnvironmentVariable("TOSAIC_BENCH_SAMPLES").toULongLong(&isGiven);
    const size_t count = isGiven ? given : 10'000'000;
    QElapsedTimer clock;
    clock.start();
    const auto data = samples(count, 0);
    std::printf("samples=%zu generate_and_build_ms=%lld\n", data->size(),
        static_cast<long long>(clock.elapsed()));
    Theme theme;
    theme.apply(application, ThemeMode::Light);
    const auto plain = tosaic::bench::plainFrameMs(Size);
    const auto one = measureOwn("own, 1 lane", theme, { count });
    const auto six = measureOwn("own, 6 lanes", theme, std::vector<size_t>(6, count / 6));
    measureCharts("Qt Charts, 1 chart", count, 1);
    measureCharts("Qt Charts, 6 charts", count / 6, 6);
    std::printf("plain frame: %.2f ms\n", plain);
    if (count < 5'000'000)
        return 0;
    const bool isFine = tosaic::bench::judge("1 lane", one / plain, LargestFrame);
    return tosaic::bench::judge("6 lanes", six / plain, LargestFrame) && isFine ? 0 : 1;
}
