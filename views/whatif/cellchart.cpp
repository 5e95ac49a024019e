// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/cellchart.h"

#include "views/canvas/hoverlabel.h"
#include "views/whatif/whatifwords.h"

#include <algorithm>

namespace tosaic::views {

CellChart::CellChart(
    const Theme &theme, const QString &objectName, const QString &cardName, QWidget *parent)
    : Canvas(theme, objectName, cardName, parent)
{
    setMinimumSize(280, 170);
    setUpward();
}

void CellChart::setView(const WhatIfView &view)
{
    m_view = view;
    m_front.clear();
    measure();
}

void CellChart::setFront(std::vector<std::size_t> front)
{
    m_front = std::move(front);
    if (!m_current)
        setAccessibleDescription(summary());
    refresh();
}

void CellChart::setCurrent(std::optional<std::size_t> cell)
{
    m_current = cell && std::ranges::find(m_order, *cell) != m_order.end() ? cell : std::nullopt;
    setAccessibleDescription(m_current ? cardText(*m_current) : summary());
    viewport()->update();
}

void CellChart::choose(int item)
{
    setCurrent(static_cast<std::size_t>(item));
    reveal(itemRect(item));
    Q_EMIT chosen(item);
}

QString CellChart::cardAt(const QPointF &position) const
{
    const auto cell = itemAt(position);
    return cell < 0 ? QString() : cardLine(cardText(static_cast<std::size_t>(cell)));
}

QString CellChart::cardText(std::size_t cell) const
{
    return WhatIfWords::aboutCell(m_view, cell);
}

} // namespace tosaic::views
