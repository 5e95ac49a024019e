// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/waterfallsvg.h"

#include "views/report/reporttext.h"
#include "views/report/svgtext.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double Width = 720; // user units, as px at scale 1
constexpr double NameWidth = 240;
constexpr double ValueWidth = 120;
constexpr double RowHeight = 22;
constexpr double BarHeight = 13;

QString rowSvg(double y, const QString &name, double from, double to, double scale,
    const char16_t *colour, const QString &value)
{
    const auto left = NameWidth + std::min(from, to) * scale;
    const auto width = std::max(1.0, std::abs(to - from) * scale);
    return svg::text(NameWidth - 8, y + BarHeight - 2, name, svg::Anchor::End)
        + svg::box(left, y, width, BarHeight, QString::fromUtf16(colour))
        + svg::text(Width, y + BarHeight - 2, value, svg::Anchor::End);
}

} // namespace

QByteArray waterfallSvg(const profile::Waterfall &waterfall)
{
    if (waterfall.isEmpty())
        return {};
    const auto largest = waterfall.largest();
    const auto start = waterfall.axisStart();
    if (largest <= start)
        return {};
    const auto scale = (Width - NameWidth - ValueWidth) / (largest - start);
    const auto total = [&](double value) { return svg::count(value) + u' ' + waterfall.unit; };
    double y = 4;
    auto body = rowSvg(y, ReportText::tr("old"), 0, waterfall.oldTotal - start, scale, u"#7F8894",
        total(waterfall.oldTotal));
    for (const auto &step : waterfall.steps) {
        y += RowHeight;
        const auto name = step.name.isEmpty()
            ? ReportText::tr("%n other(s)", nullptr, static_cast<int>(step.merged))
            : svg::shortened(step.name, 30);
        const bool isWorse = step.to > step.from;
        body += rowSvg(y, name, step.from - start, step.to - start, scale,
            isWorse ? u"#B3202A" : u"#3F8F3A", svg::signedCount(step.to - step.from));
    }
    y += RowHeight;
    body += rowSvg(y, ReportText::tr("new"), 0, waterfall.newTotal - start, scale, u"#0F6CBD",
        total(waterfall.newTotal));
    if (start > 0) {
        y += RowHeight;
        body += svg::text(NameWidth, y + BarHeight - 2,
            ReportText::tr("The axis begins at %1, not at 0.").arg(svg::count(start)),
            svg::Anchor::Start, QString::fromUtf16(svg::Muted));
    }
    return svg::document(Width, y + RowHeight, body);
}

} // namespace tosaic::views
