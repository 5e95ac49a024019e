// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timelineaxis.h"
#include "views/timeline/timelinedata.h"
#include "views/widgets/theme.h"

#include <QHash>
#include <QPainter>
#include <QStaticText>

#include <array>

namespace tosaic::views {

/// Paints what happens on a track. Keeps laid-out names from picture to picture.
class TrackPainter
{
public:
    void setData(const TimelineData &data);
    /// Colours or fonts changed.
    void setLook(const ThemeColors &colors, const QFont &font);

    /// 'area' is the track's row from one end of the axis to the other.
    void paintSlices(QPainter &painter, size_t track, const QRect &area, const TimelineAxis &axis);
    void paintCounter(
        QPainter &painter, size_t track, const QRect &area, const TimelineAxis &axis) const;
    /// Values at the bottom and the top of a counter's row.
    profile::CounterRange scaleOf(size_t track) const;

    /// How things of a subject look, for the legend.
    static void paintSwatch(QPainter &painter, const QRect &area,
        profile::TimelineTrack::Subject subject, const ThemeColors &colors);
    static QColor colourOf(profile::TimelineTrack::Subject subject, const ThemeColors &colors);

private:
    static constexpr size_t Shades = 4;

    /// Solid colours of one subject, made once for each row: neighbours differ a little in
    /// lightness, never in hue.
    struct Look
    {
        profile::TimelineTrack::Subject subject;
        QColor colour;
        QColor tint;
        std::array<QColor, Shades> fills;
        std::array<QColor, Shades> bars;
    };
    static Look lookOf(profile::TimelineTrack::Subject subject, const ThemeColors &colors);
    static size_t shadeOf(quint32 label) { return (label * 2654435761U) >> 30; }
    static void paintBox(QPainter &painter, const QRect &box, const Look &look, size_t shade,
        const QColor &background);
    void paintName(QPainter &painter, const QRect &box, quint32 label);
    const QStaticText &nameFor(quint32 label, int room);

    const profile::TimelineIndex *m_index = nullptr;
    ThemeColors m_colors;
    QFont m_font;
    QHash<quint64, QStaticText> m_names; ///< by label and room
};

} // namespace tosaic::views
