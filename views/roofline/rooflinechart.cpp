// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinechart.h"

#include "views/roofline/roofmarks.h"
#include "views/roofline/roofwords.h"

#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>

#include <QGraphicsLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double SmallestMark = 4; // px, radius
constexpr double LargestMark = 15;
constexpr double RunMark = 9;
constexpr double Air = 1.8; // factor between the outermost mark and the frame
constexpr double LeastSpan = 100; // two decades: a label or two on every axis

} // namespace

RooflineChart::RooflineChart(const Theme &theme, QWidget *parent)
    : QChartView(parent), m_theme(theme), m_card(new QLabel(viewport()))
{
    setFrameShape(NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(312, 224);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setBackgroundRoundness(0);
    chart()->legend()->hide(); // beside the chart, with shapes and numbers
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setMargins(QMargins(8, 12, 8, 4));
    m_xAxis = addAxis(Qt::AlignBottom, tr("Intensity (MACs per byte)"));
    m_yAxis = addAxis(Qt::AlignLeft, tr("Rate (MACs per cycle)"));
    m_scale = addAxis(Qt::AlignRight, {});
    m_scale->setGridLineVisible(false);
    m_scale->setMinorGridLineVisible(false);
    m_card->setObjectName(u"rooflineCard"_s);
    m_card->setProperty("role", u"card"_s);
    m_card->setTextFormat(Qt::RichText);
    m_card->setMargin(8);
    m_card->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_card->setAutoFillBackground(true);
    m_card->hide();
    connect(&m_theme, &Theme::changed, this, &RooflineChart::applyColours);
}

void RooflineChart::setData(const RoofData &roofs)
{
    m_data = roofs;
    m_selected.clear();
    m_order.clear();
    m_longest = 0;
    for (size_t i = 0; i < m_data.rows.size(); ++i) {
        const auto &row = m_data.rows[i];
        if (!row.point)
            continue;
        m_order.push_back(i);
        if (!row.isWholeRun())
            m_longest = std::max(m_longest, row.cycles.value_or(0));
    }
    std::ranges::stable_sort(m_order,
        [this](size_t a, size_t b) { return radiusOf(m_data.rows[a]) > radiusOf(m_data.rows[b]); });
    showCard({});
    chart()->removeAllSeries();
    m_roofs.clear();
    if (m_data.hasRoofs())
        setAxes();
    applyColours();
}

RooflineChart::Range RooflineChart::intensities() const
{
    Range range{ std::numeric_limits<double>::max(), 0 };
    const auto take = [&range](double value) {
        range = { std::min(range.low, value), std::max(range.high, value) };
    };
    for (size_t i = 0; i < m_data.roofline.ceilings.size(); ++i) {
        if (m_data.roofline.ceilings[i].bytesPerCycle > 0)
            take(m_data.roofline.ridge(i));
    }
    for (const auto row : m_order)
        take(m_data.rows[row].point->intensity);
    range = { range.low / Air, range.high * Air };
    if (range.high / range.low < LeastSpan) {
        const auto middle = std::sqrt(range.low * range.high);
        range = { middle / std::sqrt(LeastSpan), middle * std::sqrt(LeastSpan) };
    }
    return range;
}

RooflineChart::Range RooflineChart::rates() const
{
    const auto peak = m_data.roofline.peakMacsPerCycle;
    Range range{ peak, peak };
    for (const auto row : m_order) {
        const auto rate = m_data.rows[row].point->macsPerCycle;
        range = { std::min(range.low, rate), std::max(range.high, rate) };
    }
    range = { range.low / Air, range.high * Air };
    range.low = std::min(range.low, range.high / LeastSpan);
    return range;
}

QLogValueAxis *RooflineChart::addAxis(Qt::Alignment side, const QString &title)
{
    auto *axis = new QLogValueAxis;
    axis->setBase(10);
    axis->setMinorTickCount(8);
    axis->setLabelFormat(u"%g"_s);
    axis->setTitleText(title);
    chart()->addAxis(axis, side);
    return axis;
}

void RooflineChart::setAxes()
{
    m_x = intensities();
    m_y = rates();
    for (size_t i = 0; i < m_data.roofline.ceilings.size(); ++i)
        addRoof(i);
    addRoof({});
    for (const auto &[series, ceiling] : m_roofs) {
        series->attachAxis(m_xAxis);
        series->attachAxis(m_yAxis);
    }
    m_xAxis->setRange(m_x.low, m_x.high);
    m_yAxis->setRange(m_y.low, m_y.high);
    const auto hertz = m_data.roofline.clockHz;
    m_scale->setVisible(hertz.has_value());
    if (!hertz)
        return;
    // A series can have one vertical axis: this one carries nothing.
    auto *nothing = new QLineSeries;
    chart()->addSeries(nothing);
    nothing->attachAxis(m_xAxis);
    nothing->attachAxis(m_scale);
    m_scale->setRange(teraOperations(m_y.low, *hertz), teraOperations(m_y.high, *hertz));
    m_scale->setTitleText(tr("TOPS at %1 MHz").arg(QLocale().toString(*hertz / 1e6, 'g', 6)));
}

void RooflineChart::addRoof(std::optional<size_t> ceiling)
{
    auto *series = new QLineSeries;
    const auto peak = m_data.roofline.peakMacsPerCycle;
    if (!ceiling) {
        series->append(m_x.low, peak);
        series->append(m_x.high, peak);
    } else {
        const auto slope = m_data.roofline.ceilings[*ceiling].bytesPerCycle;
        if (slope <= 0)
            return delete series;
        const auto first = std::max(m_x.low, m_y.low / slope);
        const auto last = std::min(m_x.high, peak / slope);
        if (first >= last)
            return delete series;
        series->append(first, first * slope);
        series->append(last, last * slope);
    }
    chart()->addSeries(series);
    m_roofs.emplace_back(series, ceiling);
}

void RooflineChart::applyColours()
{
    const auto &colors = m_theme.colors();
    setBackgroundBrush(colors.surface);
    chart()->setBackgroundBrush(colors.surface);
    for (const auto &[series, ceiling] : m_roofs) {
        const auto look = lookOf(ceiling, colors);
        series->setPen(QPen(look.colour, ceiling ? 2 : 2.5, look.line));
    }
    auto grid = colors.border;
    grid.setAlphaF(0.7F);
    auto minor = colors.border;
    minor.setAlphaF(0.25F);
    for (auto *axis : chart()->axes()) {
        axis->setLabelsColor(colors.mutedText);
        axis->setTitleBrush(colors.text);
        axis->setTitleFont(font());
        axis->setLabelsFont(font());
        axis->setLinePen(QPen(colors.border, 1));
        axis->setGridLinePen(QPen(grid, 1));
        axis->setMinorGridLinePen(QPen(minor, 1));
    }
    m_card->setStyleSheet(
        u"background: %1; color: %2; border: 1px solid %3; border-radius: 4px"_s.arg(
            colors.surface.name(), colors.text.name(), colors.border.name()));
    viewport()->update();
}

QPointF RooflineChart::place(double intensity, double rate) const
{
    const auto plot = chart()->plotArea();
    const auto share = [](double value, Range range) {
        return std::log(value / range.low) / std::log(range.high / range.low);
    };
    return chart()->mapToScene(plot.left() + share(intensity, m_x) * plot.width(),
        plot.bottom() - share(rate, m_y) * plot.height());
}

double RooflineChart::radiusOf(const RoofRow &row) const
{
    if (row.isWholeRun())
        return RunMark;
    // The area, not the radius, is the time.
    const auto share = m_longest > 0 ? row.cycles.value_or(0) / m_longest : 0;
    return SmallestMark + (LargestMark - SmallestMark) * std::sqrt(share);
}

QRectF RooflineChart::plotRect() const
{
    return mapFromScene(chart()->mapToScene(chart()->plotArea()).boundingRect()).boundingRect();
}

QRectF RooflineChart::markRect(size_t row) const
{
    if (!m_data.hasRoofs() || row >= m_data.rows.size() || !m_data.rows[row].point)
        return {};
    const auto &roof = m_data.rows[row];
    const auto centre = mapFromScene(place(roof.point->intensity, roof.point->macsPerCycle));
    const auto radius = radiusOf(roof);
    return QRectF(centre - QPointF(radius, radius), QSizeF(radius * 2, radius * 2));
}

void RooflineChart::setSelected(const std::vector<size_t> &rows)
{
    m_selected.clear();
    for (const auto row : rows) {
        if (row < m_data.rows.size() && m_data.rows[row].point)
            m_selected.push_back(row);
    }
    QString spoken = tr("Nothing is selected. Arrow keys walk the operators.");
    if (!m_selected.empty())
        spoken = spokenText(m_data, m_data.rows[m_selected.front()]);
    if (m_data.hasRoofs())
        setAccessibleDescription(
            tr("%n operator(s) under the roofs. %1", nullptr, static_cast<int>(m_order.size()))
                .arg(spoken));
    viewport()->update();
}

} // namespace tosaic::views
