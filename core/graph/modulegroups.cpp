// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/modulegroups.h"

#include "core/base/units.h"

#include <QHash>
#include <QMap>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

constexpr qsizetype MostParts = 32; // of a name: more are no path
constexpr int DeepestHull = 3; // more would be frames around frames

/// Nodes of a container (invalid: of none) in each module, those of its submodules included; the
/// map's order puts parents first.
QMap<QString, size_t> moduleSizes(const Graph &graph, GroupId container)
{
    QMap<QString, size_t> sizes;
    for (const auto &node : graph.nodes) {
        if (node.group != container)
            continue;
        for (auto path = node.module; !path.isEmpty(); path.truncate(path.lastIndexOf(u'.'))) {
            ++sizes[path];
            if (!path.contains(u'.'))
                break;
        }
    }
    return sizes;
}

/// Modules of a container with something that is elsewhere between their first and their last node:
/// a hull would be joined to and fro with each of the others, and closed it would be a loop.
QSet<QString> interruptedModules(const Graph &graph, GroupId container)
{
    QSet<QString> interrupted;
    QHash<QString, size_t> seen; ///< how many nodes were elsewhere when it was met last
    size_t elsewhere = 0;
    for (const auto &node : graph.nodes) {
        if (node.group != container) {
            ++elsewhere;
            continue;
        }
        for (auto path = node.module; !path.isEmpty();
             path.truncate(std::max<qsizetype>(path.lastIndexOf(u'.'), 0))) {
            if (seen.contains(path) && seen.value(path) != elsewhere)
                interrupted.insert(path);
            seen.insert(path, elsewhere);
        }
    }
    return interrupted;
}

/// The nearest enclosing module that has a hull; empty if none.
QString hullAround(QString path, const QMap<QString, GroupId> &hulls)
{
    while (!path.isEmpty()) {
        if (hulls.contains(path))
            return path;
        const auto dot = path.lastIndexOf(u'.');
        path.truncate(std::max<qsizetype>(dot, 0));
    }
    return {};
}

void groupInside(Graph &graph, GroupId container)
{
    const auto sizes = moduleSizes(graph, container);
    const auto interrupted = container ? QSet<QString>() : interruptedModules(graph, container);
    const auto known = static_cast<size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(),
        [&](const Node &node) { return node.group == container && !node.module.isEmpty(); }));
    QMap<QString, GroupId> hulls;
    QMap<QString, int> depths;
    for (auto it = sizes.begin(); it != sizes.end(); ++it) {
        const auto &path = it.key();
        const auto dot = path.lastIndexOf(u'.');
        const auto outer = dot < 0 ? QString() : hullAround(path.left(dot), hulls);
        const int depth = outer.isEmpty() ? 1 : depths.value(outer) + 1;
        // A module that only wraps another one, or the whole model, tells nothing.
        const auto next = std::next(it);
        const bool isWrapper = next != sizes.end() && next.key().startsWith(path + u'.')
            && next.value() == it.value();
        if (it.value() < 2 || it.value() == known || isWrapper || depth > DeepestHull
            || interrupted.contains(path))
            continue;
        depths.insert(path, depth);
        hulls.insert(path, GroupId(graph.groups.size()));
        graph.groups.push_back({ .title = path,
            .subtitle = u"%1 operators"_s.arg(formatCount(it.value())),
            .placement = container ? graph.groups[container.value].placement : Placement::Unknown,
            .parent = outer.isEmpty() ? container : hulls.value(outer) });
    }
    for (auto &node : graph.nodes) {
        if (node.group != container)
            continue;
        if (const auto hull = hullAround(node.module, hulls); !hull.isEmpty())
            node.group = hulls.value(hull);
    }
}

} // namespace

void groupByModule(Graph &graph)
{
    const auto containers = graph.groups.size();
    groupInside(graph, {});
    for (size_t i = 0; i < containers; ++i)
        groupInside(graph, GroupId(i));
}

QString modulePathOf(const QString &name)
{
    const auto first = name.section(u';', 0, 0);
    const auto separator = first.contains(u'/') ? u'/' : u'.';
    auto parts = first.split(separator, Qt::SkipEmptyParts);
    if (parts.size() < 2 || parts.size() > MostParts)
        return {};
    parts.removeLast();
    return parts.join(u'.');
}

} // namespace tosaic::graph
