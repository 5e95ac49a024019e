// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/barsview.h"

#include "views/canvas/painting.h"
#include "views/operations/operationwords.h"
#include "views/widgets/elidedname.h"

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
constexpr int TickDistance = 64; // px at least between ticks
constexpr int ValueGap = 6; // px

QFont smaller(const QFont &font)
{
    auto small = font;
    small.setPixelSize(std::max(9, QFontInfo(font).pixelSize() - 2));
    return small;
}

} // namespace

BarsView::BarsView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"operationBars"_s, u"barsCard"_s, parent)
{
    setAccessibleName(tr("Cycles of operators as bars"));
    setMinimumSize(260, 160);
}

QString BarsView::emptyText() const
{
    return m_data ? tr("No operator fits the filter and the range.") : QString();
}

void BarsView::setData(OperationsDataPtr operations, const std::vector<size_t> &shown)
{
    m_data = std::move(operations);
    m_shown = shown;
    m_origins = m_data ? barOrigins(*m_data) : std::vector<Origin>();
    leave();
    arrange();
    refresh();
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
    double largest = 0;
    int widest = LeastLabel;
    if (m_data) {
        m_rows = orderedRows(*m_data, m_shown, m_order);
        m_places.assign(m_data->rows.size(), -1);
        for (size_t i = 0; i < m_rows.size(); ++i)
            m_places[m_rows[i]] = static_cast<int>(i);
        largest = largestBar(*m_data, m_rows);
        for (size_t i = 0; i < std::min<size_t>(m_rows.size(), 200); ++i)
            widest
                = std::max(widest, fontMetrics().horizontalAdvance(m_data->rows[m_rows[i]].name));
    }
    const auto most = static_cast<int>(viewport()->width() * LabelShare);
    m_labelRoom = std::min(widest, std::max(LeastLabel, most));
    setAcross(0, std::max(1.0, largest), std::max(1.0, largest / 1000));
    setRows(static_cast<double>(m_rows.size()) * rowHeight());
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

int BarsView::placeOf(size_t row) const
{
    return row < m_places.size() ? m_places[row] : -1;
}

int BarsView::itemAt(const QPointF &position) const
{
    const auto place = static_cast<int>(std::floor(uprightAt(position.y()) / rowHeight()));
    return position.y() < AxisHeight || place >= static_cast<int>(m_rows.size()) ? -1 : place;
}

int BarsView::currentItem() const
{
    return m_selected.empty() ? -1 : placeOf(m_selected.front());
}

QRectF BarsView::rowRect(size_t row) const
{
    const auto place = placeOf(row);
    if (place < 0)
        return {};
    return { 0, yOf(static_cast<double>(place) * rowHeight()),
        static_cast<double>(viewport()->width()), static_cast<double>(rowHeight()) };
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
    const auto top = static_cast<double>(place) * rowHeight();
    const auto room = upright().width();
    if (top < upright().from())
        moveUpright(top, top + room);
    else if (top + rowHeight() > upright().to())
        moveUpright(top + rowHeight() - room, top + rowHeight());
}

void BarsView::choose(int place)
{
    const auto row = rowAt(std::clamp(place, 0, static_cast<int>(m_rows.size()) - 1));
    setSelected({ row });
    Q_EMIT rowSelected(row);
}

void BarsView::walkPage(int direction)
{
    const auto page = static_cast<int>(upright().width()) / rowHeight() - 1;
    choose(currentItem() + direction * std::max(1, page));
}

QString BarsView::cardAt(const QPointF &position) const
{
    const auto place = itemAt(position);
    return place < 0
        ? QString()
        : views::cardText(*m_data, m_data->rows[rowAt(place)], colors().mutedText.name());
}

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

void BarsView::paintAxis(QPainter &painter, const std::vector<double> &ticks) const
{
    painter.fillRect(QRectF(0, 0, viewport()->width(), AxisHeight), colors().window);
    painter.setPen(colors().border);
    painter.drawLine(QPointF(0, AxisHeight - 0.5), QPointF(viewport()->width(), AxisHeight - 0.5));
    painter.setFont(smaller(font()));
    painter.setPen(colors().mutedText);
    painter.drawText(QRectF(Edge, 0, m_labelRoom, AxisHeight), Qt::AlignLeft | Qt::AlignVCenter,
        tr("Cycles", "axis"));
    for (const auto tick : ticks) {
        const auto x = std::round(xOf(tick)) + 0.5;
        const auto text = tickText(tick);
        const auto width = painter.fontMetrics().horizontalAdvance(text) + 4.0;
        painter.drawText(QRectF(tick == 0 ? x : x - width / 2, 0, width, AxisHeight - 2),
            static_cast<int>(Qt::AlignVCenter) | (tick == 0 ? Qt::AlignLeft : Qt::AlignHCenter),
            text);
    }
}

void BarsView::paintRow(QPainter &painter, int place) const
{
    const auto &row = m_data->rows[rowAt(place)];
    const auto area = rowRect(rowAt(place));
    const auto plotted = plot();
    if (std::ranges::find(m_selected, rowAt(place)) != m_selected.end()) {
        painter.fillRect(area, faded(colors().accent, 0.16));
        paintSelected(painter, area.adjusted(5, 2, -4, -2), colors());
    } else if (place == hoveredItem()) {
        painter.fillRect(area, colors().sunken);
    }
    const QRectF label(Edge, area.top(), m_labelRoom, area.height());
    const bool isTimed = row.role == OperatorRow::Role::Timed;
    painter.setPen(isTimed ? colors().text : colors().mutedText);
    painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter,
        elidedName(row.name, fontMetrics(), static_cast<int>(label.width())));
    bool hasBar = false;
    painter.setFont(smaller(font()));
    for (const auto origin : m_origins) {
        const auto bar = barRect(rowAt(place), origin);
        if (bar.isEmpty())
            continue;
        hasBar = true;
        paintBar(painter, bar.intersected(plotted.adjusted(0, 0, 2, 0)), origin, colors());
        painter.setPen(colors().mutedText);
        const auto end = std::clamp(bar.right(), plotted.left(), plotted.right());
        painter.drawText(QRectF(end + ValueGap, bar.top() - 2, ValueRoom, bar.height() + 4),
            Qt::AlignLeft | Qt::AlignVCenter, cyclesText(barValue(row, origin)));
    }
    if (!hasBar) {
        painter.setPen(colors().mutedText);
        drawElided(painter,
            QRectF(plotted.left() + ValueGap, area.top(),
                viewport()->width() - plotted.left() - 2 * ValueGap, area.height()),
            rowCyclesText(row), Qt::AlignLeft, Qt::ElideMiddle);
    }
    painter.setFont(font());
}

void BarsView::paint(QPainter &painter)
{
    const auto most = std::max(1, static_cast<int>(plot().width()) / TickDistance);
    const auto step = niceStep(std::max(1.0, across().width() / most));
    const auto ticks = ticksBetween(across().from(), across().to() * (1 + 1e-9), step);
    painter.setPen(colors().border);
    for (const auto tick : ticks) {
        const auto x = std::round(xOf(tick)) + 0.5;
        painter.drawLine(QPointF(x, AxisHeight), QPointF(x, viewport()->height()));
    }
    for (auto place = static_cast<int>(upright().from()) / rowHeight();
         place < static_cast<int>(m_rows.size()) && place * rowHeight() < upright().to(); ++place)
        paintRow(painter, place);
    paintAxis(painter, ticks);
}

} // namespace tosaic::views
