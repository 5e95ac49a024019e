// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphsummary.h"

#include "core/analysis/coverage.h"
#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/names.h"
#include "core/model/boundary.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class Sentence
{
    Q_DECLARE_TR_FUNCTIONS(GraphSummary)
public:
    static QString ofResult(const compiled::CompileResult &result)
    {
        const auto [npu, cpu] = operators(result);
        const auto parts = static_cast<int>(result.partitions.size());
        const auto target = targetName(result);
        if (npu == 0)
            return tr("No operator runs on %1; all %n are on the CPU", nullptr, int(cpu))
                .arg(target);
        const auto total = static_cast<int>(npu + cpu);
        const auto where
            = tr("%1 of %n operator(s) on %2 in %3", nullptr, total)
                  .arg(formatCount(npu), target, tr("%n partition(s)", nullptr, parts));
        if (cpu == 0)
            return where;
        return tr("%1; %n on the CPU", nullptr, static_cast<int>(cpu)).arg(where);
    }

    static QString ofMethod(const model::Method &method)
    {
        quint64 operations = 0;
        int partitions = 0;
        int kernels = 0;
        int steps = 0;
        QStringList targets;
        for (const auto &instruction : method.instructions) {
            if (std::holds_alternative<model::KernelCall>(instruction))
                ++(model::isBoundaryStep(method, instruction) ? steps : kernels);
            const auto *call = std::get_if<model::DelegateCall>(&instruction);
            if (!call || call->delegate.value >= method.delegates.size())
                continue;
            ++partitions;
            const auto &delegate = method.delegates[call->delegate.value];
            auto name = delegate.id;
            if (delegate.ethosu) {
                operations += delegate.ethosu->operations;
                name = delegate.ethosu->npu ? delegate.ethosu->npu->name() : u"Ethos-U"_s;
            }
            if (!targets.contains(name))
                targets += name;
        }
        if (method.instructions.empty())
            return tr("The method has no instructions; it returns a constant");
        if (partitions == 0)
            return tr("Everything runs on the CPU: %n kernel(s), no delegate", nullptr, kernels);
        auto where = tr("%n partition(s) on %1", nullptr, partitions).arg(targets.join(u", "_s));
        if (operations > 0)
            where
                = tr("%1 (%n NPU operation(s))", nullptr, static_cast<int>(operations)).arg(where);
        const auto all = kernels == 0 ? tr("%1; no CPU kernels").arg(where)
                                      : tr("%1; %n CPU kernel(s)", nullptr, kernels).arg(where);
        return steps == 0 ? all : tr("%1, %n boundary step(s)", nullptr, steps).arg(all);
    }

private:
    static std::pair<quint64, quint64> operators(const compiled::CompileResult &result)
    {
        if (result.summary.npuOperators && result.summary.cpuOperators)
            return { *result.summary.npuOperators, *result.summary.cpuOperators };
        quint64 npu = 0;
        quint64 cpu = 0;
        for (const auto &partition : result.partitions)
            npu += graph::operatorCount(partition, result);
        for (const auto &node : result.nodes) {
            if (node.placement == "cpu"_L1 && graph::shortName(node.target) != "getitem"_L1)
                ++cpu;
        }
        return { npu, cpu };
    }

    /// "ethos-u55-128" as the field writes it.
    static QString targetName(const compiled::CompileResult &result)
    {
        auto name = result.resolvedSpec.target.isEmpty() ? result.spec.target
                                                         : result.resolvedSpec.target;
        if (name.startsWith("ethos-u"_L1))
            name.replace(0, 7, u"Ethos-U"_s);
        return name.isEmpty() ? tr("the NPU") : name;
    }
};

} // namespace

QString placementSentence(
    const model::Program *program, const compiled::CompileResult *result, int method)
{
    if (result && !result->nodes.empty())
        return Sentence::ofResult(*result);
    if (program && method >= 0 && static_cast<size_t>(method) < program->methods.size())
        return Sentence::ofMethod(program->methods[static_cast<size_t>(method)]);
    return {};
}

} // namespace tosaic::views
