// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/plots/plotsource.h"

/// Ticks of axes, and what is written at them.
namespace tosaic::views {

struct PlotTick
{
    double value = 0;
    QString text;
};

/// Round numbers within the range, at most `count` of them; whole ones if it says so.
std::vector<PlotTick> ticksOf(PlotRange range, int count, bool isWhole = false);
/// "5.92 M": as many digits as tell ticks with this step apart, and the prefix that suits the
/// largest of them.
QString compactNumber(double value, double step, double largest);
/// "5,920,305 cycles", "1.25 ms".
QString plotValue(double value, const QString &unit);

/// "Inference", "Time from the start", "NPU cycles".
QString axisTitle(const PlotSubject &subject);
/// What a place of the x axis is called: "Inference 12", "5,920,305 cycles · 11.8 ms".
QString placeText(const PlotSubject &subject, double x);
std::vector<PlotTick> axisTicks(const PlotSubject &subject, PlotRange range, int count);
/// What is chosen in the list of sources: "By inference".
QString subjectTitle(const PlotSubject &subject);
/// "FVP", or that it is not stated.
QString plotOrigin(const PlotSeries &series);

} // namespace tosaic::views
