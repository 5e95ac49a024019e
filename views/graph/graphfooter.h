// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QFrame>

#include <vector>

class QHBoxLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace tosaic::views {

class Legend;
class WrappedLabel;
enum class ChangeBase;

/// The strip below the graph: the legend and the camera's buttons. Below and not on top of it, so
/// that nothing is ever hidden.
class GraphFooter : public QFrame
{
    Q_OBJECT
public:
    explicit GraphFooter(QWidget *parent = nullptr);

    void showLegend(const graph::Graph &graph, const GraphOverlay &overlay,
        const ThemeColors &colors, ChangeBase base);
    /// Which nodes the chosen entry of the legend means; empty: none is chosen.
    std::vector<bool> filter() const;
    /// Why nothing that is drawn has the colours that were chosen, and what leads to where they
    /// are; empty: there is nothing to say, nowhere to go.
    void showMissing(const QString &sentence, const QString &action);
    /// What is not drawn, in rich text with links; empty: all is.
    void showLeftOut(const QString &sentence);
    void setZoom(double zoom);
    /// Takes the room that it needs now, not when the window is next laid out.
    void settle();

Q_SIGNALS:
    void leftOutRequested(const QString &link);
    void zoomInRequested();
    void zoomOutRequested();
    void actualSizeRequested();
    void fitRequested();
    void coloursRequested();
    void filterChanged();

protected:
    bool event(QEvent *event) override;

private:
    void addMissing(QVBoxLayout *column);
    QToolButton *addButton(const QString &name, const QString &icon, const QString &tip,
        void (GraphFooter::*signal)());

    QHBoxLayout *m_row;
    Legend *m_legend;
    QWidget *m_missing = nullptr;
    WrappedLabel *m_sentence = nullptr;
    WrappedLabel *m_leftOut = nullptr;
    QPushButton *m_action = nullptr;
    QToolButton *m_zoom = nullptr;
};

} // namespace tosaic::views
