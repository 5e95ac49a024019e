// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/waterfall.h"
#include "views/canvas/axiswindow.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <vector>

namespace tosaic::views {

/// What has to be known to read a waterfall, as sentences.
QStringList waterfallNotes(const profile::Waterfall &waterfall);

/// The way from the old total to the new one, one row a step, on the screen and in reports.
class WaterfallPicture
{
public:
    struct Row
    {
        QString name;
        QString value;
        double from = 0;
        double to = 0;
        int step = -1; ///< -1: a total
    };
    static constexpr double RowHeight = 26; // px

    explicit WaterfallPicture(profile::Waterfall waterfall = {});

    const profile::Waterfall &waterfall() const { return m_waterfall; }
    const std::vector<Row> &rows() const { return m_rows; }
    double height() const; ///< px of all rows
    /// Where the bars are in a picture: the names stand left of it, the values right.
    static QRectF barsIn(const QRectF &area);
    QRectF barRect(const Row &row, const QRectF &bars, const AxisWindow &across) const;
    /// `bars`: as high as all rows, wherever they are scrolled to.
    void paint(QPainter &painter, const QRectF &bars, const AxisWindow &across,
        const ThemeColors &colors, int selected = -1) const;

private:
    profile::Waterfall m_waterfall;
    std::vector<Row> m_rows;
};

/// As an SVG on white; empty without a difference to show.
QByteArray waterfallSvg(const profile::Waterfall &waterfall);

} // namespace tosaic::views
