// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/barchart.h"

#include "views/widgets/parttip.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QHorizontalStackedBarSeries>
#include <QtCharts/QLegend>
#include <QtCharts/QValueAxis>

#include <QGraphicsLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int RowHeight = 28; // px
constexpr int TitleHeight = 26; // px
constexpr int LegendRow = 22; // px
constexpr int LegendMark = 12; // px
constexpr double BarShare = 0.62; // of the row's height
constexpr int ValueRoom = 168; // px kept free right of the longest bar for its value
constexpr int MinPieceWidth = 2; // px; a thin piece must stay visible and clickable

} // namespace

BarChart::BarChart(const Theme &theme, QWidget *parent) : QChartView(parent), m_theme(theme)
{
    setFrameShape(NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::NoFocus); // the table beside it is the keyboard's way
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setBackgroundRoundness(0);
    chart()->setBackgroundVisible(false);
    chart()->legend()->hide(); // drawn here, with the values
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    setBackgroundBrush(Qt::NoBrush);
    setStyleSheet(u"background: transparent"_s);
    connect(&m_theme, &Theme::changed, this, &BarChart::applyColours);
}

void BarChart::setData(const BarChartData &data)
{
    m_data = data;
    chart()->removeAllSeries();
    for (auto *axis : chart()->axes()) {
        chart()->removeAxis(axis);
        delete axis;
    }
    auto *series = new QHorizontalStackedBarSeries;
    series->setBarWidth(BarShare);
    QStringList labels;
    double largest = 0;
    for (auto row = m_data.rows.rbegin(); row != m_data.rows.rend(); ++row) { // charts grow upwards
        labels.append(row->label);
        double sum = 0;
        for (const auto &piece : row->pieces)
            sum += piece.value;
        largest = std::max(largest, sum);
    }
    for (size_t i = 0; i < m_data.looks.size(); ++i) {
        auto *set = new QBarSet(m_data.looks[i].name);
        for (auto row = m_data.rows.rbegin(); row != m_data.rows.rend(); ++row)
            *set << row->pieces[i].value;
        series->append(set);
    }
    m_series = series;
    chart()->addSeries(series);
    auto *categories = new QBarCategoryAxis;
    categories->append(labels);
    categories->setVisible(false); // the labels are drawn here: Qt Charts would cut them
    chart()->addAxis(categories, Qt::AlignLeft);
    series->attachAxis(categories);
    auto *values = new QValueAxis;
    values->setVisible(false);
    const auto longest = m_data.maximum > 0 ? m_data.maximum : largest;
    values->setRange(0, longest > 0 ? longest : 1);
    chart()->addAxis(values, Qt::AlignBottom);
    series->attachAxis(values);
    const auto legend = isStacked() ? static_cast<int>(m_data.looks.size()) * LegendRow + 6 : 0;
    chart()->setMargins(QMargins(labelRoom(), TitleHeight, isStacked() ? 4 : ValueRoom, legend));
    setFixedHeight(TitleHeight + static_cast<int>(m_data.rows.size()) * RowHeight + legend);
    setAccessibleName(m_data.title);
    applyColours();
}

int BarChart::labelRoom() const
{
    qreal room = 0;
    for (const auto &row : m_data.rows)
        room = std::max(room, QFontMetricsF(font()).horizontalAdvance(row.label));
    return room > 0 ? static_cast<int>(room) + 12 : 2;
}

void BarChart::applyColours()
{
    if (!m_series)
        return;
    const auto sets = m_series->barSets();
    for (qsizetype i = 0; i < sets.size(); ++i) {
        const auto &look = m_data.looks[static_cast<size_t>(i)];
        sets[i]->setBrush(QBrush(look.colour, look.pattern));
        sets[i]->setPen(QPen(look.colour, 1));
    }
    viewport()->update();
}

void BarChart::setSelected(const QString &counter)
{
    m_selected = counter;
    viewport()->update();
}

bool BarChart::shows(const QString &counter) const
{
    return !counter.isEmpty() && std::ranges::any_of(m_data.rows, [&](const BarRow &row) {
        return row.counter == counter
            || std::ranges::find(row.pieces, counter, &BarPiece::counter) != row.pieces.end();
    });
}

QRectF BarChart::pieceRect(size_t row, size_t piece) const
{
    if (!m_series)
        return {};
    double start = 0;
    for (size_t i = 0; i < piece; ++i)
        start += m_data.rows[row].pieces[i].value;
    const auto end = start + m_data.rows[row].pieces[piece].value;
    const auto centre = static_cast<double>(m_data.rows.size() - 1 - row);
    const auto topLeft = chart()->mapToPosition(QPointF(start, centre + BarShare / 2), m_series);
    const auto bottomRight = chart()->mapToPosition(QPointF(end, centre - BarShare / 2), m_series);
    QRectF area(topLeft, bottomRight);
    area.setWidth(std::max<double>(area.width(), MinPieceWidth));
    return chart()->mapRectToScene(area);
}

QRectF BarChart::rowRect(size_t row) const
{
    QRectF all;
    for (size_t i = 0; i < m_data.rows[row].pieces.size(); ++i)
        all = all.united(pieceRect(row, i));
    return all;
}

