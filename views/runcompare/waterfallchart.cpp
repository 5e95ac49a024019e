// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/waterfallchart.h"

#include "views/canvas/hoverlabel.h"
#include "views/models/runchangenames.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

WaterfallChart::WaterfallChart(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"waterfallChart"_s, u"waterfallCard"_s, parent)
{
    setAccessibleName(tr("Waterfall from the old total to the new one"));
    setMinimumSize(320, 120);
    set({});
}

void WaterfallChart::set(profile::Waterfall waterfall)
{
    m_picture = WaterfallPicture(std::move(waterfall));
    m_selected = -1;
    const auto &shown = this->waterfall();
    setAccessibleDescription(shown.isEmpty()
            ? tr("Empty")
            : tr("From %1 to %2 %3 in %n step(s)", nullptr, static_cast<int>(shown.steps.size()))
                  .arg(valueText(shown.oldTotal), valueText(shown.newTotal), shown.unit));
    updateGeometry();
    arrange();
    fit();
    refresh();
}

void WaterfallChart::arrange()
{
    const auto start = waterfall().axisStart();
    const auto span = waterfall().largest() - start;
    if (span > 0)
        setAcross(start, start + span, span / 1000);
    setRows(m_picture.height());
}

void WaterfallChart::setSelected(const QString &name)
{
    const auto &steps = waterfall().steps;
    const auto found = std::ranges::find(steps, name, &profile::WaterfallStep::name);
    m_selected
        = name.isEmpty() || found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
    viewport()->update();
}

QSize WaterfallChart::sizeHint() const
{
    return { 640, static_cast<int>(m_picture.height()) };
}

void WaterfallChart::paint(QPainter &painter)
{
    m_picture.paint(painter, bars(), across(), colors(), m_selected);
}

int WaterfallChart::rowAt(double y) const
{
    const auto &rows = m_picture.rows();
    const auto found = std::ranges::find_if(rows, [&](const auto &row) {
        return std::abs(m_picture.barRect(row, bars(), across()).center().y() - y)
            <= WaterfallPicture::RowHeight / 2;
    });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

int WaterfallChart::itemAt(const QPointF &position) const
{
    const auto row = rowAt(position.y());
    return row < 0 ? -1 : m_picture.rows()[static_cast<size_t>(row)].step;
}

QRectF WaterfallChart::itemRect(int item) const
{
    return m_picture.barRect(m_picture.rows()[static_cast<size_t>(item) + 1], bars(), across());
}

QString WaterfallChart::cardAt(const QPointF &position) const
{
    const auto at = rowAt(position.y());
    if (at < 0)
        return {};
    const auto &row = m_picture.rows()[static_cast<size_t>(at)];
    return cardLine(tr("%1: %2", "operator, difference").arg(row.name, row.value));
}

void WaterfallChart::choose(int step)
{
    m_selected = step;
    reveal(itemRect(step));
    viewport()->update();
    if (const auto &name = waterfall().steps[static_cast<size_t>(step)].name; !name.isEmpty())
        Q_EMIT stepSelected(name);
}

} // namespace tosaic::views
