// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a cut costs before anybody lowers it.
#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/pinsearch/goal.h"

#include <algorithm>

namespace tosaic::pinsearch {

namespace {

using compiled::CompileResult;
using compiled::ModelNode;

/// Where each operator's value is used last, through the steps behind it.
class Lives
{
public:
    explicit Lives(const CompileResult &cut)
    {
        for (std::size_t i = 0; i < cut.nodes.size(); ++i)
            m_places.insert(cut.nodes[i].name, i);
        m_users.resize(cut.nodes.size());
        for (const auto &edge : cut.edges) {
            const auto from = m_places.constFind(edge.from);
            const auto to = m_places.constFind(edge.to);
            if (from != m_places.cend() && to != m_places.cend() && *from < *to)
                m_users[*from].push_back(*to);
        }
        m_last.resize(cut.nodes.size());
        for (std::size_t i = cut.nodes.size(); i-- > 0;) {
            m_last[i] = i;
            for (const auto user : m_users[i])
                m_last[i] = std::max(m_last[i],
                    analysis::countsAsOperator(cut.nodes[user].target) ? user : m_last[user]);
        }
    }
    std::size_t last(std::size_t node) const { return m_last[node]; }
    std::size_t placeOf(const QString &name) const { return m_places.value(name); }

private:
    QHash<QString, std::size_t> m_places;
    std::vector<std::vector<std::size_t>> m_users;
    std::vector<std::size_t> m_last;
};

struct Live
{
    QString name; ///< of the operator that makes it; empty: it comes into the partition
    std::size_t last = 0; ///< operator of the partition that takes it last, as a place in the nodes
    double bytes = 0;
};

/// What is copied into each partition before its first operator runs, whoever made it.
QHash<int, std::vector<Live>> inputsOf(const CompileResult &cut, const Lives &lives)
{
    QHash<int, QHash<QString, Live>> byTensor;
    for (const auto &boundary : analysis::boundariesOf(cut)) {
        if (!boundary.toPartition)
            continue;
        auto &input = byTensor[*boundary.toPartition][boundary.tensor];
        input.last = std::max(input.last, lives.placeOf(boundary.to));
        input.bytes = static_cast<double>(boundary.bytes.value_or(0));
    }
    QHash<int, std::vector<Live>> inputs;
    for (auto one = byTensor.cbegin(); one != byTensor.cend(); ++one)
        inputs[one.key()].assign(one->cbegin(), one->cend());
    return inputs;
}

struct Peak
{
    double bytes = 0;
    QStringList operators;
};

/// Partitions run one after another, so that the largest counts.
Peak peakOf(const CompileResult &cut)
{
    const Lives lives(cut);
    Peak peak;
    auto living = inputsOf(cut, lives);
    for (std::size_t i = 0; i < cut.nodes.size(); ++i) {
        const auto &node = cut.nodes[i];
        if (!node.partition || !analysis::countsAsOperator(node.target))
            continue;
        auto &values = living[*node.partition];
        std::erase_if(values, [&](const Live &live) { return live.last < i; });
        values.push_back(
            { node.name, lives.last(i), static_cast<double>(analysis::bytesOf(node).value_or(0)) });
        double bytes = 0;
        for (const auto &live : values)
            bytes += live.bytes;
        if (bytes <= peak.bytes)
            continue;
        peak = { bytes, {} };
        for (const auto &live : values) {
            if (!live.name.isEmpty())
                peak.operators.append(live.name);
        }
    }
    return peak;
}

} // namespace

Numbers guessOf(const CompileResult &cut, const Work &work, const CpuCost &cost)
{
    const auto totals = analysis::totalsOf(analysis::boundariesOf(cut));
    Numbers numbers{ .cycles = 0,
        .sramBytes = peakOf(cut).bytes,
        .boundaries = totals.tensors,
        .boundaryBytes = totals.bytes,
        .conversions = totals.conversions };
    for (const auto &node : cut.nodes) {
        const auto known = work.value(node.name);
        if (node.partition) {
            *numbers.cycles += known.cycles;
            continue;
        }
        numbers.cpuOperators += analysis::countsAsOperator(node.target) ? 1U : 0U;
        numbers.cpuCycles += known.macs * cost.cyclesPerMac
            + static_cast<double>(analysis::bytesOf(node).value_or(0)) * cost.cyclesPerByte;
    }
    return numbers;
}

QStringList peakOperators(const CompileResult &cut)
{
    return peakOf(cut).operators;
}

} // namespace tosaic::pinsearch
