// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timelineaxis.h"
#include "views/timeline/timelinedata.h"
#include "views/timeline/timelinerows.h"
#include "views/timeline/trackpainter.h"
#include "views/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QSet>

#include <memory>
#include <optional>
#include <span>

class QLabel;

namespace tosaic::views {

/// The picture of a timeline: names of tracks on the left, a ruler on top, tracks below. Every
/// picture is painted anew from the index, in a time that does not grow with the events.
class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    using Range = ProfileDocument::Range;

    explicit TimelineView(const Theme &theme, QWidget *parent = nullptr);

    /// Shows all of it. Absent: nothing.
    void setData(std::optional<TimelineData> data);
    const std::optional<TimelineData> &data() const { return m_data; }

    TimelineAxis axis() const;
    /// Clamped to what there is.
    void setWindow(double from, double to);
    void fit();
    /// Around the pointer if it is over the tracks, else around the middle.
    void zoom(double factor);
    void pan(double share); ///< of the window

    /// Absent: none. Does not emit.
    void setSelected(std::optional<TimelinePlace> place);
    std::optional<TimelinePlace> selected() const { return m_selected; }
    /// Slices of these operations get an outline.
    void setOutlined(std::vector<size_t> operations);
    void setRange(std::optional<Range> range);
    std::optional<Range> range() const { return m_range; }

    /// Pans and scrolls so that the slice is seen; its group is opened.
    void showPlace(const TimelinePlace &place);
    void zoomTo(qint64 from, qint64 to);
    void setCollapsed(const QString &group, bool isCollapsed);
    bool isCollapsed(const QString &group) const { return m_collapsed.contains(group); }

    int headerWidth() const { return m_headerWidth; }
    void setHeaderWidth(int width);
    const TimelineRows &rows() const { return m_rows; }
    /// In the viewport; empty while its group is collapsed.
    QRect rowRect(size_t track) const;
    QRectF sliceRect(const TimelinePlace &place) const;
    std::optional<TimelinePlace> placeAt(const QPointF &position) const;
    /// What the card beside the pointer says; empty: nothing is there.
    QString cardAt(const QPointF &position) const;

Q_SIGNALS:
    /// By click or key; absent: nothing any more.
    void placeSelected(std::optional<tosaic::views::TimelinePlace> place);
    /// While it is dragged, and at its end.
    void rangeChanging(std::optional<tosaic::ProfileDocument::Range> range);
    void rangeChosen(std::optional<tosaic::ProfileDocument::Range> range);
    void windowChanged();
    void copyRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    enum class Drag
    {
        None,
        Pan,
        Range, ///< a new one
        RangeStart, ///< an edge of the one there is
        RangeEnd,
        Header
    };

    QRect plot() const; ///< where tracks are painted
    void takeLook();
    void updateScrollBar();
    void updateCursor(const QPoint &position);
    Drag dragAt(const QPoint &position) const;
    void dragTo(const QPoint &position);
    void setDraggedRange(double x);
    void zoomAt(double x, double factor);
    void select(std::optional<TimelinePlace> place);
    void announce();
    void showCard(const QPointF &position);
    bool walkKey(const QKeyEvent &event);
    bool viewKey(const QKeyEvent &event);
    bool choiceKey(const QKeyEvent &event);
    void walkSlices(int direction);
    void walkTracks(int direction);
    std::optional<TimelinePlace> nearestSlice(size_t track, qint64 time) const;
    void escape();

    void paintRows(QPainter &painter);
    void paintGrid(QPainter &painter) const;
    void paintRow(QPainter &painter, const TimelineRow &row, int top);
    void paintRange(QPainter &painter) const;
    void paintOutlines(QPainter &painter) const;
    void paintOutline(QPainter &painter, const TimelinePlace &place, bool isMain) const;
    void paintHeaders(QPainter &painter) const;
    void paintGroupHeader(QPainter &painter, const TimelineRow &row, const QRect &area) const;
    void paintTrackHeader(QPainter &painter, const TimelineRow &row, const QRect &area) const;
    void paintRuler(QPainter &painter) const;
    void paintTicks(
        QPainter &painter, const std::vector<AxisTick> &ticks, int top, const QColor &colour) const;
    int rulerHeight() const;

    const Theme &m_theme;
    std::optional<TimelineData> m_data;
    TimelineRows m_rows;
    TrackPainter m_tracks;
    QSet<QString> m_collapsed;
    double m_from = 0;
    double m_to = 1;
    int m_headerWidth = 240; // px
    std::optional<TimelinePlace> m_selected;
    std::vector<size_t> m_outlined;
    std::optional<Range> m_range;
    Drag m_drag = Drag::None;
    bool m_hasDragged = false;
    bool m_isSpaceDown = false;
    QPoint m_pressed;
    double m_pressedFrom = 0; ///< start of the window when the button went down
    int m_pressedScroll = 0;
    QLabel *m_card;
};

} // namespace tosaic::views
