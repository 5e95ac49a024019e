// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/facts.h"

#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/analysis/memoryneed.h"
#include "core/compiled/resultcosts.h"
#include "core/spec/flaglist.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

namespace {

class Collector
{
public:
    Facts facts;

    void text(const QString &key, const QString &value)
    {
        if (!value.isEmpty())
            facts[key] = { value, {}, {} };
    }
    template <typename Number>
    void count(const QString &key, const std::optional<Number> &value)
    {
        if (value)
            facts[key] = { static_cast<qulonglong>(*value), {}, {} };
    }
    template <typename Number>
    void estimate(const QString &key, const std::optional<Number> &value, const QString &unit)
    {
        if (value)
            facts[key] = { QVariant::fromValue(*value), unit, Origin::Estimate };
    }
};

void addSpec(const Subject &subject, Collector &to)
{
    const auto spec = spec::resolved(subject.spec);
    to.text(u"target"_s, spec.target);
    if (const auto family = spec::familyOf(spec.target))
        to.text(u"family"_s, spec::familyName(*family));
    to.text(u"systemConfig"_s, spec.systemConfig.value_or(QString()));
    to.text(u"memoryMode"_s, spec.memoryMode.value_or(QString()));
    const spec::FlagList flags(spec.extraFlags);
    const auto valueOf = [&](QStringView option, const QString &standard) {
        const auto *use = flags.last(option);
        return use && use->value ? *use->value : standard;
    };
    to.text(u"optimise"_s, valueOf(u"--optimise", u"Performance"_s));
    to.text(u"tensorAllocator"_s, valueOf(u"--tensor-allocator", u"HillClimb"_s));
    to.text(u"arenaCacheSize"_s, valueOf(u"--arena-cache-size", {}));
    to.text(u"integerIo"_s, spec.integerIo ? u"true"_s : u"false"_s);
    to.text(u"cpuKernels"_s,
        spec.cpuKernels == spec::CpuKernels::CortexM ? u"cortex-m"_s : u"portable"_s);
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    to.text(u"quantizer"_s, quantizer.scheme);
    to.text(u"activations"_s, quantizer.activations);
    const auto &pins = spec.keepOnCpu;
    to.count(u"pins"_s,
        std::optional(pins.nodes.size() + pins.operators.size() + pins.modules.size()
            + pins.patterns.size()));
}

void addCoverage(const Subject &subject, Collector &to)
{
    const auto coverage = analysis::coverageOf(subject.program.get(), subject.result.get());
    to.count(u"cpuOperators"_s, coverage.cpuOperators);
    to.count(u"npuOperators"_s, coverage.npuOperators);
    to.count(u"boundaryOperators"_s, coverage.boundaryOperators);
    to.count(u"partitions"_s, std::optional(coverage.partitions));
    if (subject.result)
        to.count(u"refusedOperators"_s, std::optional(subject.result->rejections.size()));
}

void addMemory(const Subject &subject, Collector &to)
{
    const auto memory = analysis::memoryFacts(*subject.result, subject.program);
    const auto picture = analysis::memoryPicture({ .spec = memory.spec,
        .system = analysis::memorySystemOf(memory.spec),
        .partitions = memory.partitions,
        .program = memory.program });
    to.estimate(
        u"sramBytes"_s, analysis::memoryNeed(picture).bytes(analysis::Memory::Sram), u"bytes"_s);
    const auto busy = [&](analysis::MemoryRole role) {
        const auto *port = picture.port(role);
        return port ? port->busyShare : std::nullopt;
    };
    to.estimate(u"sramPortBusy"_s, busy(analysis::MemoryRole::Sram), u"share"_s);
    to.estimate(u"externalPortBusy"_s, busy(analysis::MemoryRole::External), u"share"_s);
    std::optional<quint64> scratch;
    for (const auto &partition : memory.partitions) {
        if (partition.scratchBytes)
            scratch = std::max(scratch.value_or(0), *partition.scratchBytes);
    }
    to.estimate(u"scratchBytes"_s, scratch, u"bytes"_s);
}

void addCosts(const Subject &subject, Collector &to)
{
    const auto &summary = subject.result->summary;
    const auto defaults = spec::defaultsFor(subject.spec.target);
    if (summary.macs && summary.cyclesTotal.value_or(0) > 0 && defaults)
        to.estimate(u"macUtilisation"_s,
            std::optional(double(*summary.macs) / (*summary.cyclesTotal * defaults->macs)),
            u"share"_s);
    quint64 count = 0;
    double cycles = 0;
    double all = 0;
    for (const auto &one : compiled::costsOf(*subject.result).operators) {
        all += one.cycles.value_or(0);
        if (one.kind != "Transpose"_L1)
            continue;
        ++count;
        cycles += one.cycles.value_or(0);
    }
    if (all <= 0)
        return;
    to.count(u"transposeOperations"_s, std::optional(count));
    to.estimate(u"transposeCycles"_s, std::optional(cycles), u"cycles"_s);
    to.estimate(u"transposeShare"_s, std::optional(cycles / all), u"share"_s);
}

/// What the NPU spends on the operators of the model, by ModelNode::name.
class NodeCosts
{
public:
    explicit NodeCosts(const Subject &subject)
    {
        for (const auto &one : compiled::costsOf(*subject.result).operators) {
            m_all += one.cycles.value_or(0);
            auto &node = m_nodes[one.node.name];
            node.cycles += one.cycles.value_or(0);
            node.macs += static_cast<double>(one.macs.value_or(0));
        }
        if (const auto defaults = spec::defaultsFor(subject.spec.target))
            m_macs = defaults->macs;
    }
    double all() const { return m_all; }
    double cycles(const QString &node) const { return m_nodes.value(node).cycles; }
    /// Of the MACs it could have done meanwhile; absent: the target is not known.
    std::optional<double> macUse(const QString &node) const
    {
        const auto known = m_nodes.value(node);
        return m_macs > 0 && known.cycles > 0 ? std::optional(known.macs / (known.cycles * m_macs))
                                              : std::nullopt;
    }

private:
    struct Cost
    {
        double cycles = 0;
        double macs = 0;
    };
    QHash<QString, Cost> m_nodes;
    double m_all = 0;
    int m_macs = 0;
};

QStringList operatorsOf(const compiled::CompileResult &result, int partition)
{
    QStringList names;
    for (const auto &node : result.nodes) {
        if (node.partition == partition && analysis::countsAsOperator(node.target))
            names << node.name;
    }
    return names;
}

/// The smallest of several partitions: two boundaries stand around it.
void addIsland(const compiled::CompileResult &result, const NodeCosts &costs, Collector &to)
{
    if (result.partitions.size() < 2)
        return;
    std::optional<std::pair<double, QStringList>> smallest;
    for (const auto &partition : result.partitions) {
        const auto names = operatorsOf(result, partition.index);
        double cycles = 0;
        for (const auto &name : names)
            cycles += costs.cycles(name);
        if (!names.isEmpty() && (!smallest || cycles < smallest->first))
            smallest = { cycles, names };
    }
    if (!smallest)
        return;
    to.facts[u"island"_s] = { smallest->second, {}, {} };
    to.count(u"islandOperators"_s, std::optional(smallest->second.size()));
    to.estimate(u"islandCycles"_s, std::optional(smallest->first), u"cycles"_s);
    to.estimate(u"islandShare"_s, std::optional(smallest->first / costs.all()), u"share"_s);
}

/// Beside the CPU nothing is torn apart if an operator goes there.
void addEdgeOperator(const compiled::CompileResult &result, const NodeCosts &costs, Collector &to)
{
    QStringList names;
    for (const auto &boundary : analysis::boundariesOf(result)) {
        if (boundary.fromPartition && operatorsOf(result, *boundary.fromPartition).size() > 1)
            names << boundary.from;
        if (boundary.toPartition && operatorsOf(result, *boundary.toPartition).size() > 1)
            names << boundary.to;
    }
    const auto idle = [&](const QString &name) {
        const auto use = costs.macUse(name);
        return use ? costs.cycles(name) * (1 - *use) : 0;
    };
    const auto worst = std::ranges::max_element(names, {}, idle);
    if (worst == names.end() || idle(*worst) <= 0)
        return;
    to.text(u"edgeOperator"_s, *worst);
    to.estimate(u"edgeOperatorCycles"_s, std::optional(costs.cycles(*worst)), u"cycles"_s);
    to.estimate(
        u"edgeOperatorShare"_s, std::optional(costs.cycles(*worst) / costs.all()), u"share"_s);
    to.estimate(u"edgeOperatorMacUse"_s, costs.macUse(*worst), u"share"_s);
}

void addPlaces(const Subject &subject, Collector &to)
{
    const NodeCosts costs(subject);
    if (costs.all() <= 0)
        return;
    addIsland(*subject.result, costs, to);
    addEdgeOperator(*subject.result, costs, to);
}

} // namespace

Facts factsOf(const Subject &subject)
{
    Collector to;
    addSpec(subject, to);
    if (subject.program || subject.result)
        addCoverage(subject, to);
    if (subject.result) {
        addMemory(subject, to);
        addCosts(subject, to);
        addPlaces(subject, to);
    }
    return std::move(to.facts);
}

} // namespace tosaic::advice
