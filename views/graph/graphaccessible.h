// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphscene.h"

#include <QAccessibleWidget>
#include <QHash>

#include <optional>

namespace tosaic::views {

class GraphView;

/// One thing of a graph that screen readers are told of.
struct GraphPart
{
    enum class Kind
    {
        Node,
        Group,
        Edge
    };
    Kind kind = Kind::Node;
    int at = -1; ///< into the graph's nodes, groups or edges
};

/// The graph for screen readers: behind the widgets in it every node, every group that is drawn
/// open and every edge is a child with name, role, state and what it is joined to. Of tens of
/// thousands only those that are asked for are made, and go when another graph is drawn. GUI
/// thread.
class GraphAccessible : public QAccessibleWidget
{
public:
    explicit GraphAccessible(GraphView *view);
    /// Makes Qt ask for it; may be called often.
    static void install();

    int childCount() const override;
    QAccessibleInterface *child(int index) const override;
    int indexOfChild(const QAccessibleInterface *child) const override;
    QAccessibleInterface *childAt(int x, int y) const override;
    QAccessibleInterface *focusChild() const override;

    QAccessibleInterface *part(const GraphPart &part) const;
    QAccessibleInterface *part(const GraphTarget &target) const;
    GraphView &view() const { return *m_view; }

    /// What nobody was told yet of what is marked: events, each with the index of its child.
    std::vector<std::pair<QAccessible::Event, int>> takeNews();

protected:
    ~GraphAccessible() override;

private:
    int widgets() const { return QAccessibleWidget::childCount(); }
    const std::vector<int> &groups() const;
    std::optional<int> indexOf(const GraphPart &part) const;
    void forget();
    void tellNews();

    GraphView *m_view;
    QObject m_context; ///< of connections
    GraphTarget m_told; ///< as selected
    mutable QHash<int, QAccessible::Id> m_made; ///< by index behind the widgets
    mutable std::optional<std::vector<int>> m_groups; ///< that are drawn open
};

} // namespace tosaic::views
