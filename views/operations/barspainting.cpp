// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of BarsView that paints.
#include "views/operations/barsview.h"
#include "views/operations/operationwords.h"
#include "views/widgets/elidedname.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int AxisHeight = 24; // px, as in barsview.cpp
constexpr int Edge = 12; // px
constexpr int TickDistance = 64; // px at least between ticks
constexpr int ValueGap = 6; // px

QFont smaller(const QFont &font)
{
    auto small = font;
    small.setPixelSize(std::max(9, QFontInfo(font).pixelSize() - 2));
    return small;
}

} // namespace

void BarsView::paintBar(
    QPainter &painter, const QRectF &area, Origin origin, const ThemeColors &colors)
{
    const auto paint = [&](const QColor &colour, Qt::BrushStyle pattern) {
        painter.setPen(QPen(colour, 1));
        painter.setBrush(QBrush(colour, pattern));
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    };
    painter.fillRect(area, colors.surface);
    switch (origin) {
    case Origin::Estimate:
        return paint(colors.mutedText, Qt::BDiagPattern);
    case Origin::Board:
        return paint(colors.otherDelegate, Qt::Dense4Pattern);
    case Origin::Fvp:
    case Origin::ThisMachine:
        return paint(colors.npu, Qt::SolidPattern);
    }
}

void BarsView::paintAxis(QPainter &painter) const
{
    const auto &colors = m_theme.colors();
    const auto area = plot();
    painter.fillRect(QRectF(0, 0, viewport()->width(), AxisHeight), colors.window);
    painter.setPen(colors.border);
    painter.drawLine(QPointF(0, AxisHeight - 0.5), QPointF(viewport()->width(), AxisHeight - 0.5));
    painter.setFont(smaller(font()));
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(Edge, 0, m_labelRoom, AxisHeight), Qt::AlignLeft | Qt::AlignVCenter,
        tr("Cycles", "axis"));
    const auto most = std::max(1, static_cast<int>(area.width()) / TickDistance);
    const auto ticks = axisTicks(m_largest, most);
    for (const auto tick : ticks) {
        const auto x = std::round(xOf(tick)) + 0.5;
        const auto text = tickText(tick);
        const auto width = painter.fontMetrics().horizontalAdvance(text) + 4.0;
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(tick == 0 ? x : x - width / 2, 0, width, AxisHeight - 2),
            static_cast<int>(Qt::AlignVCenter) | (tick == 0 ? Qt::AlignLeft : Qt::AlignHCenter),
            text);
    }
}

void BarsView::paintLabel(QPainter &painter, const OperatorRow &row, const QRectF &area) const
{
    const auto &colors = m_theme.colors();
    const QRectF label(Edge, area.top(), m_labelRoom, area.height());
    const bool isTimed = row.role == OperatorRow::Role::Timed;
    painter.setPen(isTimed ? colors.text : colors.mutedText);
    painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter,
        elidedName(row.name, fontMetrics(), static_cast<int>(label.width())));
}

void BarsView::paintValue(
    QPainter &painter, const OperatorRow &row, Origin origin, const QRectF &bar) const
{
    painter.setPen(m_theme.colors().mutedText);
    const QRectF room(
        bar.right() + ValueGap, bar.top() - 2, viewport()->width() - bar.right(), bar.height() + 4);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, cyclesText(barValue(row, origin)));
}

void BarsView::paintSelection(QPainter &painter, const QRectF &area) const
{
    auto halo = m_theme.colors().accent;
    halo.setAlphaF(0.16F);
    const auto box = area.adjusted(5, 1, -3, -1);
    painter.setBrush(halo);
    painter.setPen(QPen(m_theme.colors().text, 2));
    painter.drawRoundedRect(box, 4, 4);
}

void BarsView::paintRow(QPainter &painter, int place) const
{
    const auto index = m_rows[static_cast<size_t>(place)];
    const auto &row = m_data->rows[index];
    const auto area = rowRect(index);
    if (std::ranges::find(m_selected, index) != m_selected.end())
        paintSelection(painter, area);
    else if (place == m_hovered)
        painter.fillRect(area, m_theme.colors().sunken);
    paintLabel(painter, row, area);
    bool hasBar = false;
    painter.setFont(smaller(font()));
    for (const auto origin : m_origins) {
        const auto bar = barRect(index, origin);
        if (bar.isEmpty())
            continue;
        hasBar = true;
        paintBar(painter, bar, origin, m_theme.colors());
        paintValue(painter, row, origin, bar);
    }
    if (!hasBar) {
        painter.setPen(m_theme.colors().mutedText);
        const QRectF room(xOf(0) + ValueGap, area.top(),
            viewport()->width() - xOf(0) - 2 * ValueGap, area.height());
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(
                rowCyclesText(row), Qt::ElideMiddle, static_cast<int>(room.width())));
    }
    painter.setFont(font());
}

void BarsView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const auto &colors = m_theme.colors();
    painter.fillRect(viewport()->rect(), colors.surface);
    if (!m_data)
        return;
    const auto area = plot();
    const auto ticks
        = axisTicks(m_largest, std::max(1, static_cast<int>(area.width()) / TickDistance));
    painter.setPen(colors.border);
    for (const auto tick : ticks) {
        const auto x = std::round(xOf(tick)) + 0.5;
        painter.drawLine(QPointF(x, AxisHeight), QPointF(x, viewport()->height()));
    }
    painter.setFont(font());
    const auto first = std::max(0, verticalScrollBar()->value() / std::max(1, rowHeight()));
    for (int place = first; place < static_cast<int>(m_rows.size()); ++place) {
        if (topOf(place) > viewport()->height())
            break;
        paintRow(painter, place);
    }
    if (m_rows.empty()) {
        painter.setPen(colors.mutedText);
        painter.drawText(
            viewport()->rect(), Qt::AlignCenter, tr("No operator fits the filter and the range."));
    }
    paintAxis(painter);
}

} // namespace tosaic::views
