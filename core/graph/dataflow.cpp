// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/dataflow.h"

#include <algorithm>

namespace tosaic::graph {

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

Access kernelAccess(const model::Method &method, const model::KernelCall &call)
{
    Access access;
    if (call.arguments.empty())
        return access;
    appendOpened(method, call.arguments.back(), access.writes);
    for (size_t i = 0; i + 1 < call.arguments.size(); ++i)
        appendOpened(method, call.arguments[i], access.reads);
    // The destinations stand among the other arguments, too; they are not read.
    std::erase_if(access.reads, [&](qint32 value) {
        return std::find(access.writes.begin(), access.writes.end(), value) != access.writes.end();
    });
    return access;
}

Access delegateAccess(const model::Method &method, const model::DelegateCall &call,
    const std::vector<bool> &isDefined)
{
    const auto index = call.delegate.value;
    const auto *payload
        = index < method.delegates.size() ? method.delegates[index].ethosu.get() : nullptr;
    const auto total = payload ? payload->inputs.size() + payload->outputs.size() : 0;
    const bool isCounted = payload && !payload->inputs.empty() && total == call.arguments.size();
    Access access;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
        std::vector<qint32> opened;
        appendOpened(method, call.arguments[i], opened);
        for (const auto value : opened) {
            const auto v = static_cast<size_t>(value);
            const bool isInput
                = isCounted ? i < payload->inputs.size() : v < isDefined.size() && isDefined[v];
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
        return kernelAccess(method, *kernel);
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

} // namespace tosaic::graph
