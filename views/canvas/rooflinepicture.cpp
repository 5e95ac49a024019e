// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/rooflinepicture.h"

#include "core/base/units.h"
#include "views/canvas/labelplacer.h"
#include "views/canvas/painting.h"
#include "views/canvas/rooflinewords.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct PictureText
{
    Q_DECLARE_TR_FUNCTIONS(Roofline)
};

constexpr double SmallestMark = 4; // px, radius
constexpr double LargestMark = 15;
constexpr double RunMark = 9;
constexpr double Air = 1.8; // factor between the outermost mark and the frame
constexpr double LeastSpan = 100; // two decades: a label or two on every axis
constexpr size_t NamedMarks = 5; // the longest carry their names, where there is room
constexpr double LongestName = 160; // px
constexpr double RidgeMark = 4; // px
constexpr double NumberRoom = 56; // px between numbers of an axis
constexpr QSizeF PaperSize(720, 420); // px
constexpr double LegendHeight = 24; // px, on paper

std::vector<double> logTicks(const AxisWindow &axis, double room, double unit = 1)
{
    auto ticks = logarithmicTicks(unit * std::pow(10, axis.from()), unit * std::pow(10, axis.to()),
        static_cast<int>(room / NumberRoom));
    for (auto &tick : ticks)
        tick = std::log10(tick / unit);
    return ticks;
}

} // namespace

struct RooflinePicture::Pen
{
    QPainter &painter;
    const Frame &frame;
    const ThemeColors &colors;
    LabelPlacer placer;
    std::vector<DrawnLabel> labels;

    double x(double power) const
    {
        const auto &axis = frame.across;
        return frame.plot.left() + (power - axis.from()) / axis.width() * frame.plot.width();
    }
    double y(double power) const
    {
        const auto &axis = frame.upright;
        return frame.plot.bottom() - (power - axis.from()) / axis.width() * frame.plot.height();
    }
    QPointF at(double intensity, double rate) const
    {
        return { x(std::log10(intensity)), y(std::log10(rate)) };
    }
    bool text(const QString &text, const QPointF &centre, double degrees, const QColor &colour)
    {
        const auto metrics = QFontMetricsF(painter.font());
        const QSizeF size(metrics.horizontalAdvance(text) + 8, metrics.height() + 2);
        const auto area = LabelPlacer::box(centre, size, degrees);
        if (!placer.place(area))
            return false;
        painter.save();
        painter.translate(centre);
        painter.rotate(degrees);
        const QRectF box(QPointF(-size.width() / 2, -size.height() / 2), size);
        painter.setPen(Qt::NoPen);
        painter.setBrush(faded(colors.surface, 0.8));
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(colour);
        painter.drawText(box, Qt::AlignCenter, text);
        painter.restore();
        labels.push_back({ text, area });
        return true;
    }
    void turned(const QPointF &centre, const QString &text, double degrees) const
    {
        painter.save();
        painter.translate(centre);
        painter.rotate(degrees);
        painter.drawText(QRectF(-300, -12, 600, 24), Qt::AlignCenter, text);
        painter.restore();
    }
};

RooflinePicture::RooflinePicture(profile::Roofline roofline, std::vector<RooflineMark> marks)
    : m_roofline(std::move(roofline)), m_marks(std::move(marks))
{
    for (size_t i = 0; i < m_marks.size(); ++i) {
        m_order.push_back(i);
        if (!m_marks[i].isWholeRun)
            m_longest = std::max(m_longest, m_marks[i].cycles);
    }
    std::ranges::stable_sort(m_order,
        [this](size_t a, size_t b) { return radiusOf(m_marks[a]) > radiusOf(m_marks[b]); });
}

double RooflinePicture::radiusOf(const RooflineMark &mark) const
{
    if (mark.isWholeRun)
        return RunMark;
    // The area, not the radius, is the time.
    const auto share = m_longest > 0 ? mark.cycles / m_longest : 0;
    return SmallestMark + (LargestMark - SmallestMark) * std::sqrt(share);
}

std::pair<double, double> RooflinePicture::intensities() const
{
    auto low = std::numeric_limits<double>::max();
    double high = 0;
    const auto take = [&](double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    };
    for (size_t i = 0; i < m_roofline.ceilings.size(); ++i) {
        if (hasRoof(i))
            take(m_roofline.ridge(i));
    }
    for (const auto &mark : m_marks)
        take(mark.point.intensity);
    low /= Air;
    high *= Air;
    if (high / low < LeastSpan) {
        const auto middle = std::sqrt(low * high);
        low = middle / std::sqrt(LeastSpan);
        high = middle * std::sqrt(LeastSpan);
    }
    return { std::log10(low), std::log10(high) };
}

