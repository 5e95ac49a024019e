// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/kerneltimes.h"

#include "core/base/median.h"
#include "profiler/analysis/ranktest.h"
#include "profiler/store/runvalues.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Calls of one instruction in a loop: "... (chain 0, instruction 2) #3".
QString withoutCall(const QString &name)
{
    static const QRegularExpression call(u"\\) #[0-9]+$"_s);
    const auto found = call.match(name);
    return found.hasMatch() ? name.left(found.capturedStart() + 1) : name;
}

bool isKernel(const QString &name)
{
    return name.startsWith("native_call"_L1);
}

bool isCall(const QString &name)
{
    return name.startsWith("OPERATOR_CALL"_L1);
}

/// By name, those with a time of an operator in a unit that tells time.
std::map<QString, QString> unitsOf(const ComparableRun &run, const QString &group)
{
    std::map<QString, QString> units;
    for (const auto &value : run.values) {
        if (value.kind == ComparedValue::Kind::Operator && value.group == group
            && (value.unit == "ns"_L1 || value.unit == "ticks"_L1))
            units.emplace(withoutCall(value.name), value.unit);
    }
    return units;
}

/// A call and the kernel inside it are two values of one time: the call's counts, dispatch
/// included; the kernel's says what was called.
void joinKernels(std::vector<KernelTime> &times)
{
    std::map<QString, QString> kernels; // name by instruction
    std::set<QString> calls; // instructions
    for (const auto &one : times) {
        if (isKernel(one.name))
            kernels.emplace(instructionOf(one.name), one.name);
        else if (isCall(one.name))
            calls.insert(instructionOf(one.name));
    }
    std::erase_if(times, [&](const KernelTime &one) {
        return isKernel(one.name) && calls.contains(instructionOf(one.name));
    });
    for (auto &one : times) {
        const auto kernel = kernels.find(instructionOf(one.name));
        if (isCall(one.name) && kernel != kernels.end())
            one.name = kernel->second;
    }
}

} // namespace

std::vector<KernelTime> kernelTimes(
    const MeasuredRun &run, const ComparableRun &comparable, const QString &group)
{
    const auto units = unitsOf(comparable, group);
    if (units.empty())
        return {};
    const auto values = run.isConsole() && run.run
        ? valuesPerInference(*run.run, run.conditions.warmups.value_or(0))
        : run.values;
    std::map<QString, std::map<quint64, double>> sums; // by name, then by execution
    std::set<quint64> executions;
    for (const auto &value : values) {
        if (value.group != group)
            continue;
        executions.insert(value.repeat);
        if (const auto name = withoutCall(value.name); units.contains(name))
            sums[name][value.repeat] += value.value;
    }
    std::vector<KernelTime> times;
    for (const auto &[name, ofExecutions] : sums) {
        std::vector<double> each;
        for (const auto &[execution, sum] : ofExecutions)
            each.push_back(sum);
        times.push_back(
            { name, units.at(name), medianOf(each), ofExecutions.size(), executions.size() });
    }
    joinKernels(times);
    std::ranges::stable_sort(times, std::greater(),
        [](const KernelTime &one) { return one.median * double(one.executions); });
    return times;
}

} // namespace tosaic::profile
