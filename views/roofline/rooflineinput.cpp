// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinechart.h"

#include "views/roofline/roofwords.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineF>
#include <QMouseEvent>

#include <algorithm>

namespace tosaic::views {

namespace {

constexpr double HitMargin = 4; // px around a mark

} // namespace

std::optional<size_t> RooflineChart::rowAt(const QPointF &position) const
{
    // The smallest lies on top.
    for (auto row = m_order.rbegin(); row != m_order.rend(); ++row) {
        const auto mark = markRect(*row);
        const auto distance = QLineF(mark.center(), position).length();
        if (distance <= mark.width() / 2 + HitMargin)
            return *row;
    }
    return std::nullopt;
}

/// The next mark in the direction of an arrow key.
std::optional<size_t> RooflineChart::neighbour(int key) const
{
    if (m_order.empty())
        return std::nullopt;
    auto rows = m_order;
    const bool isAcross
        = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    std::ranges::stable_sort(rows, {}, [&](size_t row) {
        const auto &point = *m_data.rows[row].point;
        return isAcross ? point.intensity : point.macsPerCycle;
    });
    if (key == Qt::Key_Home)
        return rows.front();
    if (key == Qt::Key_End)
        return rows.back();
    const auto current
        = m_selected.empty() ? rows.end() : std::ranges::find(rows, m_selected.front());
    const bool isForward = key == Qt::Key_Right || key == Qt::Key_Up;
    if (current == rows.end())
        return isForward ? rows.front() : rows.back();
    if (isForward)
        return std::next(current) == rows.end() ? *current : *std::next(current);
    return current == rows.begin() ? *current : *std::prev(current);
}

void RooflineChart::showCard(std::optional<size_t> row)
{
    m_cardRow = row;
    if (!row || !m_data.rows[*row].point) {
        m_card->hide();
        return;
    }
    m_card->setText(cardHtml(m_data, m_data.rows[*row]));
    m_card->setWordWrap(false);
    auto size = m_card->sizeHint();
    if (size.width() > viewport()->width() / 2) {
        m_card->setWordWrap(true);
        size.setWidth(std::max(viewport()->width() / 2, 260));
        size.setHeight(m_card->heightForWidth(size.width()));
    }
    m_card->resize(size);
    const auto mark = markRect(*row);
    auto x = mark.right() + 10;
    if (x + size.width() > viewport()->width())
        x = mark.left() - 10 - size.width();
    const auto y = std::clamp(mark.center().y() - size.height() / 2.0, 4.0,
        std::max(4.0, viewport()->height() - size.height() - 4.0));
    m_card->move(static_cast<int>(std::max(4.0, x)), static_cast<int>(y));
    m_card->show();
    m_card->raise();
}

QString RooflineChart::cardText() const
{
    return m_card->isVisibleTo(viewport()) ? m_card->text() : QString();
}

void RooflineChart::mousePressEvent(QMouseEvent *event)
{
    const auto row = event->button() == Qt::LeftButton ? rowAt(event->position()) : std::nullopt;
    if (row)
        Q_EMIT clicked(*row);
    else
        QChartView::mousePressEvent(event);
}

void RooflineChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto row = rowAt(event->position()))
        Q_EMIT activated(*row);
}

void RooflineChart::mouseMoveEvent(QMouseEvent *event)
{
    const auto row = rowAt(event->position());
    viewport()->setCursor(row ? Qt::PointingHandCursor : Qt::ArrowCursor);
    showCard(row);
}

void RooflineChart::leaveEvent(QEvent *event)
{
    showCard({});
    QChartView::leaveEvent(event);
}

void RooflineChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    showCard(m_cardRow); // its mark moved
}

void RooflineChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        if (const auto row = neighbour(event->key())) {
            setSelected({ *row });
            showCard(row);
            Q_EMIT clicked(*row);
        }
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_selected.empty())
            Q_EMIT activated(m_selected.front());
        return;
    case Qt::Key_Escape:
        showCard({});
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

void RooflineChart::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void RooflineChart::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    showCard({});
    viewport()->update();
}

} // namespace tosaic::views