std::pair<double, double> RooflinePicture::rates() const
{
    auto low = m_roofline.peakMacsPerCycle;
    auto high = low;
    for (const auto &mark : m_marks) {
        low = std::min(low, mark.point.macsPerCycle);
        high = std::max(high, mark.point.macsPerCycle);
    }
    high *= Air;
    return { std::log10(std::min(low / Air, high / LeastSpan)), std::log10(high) };
}

RooflinePicture::Frame RooflinePicture::frameIn(
    const QRectF &area, const QFontMetricsF &metrics) const
{
    const auto numbers = metrics.horizontalAdvance(u"0.0001"_s) + 10;
    const auto line = metrics.height() + 4;
    const auto right = m_roofline.clockHz ? numbers + line : 12;
    Frame frame{ .plot = area.adjusted(numbers + line, 12, -right, -2 * line - 6) };
    constexpr double Nearest = 0.25; // of a decade
    frame.across.setLimits(intensities().first, intensities().second, Nearest);
    frame.upright.setLimits(rates().first, rates().second, Nearest);
    frame.across.fit();
    frame.upright.fit();
    return frame;
}

QRectF RooflinePicture::markRect(size_t mark, const Frame &frame) const
{
    const auto &point = m_marks[mark].point;
    const auto &[plot, across, upright] = frame;
    const auto radius = radiusOf(m_marks[mark]);
    const QPointF centre(
        plot.left() + (std::log10(point.intensity) - across.from()) / across.width() * plot.width(),
        plot.bottom()
            - (std::log10(point.macsPerCycle) - upright.from()) / upright.width() * plot.height());
    return { centre - QPointF(radius, radius), QSizeF(radius * 2, radius * 2) };
}

