// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/changechart.h"

#include "core/base/units.h"
#include "views/widgets/changewords.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

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

ChangeChart::ChangeChart(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"changeChart"_s);
    setAccessibleName(tr("Estimated cycles by partition, old and new"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ChangeChart::addSide(const toolchain::CompileResult &result, bool isNew)
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
    const toolchain::CompileResult &oldResult, const toolchain::CompileResult &newResult)
{
    m_segments.clear();
    addSide(oldResult, false);
    addSide(newResult, true);
    m_change = comparison.metric(analysis::Metric::CyclesTotal);
    setAccessibleDescription(
        tr("From %1 to %2 (%3)")
            .arg(metricText(m_change.unit, m_change.oldValue),
                metricText(m_change.unit, m_change.newValue), verdictWord(m_change.verdict())));
    update();
}

void ChangeChart::clear()
{
    m_segments.clear();
    m_change = {};
    update();
}

void ChangeChart::setSelected(int partition)
{
    m_selected = partition;
    update();
}

QSize ChangeChart::sizeHint() const
{
    return { 560, 2 * Margin + 2 * BarHeight + BarGap + ChangeHeight };
}

QSize ChangeChart::minimumSizeHint() const
{
    return { 320, sizeHint().height() };
}

double ChangeChart::scale() const
{
    double longest = std::max(m_change.oldValue.value_or(0), m_change.newValue.value_or(0));
    for (const auto &segment : m_segments)
        longest = std::max(longest, segment.start + segment.cycles);
    const double width = this->width() - 2 * Margin - LabelWidth - TotalWidth;
    return longest > 0 ? std::max(1.0, width) / longest : 0;
}

QRectF ChangeChart::barArea(bool isNew) const
{
    return { static_cast<double>(Margin + LabelWidth),
        static_cast<double>(Margin + (isNew ? BarHeight + BarGap : 0)),
        static_cast<double>(width() - 2 * Margin - LabelWidth - TotalWidth),
        static_cast<double>(BarHeight) };
}

QRectF ChangeChart::segmentRect(const Segment &segment) const
{
    const auto area = barArea(segment.isNew);
    return { area.left() + segment.start * scale(), area.top(),
        std::max(SmallestSegment, segment.cycles * scale() - 1), area.height() };
}

const ChangeChart::Segment *ChangeChart::segmentAt(const QPointF &position) const
{
    const auto found = std::find_if(m_segments.begin(), m_segments.end(),
        [&](const Segment &segment) { return segmentRect(segment).contains(position); });
    return found == m_segments.end() ? nullptr : &*found;
}

void ChangeChart::paintSegment(QPainter &painter, const Segment &segment) const
{
    const auto &colors = m_theme.colors();
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
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.text, 2));
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 3, 3);
    }
}

void ChangeChart::paintSide(QPainter &painter, bool isNew) const
{
    const auto &colors = m_theme.colors();
    const auto area = barArea(isNew);
    painter.setPen(colors.text);
    painter.drawText(QRectF(Margin, area.top(), LabelWidth, area.height()),
        Qt::AlignLeft | Qt::AlignVCenter, isNew ? tr("New") : tr("Old"));
    for (const auto &segment : m_segments) {
        if (segment.isNew == isNew)
            paintSegment(painter, segment);
    }
    const auto total = isNew ? m_change.newValue : m_change.oldValue;
    const double end = area.left() + total.value_or(0) * scale();
    painter.setPen(total ? colors.text : colors.mutedText);
    painter.drawText(QRectF(end + 8, area.top(), TotalWidth, area.height()),
        Qt::AlignLeft | Qt::AlignVCenter, metricText(unit::Cycles, total));
}

/// An arrow from the old total to the new one, with the difference in figures and a word.
void ChangeChart::paintChange(QPainter &painter) const
{
    if (!m_change.difference())
        return;
    const auto &colors = m_theme.colors();
    const auto area = barArea(true);
    const double from = area.left() + *m_change.oldValue * scale();
    const double to = area.left() + *m_change.newValue * scale();
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
        std::max(area.left(), width() - Margin - textWidth));
    painter.drawText(
        QRectF(left, y + 6, textWidth, ChangeHeight - 12), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void ChangeChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_segments.empty()) {
        painter.setPen(m_theme.colors().mutedText);
        painter.drawText(
            rect(), Qt::AlignCenter, tr("The compiler gave no cycles for either side."));
        return;
    }
    paintSide(painter, false);
    paintSide(painter, true);
    paintChange(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.colors().accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 4, 4);
    }
}

void ChangeChart::mousePressEvent(QMouseEvent *event)
{
    const auto *segment = segmentAt(event->position());
    if (segment && segment->isNew)
        Q_EMIT partitionSelected(segment->partition);
}

void ChangeChart::keyPressEvent(QKeyEvent *event)
{
    std::vector<int> reachable;
    for (const auto &segment : m_segments) {
        if (segment.isNew)
            reachable.push_back(segment.partition);
    }
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || reachable.empty())
        return QWidget::keyPressEvent(event);
    const auto current = std::find(reachable.begin(), reachable.end(), m_selected);
    const auto last = static_cast<std::ptrdiff_t>(reachable.size()) - 1;
    const auto next = current == reachable.end()
        ? (step > 0 ? 0 : last)
        : std::clamp<std::ptrdiff_t>(current - reachable.begin() + step, 0, last);
    Q_EMIT partitionSelected(reachable[static_cast<size_t>(next)]);
}

bool ChangeChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto *segment = segmentAt(help->pos());
    QToolTip::showText(help->globalPos(), segment ? segment->text : QString(), this);
    return true;
}

} // namespace tosaic::views
