// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpartaccessible.h"

#include "core/graph/graphtransform.h"
#include "views/graph/graphview.h"
#include "views/models/placementwords.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t MostRelations = 200; ///< of each kind; the description has the number of all
constexpr size_t NamedNeighbours = 3;

struct PartWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphParts)
};

/// "a, b and 17 more".
QString listed(const graph::Graph &graph, const std::vector<int> &nodes)
{
    QStringList names;
    for (size_t i = 0; i < std::min(nodes.size(), NamedNeighbours); ++i)
        names += graph::nameOf(graph.nodes[static_cast<size_t>(nodes[i])]);
    const auto text = names.join(u", "_s);
    return nodes.size() <= NamedNeighbours
        ? text
        : PartWords::tr("%1 and %2 more")
              .arg(text, QLocale().toString(nodes.size() - NamedNeighbours));
}

} // namespace

GraphPartAccessible::GraphPartAccessible(GraphView &view, const GraphPart &part)
    : m_view(&view), m_part(part)
{
}

GraphTarget GraphPartAccessible::target() const
{
    return { .node = m_part.kind == GraphPart::Kind::Node ? m_part.at : -1,
        .group = m_part.kind == GraphPart::Kind::Group ? m_part.at : -1 };
}

QWindow *GraphPartAccessible::window() const
{
    return m_view ? m_view->window()->windowHandle() : nullptr;
}

QAccessibleInterface *GraphPartAccessible::parent() const
{
    return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
}

bool GraphPartAccessible::isClosed() const
{
    return m_part.kind == GraphPart::Kind::Node
        && m_view->graphScene()->graph().nodes[static_cast<size_t>(m_part.at)].collapsed;
}

QString GraphPartAccessible::name() const
{
    const auto &graph = m_view->graphScene()->graph();
    const auto at = static_cast<size_t>(m_part.at);
    if (m_part.kind == GraphPart::Kind::Group)
        return graph.groups[at].title;
    if (m_part.kind == GraphPart::Kind::Edge)
        return PartWords::tr("from %1 to %2")
            .arg(graph::nameOf(graph.nodes[graph.edges[at].from.value]),
                graph::nameOf(graph.nodes[graph.edges[at].to.value]));
    const auto &node = graph.nodes[at];
    return node.name.isEmpty() || node.name == node.title
        ? node.title
        : PartWords::tr("%1 %2").arg(node.title, node.name);
}

QString GraphPartAccessible::description() const
{
    const auto *scene = m_view->graphScene();
    const auto &graph = scene->graph();
    const auto at = static_cast<size_t>(m_part.at);
    if (m_part.kind == GraphPart::Kind::Group)
        return graph.groups[at].subtitle;
    if (m_part.kind == GraphPart::Kind::Edge)
        return graph.edges[at].label;
    const auto &node = graph.nodes[at];
    QStringList parts = graph::linesOf(node);
    if (node.placement != graph::Placement::Unknown)
        parts += PartWords::tr("runs on: %1").arg(placementWord(node.placement));
    if (node.group)
        parts += PartWords::tr("in %1").arg(
            graph::pathOf(graph, node.group).replace(u'\n', u" > "_s));
    if (const auto producers = scene->neighbours(m_part.at, false); !producers.empty())
        parts += PartWords::tr("takes data from %1").arg(listed(graph, producers));
    if (const auto consumers = scene->neighbours(m_part.at, true); !consumers.empty())
        parts += PartWords::tr("feeds %1").arg(listed(graph, consumers));
    const auto &marks = scene->overlay().nodes;
    if (at < marks.size() && marks[at])
        parts += marks[at]->sentence;
    if (scene->isBookmarked(target()))
        parts += PartWords::tr("bookmarked");
    return (parts + node.notes).join(u"; "_s);
}

QString GraphPartAccessible::number() const
{
    const auto &marks = m_view->graphScene()->overlay().nodes;
    const auto at = static_cast<size_t>(m_part.at);
    return m_part.kind == GraphPart::Kind::Node && at < marks.size() && marks[at]
        ? marks[at]->number
        : QString();
}

QString GraphPartAccessible::text(QAccessible::Text which) const
{
    if (!m_view)
        return {};
    switch (which) {
    case QAccessible::Name:
        return name();
    case QAccessible::Description:
        return description();
    case QAccessible::Value:
        return number();
    default:
        return {};
    }
}

QRect GraphPartAccessible::rect() const
{
    if (!m_view)
        return {};
    const auto *scene = m_view->graphScene();
    auto box = scene->rectOf(target());
    if (m_part.kind == GraphPart::Kind::Edge) {
        const auto &edge = scene->graph().edges[static_cast<size_t>(m_part.at)];
        box = QRectF(scene->rectOf({ .node = static_cast<int>(edge.from.value) }).center(),
            scene->rectOf({ .node = static_cast<int>(edge.to.value) }).center())
                  .normalized();
    }
    const auto seen = m_view->viewportTransform().mapRect(box).toAlignedRect();
    return { m_view->viewport()->mapToGlobal(seen.topLeft()), seen.size() };
}