void RooflinePicture::paintAxes(Pen &pen) const
{
    auto &painter = pen.painter;
    const auto &plot = pen.frame.plot;
    const auto height = QFontMetricsF(painter.font()).height();
    const auto grid = QPen(faded(pen.colors.border, 0.7), 1);
    const auto number
        = [](double power) { return QLocale().toString(std::pow(10, power), 'g', 4); };
    for (const auto power : logTicks(pen.frame.across, plot.width())) {
        const auto x = pen.x(power);
        painter.setPen(grid);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(pen.colors.mutedText);
        painter.drawText(
            QRectF(x - 40, plot.bottom() + 4, 80, height), Qt::AlignCenter, number(power));
    }
    for (const auto power : logTicks(pen.frame.upright, plot.height())) {
        const auto y = pen.y(power);
        painter.setPen(grid);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(pen.colors.mutedText);
        painter.drawText(QRectF(plot.left() - 86, y - height / 2, 80, height),
            Qt::AlignRight | Qt::AlignVCenter, number(power));
    }
    const auto &clock = m_roofline.clockHz;
    if (clock) { // the rates at the clock
        const auto unit = teraOperations(1, *clock);
        for (const auto power : logTicks(pen.frame.upright, plot.height(), unit)) {
            const auto y = pen.y(power);
            painter.drawLine(QPointF(plot.right(), y), QPointF(plot.right() + 4, y));
            painter.drawText(QRectF(plot.right() + 6, y - height / 2, 80, height),
                Qt::AlignLeft | Qt::AlignVCenter,
                QLocale().toString(unit * std::pow(10, power), 'g', 3));
        }
    }
    painter.setPen(QPen(pen.colors.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot);
    painter.setPen(pen.colors.text);
    painter.drawText(QRectF(plot.left(), plot.bottom() + height + 6, plot.width(), height),
        Qt::AlignCenter, PictureText::tr("Intensity (MACs per byte)"));
    const auto numbers = QFontMetricsF(painter.font()).horizontalAdvance(u"0.0001"_s) + 10;
    const auto aside = numbers + height / 2;
    pen.turned(
        { plot.left() - aside, plot.center().y() }, PictureText::tr("Rate (MACs per cycle)"), -90);
    if (clock)
        pen.turned({ plot.right() + aside, plot.center().y() },
            PictureText::tr("TOPS at %1").arg(formatClock(*clock)), -90);
}

/// Within the axes as far as they go; null if nothing of it is there.
QLineF RooflinePicture::roofLine(const Frame &frame, std::optional<size_t> ceiling) const
{
    const auto peak = std::log10(m_roofline.peakMacsPerCycle);
    const auto &[plot, across, upright] = frame;
    if (!ceiling)
        return { across.from(), peak, across.to(), peak };
    const auto slope = std::log10(m_roofline.ceilings[*ceiling].bytesPerCycle);
    const auto first = std::max(across.from(), upright.from() - slope);
    const auto last = std::min(across.to(), peak - slope);
    return first >= last ? QLineF() : QLineF(first, first + slope, last, last + slope);
}

void RooflinePicture::paintRoof(Pen &pen, std::optional<size_t> ceiling) const
{
    const auto line = roofLine(pen.frame, ceiling);
    if (line.isNull())
        return;
    const auto look = lookOf(ceiling, pen.colors);
    pen.painter.setPen(QPen(look.colour, ceiling ? 2 : 2.5, look.line));
    pen.painter.drawLine(
        QPointF(pen.x(line.x1()), pen.y(line.y1())), QPointF(pen.x(line.x2()), pen.y(line.y2())));
}

/// Where a memory's roof meets the peak: a diamond, a line down to the axis and the intensity.
void RooflinePicture::paintRidge(Pen &pen, size_t ceiling) const
{
    auto &painter = pen.painter;
    const auto height = QFontMetricsF(painter.font()).height();
    const auto ridge = m_roofline.ridge(ceiling);
    const auto look = lookOf(ceiling, pen.colors);
    const auto top = pen.at(ridge, m_roofline.peakMacsPerCycle);
    const QPointF bottom(top.x(), pen.frame.plot.bottom());
    painter.save();
    painter.setClipRect(pen.frame.plot.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(look.colour, 1, Qt::DotLine));
    painter.drawLine(top, bottom);
    painter.setPen(QPen(look.colour, 1.5));
    painter.setBrush(pen.colors.surface);
    painter.drawPolygon(
        QPolygonF({ top + QPointF(0, -RidgeMark - 1), top + QPointF(RidgeMark + 1, 0),
            top + QPointF(0, RidgeMark + 1), top + QPointF(-RidgeMark - 1, 0) }));
    painter.restore();
    for (const auto &text : { ridgeText(m_roofline, ceiling), shortRidgeText(m_roofline, ceiling),
             figureText(ridge) }) {
        const auto half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2 + 8;
        // Right or left of the line; above another one's text if need be.
        for (int lane = 0; lane < 4; ++lane) {
            const auto y = bottom.y() - height / 2 - 4 - lane * (height + 4);
            if (pen.text(text, { bottom.x() + half, y }, 0, pen.colors.mutedText)
                || pen.text(text, { bottom.x() - half, y }, 0, pen.colors.mutedText))
                return;
        }
    }
}

/// Along the line of a roof; where there is no room the legend has it.
void RooflinePicture::labelRoof(Pen &pen, std::optional<size_t> ceiling) const
{
    const auto powers = roofLine(pen.frame, ceiling);
    if (powers.isNull())
        return;
    const QLineF line(
        pen.x(powers.x1()), pen.y(powers.y1()), pen.x(powers.x2()), pen.y(powers.y2()));
    const auto offset = QFontMetricsF(pen.painter.font()).height() / 2 + 5;
    const auto degrees = -line.angle(); // QLineF counts anticlockwise
    const auto turned = degrees < -180 ? degrees + 360 : degrees;
    const auto normal = QPointF(line.dy(), -line.dx()) / line.length() * offset;
    const QStringList texts = ceiling
        ? QStringList{ ceilingText(m_roofline, *ceiling), shortCeilingText(m_roofline, *ceiling) }
        : QStringList{ peakText(m_roofline) };
    const auto colour = lookOf(ceiling, pen.colors).colour;
    for (const auto &text : texts) {
        for (const auto share : { 0.5, 0.35, 0.65, 0.25, 0.75, 0.18, 0.85 }) {
            const auto middle = line.pointAt(share);
            if (pen.text(text, middle + normal, turned, colour)
                || pen.text(text, middle - normal, turned, colour))
                return;
        }
    }
}

/// Names beside the marks: of the selected one, of the whole run, then of the longest.
void RooflinePicture::labelMarks(Pen &pen, const std::vector<size_t> &selected) const
{
    auto named = selected;
    size_t longest = 0;
    for (const auto mark : m_order) {
        if (!m_marks[mark].isWholeRun && ++longest > NamedMarks)
            continue;
        if (std::ranges::find(named, mark) == named.end())
            named.push_back(mark);
    }
    const QFontMetricsF metrics(pen.painter.font());
    for (const auto mark : named) {
        const auto text = metrics.elidedText(m_marks[mark].name, Qt::ElideMiddle, LongestName);
        const auto centre = markRect(mark, pen.frame).center();
        if (!pen.frame.plot.contains(centre))
            continue;
        const auto radius = radiusOf(m_marks[mark]);
        const auto aside = radius + 6 + (metrics.horizontalAdvance(text) + 8) / 2;
        const auto above = radius + 8 + metrics.height() / 2;
        for (const auto &offset : { QPointF(aside, 0), QPointF(-aside, 0), QPointF(0, -above),
                 QPointF(0, above), QPointF(aside, -above), QPointF(aside, above) }) {
            if (pen.text(text, centre + offset, 0, pen.colors.text))
                break;
        }
    }
}

/// Texts are placed one after another: what matters most first.
std::vector<RooflinePicture::DrawnLabel> RooflinePicture::paint(QPainter &painter,
    const Frame &frame, const ThemeColors &colors, const std::vector<size_t> &selected) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    Pen pen{ painter, frame, colors, LabelPlacer(frame.plot.adjusted(2, 2, -2, -2)), {} };
    paintAxes(pen);
    for (const auto mark : m_order)
        pen.placer.block(QRectF(markRect(mark, frame).toAlignedRect()));
    for (size_t i = 0; i < m_roofline.ceilings.size(); ++i) {
        if (!hasRoof(i))
            continue;
        // No text goes over any of the lines, which end at the peak: above it there is room.
        const auto top = pen.at(m_roofline.ridge(i), m_roofline.peakMacsPerCycle);
        pen.placer.block(QRectF(top, QPointF(top.x(), frame.plot.bottom())).adjusted(-1, 0, 1, 0));
    }
    painter.setClipRect(frame.plot);
    for (size_t i = 0; i < m_roofline.ceilings.size(); ++i) {
        if (hasRoof(i))
            paintRoof(pen, i);
    }
    paintRoof(pen, {});
    painter.setClipping(false);
    for (size_t i = 0; i < m_roofline.ceilings.size(); ++i) {
        if (hasRoof(i))
            paintRidge(pen, i);
    }
    painter.setClipRect(frame.plot);
    for (const auto mark : m_order) {
        auto look = limitLook(m_roofline, m_marks[mark].limit, colors);
        if (m_marks[mark].isWholeRun)
            look.shape = RoofLook::Shape::Star;
        paintMark(painter, markRect(mark, frame).center(), radiusOf(m_marks[mark]), look,
            !m_marks[mark].isEstimate, colors);
    }
    for (const auto mark : selected)
        paintSelectedMark(
            painter, markRect(mark, frame).center(), radiusOf(m_marks[mark]) + 3, colors);
    painter.setClipping(false);
    for (size_t i = 0; i < m_roofline.ceilings.size(); ++i) {
        if (hasRoof(i))
            labelRoof(pen, i);
    }
    labelRoof(pen, {});
    labelMarks(pen, selected);
    return std::move(pen.labels);
}

