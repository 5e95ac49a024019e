// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphaccessible.h"

#include "views/graph/graphpartaccessible.h"
#include "views/graph/graphview.h"

#include <algorithm>
#include <utility>

namespace tosaic::views {

namespace {

QAccessibleInterface *accessibleOf(const QString &, QObject *object)
{
    auto *view = qobject_cast<GraphView *>(object);
    return view ? new GraphAccessible(view) : nullptr;
}

GraphPart partOf(const GraphTarget &target)
{
    return target.node >= 0 ? GraphPart{ GraphPart::Kind::Node, target.node }
                            : GraphPart{ GraphPart::Kind::Group, target.group };
}

} // namespace

void GraphAccessible::install()
{
    QAccessible::installFactory(accessibleOf);
}

GraphAccessible::GraphAccessible(GraphView *view)
    : QAccessibleWidget(view, QAccessible::Canvas), m_view(view),
      m_told(view->graphScene()->selected())
{
    const auto *scene = view->graphScene();
    QObject::connect(scene, &GraphScene::shown, &m_context, [this] { forget(); });
    QObject::connect(scene, &GraphScene::changed, &m_context, [this] { tellNews(); });
}

GraphAccessible::~GraphAccessible()
{
    for (const auto id : std::as_const(m_made))
        QAccessible::deleteAccessibleInterface(id);
}

const std::vector<int> &GraphAccessible::groups() const
{
    if (!m_groups) {
        m_groups.emplace();
        for (const auto &[group, rect] : m_view->graphScene()->hulls())
            m_groups->push_back(group);
        std::ranges::sort(*m_groups);
        const auto twice = std::ranges::unique(*m_groups);
        m_groups->erase(twice.begin(), twice.end());
    }
    return *m_groups;
}

int GraphAccessible::childCount() const
{
    const auto &graph = m_view->graphScene()->graph();
    return widgets() + static_cast<int>(graph.nodes.size() + groups().size() + graph.edges.size());
}

/// Behind the widgets.
std::optional<int> GraphAccessible::indexOf(const GraphPart &part) const
{
    const auto nodes = static_cast<int>(m_view->graphScene()->graph().nodes.size());
    if (part.at < 0)
        return std::nullopt;
    if (part.kind == GraphPart::Kind::Node)
        return part.at;
    if (part.kind == GraphPart::Kind::Edge)
        return nodes + static_cast<int>(groups().size()) + part.at;
    const auto found = std::ranges::lower_bound(groups(), part.at);
    if (found == groups().end() || *found != part.at)
        return std::nullopt;
    return nodes + static_cast<int>(found - groups().begin());
}

QAccessibleInterface *GraphAccessible::part(const GraphPart &part) const
{
    const auto index = indexOf(part);
    if (!index)
        return nullptr;
    if (const auto made = m_made.constFind(*index); made != m_made.cend())
        return QAccessible::accessibleInterface(*made);
    auto *interface = new GraphPartAccessible(*m_view, part);
    m_made.insert(*index, QAccessible::registerAccessibleInterface(interface));
    return interface;
}

QAccessibleInterface *GraphAccessible::part(const GraphTarget &target) const
{
    return part(partOf(target));
}

QAccessibleInterface *GraphAccessible::child(int index) const
{
    if (index < widgets())
        return QAccessibleWidget::child(index);
    const auto &graph = m_view->graphScene()->graph();
    auto at = index - widgets();
    if (at < static_cast<int>(graph.nodes.size()))
        return part({ GraphPart::Kind::Node, at });
    at -= static_cast<int>(graph.nodes.size());
    if (at < static_cast<int>(groups().size()))
        return part({ GraphPart::Kind::Group, groups()[static_cast<size_t>(at)] });
    at -= static_cast<int>(groups().size());
    return at < static_cast<int>(graph.edges.size()) ? part({ GraphPart::Kind::Edge, at })
                                                     : nullptr;
}

int GraphAccessible::indexOfChild(const QAccessibleInterface *child) const
{
    const auto *part = dynamic_cast<const GraphPartAccessible *>(child);
    if (!part)
        return QAccessibleWidget::indexOfChild(child);
    const auto index = part->isValid() ? indexOf(part->part()) : std::nullopt;
    return index ? widgets() + *index : -1;
}

QAccessibleInterface *GraphAccessible::childAt(int x, int y) const
{
    const QPoint place(x, y);
    for (int i = 0; i < widgets(); ++i) {
        auto *widget = QAccessibleWidget::child(i);
        const bool isViewport = widget && widget->object() == m_view->viewport();
        if (widget && !isViewport && !widget->state().invisible && widget->rect().contains(place))
            return widget;
    }
    if (!rect().contains(place))
        return nullptr;
    const auto target = m_view->graphScene()->targetAt(
        m_view->mapToScene(m_view->viewport()->mapFromGlobal(place)));
    return target.isEmpty() ? nullptr : part(target);
}

QAccessibleInterface *GraphAccessible::focusChild() const
{
    const auto &selected = m_view->graphScene()->selected();
    if (!m_view->hasFocus() || selected.isEmpty())
        return QAccessibleWidget::focusChild();
    return part(selected);
}

void GraphAccessible::forget()
{
    for (const auto id : std::as_const(m_made)) {
        if (auto *made = dynamic_cast<GraphPartAccessible *>(QAccessible::accessibleInterface(id)))
            made->invalidate();
        QAccessible::deleteAccessibleInterface(id);
    }
    m_made.clear();
    m_groups.reset();
    m_told = {};
    QAccessibleEvent event(m_view, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

std::vector<std::pair<QAccessible::Event, int>> GraphAccessible::takeNews()
{
    const auto &selected = m_view->graphScene()->selected();
    if (std::exchange(m_told, selected) == selected || selected.isEmpty())
        return {};
    const auto index = indexOf(partOf(selected));
    if (!index)
        return {};
    std::vector<std::pair<QAccessible::Event, int>> news{ { QAccessible::Selection,
        widgets() + *index } };
    if (m_view->hasFocus())
        news.emplace_back(QAccessible::Focus, widgets() + *index);
    return news;
}

void GraphAccessible::tellNews()
{
    if (!QAccessible::isActive())
        return; // whoever listens later is told then
    for (const auto &[kind, child] : takeNews()) {
        QAccessibleEvent event(m_view, kind);
        event.setChild(child);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace tosaic::views
