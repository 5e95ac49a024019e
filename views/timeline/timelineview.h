// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/timeline/timelineaxis.h"
#include "views/timeline/timelinedata.h"
#include "views/timeline/timelinerows.h"
#include "views/timeline/trackpainter.h"

#include <QSet>

#include <optional>

namespace tosaic::views {

/// The picture of a timeline: names of tracks on the left, a ruler on top, tracks below. Every
/// picture is painted anew from the index, in a time that does not grow with the events. A drag
/// chooses a range; * opens all groups, Backspace closes one, M takes the slice as the range.
class TimelineView : public Canvas
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
    void setWindow(double from, double to) { moveAcross(from, to); }

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
    QString cardAt(const QPointF &position) const override;

Q_SIGNALS:
    /// By click or key; absent: nothing any more.
    void placeSelected(std::optional<tosaic::views::TimelinePlace> place);
    /// While it is dragged, and at its end.
    void rangeChanging(std::optional<tosaic::ProfileDocument::Range> range);
    void rangeChosen(std::optional<tosaic::ProfileDocument::Range> range);
    void windowChanged();
    void copyRequested();

protected:
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return m_data && !m_data->timeline().tracks.empty(); }
    void press(const QPointF &position) override;
    bool takesDrag(const QPoint &position) override;
    void drag(const QPoint &from, const QPoint &to) override;
    void drop(const QPoint &from, const QPoint &to) override;
    bool activateAt(const QPointF &position) override;
    Qt::CursorShape cursorAt(const QPoint &position) const override;
    bool takeKey(const QKeyEvent &event) override;
    void walk(int dx, int dy) override;
    void walkToEnd(bool isLast) override;
    bool takeBack() override;
    void copy() override { Q_EMIT copyRequested(); }
    void windowMoved() override { Q_EMIT windowChanged(); }
    void lookChanged() override;

private:
    static constexpr int RulerLine = 22; // px
    static constexpr int RowGap = 2; // px above and below a row's slices
    static constexpr int HandleWidth = 5; // px of a range's edge, to each side

    enum class Grip
    {
        None,
        Range, ///< a new one
        RangeStart, ///< an edge of the one there is
        RangeEnd,
        Header
    };

    QRect area() const { return plot().toRect(); }
    int rulerHeight() const;
    int scroll() const { return static_cast<int>(upright().from()); }
    const TimelineRow *rowAt(const QPointF &position) const;
    Grip gripAt(const QPoint &position) const;
    void select(std::optional<TimelinePlace> place);
    void go(const TimelinePlace &place);
    void announce();
    void walkSlices(qsizetype steps);
    void walkTracks(int direction);
    std::optional<TimelinePlace> nearestSlice(size_t track, qint64 time) const;

    void paintRows(QPainter &painter);
    void paintGrid(QPainter &painter) const;
    void paintRow(QPainter &painter, const TimelineRow &row, int top);
    void paintRange(QPainter &painter) const;
    void paintOutlines(QPainter &painter) const;
    void paintOutline(QPainter &painter, const TimelinePlace &place) const;
    void paintHeaders(QPainter &painter) const;
    void paintGroupHeader(QPainter &painter, const TimelineRow &row, const QRect &line) const;
    void paintTrackHeader(QPainter &painter, const TimelineRow &row, const QRect &line) const;
    void paintRuler(QPainter &painter) const;
    void paintTicks(
        QPainter &painter, const std::vector<AxisTick> &ticks, int top, const QColor &colour) const;

    std::optional<TimelineData> m_data;
    TimelineRows m_rows;
    TrackPainter m_tracks;
    QSet<QString> m_collapsed;
    int m_headerWidth = 240; // px
    std::optional<TimelinePlace> m_selected;
    std::vector<size_t> m_outlined;
    std::optional<Range> m_range;
    Grip m_grip = Grip::None; ///< what the left button took last
};

} // namespace tosaic::views
