// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/trackpainter.h"
#include "views/widgets/theme.h"

#include <QPixmap>
#include <QWidget>

namespace tosaic::views {

class TimelineView;

/// The whole timeline in a strip, with the window that the view shows; click or drag moves it.
class TimelineOverview : public QWidget
{
    Q_OBJECT
public:
    TimelineOverview(TimelineView &view, const Theme &theme, QWidget *parent = nullptr);

    /// The view shows other data.
    void refresh();
    QSize sizeHint() const override;
    /// The window, in this widget.
    QRectF windowRect() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    TimelineAxis wholeAxis() const;
    std::vector<size_t> shownTracks() const;
    void paintPicture();
    void go(double x);

    TimelineView &m_view;
    const Theme &m_theme;
    QPixmap m_picture;
    int m_left = 0; ///< px; where the picture begins
};

} // namespace tosaic::views
