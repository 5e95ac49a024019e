// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/comparableruns.h"

#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/store/runvalues.h"

#include <QJsonDocument>
#include <QStringList>

#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString joined(const std::map<QString, QString> &map)
{
    QStringList parts;
    for (const auto &[key, value] : map)
        parts << key + u' ' + value;
    return parts.join(u", "_s);
}

/// The target as far as the console tells it: "ethos-u85-256".
QString targetOf(const StoredRun &run)
{
    if (!run.conditions.target.isEmpty())
        return run.conditions.target;
    const auto &npu = run.run.npu;
    if (!npu || npu->product.isEmpty())
        return {};
    const auto name = u"ethos-"_s + npu->product.toLower();
    return npu->macs ? u"%1-%2"_s.arg(name).arg(*npu->macs) : name;
}

std::map<QString, QString> toolsOf(const StoredRun &run)
{
    auto tools = run.conditions.tools;
    if (run.run.npu && !run.run.npu->driverVersion.isEmpty())
        tools.try_emplace(u"driver"_s, run.run.npu->driverVersion);
    return tools;
}

/// SHA-256 of the program: as stated, else of the file that the target ran.
QString programOf(const StoredRun &run)
{
    const auto pte = run.conditions.artefacts.find(u"pte"_s);
    return run.modelSha256.isEmpty() && pte != run.conditions.artefacts.end() ? pte->second
                                                                              : run.modelSha256;
}

template <typename T>
QString numberText(const std::optional<T> &stated, const std::optional<T> &inLog = {})
{
    const auto &value = stated ? stated : inLog;
    return value ? QString::number(*value) : QString();
}

/// Counters that counterDoubts() names are no measurements.
Run withoutDoubts(const StoredRun &stored)
{
    auto run = stored.run;
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
bool isAccurate(const StoredRun &run, const workspace::RunValue &value)
{
    const bool isCpu = value.kind == "cpu"_L1 || value.unit == "ticks"_L1
        || (value.kind == "operator"_L1 && run.kind == "console"_L1);
    return run.origin != Origin::Fvp || !isCpu;
}

} // namespace

RunConditions measuredUnder(std::optional<Origin> origin, const std::optional<quint64> &clockHz,
    const QString &modelSha256, const workspace::RunConditions &stated)
{
    const auto npu = statedNpu(stated.target);
    RunConditions conditions{ .origin = origin,
        .target = stated.target,
        .product = npu.product,
        .npuMacs = stated.macs ? stated.macs : npu.macs,
        .clockHz = clockHz,
        .artefact = modelSha256,
        .tools = joined(stated.tools),
        .mode = stated.mode };
    if (!stated.spec.isEmpty())
        conditions.spec
            = QString::fromUtf8(QJsonDocument(stated.spec).toJson(QJsonDocument::Compact));
    return conditions;
}

std::map<Condition, QString> conditionsOf(const StoredRun &run)
{
    const auto &stated = run.conditions;
    const auto logMacs = run.run.npu ? run.run.npu->macs : std::nullopt;
    auto events = stated.events;
    events.sort();
    std::map<Condition, QString> conditions{ { Condition::Mode, stated.mode },
        { Condition::Origin, originKey(run.origin) }, { Condition::Target, targetOf(run) },
        { Condition::Macs, numberText(stated.macs, logMacs) },
        { Condition::NpuClock, numberText(run.npuClockHz) },
        { Condition::CpuClock, numberText(stated.cpuClockHz, run.run.cpuClockHz) },
        { Condition::Tools, joined(toolsOf(run)) }, { Condition::Events, events.join(u", "_s) },
        { Condition::Repeats, numberText(stated.repeats, run.run.inferences) },
        { Condition::Warmups, numberText(stated.warmups) }, { Condition::Model, programOf(run) },
        { Condition::Artefacts, joined(stated.artefacts) } };
    if (!stated.spec.isEmpty())
        conditions[Condition::Spec]
            = QString::fromUtf8(QJsonDocument(stated.spec).toJson(QJsonDocument::Compact));
    std::erase_if(conditions, [](const auto &one) { return one.second.isEmpty(); });
    return conditions;
}

ComparableRun comparableRun(std::span<const StoredRun> repeats)
{
    using Key = std::tuple<ComparedValue::Kind, QString, QString, QString>;
    ComparableRun comparable;
    std::map<Condition, QStringList> conditions;
    std::map<Key, size_t> places;
    for (const auto &run : repeats) {
        for (const auto &[condition, text] : conditionsOf(run)) {
            if (!conditions[condition].contains(text))
                conditions[condition] << text;
        }
        const auto values = run.kind == "console"_L1
            ? valuesPerInference(withoutDoubts(run), run.conditions.warmups.value_or(0))
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
