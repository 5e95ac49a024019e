// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/changechart.h"

#include "core/base/units.h"
#include "views/canvas/hoverlabel.h"
#include "views/canvas/painting.h"
#include "views/widgets/changewords.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Margin = 16; // px
constexpr int LabelWidth = 44; // px: "Old", "New"
constexpr int TotalWidth = 128; // px: the total at the end of a bar
constexpr int BarHeight = 32;
constexpr int BarGap = 12;
constexpr int ChangeHeight = 36;
constexpr double SmallestSegment = 2; // px, so that nothing vanishes
}

ChangeChart::ChangeChart(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"changeChart"_s, u"changeCard"_s, parent)
{
    setAccessibleName(tr("Estimated cycles by partition, old and new"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(320, ChangeChart::sizeHint().height());
}

QString ChangeChart::emptyText() const
{
    return tr("The compiler gave no cycles for either side.");
}

void ChangeChart::addSide(const compiled::CompileResult &result, bool isNew)
{
    double start = 0;
    for (const auto &partition : result.partitions) {
        const auto cycles = partition.summary.cyclesTotal;
        if (!cycles || *cycles < 0)
            continue;
        m_segments.push_back({ .partition = partition.index,
            .isNew = isNew,
            .start = start,
            .cycles = *cycles,
            .text = tr("Partition %1: %2, %3")
                        .arg(QString::number(partition.index), metricText(unit::Cycles, cycles),
                            originTag(Origin::Estimate)) });
        start += *cycles;
    }
}

void ChangeChart::set(const analysis::Comparison &comparison,
    const compiled::CompileResult &oldResult, const compiled::CompileResult &newResult)
{
    m_segments.clear();
    addSide(oldResult, false);
    addSide(newResult, true);
    m_change = comparison.metric(analysis::Metric::CyclesTotal);
    setAccessibleDescription(
        tr("From %1 to %2 (%3)")
            .arg(metricText(m_change.unit, m_change.oldValue),
                metricText(m_change.unit, m_change.newValue), verdictWord(m_change.verdict())));
    arrange();
    fit();
    refresh();
}

void ChangeChart::setSelected(int partition)
{
    m_selected = partition;
    viewport()->update();
}

QSize ChangeChart::sizeHint() const
{
    return { 560, 2 * Margin + 2 * BarHeight + BarGap + ChangeHeight };
}

void ChangeChart::arrange()
{
    auto longest = std::max(m_change.oldValue.value_or(0), m_change.newValue.value_or(0));
    for (const auto &segment : m_segments)
        longest = std::max(longest, segment.start + segment.cycles);
    if (longest > 0)
        setAcross(0, longest, longest / 1000);
    setRows(sizeHint().height());
}

QRectF ChangeChart::plot() const
{
    return QRectF(viewport()->rect()).adjusted(Margin + LabelWidth, 0, -Margin - TotalWidth, 0);
}

QRectF ChangeChart::barArea(bool isNew) const
{
    const auto area = plot();
    return { area.left(), static_cast<double>(Margin + (isNew ? BarHeight + BarGap : 0)),
        area.width(), static_cast<double>(BarHeight) };
}

QRectF ChangeChart::segmentRect(const Segment &segment) const
{
    const auto area = barArea(segment.isNew);
    const auto left = xOf(segment.start);
    return { left, area.top(),
        std::max(SmallestSegment, xOf(segment.start + segment.cycles) - left - 1), area.height() };
}

QRectF ChangeChart::itemRect(int item) const
{
    return segmentRect(m_segments[static_cast<size_t>(item)]);
}

int ChangeChart::itemAt(const QPointF &position) const
{
    const auto found = std::ranges::find_if(m_segments,
        [&](const Segment &segment) { return segmentRect(segment).contains(position); });
    return found == m_segments.end() ? -1 : static_cast<int>(found - m_segments.begin());
}

int ChangeChart::currentItem() const
{
    const auto all = itemsAlong(Qt::Horizontal);
    const auto found = std::ranges::find_if(all,
        [this](int item) { return m_segments[static_cast<size_t>(item)].partition == m_selected; });
    return found == all.end() ? -1 : *found;
}

QString ChangeChart::cardAt(const QPointF &position) const
{
    const auto item = itemAt(position);
    return item < 0 ? QString() : cardLine(m_segments[static_cast<size_t>(item)].text);
}

std::vector<int> ChangeChart::itemsAlong(Qt::Orientation) const
{
    std::vector<int> items;
    for (size_t i = 0; i < m_segments.size(); ++i) {
        if (m_segments[i].isNew)
            items.push_back(static_cast<int>(i));
    }
    return items;
}

void ChangeChart::choose(int item)
{
    const auto &segment = m_segments[static_cast<size_t>(item)];
    if (!segment.isNew)
        return;
    reveal(segmentRect(segment));
    Q_EMIT partitionSelected(segment.partition);
}

void ChangeChart::paintSegment(QPainter &painter, const Segment &segment) const
{
    const auto &colors = this->colors();
    const auto rect = segmentRect(segment);
    auto fill = colors.npu;
    if (!segment.isNew)
        fill.setAlphaF(0.55F); // the past is paler; "Old" stands beside it
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 3, 3);
    const auto label = tr("P%1", "short for partition").arg(segment.partition);
    const auto full
        = tr("%1 · %2", "partition and its cycles")
              .arg(label, formatCount(static_cast<quint64>(std::llround(segment.cycles))));
    const double room = rect.width() - 12;
    const auto advance = [&](const QString &text) { return fontMetrics().horizontalAdvance(text); };
    const auto text = advance(full) <= room ? full : advance(label) <= room ? label : QString();
    painter.setPen(segment.isNew ? colors.surface : colors.text);
    painter.drawText(rect.adjusted(6, 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    if (segment.isNew && segment.partition == m_selected) {
        paintSelected(painter, rect.adjusted(1, 1, -1, -1), colors);
    }
}

void ChangeChart::paintSide(QPainter &painter, bool isNew) const
{
    const auto &colors = this->colors();
    const auto area = barArea(isNew);
    painter.setPen(colors.text);
    painter.drawText(QRectF(Margin, area.top(), LabelWidth, area.height()),
        Qt::AlignLeft | Qt::AlignVCenter, isNew ? tr("New") : tr("Old"));
    painter.save();
    painter.setClipRect(area.adjusted(-3, -3, 3, 3));
    for (const auto &segment : m_segments) {
        if (segment.isNew == isNew)
            paintSegment(painter, segment);
    }
    painter.restore();
    const auto total = isNew ? m_change.newValue : m_change.oldValue;
    const double end = std::clamp(xOf(total.value_or(0)), area.left(), area.right());
    painter.setPen(total ? colors.text : colors.mutedText);
    painter.drawText(QRectF(end + 8, area.top(), TotalWidth, area.height()),
        Qt::AlignLeft | Qt::AlignVCenter, metricText(unit::Cycles, total));
}

/// An arrow from the old total to the new one, with the difference in figures and a word.
void ChangeChart::paintChange(QPainter &painter) const
{
    if (!m_change.difference())
        return;
    const auto &colors = this->colors();
    const auto area = barArea(true);
    const double from = std::clamp(xOf(*m_change.oldValue), area.left(), area.right());
    const double to = std::clamp(xOf(*m_change.newValue), area.left(), area.right());
    const double y = area.bottom() + 12;
    const auto verdict = m_change.verdict();
    const auto colour = verdict == Verdict::Better ? colors.better
        : verdict == Verdict::Worse                ? colors.worse
                                                   : colors.mutedText;
    painter.setPen(QPen(colour, 2));
    painter.drawLine(QPointF(from, barArea(false).bottom() + 2), QPointF(from, y + 4));
    if (std::abs(to - from) > 4) {
        painter.drawLine(QPointF(from, y), QPointF(to, y));
        const double back = to > from ? -5 : 5;
        painter.drawLine(QPointF(to, y), QPointF(to + back, y - 4));
        painter.drawLine(QPointF(to, y), QPointF(to + back, y + 4));
    }
    const auto text
        = tr("%1 (%2), %3", "difference, relative, verdict")
              .arg(differenceText(m_change), relativeText(m_change), verdictWord(verdict));
    const double textWidth = fontMetrics().horizontalAdvance(text) + 4;
    const double left = std::clamp(std::max(from, to) - textWidth, area.left(),
        std::max(area.left(), viewport()->width() - Margin - textWidth));
    painter.drawText(
        QRectF(left, y + 6, textWidth, ChangeHeight - 12), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void ChangeChart::paint(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    paintSide(painter, false);
    paintSide(painter, true);
    paintChange(painter);
}

} // namespace tosaic::views