QAccessible::Role GraphPartAccessible::role() const
{
    switch (m_part.kind) {
    case GraphPart::Kind::Group:
        return QAccessible::Grouping;
    case GraphPart::Kind::Edge:
        return QAccessible::Link;
    case GraphPart::Kind::Node:
        break;
    }
    return m_view && isClosed() ? QAccessible::Grouping : QAccessible::Graphic;
}

QAccessible::State GraphPartAccessible::state() const
{
    QAccessible::State state;
    if (!m_view) {
        state.invalid = true;
        return state;
    }
    const auto *scene = m_view->graphScene();
    const bool isEdge = m_part.kind == GraphPart::Kind::Edge;
    const bool isSelected = !isEdge && scene->selected() == target();
    state.selectable = !isEdge;
    state.focusable = !isEdge;
    state.selected = isSelected;
    state.focused = isSelected && m_view->hasFocus();
    state.expandable = m_part.kind == GraphPart::Kind::Group || isClosed();
    state.expanded = m_part.kind == GraphPart::Kind::Group;
    state.collapsed = isClosed();
    const QRect sheet(m_view->viewport()->mapToGlobal(QPoint()), m_view->viewport()->size());
    state.offscreen = !sheet.intersects(rect());
    state.linked = isEdge;
    return state;
}

QList<QPair<QAccessibleInterface *, QAccessible::Relation>> GraphPartAccessible::relations(
    QAccessible::Relation match) const
{
    QList<QPair<QAccessibleInterface *, QAccessible::Relation>> found;
    auto *canvas = m_view ? static_cast<GraphAccessible *>(parent()) : nullptr;
    if (!canvas)
        return found;
    const auto *scene = m_view->graphScene();
    const auto &graph = scene->graph();
    const auto add = [&](const std::vector<int> &nodes, QAccessible::RelationFlag relation) {
        if (!match.testFlag(relation))
            return;
        for (size_t i = 0; i < std::min(nodes.size(), MostRelations); ++i)
            found.emplaceBack(canvas->part(GraphTarget{ .node = nodes[i] }), relation);
    };
    const auto at = static_cast<size_t>(m_part.at);
    if (m_part.kind == GraphPart::Kind::Edge) {
        add({ static_cast<int>(graph.edges[at].from.value) }, QAccessible::Controller);
        add({ static_cast<int>(graph.edges[at].to.value) }, QAccessible::Controlled);
    } else if (m_part.kind == GraphPart::Kind::Node) {
        add(scene->neighbours(m_part.at, false), QAccessible::Controller);
        add(scene->neighbours(m_part.at, true), QAccessible::Controlled);
        const auto group = graph.nodes[at].group;
        auto *label = group && match.testFlag(QAccessible::Label)
            ? canvas->part(GraphTarget{ .group = static_cast<int>(group.value) })
            : nullptr;
        if (label)
            found.emplaceBack(label, QAccessible::Label);
    } else {
        std::vector<int> inside;
        for (size_t i = 0; i < graph.nodes.size(); ++i) {
            if (graph.nodes[i].group == graph::GroupId(m_part.at))
                inside.push_back(static_cast<int>(i));
        }
        add(inside, QAccessible::Labelled);
    }
    return found;
}

void *GraphPartAccessible::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this)
                                                : nullptr;
}

QStringList GraphPartAccessible::actionNames() const
{
    if (!m_view)
        return {};
    QStringList names{ pressAction() };
    if (m_part.kind == GraphPart::Kind::Group || isClosed())
        names += toggleAction();
    return names;
}

/// Pressing selects; an edge leads to its end. Toggling opens and closes a group.
void GraphPartAccessible::doAction(const QString &name)
{
    if (!m_view || !actionNames().contains(name))
        return;
    if (name == toggleAction()) {
        Q_EMIT m_view->activated(target());
    } else if (m_part.kind == GraphPart::Kind::Edge) {
        const auto &edge = m_view->graphScene()->graph().edges[static_cast<size_t>(m_part.at)];
        Q_EMIT m_view->followed({ .node = static_cast<int>(edge.to.value) });
    } else {
        Q_EMIT m_view->followed(target());
    }
}

QStringList GraphPartAccessible::keyBindingsForAction(const QString &name) const
{
    if (!m_view || name != toggleAction())
        return {};
    return { isClosed() ? u"Return"_s : u"Backspace"_s };
}

} // namespace tosaic::views
