// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/metrics.h"
#include "views/runs/runwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <climits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Rows of name and value; values that are not known are left out, except where asked for.
class Facts
{
    Q_DECLARE_TR_FUNCTIONS(Runs)
public:
    std::vector<FactRow> rows;

    void add(const QString &name, const QString &value, const QString &toolTip = {})
    {
        rows.push_back({ name, value, toolTip });
    }
    void addCount(
        const QString &name, const std::optional<quint64> &value, const QString &unit = {})
    {
        if (value)
            add(name, unit.isEmpty() ? formatCount(*value) : formatCount(*value) + u' ' + unit);
    }
    void addBytes(const QString &name, const std::optional<quint64> &value)
    {
        if (value)
            add(name, formatBytes(*value), tr("%1 bytes").arg(formatCount(*value)));
    }

    void addRun(const profile::Run &run);
    void addNpu(const profile::Run &run);
    void addModel(const profile::LogModel &model);
    void addMemory(const profile::LogMemory &memory);
    void addAllocator(const QString &name, const std::optional<profile::Allocator> &allocator);
    void addOutputs(const profile::Run &run);
    void addProfile(const profile::Profile &profile, const profile::MetricContext &context);
};

QString npuName(const profile::LogNpu &npu)
{
    if (npu.product.isEmpty()) // not "Ethos-U-128", which looks like a name
        return npu.macs ? Facts::tr("Product not known, MACs per cycle: %1").arg(*npu.macs)
                        : Facts::tr("Not known");
    const auto product = u"Ethos-"_s + npu.product;
    return npu.macs ? u"%1-%2"_s.arg(product).arg(*npu.macs) : product;
}

void Facts::addRun(const profile::Run &run)
{
    add(tr("Console"), familyWord(run.family));
    add(tr("Status"), statusWord(run.status));
    if (run.isAbridged)
        add(tr("Abridged"), tr("Yes: the log says that text was left out"));
    add(tr("Inferences finished"), run.inferences ? formatCount(*run.inferences) : tr("Not known"));
    for (const auto &diagnostic : run.diagnostics) {
        if (diagnostic.id == "log.limit"_L1)
            add(tr("Not kept of the log"), diagnostic.text);
        else if (diagnostic.id == "log.family-missing"_L1)
            add(tr("Read at the import"), diagnostic.text);
    }
}

void Facts::addNpu(const profile::Run &run)
{
    const bool isNamed = run.npu && (!run.npu->product.isEmpty() || run.npu->macs);
    add(tr("NPU"), isNamed ? npuName(*run.npu) : tr("Not known"));
    if (run.npu) {
        if (!run.npu->archVersion.isEmpty())
            add(tr("NPU architecture"), run.npu->archVersion);
        if (!run.npu->driverVersion.isEmpty())
            add(tr("Driver"), run.npu->driverVersion);
    }
    addCount(tr("CPU clock"), run.cpuClockHz, u"Hz"_s);
    addCount(tr("NPU clock"), run.npuClockHz, u"Hz"_s);
}

void Facts::addModel(const profile::LogModel &model)
{
    if (!model.name.isEmpty())
        add(tr("Model"), model.name);
    addBytes(tr("PTE size"), model.pteBytes);
    addBytes(tr("Model size"), model.bytes);
    addCount(tr("Methods"), model.methodCount);
    if (!model.operators.empty())
        add(tr("Operators"), formatCount(model.operators.size()));
    addCount(tr("Command stream"), model.commandStreamWords, tr("words"));
    if (model.compiledFor)
        add(tr("Compiled for"), npuName(*model.compiledFor));
}

void Facts::addAllocator(const QString &name, const std::optional<profile::Allocator> &allocator)
{
    if (!allocator || (!allocator->used && !allocator->total))
        return;
    const auto total = allocator->total ? formatBytes(*allocator->total) : tr("Not known");
    add(name,
        allocator->used ? tr("%1 of %2 used").arg(formatBytes(*allocator->used), total)
                        : tr("%1 pool").arg(total));
}

void Facts::addMemory(const profile::LogMemory &memory)
{
    addBytes(tr("Planned buffers"), memory.plannedBytes);
    addAllocator(tr("Method allocator"), memory.methodAllocator);
    addAllocator(tr("Temp allocator"), memory.tempAllocator);
    addBytes(tr("Tensor arena used"), memory.arenaBytes);
    addBytes(tr("Tensor arena size"), memory.arenaTotalBytes);
}

void Facts::addOutputs(const profile::Run &run)
{
    for (const auto &output : run.outputs) {
        const auto count = output.count ? formatCount(*output.count) : tr("Not known");
        add(tr("Values of output %1").arg(output.index.value_or(0)),
            output.shown ? tr("%1 (%2 printed)").arg(count, formatCount(*output.shown)) : count);
    }
    for (const auto &job : run.jobs) {
        const auto name = job.name.isEmpty() ? tr("Not known") : job.name;
        add(tr("Job"),
            job.status ? tr("%1: status %2").arg(name).arg(*job.status)
                       : tr("%1: not answered").arg(name));
        if (rows.size() > 200)
            break;
    }
    if (run.etdump)
        addBytes(tr("ETDump"), static_cast<quint64>(run.etdump->size()));
}

void Facts::addProfile(const profile::Profile &profile, const profile::MetricContext &context)
{
    const auto summed = profile::summedInferences(profile, context.areSums);
    const auto cycles = !summed ? tr("cycles in an unknown number of inferences")
        : *summed > 1           ? tr("cycles in %Ln inference(s)", nullptr,
                        static_cast<int>(std::min<quint64>(*summed, INT_MAX)))
                                : tr("cycles");
    addCount(tr("Inferences in this measurement"), profile.inferences);
    addCount(tr("NPU delegations"), profile.delegations);
    const auto &cpu = profile.cpuCycles;
    addCount(tr("CPU: whole inference"), cpu.inference, cycles);
    addCount(tr("CPU: in operators"), cpu.operators, cycles);
    addCount(tr("CPU: waiting for the NPU"), cpu.waitForNpu, cycles);
    addCount(tr("CPU: active"), cpu.active, cycles);
    for (const auto &[tag, count] : cpu.byOperator)
        addCount(tr("CPU: in %1").arg(tag), count, cycles);
    if (profile.timeNs)
        add(tr("Time of one inference"),
            formatDuration(static_cast<double>(*profile.timeNs) / 1e9));
    if (!profile.runNs.empty()) {
        const auto [low, high] = std::ranges::minmax(profile.runNs);
        add(tr("Times of all inferences"),
            tr("%1 to %2")
                .arg(formatDuration(static_cast<double>(low) / 1e9),
                    formatDuration(static_cast<double>(high) / 1e9)));
    }
    if (profile.layers)
        add(tr("Layers"), formatCount(profile.layers->rows.size()));
}

} // namespace

std::vector<FactRow> logFacts(const profile::Run &run, const profile::Profile *profile)
{
    Facts facts;
    facts.addRun(run);
    facts.addNpu(run);
    if (profile)
        facts.addProfile(*profile, profile::contextOf(run));
    if (run.model)
        facts.addModel(*run.model);
    facts.addMemory(run.memory);
    facts.addOutputs(run);
    return std::move(facts.rows);
}

} // namespace tosaic::views
