// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QFrame>

class QToolButton;

namespace tosaic::views {

class Legend;

/// The strip below the graph: the legend and the camera's buttons. Below and not on top of it, so
/// that nothing is ever hidden.
class GraphFooter : public QFrame
{
    Q_OBJECT
public:
    explicit GraphFooter(QWidget *parent = nullptr);

    void showLegend(const graph::Graph &graph, const ThemeColors &colors);
    void showOverlay(const GraphOverlay &overlay);
    void setZoom(double zoom);

Q_SIGNALS:
    void zoomInRequested();
    void zoomOutRequested();
    void actualSizeRequested();
    void fitRequested();

private:
    QToolButton *addButton(const QString &name, const QString &icon, const QString &tip,
        void (GraphFooter::*signal)());

    Legend *m_legend;
    QToolButton *m_zoom = nullptr;
};

} // namespace tosaic::views
