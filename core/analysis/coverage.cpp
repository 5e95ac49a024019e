// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/coverage.h"

#include "core/analysis/boundaries.h"
#include "core/analysis/integerio.h"
#include "core/model/boundary.h"

#include <set>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

void addTarget(QStringList &targets, const QString &target)
{
    if (!target.isEmpty() && !targets.contains(target))
        targets += target;
}

void countPartition(const model::EthosUPayload *payload, Coverage &coverage, QStringList &targets)
{
    ++coverage.partitions;
    // A stream that could be read but keeps its commands elsewhere tells no operations.
    if (payload && payload->npu) {
        coverage.npuOperations = coverage.npuOperations.value_or(0) + payload->operations;
        addTarget(targets, payload->npu->name());
    }
}

} // namespace

std::optional<quint64> Coverage::operators() const
{
    if (!npuOperators || !cpuOperators)
        return {};
    return *npuOperators + *cpuOperators;
}

bool isBoundaryStep(const compiled::CompileResult &result, const compiled::ModelNode &node)
{
    return !result.partitions.empty() && node.placement != "npu"_L1
        && model::isQuantisation(node.target);
}

bool countsAsOperator(const QString &target)
{
    return !target.isEmpty() && target != "output"_L1
        && model::bareOperatorName(target) != "getitem"_L1 && !model::isQuantisation(target);
}

QString targetName(const QString &target)
{
    static const auto Prefix = u"ethos-u"_s;
    if (!target.startsWith(Prefix))
        return target;
    return u"Ethos-U"_s + target.mid(Prefix.size());
}

Coverage coverageOf(const model::Program &program)
{
    Coverage coverage{
        .basis = Coverage::Basis::Instructions, .cpuOperators = 0, .boundaryOperators = 0
    };
    QStringList targets;
    bool everyStreamRead = true;
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (delegate.isEthosU())
                countPartition(delegate.ethosu.get(), coverage, targets);
            else
                ++coverage.otherDelegates;
            if (delegate.isEthosU() && !(delegate.ethosu && delegate.ethosu->npu))
                everyStreamRead = false;
        }
        for (const auto &instruction : method.instructions) {
            if (!std::holds_alternative<model::KernelCall>(instruction))
                continue;
            if (model::isBoundaryStep(method, instruction))
                ++*coverage.boundaryOperators;
            else
                ++*coverage.cpuOperators;
        }
    }
    if (!everyStreamRead)
        coverage.npuOperations.reset(); // a part of the sum would look like the sum
    if (coverage.partitions == 0)
        coverage.npuOperators = 0;
    coverage.target = targets.join(u", "_s);
    return coverage;
}

std::optional<Coverage> coverageOf(const model::Network &network)
{
    Coverage coverage{ .cpuOperators = 0 };
    QStringList targets;
    for (const auto &subgraph : network.subgraphs) {
        for (const auto &one : subgraph.operators) {
            if (one.ethosu)
                countPartition(one.ethosu.get(), coverage, targets);
            else
                ++*coverage.cpuOperators;
        }
    }
    coverage.target = targets.join(u", "_s);
    return coverage.partitions > 0 ? std::optional(coverage) : std::nullopt;
}

Coverage coverageOf(const compiled::CompileResult &result)
{
    Coverage coverage{ .basis = Coverage::Basis::ModelOperators,
        .partitions = static_cast<quint64>(result.partitions.size()) };
    const auto &asked = result.resolvedSpec.target;
    coverage.target = targetName(asked.isEmpty() ? result.spec.target : asked);
    quint64 npu = 0;
    quint64 cpu = 0;
    quint64 boundary = 0;
    for (const auto &node : result.nodes) {
        const bool counts = countsAsOperator(node.target);
        npu += node.placement == "npu"_L1 && counts;
        cpu += node.placement == "cpu"_L1 && counts;
        boundary += isBoundaryStep(result, node) && !isGoneWithIntegerIo(result, node);
    }
    const bool isListed = !result.nodes.empty();
    const auto known = [isListed](const std::optional<quint64> &stated, quint64 counted) {
        return stated || !isListed ? stated : std::optional<quint64>(counted);
    };
    coverage.npuOperators = known(result.summary.npuOperators, npu);
    coverage.cpuOperators = known(result.summary.cpuOperators, cpu);
    coverage.boundaryOperators = known({}, boundary);
    if (const auto crossed = boundaryTotals(result)) {
        coverage.boundaryOperators = crossed->conversions;
        coverage.idleSteps = idleSteps(result).size();
    }
    return coverage;
}

Coverage coverageOf(const model::Program *program, const compiled::CompileResult *result)
{
    if (result && (!result->nodes.empty() || !program))
        return coverageOf(*result);
    return program ? coverageOf(*program) : Coverage{};
}

} // namespace tosaic::analysis
