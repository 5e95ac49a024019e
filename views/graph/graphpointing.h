// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/nodemenu.h"

#include <QObject>

namespace tosaic {
class SelectionContext;
}

namespace tosaic::views {

class GraphPage;
class GraphView;
class HoverCard;
struct GraphTarget;

/// What pointing at a part of a graph does, with the mouse or with keys: chooses it, opens or
/// closes it, goes inside, shows its card or its menu.
class GraphPointing : public QObject
{
    Q_OBJECT
public:
    GraphPointing(GraphPage &page, SelectionContext &selection, HoverCard &card);

    /// Selects it for all views; nothing for an empty target.
    void choose(const GraphTarget &target);
    /// As choose(), and brings it into view.
    void follow(const GraphTarget &target);

private:
    void activate(const GraphTarget &target);
    void collapse(const GraphTarget &target);
    void hover(const GraphTarget &target, QPoint globalPosition);
    void showMenu(const GraphTarget &target, QPoint globalPosition);
    void addBlocks(NodeMenu &menu, const GraphTarget &target);
    void askForPattern(const QString &suggestion);
    bool isEnterable(const GraphTarget &target) const;
    QString metricSentence(int node) const;

    GraphPage &m_page;
    GraphView &m_view;
    SelectionContext &m_selection;
    HoverCard &m_card;
};

} // namespace tosaic::views
