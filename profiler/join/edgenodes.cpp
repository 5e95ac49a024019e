// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/edgenodes.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using compiled::ModelNode;

/// "_2" of "convolution_2"; empty if the name has no number.
QString numberOf(const QString &name)
{
    static const QRegularExpression number(u"_(\\d+)$"_s);
    return number.match(name).captured(0);
}

/// How the exporter names a node of that target and number: "aten_convolution_default_2".
QString derivedName(const DebugEvent::Ancestor &ancestor)
{
    return ancestor.target.toLower().replace(u'.', u'_') + numberOf(ancestor.name);
}

bool contradicts(const ModelNode &node, const OperationOrigin &origin)
{
    const auto differ
        = [](const QString &a, const QString &b) { return !a.isEmpty() && !b.isEmpty() && a != b; };
    return differ(node.source, origin.sourceLine) || differ(node.module, origin.module);
}

} // namespace

EdgeNodes::EdgeNodes(const std::vector<DebugEvent> &events, const std::vector<ModelNode> &nodes)
    : m_nodes(nodes)
{
    for (const auto &event : events)
        m_events.insert(event.name, m_events.contains(event.name) ? nullptr : &event);
}

void EdgeNodes::fill(OperationOrigin &origin) const
{
    const auto *event = m_events.value(origin.name);
    if (!event)
        return;
    if (origin.module.isEmpty())
        origin.module = event->module;
    if (origin.sourceLine.isEmpty())
        origin.sourceLine = userLine(event->frames);
    std::vector<const ModelNode *> fitting;
    for (const auto &node : m_nodes) {
        const auto isAncestor = std::ranges::any_of(event->ancestors,
            [&node](const auto &ancestor) { return ancestor.target == node.target; });
        if (isAncestor && !contradicts(node, origin))
            fitting.push_back(&node);
    }
    if (fitting.size() == 1) {
        origin.edgeNode = fitting.front()->name;
        origin.edgeConfidence = Confidence::High;
        return;
    }
    // Numbers of the exporter are no evidence by themselves: they only choose among those that fit.
    const auto named = std::ranges::find_if(fitting, [event](const ModelNode *node) {
        return std::ranges::any_of(event->ancestors,
            [node](const auto &ancestor) { return derivedName(ancestor) == node->name; });
    });
    if (named != fitting.end()) {
        origin.edgeNode = (*named)->name;
        origin.edgeConfidence = Confidence::Medium;
    }
}

} // namespace tosaic::profile
