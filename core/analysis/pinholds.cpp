// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pinholds.h"

#include "core/analysis/coverage.h"
#include "core/base/nearestname.h"
#include "core/spec/keeprules.h"
#include "core/spec/pins.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace tosaic::analysis {

namespace {

using compiled::CompileResult;
using compiled::ModelNode;

spec::OperatorKey keyOf(const ModelNode &node)
{
    return { node.name, node.target, node.module };
}

QString likelyName(const CompileResult &result, const spec::KeepOnCpu &pin)
{
    QStringList names;
    for (const auto &node : result.nodes) {
        if (!pin.nodes.isEmpty())
            names.append(node.name);
        else if (!countsAsOperator(node.target))
            continue;
        else if (!pin.operators.isEmpty())
            names.append(node.target);
        else if (!pin.modules.isEmpty())
            names += spec::enclosingModules(node.module);
    }
    names.removeDuplicates();
    const auto wanted = pin.nodes + pin.operators + pin.modules;
    return wanted.isEmpty() ? QString() : nearestName(wanted.constFirst(), names);
}

spec::KeepOnCpu operatorsIn(const CompileResult &result, const QSet<int> &partitions)
{
    spec::KeepOnCpu kept;
    for (const auto &node : result.nodes) {
        if (node.partition && partitions.contains(*node.partition) && countsAsOperator(node.target))
            kept.nodes.append(node.name);
    }
    return kept;
}

/// Partitions that are reached over the CPU alone, along the edges.
void addReached(const CompileResult &result, int partition,
    const QHash<QString, QStringList> &neighbours, QSet<int> &reached)
{
    QHash<QString, const ModelNode *> nodes;
    QStringList pending;
    for (const auto &node : result.nodes) {
        nodes.insert(node.name, &node);
        if (node.partition == partition)
            pending.append(node.name);
    }
    QSet<QString> seen(pending.begin(), pending.end());
    while (!pending.isEmpty()) {
        for (const auto &name : neighbours.value(pending.takeLast())) {
            const auto *node = nodes.value(name);
            if (!node || seen.contains(name))
                continue;
            seen.insert(name);
            if (node->partition)
                reached.insert(*node->partition);
            else
                pending.append(name);
        }
    }
}

} // namespace

std::vector<PinHold> holdsOf(const CompileResult &result, const spec::KeepOnCpu &kept)
{
    std::vector<PinHold> holds;
    for (const auto &text : spec::pinsOf(kept)) {
        PinHold hold{ *spec::pinOf(text), {}, {} };
        for (const auto &node : result.nodes) {
            if (!spec::hittingRules(keyOf(node), hold.pin).isEmpty())
                hold.operators.append(node.name);
        }
        if (hold.operators.isEmpty())
            hold.likely = likelyName(result, hold.pin);
        holds.push_back(std::move(hold));
    }
    return holds;
}

spec::KeepOnCpu pinsOfLine(const CompileResult &result, const QString &source)
{
    spec::KeepOnCpu kept;
    for (const auto &node : result.nodes) {
        if (!source.isEmpty() && node.source == source && countsAsOperator(node.target))
            kept.nodes.append(node.name);
    }
    return kept;
}

spec::KeepOnCpu pinsOfIsland(const CompileResult &result, int partition, bool withNeighbours)
{
    QSet<int> partitions{ partition };
    if (withNeighbours) {
        QHash<QString, QStringList> users;
        QHash<QString, QStringList> sources;
        for (const auto &edge : result.edges) {
            users[edge.from].append(edge.to);
            sources[edge.to].append(edge.from);
        }
        addReached(result, partition, users, partitions);
        addReached(result, partition, sources, partitions);
    }
    return operatorsIn(result, partitions);
}

namespace {

const ModelNode *nodeOf(const CompileResult &result, const QString &name)
{
    const auto node = std::ranges::find(result.nodes, name, &ModelNode::name);
    return node == result.nodes.end() ? nullptr : &*node;
}

int heldOnNpu(const CompileResult &result, const spec::KeepOnCpu &pin)
{
    return int(std::ranges::count_if(result.nodes, [&](const ModelNode &node) {
        return node.partition && !spec::hittingRules(keyOf(node), pin).isEmpty();
    }));
}

} // namespace

std::vector<PinChoice> pinChoicesOf(const CompileResult &result, const QString &name)
{
    using Part = PinChoice::Part;
    const auto *node = nodeOf(result, name);
    if (!node || !countsAsOperator(node->target))
        return {};
    std::vector<PinChoice> choices;
    const auto add = [&](Part part, const QString &what, const spec::KeepOnCpu &pin) {
        choices.push_back({ part, what, pin, heldOnNpu(result, pin) });
    };
    add(Part::Operator, name, { .nodes = { name } });
    add(Part::Kind, node->target, { .operators = { node->target } });
    for (const auto &module : spec::enclosingModules(node->module))
        add(Part::Module, module, { .modules = { module } });
    if (!node->source.isEmpty())
        add(Part::SourceLine, node->source, pinsOfLine(result, node->source));
    if (node->partition) {
        const auto alone = pinsOfIsland(result, *node->partition, false);
        const auto with = pinsOfIsland(result, *node->partition, true);
        add(Part::Island, QString::number(*node->partition), alone);
        if (with != alone)
            add(Part::Neighbours, QString::number(*node->partition), with);
    }
    return choices;
}

spec::KeepOnCpu pinsThatHold(
    const CompileResult &result, const QString &name, const spec::KeepOnCpu &kept)
{
    const auto *node = nodeOf(result, name);
    return node ? spec::hittingRules(keyOf(*node), kept) : spec::KeepOnCpu();
}

PinState pinStateOf(const CompileResult &result, const ModelNode &node, const spec::KeepOnCpu &kept)
{
    const bool before = !spec::hittingRules(keyOf(node), result.spec.keepOnCpu).isEmpty();
    const bool after = !spec::hittingRules(keyOf(node), kept).isEmpty();
    if (before)
        return after ? PinState::Kept : PinState::Released;
    return after && node.partition ? PinState::Pending : PinState::None;
}

} // namespace tosaic::analysis
