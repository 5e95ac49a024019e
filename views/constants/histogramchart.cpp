// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/histogramchart.h"

#include "core/base/units.h"
#include "views/constants/valuesmodel.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QResizeEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RoomForTicks = 240; // px for five of them with their numbers
}

HistogramChart::HistogramChart(const Theme &theme, QWidget *parent)
    : QChartView(parent), m_theme(theme), m_across(new QValueAxis), m_up(new QValueAxis)
{
    setObjectName(u"histogram"_s);
    setAccessibleName(tr("Histogram"));
    setFrameShape(NoFrame);
    setRenderHint(QPainter::Antialiasing, false); // edges of bins on pixels
    setFocusPolicy(Qt::NoFocus); // the numbers beside it are the keyboard's way
    setMinimumSize(150, 90);
    auto *shown = chart();
    shown->setAnimationOptions(QChart::NoAnimation);
    shown->setBackgroundRoundness(0);
    shown->setMargins({ 4, 8, 12, 4 });
    shown->legend()->hide();
    shown->layout()->setContentsMargins(0, 0, 0, 0);
    shown->addAxis(m_across, Qt::AlignBottom);
    shown->addAxis(m_up, Qt::AlignLeft);
    m_across->setTickCount(5);
    m_across->setGridLineVisible(false);
    m_across->setLabelFormat(u"%.3g"_s);
    m_up->setTickCount(3);
    m_up->setLabelFormat(u"%.0f"_s);
    m_up->setTitleText(tr("Elements"));
    connect(&theme, &Theme::changed, this, &HistogramChart::applyColours);
    applyColours();
}

/// Labels that would be cut say nothing.
void HistogramChart::resizeEvent(QResizeEvent *event)
{
    m_across->setTickCount(event->size().width() < RoomForTicks ? 2 : 5);
    QChartView::resizeEvent(event);
}

void HistogramChart::set(const model::Histogram &histogram, const QString &axisTitle)
{
    m_histogram = histogram;
    chart()->removeAllSeries();
    m_series = nullptr;
    m_across->setTitleText(axisTitle);
    if (m_histogram.bins.empty())
        return;
    // Bins as steps: two corners each, so that both axes are true scales.
    auto *edge = new QLineSeries;
    QList<QPointF> corners;
    const auto left = [this](size_t bin) {
        return m_histogram.low + m_histogram.width * static_cast<double>(bin);
    };
    for (size_t i = 0; i < m_histogram.bins.size(); ++i) {
        const auto count = static_cast<double>(m_histogram.bins[i]);
        corners << QPointF(left(i), count) << QPointF(left(i + 1), count);
    }
    edge->replace(corners);
    m_series = new QAreaSeries(edge);
    edge->setParent(m_series);
    chart()->addSeries(m_series);
    m_series->attachAxis(m_across);
    m_series->attachAxis(m_up);
    const auto high = left(m_histogram.bins.size());
    m_across->setRange(m_histogram.low, high > m_histogram.low ? high : m_histogram.low + 1);
    const auto largest = *std::ranges::max_element(m_histogram.bins);
    // Counts are whole, and so is the label in the middle.
    m_up->setRange(0, std::max(2.0, 2 * std::ceil(static_cast<double>(largest) * 0.525)));
    applyColours();
}

void HistogramChart::applyColours()
{
    const auto &c = m_theme.colors();
    chart()->setBackgroundBrush(c.surface);
    chart()->setBackgroundPen(Qt::NoPen);
    setBackgroundBrush(c.surface);
    for (auto *axis : { m_across, m_up }) {
        axis->setLabelsColor(c.mutedText);
        axis->setTitleBrush(c.mutedText);
        axis->setLinePenColor(c.border);
        axis->setGridLineColor(c.border);
        axis->setLabelsFont(font());
        axis->setTitleFont(font());
    }
    if (!m_series)
        return;
    auto fill = c.accent;
    fill.setAlphaF(0.55F);
    m_series->setBrush(fill);
    m_series->setPen(QPen(c.accent, 1));
}

int HistogramChart::binAt(const QPoint &position) const
{
    if (!m_series || m_histogram.width <= 0)
        return -1;
    const auto point = mapToScene(position);
    if (!chart()->plotArea().contains(chart()->mapFromScene(point)))
        return -1;
    const auto value = chart()->mapToValue(chart()->mapFromScene(point), m_series).x();
    const auto bin = std::floor((value - m_histogram.low) / m_histogram.width);
    return bin >= 0 && bin < static_cast<double>(m_histogram.bins.size()) ? static_cast<int>(bin)
                                                                          : -1;
}

QString HistogramChart::binText(int bin) const
{
    const auto low = m_histogram.low + m_histogram.width * bin;
    return tr("%1 to %2: %n element(s)", nullptr,
        static_cast<int>(std::min<quint64>(m_histogram.bins[static_cast<size_t>(bin)], INT_MAX)))
        .arg(realText(low), realText(low + m_histogram.width));
}

bool HistogramChart::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const auto bin = binAt(help->pos());
        QToolTip::showText(help->globalPos(), bin < 0 ? QString() : binText(bin), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

} // namespace tosaic::views