std::vector<QRectF> BarChart::selectedRects() const
{
    std::vector<QRectF> areas;
    for (size_t row = 0; row < m_data.rows.size() && !m_selected.isEmpty(); ++row) {
        if (m_data.rows[row].counter == m_selected)
            areas.push_back(rowRect(row));
        for (size_t i = 0; i < m_data.rows[row].pieces.size(); ++i) {
            if (m_data.rows[row].pieces[i].counter == m_selected)
                areas.push_back(pieceRect(row, i));
        }
    }
    return areas;
}

QRect BarChart::barRect(const QString &counter) const
{
    for (size_t row = 0; row < m_data.rows.size() && !counter.isEmpty(); ++row) {
        if (m_data.rows[row].counter == counter)
            return mapFromScene(rowRect(row)).boundingRect();
        for (size_t i = 0; i < m_data.rows[row].pieces.size(); ++i) {
            if (m_data.rows[row].pieces[i].counter == counter)
                return mapFromScene(pieceRect(row, i)).boundingRect();
        }
    }
    return {};
}

void BarChart::drawValues(QPainter &painter) const
{
    painter.setFont(font());
    for (size_t row = 0; row < m_data.rows.size(); ++row) {
        const auto &pieces = m_data.rows[row].pieces;
        for (size_t i = 0; i < pieces.size(); ++i) {
            const auto area = pieceRect(row, i);
            const QFontMetricsF metrics(font());
            const auto width = metrics.horizontalAdvance(pieces[i].text);
            if (!isStacked()) {
                painter.setPen(m_theme.colors().text);
                painter.drawText(QRectF(area.right() + 8, area.top(), width + 4, area.height()),
                    Qt::AlignVCenter | Qt::AlignLeft, pieces[i].text);
            } else if (area.width() > width + 24 && m_data.looks[i].pattern == Qt::SolidPattern) {
                painter.setPen(m_theme.colors().surface);
                painter.drawText(area, Qt::AlignCenter, pieces[i].text);
            }
        }
    }
}

void BarChart::drawTexts(QPainter &painter) const
{
    auto titleFont = font();
    titleFont.setWeight(QFont::DemiBold);
    painter.setFont(titleFont);
    painter.setPen(m_theme.colors().text);
    painter.drawText(
        QRectF(2, 0, width() - 4, TitleHeight - 6), Qt::AlignVCenter | Qt::AlignLeft, m_data.title);
    painter.setFont(font());
    for (size_t row = 0; row < m_data.rows.size(); ++row) {
        const auto area = rowRect(row);
        painter.drawText(QRectF(0, area.top(), labelRoom() - 8, area.height()),
            Qt::AlignVCenter | Qt::AlignRight, m_data.rows[row].label);
    }
}

void BarChart::drawLegend(QPainter &painter) const
{
    auto top = static_cast<double>(height()) - static_cast<double>(m_data.looks.size()) * LegendRow;
    for (const auto &look : m_data.looks) {
        const QRectF mark(2, top + (LegendRow - LegendMark) / 2.0, LegendMark, LegendMark);
        painter.setPen(QPen(look.colour, 1));
        painter.setBrush(QBrush(look.colour, look.pattern));
        painter.drawRect(mark);
        painter.setPen(m_theme.colors().text);
        painter.drawText(QRectF(mark.right() + 8, top, width() - mark.right() - 8, LegendRow),
            Qt::AlignVCenter | Qt::AlignLeft, look.name);
        top += LegendRow;
    }
}

void BarChart::drawForeground(QPainter *painter, const QRectF &rect)
{
    QChartView::drawForeground(painter, rect);
    if (!m_series || m_data.rows.empty())
        return;
    painter->save();
    drawTexts(*painter);
    drawValues(*painter);
    if (isStacked())
        drawLegend(*painter);
    // An outline in the text colour with an accent halo; never a change of hue.
    auto halo = m_theme.colors().accent;
    halo.setAlphaF(0.45F);
    painter->setBrush(Qt::NoBrush);
    for (const auto &area : selectedRects()) {
        painter->setPen(QPen(halo, 6));
        painter->drawRoundedRect(area.adjusted(-1, -1, 1, 1), 3, 3);
        painter->setPen(QPen(m_theme.colors().text, 2));
        painter->drawRoundedRect(area.adjusted(-1, -1, 1, 1), 2, 2);
    }
    painter->restore();
}

const BarPiece *BarChart::pieceAt(const QPoint &position) const
{
    const auto point = mapToScene(position);
    for (size_t row = 0; row < m_data.rows.size(); ++row) {
        const auto &pieces = m_data.rows[row].pieces;
        for (size_t i = pieces.size(); i-- > 0;) {
            auto area = pieceRect(row, i).adjusted(-2, -3, 2, 3);
            if (!isStacked()) // the whole row is the target: short bars are hard to hit
                area.setRight(width());
            if (area.contains(point))
                return &pieces[i];
        }
    }
    return nullptr;
}

void BarChart::mousePressEvent(QMouseEvent *event)
{
    const auto *piece = event->button() == Qt::LeftButton ? pieceAt(event->pos()) : nullptr;
    if (piece && !piece->counter.isEmpty())
        Q_EMIT clicked(piece->counter);
    else
        QChartView::mousePressEvent(event);
}

bool BarChart::viewportEvent(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        const auto *piece = pieceAt(at);
        return piece ? piece->toolTip : QString();
    };
    return showPartTip(event, this, textAt) || QChartView::viewportEvent(event);
}

} // namespace tosaic::views
