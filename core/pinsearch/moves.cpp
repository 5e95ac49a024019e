// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/moves.h"

#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/pinsearch/goal.h"
#include "core/spec/keeprules.h"
#include "core/spec/pins.h"

#include <algorithm>
#include <map>

namespace tosaic::pinsearch {

namespace {

using Group = std::pair<qsizetype, spec::KeepOnCpu>; ///< operators that it holds

void addSmallestFirst(std::vector<Move> &moves, std::vector<Group> groups)
{
    std::ranges::stable_sort(groups, {}, &Group::first);
    for (const auto &[count, kept] : groups)
        moves.push_back({ .add = kept });
}

std::vector<Group> islandsOf(const compiled::CompileResult &base)
{
    std::vector<Group> islands;
    for (const auto &partition : base.partitions) {
        QStringList operators;
        for (const auto &node : base.nodes) {
            if (node.partition == partition.index && analysis::countsAsOperator(node.target))
                operators.append(node.name);
        }
        islands.push_back({ operators.size(), { .nodes = operators } });
    }
    return islands;
}

void addOperators(std::vector<Move> &moves, const QStringList &names)
{
    for (const auto &name : names)
        moves.push_back({ .add = { .nodes = { name } } });
}

QStringList boundaryOperators(const compiled::CompileResult &base)
{
    QStringList names;
    for (const auto &boundary : analysis::boundariesOf(base)) {
        if (boundary.fromPartition)
            names.append(boundary.from);
        if (boundary.toPartition)
            names.append(boundary.to);
    }
    names.removeAll(QString());
    names.removeDuplicates();
    return names;
}

} // namespace

spec::KeepOnCpu Move::appliedTo(const spec::KeepOnCpu &kept) const
{
    return spec::without(spec::united(kept, add), drop);
}

Move Move::with(const Move &other) const
{
    return { spec::united(add, other.add), spec::united(drop, other.drop) };
}

std::vector<Move> movesOf(const compiled::CompileResult &base, const spec::KeepOnCpu &kept)
{
    std::vector<Move> moves;
    if (base.partitions.size() > 1)
        addSmallestFirst(moves, islandsOf(base));
    for (const auto &pin : spec::pinsOf(kept))
        moves.push_back({ .drop = *spec::pinOf(pin) });
    addOperators(moves, boundaryOperators(base));
    addOperators(moves, peakOperators(base));

    std::map<QString, qsizetype> modules;
    std::map<QString, qsizetype> kinds;
    qsizetype all = 0;
    for (const auto &node : base.nodes) {
        if (!node.partition || !analysis::countsAsOperator(node.target))
            continue;
        ++all;
        ++kinds[node.target];
        for (const auto &module : spec::enclosingModules(node.module))
            ++modules[module];
    }
    std::vector<Group> groups;
    for (const auto &[module, count] : modules) {
        if (count < all)
            groups.push_back({ count, { .modules = { module } } });
    }
    for (const auto &[kind, count] : kinds) {
        if (count < all)
            groups.push_back({ count, { .operators = { kind } } });
    }
    addSmallestFirst(moves, std::move(groups));
    return moves;
}

} // namespace tosaic::pinsearch
