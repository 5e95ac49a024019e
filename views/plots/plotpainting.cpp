// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the plot is painted.
#include "views/canvas/painting.h"
#include "views/plots/plotaxis.h"
#include "views/plots/plotview.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int DotRoom = 8; // px between samples from which on each has a dot
constexpr int AxisTextRoom = 96; // px for a number of the x axis
constexpr int ScaleTextRoom = 32; // px for a number of a y axis
constexpr size_t OutlierLimit = 2000; // marks that are painted

/// From nought where that does not flatten the curve; with a little air.
PlotRange valueRange(double lowest, double highest)
{
    if (lowest == highest) {
        const auto air = lowest == 0 ? 1 : std::abs(lowest) * 0.1;
        return { lowest == 0 ? 0 : lowest - air, highest + air };
    }
    if (lowest >= 0 && highest - lowest > 0.25 * highest)
        return { 0, highest * 1.06 };
    const auto air = (highest - lowest) * 0.08;
    return { lowest - air, highest + air };
}

double levelOf(const QRect &curve, PlotRange values, double value)
{
    return curve.bottom() - (value - values.from) / values.width() * curve.height();
}

} // namespace

QColor PlotView::colourOf(const PlotSeries &series) const
{
    const auto &colors = this->colors();
    const bool isCpu
        = series.name.startsWith("cpu."_L1) || series.origin == std::optional(Origin::ThisMachine);
    return isCpu ? colors.cpu : colors.npu;
}

void PlotView::prepare(Lane &lane) const
{
    const auto width = std::max(1, static_cast<int>(plot().width()));
    const auto &source = *m_subject.source;
    lane.columns = source.buckets(lane.series, range(), width);
    std::tie(lane.before, lane.after) = source.around(lane.series, range());
    lane.count = 0;
    std::optional<PlotRange> values;
    for (const auto &column : lane.columns) {
        if (column.count == 0)
            continue;
        lane.count += column.count;
        values = values ? PlotRange{ std::min(values->from, column.lowest),
            std::max(values->to, column.highest) }
                        : PlotRange{ column.lowest, column.highest };
    }
    if (!values && lane.before)
        values = PlotRange{ lane.before->value, lane.before->value };
    lane.values = valueRange(values ? values->from : 0, values ? values->to : 0);
    lane.isReady = true;
}

void PlotView::paint(QPainter &painter)
{
    const auto &colors = this->colors();
    const auto axis = axisRect();
    const int tickCount = std::max(2, (axis.width() - LeftRoom) / AxisTextRoom);
    const auto ticks = axisTicks(m_subject, range(), tickCount);
    painter.setClipRect(viewport()->rect().adjusted(0, 0, 0, -AxisHeight));
    painter.setPen(QPen(colors.border, 1, Qt::DotLine));
    for (const auto &tick : ticks) {
        const auto x = std::round(pixelOf(tick.value));
        painter.drawLine(QPointF(x, 0), QPointF(x, axis.top()));
    }
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        const auto rect = laneRect(i);
        if (rect.bottom() < 0 || rect.top() >= axis.top())
            continue;
        if (!m_lanes[i].isReady)
            prepare(m_lanes[i]);
        paintLane(painter, m_lanes[i], rect);
    }
    if (m_covered)
        painter.fillRect(
            QRectF(m_covered->from, 0, m_covered->width(), axis.top()), faded(colors.accent, 0.2));
    painter.setClipping(false);
    paintAxis(painter, ticks);
    paintCursor(painter);
}

