// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/barsview.h"

#include "views/operations/hoverlabel.h"
#include "views/operations/operationwords.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int AxisHeight = 24; // px
constexpr int RowPadding = 8; // px between groups of bars
constexpr int OnlyBar = 14; // px, the height of a bar that stands alone
constexpr int OneOfMany = 10; // px
constexpr int ValueRoom = 92; // px kept free behind the longest bar
constexpr int Edge = 12; // px left of the labels
constexpr int LabelGap = 8; // px
constexpr int LeastLabel = 90; // px
constexpr double LabelShare = 0.42; // of the width at most

} // namespace

BarsView::BarsView(const Theme &theme, QWidget *parent)
    : QAbstractScrollArea(parent), m_theme(theme), m_card(new HoverLabel(u"barsCard"_s, viewport()))
{
    setObjectName(u"operationBars"_s);
    setAccessibleName(tr("Cycles of operators as bars"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(260, 160);
    viewport()->setMouseTracking(true);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void BarsView::setData(OperationsDataPtr operations, const std::vector<size_t> &shown)
{
    m_data = std::move(operations);
    m_shown = shown;
    m_origins = m_data ? barOrigins(*m_data) : std::vector<Origin>();
    m_hovered = -1;
    m_card->hide();
    arrange();
}

void BarsView::setOrder(BarOrder order)
{
    m_order = order;
    arrange();
    if (!m_selected.empty())
        showPlace(placeOf(m_selected.front()));
}

void BarsView::arrange()
{
    m_rows.clear();
    m_places.clear();
    m_largest = 0;
    int widest = LeastLabel;
    if (m_data) {
        m_rows = orderedRows(*m_data, m_shown, m_order);
        m_places.assign(m_data->rows.size(), -1);
        for (size_t i = 0; i < m_rows.size(); ++i)
            m_places[m_rows[i]] = static_cast<int>(i);
        m_largest = largestBar(*m_data, m_rows);
        for (size_t i = 0; i < std::min<size_t>(m_rows.size(), 200); ++i)
            widest
                = std::max(widest, fontMetrics().horizontalAdvance(m_data->rows[m_rows[i]].name));
    }
    const auto most = static_cast<int>(viewport()->width() * LabelShare);
    m_labelRoom = std::min(widest, std::max(LeastLabel, most));
    const auto content = static_cast<int>(m_rows.size()) * rowHeight();
    const auto room = viewport()->height() - AxisHeight;
    verticalScrollBar()->setRange(0, std::max(0, content - room));
    verticalScrollBar()->setPageStep(std::max(1, room));
    verticalScrollBar()->setSingleStep(rowHeight());
    viewport()->update();
}

int BarsView::rowHeight() const
{
    const auto count = static_cast<int>(m_origins.size());
    const auto bars = count > 1 ? count * OneOfMany + count - 1 : OnlyBar;
    return std::max(bars, fontMetrics().height()) + RowPadding;
}

QRectF BarsView::plot() const
{
    const auto area = QRectF(viewport()->rect());
    return area.adjusted(Edge + m_labelRoom + LabelGap, AxisHeight, -ValueRoom, 0);
}

double BarsView::xOf(double cycles) const
{
    const auto area = plot();
    return area.left() + (m_largest > 0 ? cycles / m_largest * std::max(1.0, area.width()) : 0);
}

double BarsView::topOf(int place) const
{
    return AxisHeight + static_cast<double>(place) * rowHeight() - verticalScrollBar()->value();
}

int BarsView::placeOf(size_t row) const
{
    return row < m_places.size() ? m_places[row] : -1;
}

int BarsView::placeAt(const QPointF &position) const
{
    if (position.y() < AxisHeight)
        return -1;
    const auto place = static_cast<int>(
        std::floor((position.y() - AxisHeight + verticalScrollBar()->value()) / rowHeight()));
    return place >= 0 && place < static_cast<int>(m_rows.size()) ? place : -1;
}

QRectF BarsView::rowRect(size_t row) const
{
    const auto place = placeOf(row);
    if (place < 0)
        return {};
    return { 0, topOf(place), static_cast<double>(viewport()->width()),
        static_cast<double>(rowHeight()) };
}

QRectF BarsView::barRect(size_t row, Origin origin) const
{
    const auto area = rowRect(row);
    const auto found = std::ranges::find(m_origins, origin);
    if (area.isEmpty() || found == m_origins.end() || !barValue(m_data->rows[row], origin))
        return {};
    const auto count = static_cast<int>(m_origins.size());
    const auto height = count > 1 ? OneOfMany : OnlyBar;
    const auto all = count * height + count - 1;
    const auto top = area.top() + (area.height() - all) / 2
        + static_cast<double>(found - m_origins.begin()) * (height + 1);
    const auto right = xOf(*barValue(m_data->rows[row], origin));
    // A thin bar must stay visible.
    return { xOf(0), top, std::max(2.0, right - xOf(0)), static_cast<double>(height) };
}

void BarsView::setSelected(const std::vector<size_t> &rows)
{
    m_selected = rows;
    const auto first = std::ranges::find_if(rows, [this](size_t row) { return placeOf(row) >= 0; });
    if (first != rows.end()) {
        showPlace(placeOf(*first));
        const auto &row = m_data->rows[*first];
        setAccessibleDescription(tr("%1, %2 cycles").arg(row.name, rowCyclesText(row)));
    } else {
        setAccessibleDescription({});
    }
    viewport()->update();
}

void BarsView::showPlace(int place)
{
    if (place < 0)
        return;
    const auto top = place * rowHeight();
    auto *bar = verticalScrollBar();
    const auto room = viewport()->height() - AxisHeight;
    if (top < bar->value())
        bar->setValue(top);
    else if (top + rowHeight() > bar->value() + room)
        bar->setValue(top + rowHeight() - room);
}

void BarsView::choose(int place)
{
    if (m_rows.empty())
        return;
    const auto at = std::clamp(place, 0, static_cast<int>(m_rows.size()) - 1);
    const auto row = m_rows[static_cast<size_t>(at)];
    setSelected({ row });
    Q_EMIT rowSelected(row);
}

void BarsView::mousePressEvent(QMouseEvent *event)
{
    m_card->hide();
    if (const auto place = placeAt(event->position());
        event->button() == Qt::LeftButton && place >= 0)
        choose(place);
}

void BarsView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto place = placeAt(event->position());
        event->button() == Qt::LeftButton && place >= 0)
        Q_EMIT rowActivated(m_rows[static_cast<size_t>(place)]);
}

void BarsView::mouseMoveEvent(QMouseEvent *event)
{
    const auto place = placeAt(event->position());
    if (place != m_hovered) {
        m_hovered = place;
        viewport()->update();
    }
    if (place < 0)
        return m_card->hide();
    const auto &row = m_data->rows[m_rows[static_cast<size_t>(place)]];
    m_card->showAt(
        event->position().toPoint(), cardText(*m_data, row, m_theme.colors().mutedText.name()));
}

bool BarsView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_card->hide();
        m_hovered = -1;
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void BarsView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return QApplication::clipboard()->setPixmap(viewport()->grab());
    const auto current = m_selected.empty() ? -1 : placeOf(m_selected.front());
    const auto page = std::max(1, (viewport()->height() - AxisHeight) / rowHeight() - 1);
    switch (event->key()) {
    case Qt::Key_Down:
        return choose(current + 1);
    case Qt::Key_Up:
        return choose(current < 0 ? 0 : current - 1);
    case Qt::Key_PageDown:
        return choose(current + page);
    case Qt::Key_PageUp:
        return choose(current - page);
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(static_cast<int>(m_rows.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current >= 0)
            Q_EMIT rowActivated(m_rows[static_cast<size_t>(current)]);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void BarsView::resizeEvent(QResizeEvent *)
{
    arrange();
}

void BarsView::scrollContentsBy(int, int)
{
    m_card->hide();
    m_hovered = -1;
    viewport()->update();
}

} // namespace tosaic::views
