// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/comparableruns.h"

#include "core/base/sizestext.h"
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/store/runvalues.h"

#include <QJsonDocument>

#include <algorithm>
#include <set>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// What the console tells; nothing of another kind of file.
const std::optional<LogNpu> &toldNpu(const MeasuredRun &run)
{
    static const std::optional<LogNpu> none;
    return run.run ? run.run->npu : none;
}

/// The target as far as the console tells it: "ethos-u85-256".
QString targetOf(const MeasuredRun &run)
{
    if (!run.conditions.target.isEmpty())
        return run.conditions.target;
    const auto &npu = toldNpu(run);
    if (!npu || npu->product.isEmpty())
        return {};
    const auto name = u"ethos-"_s + npu->product.toLower();
    return npu->macs ? u"%1-%2"_s.arg(name).arg(*npu->macs) : name;
}

/// As stated or told, else as the names of the counters tell: ports are called otherwise on U85.
QString productOf(const MeasuredRun &run, const QString &target)
{
    if (const auto product = statedNpu(target).product; !product.isEmpty())
        return product;
    if (!run.run)
        return {};
    for (const auto &profile : run.run->profiles) {
        for (const auto &counter : profile.counters) {
            const auto products = findEvent(counter.name).products;
            if (products != EventProducts::Any && counter.label.isEmpty())
                return products == EventProducts::U85 ? u"U85"_s : u"U55 or U65"_s;
        }
    }
    return {};
}

/// Of whatever type: a compile with integer inputs has the same shapes.
QString networkOf(const MeasuredRun &run)
{
    if (!run.run || !run.run->model)
        return {};
    const auto shapes = [](const std::vector<LogTensor> &tensors) {
        QStringList all;
        for (const auto &tensor : tensors)
            all << sizesText(tensor.shape, u"x"_s);
        return all.contains(QString()) ? QString() : all.join(u", "_s);
    };
    const auto inputs = shapes(run.run->model->inputs);
    const auto outputs = shapes(run.run->model->outputs);
    return inputs.isEmpty() || outputs.isEmpty() ? QString() : inputs + u" -> "_s + outputs;
}

/// Of ExecuTorch's runner it is known what its sums are of, and they are divided.
QString summedInferences(const MeasuredRun &run)
{
    const bool isKnown = !run.run || run.run->family == LogFamily::ExecutorchRunner
        || std::ranges::any_of(
            run.run->profiles, [](const auto &profile) { return profile.inferences.has_value(); });
    return isKnown || !run.run->inferences ? QString() : QString::number(*run.run->inferences);
}

std::map<QString, QString> toolsOf(const MeasuredRun &run)
{
    auto tools = run.conditions.tools;
    if (const auto &npu = toldNpu(run); npu && !npu->driverVersion.isEmpty())
        tools.try_emplace(u"driver"_s, npu->driverVersion);
    return tools;
}

template <typename T>
QString numberText(const std::optional<T> &stated, const std::optional<T> &inLog = {})
{
    const auto &value = stated ? stated : inLog;
    return value ? QString::number(*value) : QString();
}

/// Of the program or network that it loaded.
QString programBytes(const MeasuredRun &run)
{
    return run.run && run.run->model ? numberText(run.run->model->pteBytes, run.run->model->bytes)
                                     : QString();
}

/// Counters that counterDoubts() names are no measurements.
Run withoutDoubts(const MeasuredRun &measured)
{
    auto run = measured.run ? *measured.run : Run();
    const auto context = contextOf(run);
    for (auto &profile : run.profiles) {
        const auto doubts = counterDoubts(profile, context);
        std::erase_if(profile.counters,
            [&](const Counter &counter) { return doubtOf(doubts, counter.name) != nullptr; });
    }
    return run;
}

/// On this machine the runtime's ticks are nanoseconds.
QString unitOf(const workspace::RunValue &value, std::optional<Origin> origin)
{
    const bool isHost = origin == Origin::ThisMachine;
    return isHost && value.unit == "ticks"_L1 ? u"ns"_s : value.unit;
}

/// The processor of an FVP is not modelled cycle by cycle; its NPU is. Operators of a console are
/// CPU cycles, and so are the ticks of ExecuTorch's bare-metal runner.
bool isAccurate(const MeasuredRun &run, const workspace::RunValue &value)
{
    const bool isCpu = value.kind == "cpu"_L1 || value.unit == "ticks"_L1
        || (value.kind == "operator"_L1 && run.kind == "console"_L1);
    return run.origin != Origin::Fvp || !isCpu;
}