void PlotView::paintLane(QPainter &painter, const Lane &lane, const QRect &rect) const
{
    const auto &series = m_subject.source->series()[lane.series];
    const auto &colors = this->colors();
    const auto curve = curveOf(rect);
    if (!m_current.isEmpty() && series.name == m_current) {
        painter.fillRect(rect.adjusted(2, 2, -2, -2), faded(colors.accent, 0.11));
        painter.setPen(QPen(colors.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(3, 3, -3, -3), 4, 4);
    }
    paintHead(painter, series, lane.series, rect);
    paintScale(painter, lane, curve);
    painter.save();
    painter.setClipRect(curve.adjusted(-4, -4, 4, 4), Qt::IntersectClip);
    paintCurve(painter, lane, curve);
    paintMarks(painter, lane, curve);
    painter.restore();
}

/// At the right what the line says, else the newest value.
QString PlotView::headValue(const PlotSeries &series, size_t index) const
{
    const auto place = m_cursor.value_or(across().to());
    if (const auto sample = m_subject.source->sampleAt(index, place))
        return plotValue(sample->value, series.unit);
    if (!m_cursor) {
        const auto [before, after] = m_subject.source->around(index, { place, place });
        if (before)
            return plotValue(before->value, series.unit);
    }
    return tr("Not known");
}

void PlotView::paintHead(
    QPainter &painter, const PlotSeries &series, size_t index, const QRect &rect) const
{
    const auto &colors = this->colors();
    const QRect head(rect.left() + LeftRoom, rect.top() + 4, rect.width() - LeftRoom - RightRoom,
        HeadHeight - 4);
    auto bold = font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(bold);
    const auto value = headValue(series, index);
    painter.setFont(bold);
    painter.setPen(colors.text);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, value);
    auto room = head.width() - metrics.horizontalAdvance(value) - 16;
    painter.fillRect(head.left(), head.center().y() - 4, 9, 9, colourOf(series));
    const auto title = metrics.elidedText(series.title, Qt::ElideMiddle, room - 14);
    painter.drawText(head.adjusted(14, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, title);
    room -= 14 + metrics.horizontalAdvance(title) + 12;
    painter.setFont(font());
    painter.setPen(colors.mutedText);
    QStringList facts{ series.unit.isEmpty() ? tr("unit not known") : series.unit,
        plotOrigin(series) };
    if (series.spread && series.spread->isConstant())
        facts << tr("always the same");
    else if (series.spread)
        facts << tr("median %1").arg(plotValue(series.spread->median, series.unit));
    if (!series.outliers.empty())
        facts << tr("%n outlier(s)", nullptr, static_cast<int>(series.outliers.size()));
    if (room > 40)
        painter.drawText(head.adjusted(14 + metrics.horizontalAdvance(title) + 12, 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(font()).elidedText(facts.join(u" · "_s), Qt::ElideRight, room));
}

void PlotView::paintScale(QPainter &painter, const Lane &lane, const QRect &curve) const
{
    const auto &colors = this->colors();
    painter.setFont(font());
    for (const auto &tick : ticksOf(lane.values, std::max(2, curve.height() / ScaleTextRoom))) {
        const auto y = std::round(levelOf(curve, lane.values, tick.value));
        painter.setPen(QPen(colors.border, 1, Qt::DotLine));
        painter.drawLine(QPointF(curve.left(), y), QPointF(curve.right(), y));
        painter.setPen(colors.mutedText);
        painter.drawText(
            QRectF(4, y - 10, LeftRoom - 10, 20), Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    painter.setPen(colors.border);
    painter.drawLine(curve.bottomLeft(), curve.bottomRight());
}

/// Lowest to highest in each column, and the way from the last sample of one to the first of the
/// next, unless it is too far.
void PlotView::paintCurve(QPainter &painter, const Lane &lane, const QRect &curve) const
{
    const auto &series = m_subject.source->series()[lane.series];
    std::vector<QLineF> lines;
    std::vector<QRectF> dots;
    std::optional<QPointF> last;
    std::optional<qint64> lastTime;
    const bool hasDots = !series.isHeld
        && lane.count * DotRoom <= static_cast<quint64>(std::max(1, curve.width()));
    const auto point = [&](qint64 time, double value) {
        return QPointF(pixelOf(static_cast<double>(time)), levelOf(curve, lane.values, value));
    };
    const auto reach = [&](qint64 time, const QPointF &to) {
        if (last && series.isHeld) {
            lines.emplace_back(*last, QPointF(to.x(), last->y()));
            lines.emplace_back(QPointF(to.x(), last->y()), to);
        } else if (last
            && (series.gap <= 0 || static_cast<double>(time - *lastTime) <= series.gap)) {
            lines.emplace_back(*last, to);
        }
    };
    if (lane.before) {
        last = point(lane.before->time, lane.before->value);
        lastTime = lane.before->time;
    }
    for (const auto &column : lane.columns) {
        if (column.count == 0)
            continue;
        const auto first = point(column.firstTime, column.first);
        reach(column.firstTime, first);
        if (column.count > 1)
            lines.emplace_back(first.x(), levelOf(curve, lane.values, column.lowest), first.x(),
                levelOf(curve, lane.values, column.highest));
        else if (!hasDots)
            lines.emplace_back(first, first + QPointF(1, 0));
        if (hasDots)
            dots.emplace_back(first.x() - 2, first.y() - 2, 5, 5);
        last = point(column.lastTime, column.last);
        lastTime = column.lastTime;
    }
    if (lane.after)
        reach(lane.after->time, point(lane.after->time, lane.after->value));
    else if (last && series.isHeld)
        lines.emplace_back(*last, QPointF(curve.right(), last->y()));
    const auto colour = colourOf(series);
    painter.setPen(QPen(colour, 1));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    for (const auto &dot : dots)
        painter.fillRect(dot, colour);
}

/// The median as a dashed line, outliers as rings.
void PlotView::paintMarks(QPainter &painter, const Lane &lane, const QRect &curve) const
{
    const auto &series = m_subject.source->series()[lane.series];
    const auto &colors = this->colors();
    if (!series.spread)
        return;
    if (!series.spread->isConstant()) {
        const auto y = levelOf(curve, lane.values, series.spread->median);
        painter.setPen(QPen(colors.mutedText, 1, Qt::DashLine));
        painter.drawLine(QPointF(curve.left(), y), QPointF(curve.right(), y));
    }
    painter.setPen(QPen(colors.worse, 2));
    painter.setBrush(Qt::NoBrush);
    size_t painted = 0;
    for (const auto &outlier : series.outliers) {
        const auto time = static_cast<double>(outlier.time);
        if (time < across().from() || time > across().to() || ++painted > OutlierLimit)
            continue;
        painter.drawEllipse(
            QPointF(pixelOf(time) + 0.5, levelOf(curve, lane.values, outlier.value) + 0.5), 5, 5);
    }
}

void PlotView::paintAxis(QPainter &painter, const std::vector<PlotTick> &ticks) const
{
    const auto &colors = this->colors();
    const auto rect = axisRect();
    painter.fillRect(rect, colors.window);
    painter.setPen(colors.border);
    painter.drawLine(rect.topLeft(), rect.topRight());
    painter.setFont(font());
    painter.setPen(colors.mutedText);
    painter.drawText(rect.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font()).elidedText(axisTitle(m_subject), Qt::ElideRight, LeftRoom - 4));
    painter.setClipRect(rect.adjusted(LeftRoom + 8, 0, 0, 0));
    for (const auto &tick : ticks) {
        const auto x = std::round(pixelOf(tick.value));
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.top() + 4));
        painter.drawText(QRectF(x - AxisTextRoom / 2.0, rect.top() + 4, AxisTextRoom, 20),
            Qt::AlignCenter, tick.text);
    }
    painter.setClipping(false);
}

void PlotView::paintCursor(QPainter &painter) const
{
    if (!m_cursor || *m_cursor < across().from() || *m_cursor > across().to())
        return;
    const auto &colors = this->colors();
    const auto axis = axisRect();
    const auto x = std::round(pixelOf(*m_cursor));
    painter.setPen(QPen(colors.text, 1));
    painter.drawLine(QPointF(x, 0), QPointF(x, axis.top()));
    painter.setClipRect(viewport()->rect().adjusted(0, 0, 0, -AxisHeight));
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        const auto curve = curveOf(laneRect(i));
        const auto sample = m_subject.source->sampleAt(m_lanes[i].series, *m_cursor);
        if (!sample || !m_lanes[i].isReady || curve.bottom() < 0 || curve.top() > axis.top())
            continue;
        const auto &series = m_subject.source->series()[m_lanes[i].series];
        const auto at = series.isHeld ? *m_cursor : static_cast<double>(sample->time);
        const QPointF dot(pixelOf(at), levelOf(curve, m_lanes[i].values, sample->value));
        painter.setBrush(colourOf(series));
        painter.drawEllipse(dot, 4, 4);
    }
    painter.setClipping(false);
    const auto text = placeText(m_subject, *m_cursor);
    const auto width = painter.fontMetrics().horizontalAdvance(text) + 16;
    const auto left = std::clamp(x - width / 2.0, 0.0, std::max(0.0, axis.width() - double(width)));
    const QRectF label(left, axis.top() + 3, width, AxisHeight - 6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.text);
    painter.drawRoundedRect(label, 4, 4);
    painter.setPen(colors.surface);
    painter.drawText(label, Qt::AlignCenter, text);
}

} // namespace tosaic::views
