// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plotaxis.h"

#include "core/base/numbertext.h"
#include "views/canvas/axiswindow.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Plots)
};

/// Seconds that a unit of time is; absent for units that are none.
std::optional<double> secondsOf(const QString &unit)
{
    static const std::array<std::pair<QLatin1StringView, double>, 4> Units{ { { "ns"_L1, 1e-9 },
        { "us"_L1, 1e-6 }, { "ms"_L1, 1e-3 }, { "s"_L1, 1 } } };
    for (const auto &[name, seconds] : Units) {
        if (name == unit)
            return seconds;
    }
    return {};
}

QString timeUnitOf(const PlotSubject &subject)
{
    switch (subject.axis) {
    case PlotAxis::Arrival:
        return u"ms"_s;
    case PlotAxis::SampleTime:
        return subject.timeUnit;
    case PlotAxis::Inference:
    case PlotAxis::Iteration:
    case PlotAxis::NpuCycles:
        break;
    }
    return {};
}

bool isCounted(const PlotSubject &subject)
{
    return subject.axis == PlotAxis::Inference || subject.axis == PlotAxis::Iteration;
}

} // namespace

std::vector<PlotTick> ticksOf(PlotRange range, int count, bool isWhole)
{
    std::vector<PlotTick> ticks;
    if (!(range.width() > 0) || !std::isfinite(range.width()))
        return ticks;
    auto step = niceStep(range.width() / std::max(1, count));
    if (isWhole)
        step = std::max(1.0, step);
    const auto largest = std::max(std::abs(range.from), std::abs(range.to));
    for (const auto value : ticksBetween(range.from, range.to, step))
        ticks.push_back({ value, compactNumber(value, step, largest) });
    return ticks;
}

QString compactNumber(double value, double step, double largest)
{
    static constexpr std::array Prefixes{ "", " k", " M", " G", " T" };
    size_t prefix = 0;
    double scale = 1;
    while (prefix + 1 < Prefixes.size() && largest >= scale * 1000) {
        ++prefix;
        scale *= 1000;
    }
    const auto digits
        = std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale) - 1e-9)), 0, 9);
    if (value == 0)
        return QLocale().toString(0);
    return QLocale().toString(value / scale, 'f', digits) + QLatin1StringView(Prefixes[prefix]);
}

QString plotValue(double value, const QString &unit)
{
    if (const auto seconds = secondsOf(unit))
        return formatDuration(value * *seconds);
    const auto number = formatNumber(value);
    return unit.isEmpty() ? number : u"%1 %2"_s.arg(number, unit);
}

QString axisTitle(const PlotSubject &subject)
{
    switch (subject.axis) {
    case PlotAxis::Inference:
        return Words::tr("Inference");
    case PlotAxis::Iteration:
        return Words::tr("Repeat");
    case PlotAxis::Arrival:
        return Words::tr("Seconds");
    case PlotAxis::NpuCycles:
        return Words::tr("NPU cycles");
    case PlotAxis::SampleTime:
        break;
    }
    return secondsOf(subject.timeUnit) ? Words::tr("Seconds") : subject.timeUnit;
}

QString placeText(const PlotSubject &subject, double x)
{
    const auto number = static_cast<quint64>(std::max(0.0, std::round(x)));
    if (subject.axis == PlotAxis::Inference)
        return Words::tr("Inference %1").arg(formatCount(number));
    if (subject.axis == PlotAxis::Iteration)
        return Words::tr("Repeat %1").arg(formatCount(number));
    if (const auto seconds = secondsOf(timeUnitOf(subject)))
        return Words::tr("%1 s").arg(QLocale().toString(x * *seconds, 'f', 3));
    if (subject.axis == PlotAxis::NpuCycles && subject.clockHz)
        return u"%1 · %2"_s.arg(plotValue(static_cast<double>(number), u"cycles"_s),
            formatDuration(x / static_cast<double>(*subject.clockHz)));
    const auto unit = subject.axis == PlotAxis::NpuCycles ? u"cycles"_s : subject.timeUnit;
    return plotValue(std::round(x), unit);
}

std::vector<PlotTick> axisTicks(const PlotSubject &subject, PlotRange range, int count)
{
    const auto seconds = secondsOf(timeUnitOf(subject));
    if (!seconds)
        return ticksOf(range, count, isCounted(subject));
    auto ticks = ticksOf({ range.from * *seconds, range.to * *seconds }, count);
    for (auto &tick : ticks)
        tick.value /= *seconds;
    return ticks;
}

QString subjectTitle(const PlotSubject &subject)
{
    switch (subject.axis) {
    case PlotAxis::Inference:
        return Words::tr("Counters by inference");
    case PlotAxis::Iteration:
        return Words::tr("Times of the repeats");
    case PlotAxis::Arrival:
        return Words::tr("Counters as they came");
    case PlotAxis::NpuCycles:
        return Words::tr("PMU trace");
    case PlotAxis::SampleTime:
        break;
    }
    return Words::tr("Samples kept (%1)").arg(subject.timeUnit);
}

QString plotOrigin(const PlotSeries &series)
{
    return series.origin ? originTag(*series.origin) : Words::tr("origin not stated");
}

} // namespace tosaic::views