/// What a trace sums up over its inferences, for one of them.
std::vector<workspace::RunValue> perInference(std::vector<workspace::RunValue> values)
{
    const auto inferences = std::ranges::count(values, InferenceCycles, &workspace::RunValue::name);
    for (auto &value : values) {
        if (value.isDerived && inferences > 1)
            value.value /= double(inferences);
    }
    return values;
}

} // namespace

std::map<Condition, QString> conditionsOf(const MeasuredRun &run)
{
    const auto &stated = run.conditions;
    const auto logMacs = toldNpu(run) ? toldNpu(run)->macs : std::nullopt;
    const auto logCpuClock = run.run ? run.run->cpuClockHz : std::nullopt;
    const auto logRepeats = run.run ? run.run->inferences : std::nullopt;
    auto events = stated.events;
    events.sort();
    std::map<Condition, QString> conditions{ { Condition::Mode, stated.mode },
        { Condition::Origin, originKey(run.origin) }, { Condition::Target, targetOf(run) },
        { Condition::Macs, numberText(stated.macs, logMacs) },
        { Condition::NpuClock, numberText(run.npuClockHz()) },
        { Condition::CpuClock, numberText(stated.cpuClockHz, logCpuClock) },
        { Condition::Tools, toolsText(toolsOf(run)) }, { Condition::Events, events.join(u", "_s) },
        { Condition::Repeats, numberText(stated.repeats, logRepeats) },
        { Condition::Warmups, numberText(stated.warmups) },
        { Condition::Model, programHashOf(run) }, { Condition::ProgramBytes, programBytes(run) },
        { Condition::Artefacts, toolsText(stated.artefacts) },
        { Condition::ModelName, run.run && run.run->model ? run.run->model->name : QString() },
        { Condition::Network, networkOf(run) },
        // Estimates of two targets are made to be compared.
        { Condition::Product,
            run.origin == Origin::Estimate ? QString() : productOf(run, targetOf(run)) },
        { Condition::Summed, summedInferences(run) } };
    if (!stated.spec.isEmpty())
        conditions[Condition::Spec]
            = QString::fromUtf8(QJsonDocument(stated.spec).toJson(QJsonDocument::Compact));
    std::erase_if(conditions, [](const auto &one) { return one.second.isEmpty(); });
    return conditions;
}

ComparableRun comparableRun(std::span<const MeasuredRun> repeats)
{
    using Key = std::tuple<ComparedValue::Kind, QString, QString, QString>;
    ComparableRun comparable;
    std::map<Condition, QStringList> conditions;
    std::map<Key, size_t> places;
    std::set<QString> contents;
    const auto isOfGraph = [](const MeasuredRun &run) { return run.kind.startsWith("vela-"_L1); };
    comparable.isOfOneGraph = std::ranges::all_of(repeats, isOfGraph);
    for (const auto &run : repeats) {
        // The same file again is no further measurement.
        if (!run.sha256.isEmpty() && !contents.insert(run.kind + u' ' + run.sha256).second)
            continue;
        for (const auto &[condition, text] : conditionsOf(run)) {
            if (!conditions[condition].contains(text))
                conditions[condition] << text;
        }
        const auto values = run.kind == "console"_L1
            ? valuesPerInference(withoutDoubts(run), run.conditions.warmups.value_or(0))
            : run.kind == "pmu-trace"_L1 ? perInference(run.values)
                                         : run.values;
        for (const auto &value : values) {
            const bool isOperator = value.kind == "operator"_L1 || value.kind == "layer"_L1;
            const auto kind
                = isOperator ? ComparedValue::Kind::Operator : ComparedValue::Kind::Counter;
            const auto unit = unitOf(value, run.origin);
            const auto [it, isNew] = places.try_emplace(
                Key(kind, value.group, value.name, unit), comparable.values.size());
            if (isNew)
                comparable.values.push_back(
                    { kind, value.group, value.name, unit, value.isDerived, {} });
            auto &compared = comparable.values[it->second];
            compared.repeats.push_back(value.value);
            compared.isAccurate = compared.isAccurate && isAccurate(run, value);
        }
    }
    for (const auto &[condition, texts] : conditions)
        comparable.conditions.emplace(condition, texts.join(u" | "_s));
    return comparable;
}

} // namespace tosaic::profile
