// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/canvas/hoverlabel.h"
#include "views/graph/changebase.h"

namespace tosaic::views {

class GraphView;

/// The short card beside the pointer: what this is, where it runs and every reason why.
class HoverCard : public HoverLabel
{
    Q_OBJECT
public:
    explicit HoverCard(GraphView &view);

    /// `isEnterable`: a double click leads inside.
    /// `metric`: what the overlay says of the node; empty without one.
    void showNode(const graph::Node &node, bool isEnterable, QPoint globalPosition,
        const QString &metric = {});
    /// What its changes are compared with.
    void setChangeBase(ChangeBase base) { m_changeBase = base; }
    void showGroup(const graph::Group &group, QPoint globalPosition);

private:
    void showHtml(const QString &html, QPoint globalPosition);

    GraphView &m_view;
    ChangeBase m_changeBase = ChangeBase::CompileBefore;
};

} // namespace tosaic::views