QByteArray rooflineSvg(const profile::Roofline &roofline, std::vector<RooflineMark> marks)
{
    if (marks.empty() || roofline.peakMacsPerCycle <= 0)
        return {};
    const RooflinePicture picture(roofline, std::move(marks));
    return svgOf(PaperSize, [&](QPainter &painter) {
        const auto colors = Theme::lightColors();
        const QRectF area({}, PaperSize);
        painter.fillRect(area, Qt::white);
        painter.setFont(paperFont());
        const QFontMetricsF metrics(painter.font());
        picture.paint(
            painter, picture.frameIn(area.adjusted(0, 0, 0, -LegendHeight), metrics), colors);
        // Which line is which memory: on paper there is no legend beside it.
        QRectF entry(LegendHeight, area.bottom() - LegendHeight, area.width(), LegendHeight);
        for (size_t i = 0; i < roofline.ceilings.size(); ++i) {
            const auto look = lookOf(i, colors);
            const auto text = ceilingText(roofline, i);
            painter.setPen(QPen(look.colour, 2, look.line));
            painter.drawLine(QPointF(entry.left(), entry.center().y()),
                QPointF(entry.left() + LegendHeight, entry.center().y()));
            painter.setPen(colors.text);
            painter.drawText(
                entry.adjusted(LegendHeight + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
            entry.translate(2 * LegendHeight + metrics.horizontalAdvance(text), 0);
        }
    });
}

} // namespace tosaic::views
