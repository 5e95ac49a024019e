// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/graph/changebase.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <vector>

namespace tosaic::views {

/// What the shapes and colours in view mean, in words; only those that occur. Breaks into rows
/// where one is not enough.
class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget *parent = nullptr);

    void show(const graph::Graph &graph, const ThemeColors &colors, ChangeBase base);
    /// While a metric is shown its scale stands in place of the placements; shapes keep telling
    /// those.
    void setOverlay(const GraphOverlay &overlay);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Entry
    {
        graph::Node sample; ///< how it is drawn
        QString word;
        int width = 0;
    };
    std::vector<QPoint> positions(int width) const;

    ThemeColors m_colors;
    std::vector<Entry> m_entries;
    GraphOverlay m_overlay;
};

} // namespace tosaic::views
