// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/plots/plotsource.h"

#include <optional>
#include <vector>

namespace tosaic::views {

struct PlotTick;

/// Small multiples: one lane for each series over one shared x axis, with a line across all of them
/// that says their values. Paints columns of pixels, so that ten million samples cost what a screen
/// costs. A drag zooms to what it covers, left and right move the line.
class PlotView : public Canvas
{
    Q_OBJECT
public:
    explicit PlotView(const Theme &theme, QWidget *parent = nullptr);

    /// A newer state of the same thing (`isSame`) keeps the range, unless it follows the newest.
    void setSubject(const PlotSubject &subject, bool isSame = false);
    const PlotSubject &subject() const { return m_subject; }
    /// Series that have a lane, in this order.
    void setShown(const std::vector<size_t> &series);
    const std::vector<size_t> &shown() const { return m_shown; }

    PlotRange range() const { return { across().from(), across().to() }; }
    /// Kept within what there is; narrower than half a step of the axis is not possible.
    void setRange(PlotRange range);
    void fit() override;
    /// The newest stays in view as it comes.
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool following);

    /// Where the line across the lanes is; absent: nowhere.
    std::optional<double> cursor() const { return m_cursor; }
    void setCursor(std::optional<double> x);
    /// The lane that is outlined, by the name of its series.
    QString current() const { return m_current; }
    void setCurrent(const QString &series);

    /// Of the lane of a series in the viewport: its curve; empty if it has none.
    QRect curveRect(size_t series) const;
    double pixelOf(double x) const { return xOf(x); }
    double placeOf(double pixel) const { return acrossAt(pixel); }
    /// What the line says, one series in a row, for the clipboard.
    QString cursorTable() const;

Q_SIGNALS:
    void rangeChanged();
    void followingChanged(bool following);
    /// The user clicked a lane: its series, and the place on the x axis.
    void clicked(const QString &series, double x);

protected:
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return bool(m_subject.source); }
    int currentItem() const override { return m_cursor ? 0 : -1; } ///< the line
    QRectF itemRect(int item) const override;
    QString cardAt(const QPointF &position) const override;
    void activate(int) override { zoomIn(); }
    void press(const QPointF &position) override;
    bool takesDrag(const QPoint &position) override { return position.x() >= LeftRoom; }
    void drag(const QPoint &from, const QPoint &to) override;
    void drop(const QPoint &from, const QPoint &to) override;
    void hover(const QPointF &position) override;
    void leave() override;
    bool takeKey(const QKeyEvent &event) override;
    void walk(int dx, int dy) override;
    void walkToEnd(bool isLast) override;
    bool takeBack() override;
    void copy() override;
    void windowMoved() override;

private:
    static constexpr int LeftRoom = 72; // px for the numbers of the y axes
    static constexpr int RightRoom = 16; // px
    static constexpr int HeadHeight = 26; // px: title and value of a lane
    static constexpr int AxisHeight = 28; // px

    /// What is painted of a lane; made anew when range, width or data change.
    struct Lane
    {
        size_t series = 0;
        std::vector<PlotColumn> columns;
        std::optional<PlotSample> before;
        std::optional<PlotSample> after;
        quint64 count = 0; ///< samples in the range
        PlotRange values; ///< of the y axis
        bool isReady = false;
    };
    PlotRange fullRange() const;
    bool isCounted() const;
    void moveCursor(int steps);
    void moveCurrent(int lanes);
    void describe();

    // Geometry, px in the viewport.
    int laneHeight() const;
    QRect laneRect(size_t position) const;
    QRect curveOf(const QRect &lane) const;
    QRect axisRect() const;
    std::optional<size_t> laneAt(const QPoint &position) const;

    // plotpainting.cpp
    void prepare(Lane &lane) const;
    void paintLane(QPainter &painter, const Lane &lane, const QRect &rect) const;
    void paintHead(
        QPainter &painter, const PlotSeries &series, size_t index, const QRect &rect) const;
    void paintScale(QPainter &painter, const Lane &lane, const QRect &curve) const;
    void paintCurve(QPainter &painter, const Lane &lane, const QRect &curve) const;
    void paintMarks(QPainter &painter, const Lane &lane, const QRect &curve) const;
    void paintAxis(QPainter &painter, const std::vector<PlotTick> &ticks) const;
    void paintCursor(QPainter &painter) const;
    QColor colourOf(const PlotSeries &series) const;
    QString headValue(const PlotSeries &series, size_t index) const;

    PlotSubject m_subject;
    std::vector<size_t> m_shown;
    std::vector<Lane> m_lanes;
    PlotRange m_prepared; ///< what the lanes were made ready for
    std::optional<double> m_cursor;
    QString m_current;
    bool m_isFollowing = true;
    bool m_isOwnMove = false; ///< the window moves, but not by the user
    std::optional<PlotRange> m_covered; ///< by a drag that goes on; px
};

} // namespace tosaic::views
