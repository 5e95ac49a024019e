// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runchangedelegate.h"

#include "core/base/diagnostic.h"
#include "profiler/analysis/ranktest.h"
#include "views/runcompare/runchangemodel.h"
#include "views/widgets/verdictstyle.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double PlotPadding = 10; // px
constexpr double Dot = 2; // px, radius
constexpr int PlotWidth = 110; // px

/// One side's repeats on a line.
struct SideOfPlot
{
    QList<double> values;
    double y = 0;
    QColor colour;
    bool isFilled = false;
};

class Plot
{
public:
    Plot(const QRectF &area, double least, double most)
        : m_area(area), m_least(least), m_span(most - least)
    {
    }

    void paint(QPainter &painter, const SideOfPlot &side) const
    {
        if (side.values.isEmpty())
            return;
        const auto [least, most] = std::ranges::minmax(side.values);
        painter.setPen(QPen(side.colour, 1.4));
        painter.drawLine(QPointF(x(least), side.y), QPointF(x(most), side.y));
        painter.setBrush(side.isFilled ? QBrush(side.colour) : QBrush(Qt::NoBrush));
        for (const auto value : side.values)
            painter.drawEllipse(QPointF(x(value), side.y), Dot, Dot);
        const auto median = profile::medianOf({ side.values.data(), size_t(side.values.size()) });
        painter.setPen(QPen(side.colour, 2));
        painter.drawLine(QPointF(x(median), side.y - 5), QPointF(x(median), side.y + 5));
    }

private:
    double x(double value) const
    {
        return m_span > 0 ? m_area.left() + (value - m_least) / m_span * m_area.width()
                          : m_area.center().x();
    }

    QRectF m_area;
    double m_least;
    double m_span;
};

} // namespace

RunChangeDelegate::RunChangeDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void RunChangeDelegate::initStyleOption(
    QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    const auto &colours = m_theme.colors();
    if (const auto severity = index.data(SeverityRole); severity.isValid()) {
        if (index.column() == ConditionModel::MeaningColumn) {
            const auto level = static_cast<Severity>(severity.toInt());
            const auto colour = level == Severity::Error ? colours.worse
                : level == Severity::Warning             ? colours.text
                                                         : colours.mutedText;
            option->palette.setColor(QPalette::Text, colour);
        }
        return;
    }
    const auto role = index.data(VerdictRole);
    if (!role.isValid())
        return;
    const auto verdict = static_cast<Verdict>(role.toInt());
    const auto column = index.column();
    if (column == RunChangeModel::UnitColumn || column == RunChangeModel::SignificanceColumn)
        option->palette.setColor(QPalette::Text, colours.mutedText);
    const bool isJudged = column == RunChangeModel::DifferenceColumn
        || column == RunChangeModel::RelativeColumn || column == RunChangeModel::VerdictColumn;
    if (!isJudged)
        return;
    styleVerdict(*option, verdict, colours, column == RunChangeModel::VerdictColumn);
}

void RunChangeDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    CellDelegate::paint(painter, option, index);
    const auto isPlot
        = index.data(VerdictRole).isValid() && index.column() == RunChangeModel::RepeatsColumn;
    if (!isPlot)
        return;
    const auto olds = index.data(OldRepeatsRole).value<QList<double>>();
    const auto news = index.data(NewRepeatsRole).value<QList<double>>();
    const auto all = olds + news;
    if (all.isEmpty())
        return;
    const auto [least, most] = std::ranges::minmax(all);
    const auto area = QRectF(option.rect).adjusted(PlotPadding, 0, -PlotPadding, 0);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const auto ink = option.palette.color(QPalette::HighlightedText);
    const auto &colours = m_theme.colors();
    const Plot plot(area, least, most);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(option.rect);
    plot.paint(*painter,
        { olds, area.top() + area.height() * 0.3, isSelected ? ink : colours.mutedText, false });
    plot.paint(*painter,
        { news, area.top() + area.height() * 0.7, isSelected ? ink : colours.accent, true });
    painter->restore();
}

QSize RunChangeDelegate::sizeHint(
    const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto size = CellDelegate::sizeHint(option, index);
    if (index.data(VerdictRole).isValid() && index.column() == RunChangeModel::RepeatsColumn)
        size.setWidth(PlotWidth);
    return size;
}

} // namespace tosaic::views
