// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/plots/plotsource.h"
#include "views/widgets/theme.h"

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

class QPainter;

namespace tosaic::views {

struct PlotTick;

/// Small multiples: one lane for each series over one shared x axis, with a line across all of them
/// that says their values. Paints columns of pixels, so that ten million samples cost what a screen
/// costs. Wheel and W/S zoom, Shift+wheel, middle button, Space+drag and A/D pan, a drag zooms to
/// what it covers, F fits, left and right move the line.
class PlotView : public QAbstractScrollArea
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

    PlotRange range() const { return m_range; }
    /// Kept within what there is; narrower than half a step of the axis is not possible.
    void setRange(PlotRange range);
    void fit();
    void zoomIn() { zoom(0.5); }
    void zoomOut() { zoom(2); }
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
    double pixelOf(double x) const;
    double placeOf(double pixel) const;
    /// What the line says, one series in a row, for the clipboard.
    QString cursorTable() const;

Q_SIGNALS:
    void rangeChanged();
    void cursorChanged();
    void followingChanged(bool following);
    /// The user clicked a lane: its series, and the place on the x axis.
    void clicked(const QString &series, double x);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
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
    enum class Drag
    {
        None,
        Zoom,
        Pan
    };

    PlotRange fullRange() const;
    double smallestWidth() const;
    void zoom(double factor, std::optional<double> anchor = {});
    void pan(double share);
    void takeUserRange(PlotRange range);
    void moveCursor(int steps);
    void moveCurrent(int lanes);
    void invalidate();
    void updateScroll();
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

    const Theme &m_theme;
    PlotSubject m_subject;
    std::vector<size_t> m_shown;
    std::vector<Lane> m_lanes;
    PlotRange m_range;
    std::optional<double> m_cursor;
    QString m_current;
    bool m_isFollowing = true;
    bool m_isSpaceDown = false;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    QPoint m_dragged;
    PlotRange m_pressedRange;
};

} // namespace tosaic::views
