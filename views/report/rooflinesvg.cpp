// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/rooflinesections.h"

#include "views/report/reporttext.h"
#include "views/report/svgtext.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double Width = 720; // user units, as px at scale 1
constexpr double Height = 400;
constexpr double Left = 70;
constexpr double Right = 20;
constexpr double Top = 20;
constexpr double Bottom = 50;
constexpr double LeastRadius = 2.5;
constexpr double MostRadius = 12;

constexpr std::array RoofColours{ u"#9B3F86", u"#3F8F3A", u"#C2650A", u"#55616F" };

/// A logarithmic axis that ends at whole decades.
struct Axis
{
    double from = 0; ///< powers of ten
    double to = 1;
    double start = 0; ///< where `from` stands in the drawing
    double end = 1;

    double at(double value) const
    {
        return start + (std::log10(value) - from) / (to - from) * (end - start);
    }
};

Axis axisOf(double least, double most, double start, double end)
{
    auto from = std::floor(std::log10(least));
    auto to = std::ceil(std::log10(most));
    if (to <= from)
        to = from + 1;
    return { from, to, start, end };
}

QString gridOf(const Axis &x, const Axis &y)
{
    const auto border = QString::fromUtf16(svg::Border);
    const auto muted = QString::fromUtf16(svg::Muted);
    QString grid;
    for (auto power = x.from; power <= x.to; ++power) {
        const auto at = x.at(std::pow(10, power));
        grid += svg::line(at, Top, at, Height - Bottom, border);
        grid += svg::text(
            at, Height - Bottom + 16, svg::count(std::pow(10, power)), svg::Anchor::Middle, muted);
    }
    for (auto power = y.from; power <= y.to; ++power) {
        const auto at = y.at(std::pow(10, power));
        grid += svg::line(Left, at, Width - Right, at, border);
        grid += svg::text(
            Left - 6, at + 4, svg::count(std::pow(10, power)), svg::Anchor::End, muted);
    }
    grid += svg::text((Left + Width - Right) / 2, Height - 12,
        ReportText::tr("Intensity, MACs per byte of the limiting memory"), svg::Anchor::Middle);
    grid += svg::text(Left, Top - 7, ReportText::tr("MACs per cycle"));
    return grid;
}

/// The slope of a memory from the left edge to the peak, with its name.
QString roofOf(const profile::Roofline &roofline, size_t index, const Axis &x, const Axis &y)
{
    const auto &ceiling = roofline.ceilings[index];
    const auto colour = QString::fromUtf16(RoofColours[index % RoofColours.size()]);
    const auto ridge = roofline.ridge(index);
    // From where the slope enters the drawing, which may be below or left of it.
    const auto entry = std::max(std::pow(10, x.from), std::pow(10, y.from) / ceiling.bytesPerCycle);
    const auto end = std::min(ridge, std::pow(10, x.to));
    if (entry >= end)
        return {};
    const auto name
        = ReportText::tr("%1: %2 bytes/cycle").arg(ceiling.name, svg::count(ceiling.bytesPerCycle));
    const auto nameY = Height - Bottom - 10 - 16 * static_cast<double>(index);
    return svg::line(x.at(entry), y.at(entry * ceiling.bytesPerCycle), x.at(end),
               y.at(end * ceiling.bytesPerCycle), colour, 2)
        + svg::line(Width - Right - 250, nameY - 4, Width - Right - 226, nameY - 4, colour, 2)
        + svg::text(Width - Right - 220, nameY, name);
}

} // namespace

QByteArray rooflineSvg(const profile::Roofline &roofline, const std::vector<double> &weights)
{
    if (roofline.points.empty() || roofline.peakMacsPerCycle <= 0)
        return {};
    double leastX = roofline.points[0].intensity;
    double mostX = leastX;
    double leastY = roofline.points[0].macsPerCycle;
    double mostY = roofline.peakMacsPerCycle * 1.2;
    for (const auto &point : roofline.points) {
        leastX = std::min(leastX, point.intensity);
        mostX = std::max(mostX, point.intensity);
        leastY = std::min(leastY, point.macsPerCycle);
        mostY = std::max(mostY, point.macsPerCycle); // above its roof: then the roof is wrong
    }
    for (size_t i = 0; i < roofline.ceilings.size(); ++i) {
        if (roofline.ceilings[i].bytesPerCycle > 0)
            mostX = std::max(mostX, roofline.ridge(i));
    }
    const auto x = axisOf(leastX, mostX * 1.5, Left, Width - Right);
    const auto y = axisOf(leastY, mostY, Height - Bottom, Top);
    auto body = gridOf(x, y);
    const auto peak = y.at(roofline.peakMacsPerCycle);
    body += svg::line(Left, peak, Width - Right, peak, QString::fromUtf16(svg::Ink), 2);
    body += svg::text(Left + 6, peak - 5,
        ReportText::tr("Peak: %1 MACs per cycle").arg(svg::count(roofline.peakMacsPerCycle)));
    for (size_t i = 0; i < roofline.ceilings.size(); ++i) {
        if (roofline.ceilings[i].bytesPerCycle > 0)
            body += roofOf(roofline, i, x, y);
    }
    const auto largest = weights.empty() ? 0 : *std::ranges::max_element(weights);
    for (const auto &point : roofline.points) {
        const auto weight = point.sample < weights.size() ? weights[point.sample] : 0;
        const auto share = largest > 0 ? std::sqrt(weight / largest) : 0;
        body += svg::circle(x.at(point.intensity), y.at(point.macsPerCycle),
            LeastRadius + share * (MostRadius - LeastRadius), u"#0F6CBD"_s, 0.55);
    }
    return svg::document(Width, Height, body);
}

} // namespace tosaic::views
