// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/waterfallchart.h"

#include "views/runcompare/runchangewords.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RowHeight = 26; // px
constexpr int Margin = 12; // px
constexpr int BarHeight = 14; // px
constexpr double NameShare = 0.3; // of the width
constexpr int ValueWidth = 190; // px
}

WaterfallChart::WaterfallChart(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(u"waterfallChart"_s);
    setFocusPolicy(Qt::StrongFocus);
    set({});
}

void WaterfallChart::set(profile::Waterfall waterfall)
{
    m_waterfall = std::move(waterfall);
    m_selected = -1;
    setAccessibleName(tr("Waterfall from the old total to the new one"));
    setAccessibleDescription(m_waterfall.isEmpty()
            ? tr("Empty")
            : tr("From %1 to %2 %3 in %n step(s)", nullptr,
                static_cast<int>(m_waterfall.steps.size()))
                  .arg(valueText(m_waterfall.oldTotal), valueText(m_waterfall.newTotal),
                      m_waterfall.unit));
    updateGeometry();
    update();
}

void WaterfallChart::setSelected(const QString &name)
{
    const auto found = std::ranges::find(m_waterfall.steps, name, &profile::WaterfallStep::name);
    m_selected = name.isEmpty() || found == m_waterfall.steps.end()
        ? -1
        : static_cast<int>(found - m_waterfall.steps.begin());
    update();
}

QSize WaterfallChart::sizeHint() const
{
    return { 640, static_cast<int>(rows().size()) * RowHeight + 2 * Margin };
}

QSize WaterfallChart::minimumSizeHint() const
{
    return { 320, sizeHint().height() };
}

std::vector<WaterfallChart::Row> WaterfallChart::rows() const
{
    std::vector<Row> rows;
    if (m_waterfall.isEmpty())
        return rows;
    rows.push_back({ tr("Old total"), 0, m_waterfall.oldTotal, -1 });
    for (size_t i = 0; i < m_waterfall.steps.size(); ++i) {
        const auto &step = m_waterfall.steps[i];
        rows.push_back({ step.name, step.from, step.to, static_cast<int>(i) });
    }
    rows.push_back({ tr("New total"), 0, m_waterfall.newTotal, -1 });
    return rows;
}

QString WaterfallChart::nameOf(const Row &row) const
{
    if (row.step < 0 || !row.name.isEmpty())
        return row.name;
    return tr("%n other operator(s)", nullptr,
        static_cast<int>(m_waterfall.steps[static_cast<size_t>(row.step)].merged));
}

QString WaterfallChart::valueOf(const Row &row) const
{
    if (row.step < 0)
        return tr("%1 %2", "number, unit").arg(valueText(row.to), m_waterfall.unit);
    return signedValueText(row.to - row.from);
}

void WaterfallChart::paintRow(QPainter &painter, const Row &row, double y, double scale) const
{
    const auto &colours = m_theme.colors();
    const auto nameWidth = width() * NameShare;
    const bool isTotal = row.step < 0;
    const bool isWorse = row.to > row.from;
    const auto colour = isTotal ? colours.boundary : isWorse ? colours.worse : colours.better;
    // Totals begin where the axis does.
    const auto from = isTotal ? 0.0 : row.from - m_waterfall.axisStart();
    const auto to = row.to - m_waterfall.axisStart();
    const auto left = nameWidth + Margin + std::min(from, to) * scale;
    const auto length = std::max(1.5, std::abs(to - from) * scale);
    const QRectF bar(left, y + (RowHeight - BarHeight) / 2.0, length, BarHeight);
    if (!isTotal && row.step == m_selected) {
        painter.setPen(QPen(colours.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.adjusted(-2, -2, 2, 2));
    }
    painter.fillRect(bar, colour);
    // The sign beside the number is the second cue.
    painter.setPen(isTotal ? colours.text : colours.mutedText);
    const QRectF name(Margin, y, nameWidth - Margin, RowHeight);
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignRight,
        painter.fontMetrics().elidedText(nameOf(row), Qt::ElideMiddle, int(name.width())));
    painter.setPen(isTotal ? colours.text : colour);
    painter.drawText(QRectF(width() - ValueWidth - Margin, y, ValueWidth, RowHeight),
        Qt::AlignVCenter | Qt::AlignRight, valueOf(row));
}

void WaterfallChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colors().surface);
    const auto all = rows();
    const auto start = m_waterfall.axisStart();
    const auto span = m_waterfall.largest() - start;
    if (all.empty() || span <= 0)
        return;
    const auto room = width() * (1 - NameShare) - ValueWidth - 3 * Margin;
    const auto scale = std::max(0.0, room) / span;
    double y = Margin;
    for (const auto &row : all) {
        paintRow(painter, row, y, scale);
        // A thin line leads to where the next step begins.
        if (&row != &all.back()) {
            const auto x = width() * NameShare + Margin + (row.to - start) * scale;
            painter.setPen(QPen(m_theme.colors().border, 1, Qt::DotLine));
            painter.drawLine(QPointF(x, y + (RowHeight + BarHeight) / 2.0),
                QPointF(x, y + RowHeight + (RowHeight - BarHeight) / 2.0));
        }
        y += RowHeight;
    }
    if (hasFocus()) {
        painter.setPen(m_theme.colors().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

int WaterfallChart::rowAt(double y) const
{
    const auto row = static_cast<int>((y - Margin) / RowHeight);
    return y < Margin || row >= static_cast<int>(rows().size()) ? -1 : row;
}

void WaterfallChart::select(int step)
{
    m_selected = step;
    update();
    if (const auto &name = m_waterfall.steps[static_cast<size_t>(step)].name; !name.isEmpty())
        Q_EMIT stepSelected(name);
}

void WaterfallChart::mousePressEvent(QMouseEvent *event)
{
    const auto step = rowAt(event->position().y()) - 1;
    if (step >= 0 && step < static_cast<int>(m_waterfall.steps.size()))
        select(step);
}

void WaterfallChart::keyPressEvent(QKeyEvent *event)
{
    const auto last = static_cast<int>(m_waterfall.steps.size()) - 1;
    if (last >= 0 && event->key() == Qt::Key_Down)
        select(std::min(m_selected + 1, last));
    else if (last >= 0 && event->key() == Qt::Key_Up)
        select(std::max(m_selected - 1, 0));
    else
        QWidget::keyPressEvent(event);
}

bool WaterfallChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto at = rowAt(help->pos().y());
    if (at < 0) {
        QToolTip::hideText();
        return true;
    }
    const auto all = rows();
    const auto &row = all[static_cast<size_t>(at)];
    QToolTip::showText(help->globalPos(),
        tr("%1: %2", "operator, difference").arg(nameOf(row), valueOf(row)), this);
    return true;
}

} // namespace tosaic::views
