// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/trendplot.h"

#include "core/base/units.h"
#include "views/canvas/painting.h"
#include "views/models/runchangenames.h"
#include "views/widgets/changewords.h"

#include <QLineF>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double Radius = 4; // px of a dot
constexpr double Hit = 4; // px around it
constexpr double Room = 6; // px beside the axes
constexpr double Day = 86'400'000; // ms
constexpr double LeastApart = 1.0 / 24; // days between two dots, so that both are seen

} // namespace

TrendPlot::TrendPlot(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"trendPlot"_s, u"trendCard"_s, parent)
{
    setAccessibleName(tr("Trend of like runs"));
    setFixedHeight(132);
    setUpward();
}

void TrendPlot::set(const RunTrend &trend, const QStringList &names, int current)
{
    m_trend = trend;
    m_names = names;
    m_current = current;
    m_places.clear();
    for (const auto &point : m_trend.points) {
        const auto day = static_cast<double>(m_trend.points.front().time.msecsTo(point.time)) / Day;
        m_places.push_back(m_places.empty() ? 0 : std::max(day, m_places.back() + LeastApart));
    }
    QStringList spoken;
    for (size_t i = 0; i < m_trend.points.size(); ++i)
        spoken << tr("%1: %2", "run, value")
                      .arg(m_names[qsizetype(i)], textOf(m_trend.points[i].value));
    setAccessibleDescription(spoken.join(u"; "_s));
    arrange();
}

QString TrendPlot::textOf(double value) const
{
    if (m_trend.unit == "ns"_L1)
        return formatDuration(value * 1e-9);
    return m_trend.unit.isEmpty() ? valueText(value)
                                  : tr("%1 %2", "value, unit").arg(valueText(value), m_trend.unit);
}

QRectF TrendPlot::plot() const
{
    const auto line = fontMetrics().height();
    return QRectF(viewport()->rect())
        .adjusted(Radius + Room, line + Room, -Radius - Room, -line - Room);
}

void TrendPlot::arrange()
{
    if (!hasPicture())
        return refresh();
    const auto [least, most] = std::ranges::minmax_element(m_trend.points, {}, &TrendPoint::value);
    const auto spread = std::max(most->value - least->value, std::abs(most->value) * 0.01);
    const auto margin = spread > 0 ? spread * 0.1 : 1;
    const auto width = std::max(m_places.back(), LeastApart);
    setAcross(0, width, width / 1000);
    setUpright(least->value - margin, most->value + margin, margin / 100);
    refresh();
}

QRectF TrendPlot::pointRect(size_t point) const
{
    if (point >= m_trend.points.size())
        return {};
    const QPointF centre(xOf(point), yOf(m_trend.points[point].value));
    return QRectF(centre - QPointF(Radius, Radius), QSizeF(2 * Radius, 2 * Radius));
}

void TrendPlot::paint(QPainter &painter)
{
    const auto area = plot();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().border, 1));
    painter.drawLine(
        area.bottomLeft() + QPointF(0, Radius), area.bottomRight() + QPointF(0, Radius));
    // What the height of the picture goes from and to.
    const auto line = fontMetrics().height();
    painter.setPen(colors().mutedText);
    const QRectF above(0, 0, width(), line);
    drawElided(painter, above, tr("%1 at the top", "a value").arg(textOf(uprightAt(area.top()))));
    const QRectF below(0, viewport()->height() - line, width(), line);
    const auto dateOf = [](const TrendPoint &point) {
        return QLocale().toString(point.time.toLocalTime().date(), QLocale::ShortFormat);
    };
    drawElided(
        painter, below.adjusted(0, 0, -below.width() / 2, 0), dateOf(m_trend.points.front()));
    drawElided(painter, below.adjusted(below.width() / 2, 0, -2, 0), dateOf(m_trend.points.back()),
        Qt::AlignRight);
    painter.setClipRect(area.adjusted(-Radius - 2, -Radius - 2, Radius + 2, Radius + 2));
    painter.setPen(QPen(faded(colors().accent, 0.6), 1.5));
    for (size_t i = 1; i < m_trend.points.size(); ++i)
        painter.drawLine(pointRect(i - 1).center(), pointRect(i).center());
    for (size_t i = 0; i < m_trend.points.size(); ++i) {
        painter.setPen(QPen(colors().surface, 1));
        painter.setBrush(colors().accent);
        painter.drawEllipse(pointRect(i));
        if (int(m_trend.points[i].run) == m_current)
            paintSelectedMark(painter, pointRect(i).center(), Radius, colors());
    }
}

int TrendPlot::itemAt(const QPointF &position) const
{
    int nearest = -1;
    double best = Radius + Hit;
    for (size_t i = 0; i < m_trend.points.size(); ++i) {
        const auto distance = QLineF(pointRect(i).center(), position).length();
        if (distance <= best) {
            best = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

int TrendPlot::currentItem() const
{
    const auto found = std::ranges::find_if(
        m_trend.points, [this](const TrendPoint &point) { return int(point.run) == m_current; });
    return found == m_trend.points.end() ? -1 : static_cast<int>(found - m_trend.points.begin());
}

std::vector<int> TrendPlot::itemsAlong(Qt::Orientation) const
{
    return allOf(m_trend.points.size());
}

QString TrendPlot::cardAt(const QPointF &position) const
{
    const auto item = itemAt(position);
    if (item < 0)
        return {};
    const auto &point = m_trend.points[static_cast<size_t>(item)];
    auto text = u"<b>%1</b><br>%2<br>%3"_s.arg(m_names[item].toHtmlEscaped(), textOf(point.value),
        QLocale().toString(point.time.toLocalTime(), QLocale::ShortFormat));
    if (item > 0) {
        const Change change{ .oldValue = m_trend.points[static_cast<size_t>(item) - 1].value,
            .newValue = point.value,
            .unit = m_trend.unit,
            .lowerIsBetter = true };
        text += u"<br>"_s + tr("%1 since the run before").arg(relativeText(change));
    }
    return text;
}

void TrendPlot::choose(int item)
{
    Q_EMIT runChosen(static_cast<int>(m_trend.points[static_cast<size_t>(item)].run));
}

Qt::CursorShape TrendPlot::cursorAt(const QPoint &position) const
{
    return itemAt(position) < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor;
}

} // namespace tosaic::views
