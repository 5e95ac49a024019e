// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/roofline.h"
#include "views/canvas/axiswindow.h"
#include "views/canvas/roofmarks.h"

#include <vector>

namespace tosaic::views {

class LabelPlacer;

/// A point under the roofs.
struct RooflineMark
{
    QString name;
    profile::RooflinePoint point;
    std::optional<profile::CycleLimit> limit; ///< what sets its pace; absent: not known
    double cycles = 0; ///< its area; 0: not known
    bool isEstimate = false;
    bool isWholeRun = false;
};

/// Roofs, marks and their names, on the screen and in reports. Both axes are logarithmic; what is
/// given and answered are powers of ten.
class RooflinePicture
{
public:
    /// Texts that were drawn, with their places: none covers another.
    struct DrawnLabel
    {
        QString text;
        QPolygonF area;
    };
    struct Frame
    {
        QRectF plot;
        AxisWindow across; ///< intensity
        AxisWindow upright; ///< rate
    };

    RooflinePicture() = default;
    RooflinePicture(profile::Roofline roofline, std::vector<RooflineMark> marks);

    /// In an area: the axes show all, and there is room for their numbers.
    Frame frameIn(const QRectF &area, const QFontMetricsF &metrics) const;
    const std::vector<RooflineMark> &marks() const { return m_marks; }
    const std::vector<size_t> &order() const { return m_order; } ///< the largest first
    QRectF markRect(size_t mark, const Frame &frame) const;

    std::vector<DrawnLabel> paint(QPainter &painter, const Frame &frame, const ThemeColors &colors,
        const std::vector<size_t> &selected = {}) const;

private:
    struct Pen; ///< what painting needs besides

    std::pair<double, double> intensities() const;
    std::pair<double, double> rates() const;
    double radiusOf(const RooflineMark &mark) const;
    void paintAxes(Pen &pen) const;
    void paintRoof(Pen &pen, std::optional<size_t> ceiling) const;
    void paintRidge(Pen &pen, size_t ceiling) const;
    void labelRoof(Pen &pen, std::optional<size_t> ceiling) const;
    void labelMarks(Pen &pen, const std::vector<size_t> &selected) const;
    QLineF roofLine(const Frame &frame, std::optional<size_t> ceiling) const;
    bool hasRoof(size_t ceiling) const { return m_roofline.ceilings[ceiling].bytesPerCycle > 0; }

    profile::Roofline m_roofline;
    std::vector<RooflineMark> m_marks;
    std::vector<size_t> m_order;
    double m_longest = 0; ///< cycles
};

/// As an SVG on white; empty without a peak or without points.
QByteArray rooflineSvg(const profile::Roofline &roofline, std::vector<RooflineMark> marks);

} // namespace tosaic::views
