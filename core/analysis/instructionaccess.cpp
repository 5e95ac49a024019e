// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/instructionaccess.h"

#include "core/analysis/runtimes.h"

#include <QSet>

#include <algorithm>

namespace tosaic::analysis {

namespace {

/// Opens lists: the tensors in a TensorList, the numbers in an IntList.
void appendOpened(const model::Method &method, qint32 index, std::vector<qint32> &out)
{
    if (index < 0 || static_cast<size_t>(index) >= method.values.size())
        return;
    const auto &value = method.values[static_cast<size_t>(index)];
    const auto append = [&](auto item) {
        if (item >= 0 && static_cast<size_t>(item) < method.values.size())
            out.push_back(static_cast<qint32>(item));
    };
    if (const auto *tensors = std::get_if<model::TensorList>(&value))
        std::for_each(tensors->values.begin(), tensors->values.end(), append);
    else if (const auto *optional = std::get_if<model::OptionalTensorList>(&value))
        std::for_each(optional->values.begin(), optional->values.end(), append);
    else if (const auto *numbers = std::get_if<model::IntList>(&value))
        std::for_each(numbers->values.begin(), numbers->values.end(), append);
    else
        out.push_back(index);
}

/// The schema's arguments, if the call fits it: they are followed by one result. What the runtime
/// does with its own data has none.
std::string_view fittingArguments(const QString &name, size_t count)
{
    const auto letters = kernelArguments(name);
    const bool hasResult = !name.startsWith(QLatin1StringView("executorch_prim::et_"));
    return letters.size() + (hasResult ? 1 : 0) == count ? letters : std::string_view();
}

Access kernelAccess(const model::Method &method, const model::KernelCall &call, const QString &name)
{
    Access access;
    const auto count = call.arguments.size();
    if (count == 0)
        return access;
    // Another version's kernel may have other arguments under the same name.
    const auto letters = fittingArguments(name, count);
    access.isCertain
        = !letters.empty() || (kernelArguments(name).empty() && hasOneDestination(name));
    const auto results = letters.empty() ? count - 1 : letters.size();
    for (size_t i = results; i < count; ++i)
        appendOpened(method, call.arguments[i], access.writes);
    for (size_t i = 0; i < results; ++i) {
        const bool isWritten = i < letters.size() && letters[i] == WrittenArgument;
        appendOpened(method, call.arguments[i], isWritten ? access.writes : access.reads);
    }
    // A destination stands among the arguments and among the results, and is not read.
    QSet<qint32> written;
    std::erase_if(access.writes, [&](qint32 value) {
        const bool isRepeated = written.contains(value);
        written.insert(value);
        return isRepeated;
    });
    std::erase_if(access.reads, [&](qint32 value) { return written.contains(value); });
    return access;
}

Access delegateAccess(const model::Method &method, const model::DelegateCall &call,
    const std::vector<bool> &isDefined)
{
    const auto index = call.delegate.value;
    const auto *payload
        = index < method.delegates.size() ? method.delegates[index].ethosu.get() : nullptr;
    const auto total = payload ? payload->inputs.size() + payload->outputs.size() : 0;
    Access access;
    access.isCertain = payload && !payload->inputs.empty() && total == call.arguments.size();
    for (size_t i = 0; i < call.arguments.size(); ++i) {
        std::vector<qint32> opened;
        appendOpened(method, call.arguments[i], opened);
        for (const auto value : opened) {
            const auto v = static_cast<size_t>(value);
            const bool isInput = access.isCertain ? i < payload->inputs.size()
                                                  : v < isDefined.size() && isDefined[v];
            (isInput ? access.reads : access.writes).push_back(value);
        }
    }
    return access;
}

} // namespace

Access accessOf(const model::Method &method, const model::Instruction &instruction,
    const std::vector<bool> &isDefined)
{
    if (const auto *kernel = std::get_if<model::KernelCall>(&instruction))
        return kernelAccess(method, *kernel, method.operatorName(instruction));
    if (const auto *delegate = std::get_if<model::DelegateCall>(&instruction))
        return delegateAccess(method, *delegate, isDefined);
    Access access;
    if (const auto *move = std::get_if<model::MoveCall>(&instruction)) {
        appendOpened(method, move->from, access.reads);
        appendOpened(method, move->to, access.writes);
    } else if (const auto *jump = std::get_if<model::JumpFalseCall>(&instruction)) {
        appendOpened(method, jump->condition, access.reads);
    } else if (const auto *free = std::get_if<model::FreeCall>(&instruction)) {
        appendOpened(method, free->value, access.reads);
    }
    return access;
}

std::vector<qint32> openedValue(const model::Method &method, qint32 value)
{
    std::vector<qint32> values;
    appendOpened(method, value, values);
    return values;
}

std::vector<qint32> namedValues(const model::Method &method, const model::Instruction &instruction)
{
    std::vector<qint32> values;
    for (const auto argument : model::instructionArguments(instruction))
        appendOpened(method, argument, values);
    return values;
}

} // namespace tosaic::analysis
