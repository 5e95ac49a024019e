// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationtable.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

template <typename Number>
void addTo(std::optional<Number> &sum, const std::optional<Number> &value)
{
    if (value)
        sum = sum.value_or(0) + *value;
}

} // namespace

std::optional<double> TimedOperation::measuredCycles() const
{
    std::vector<quint64> known;
    for (const auto &cycles : measured) {
        if (cycles)
            known.push_back(*cycles);
    }
    if (known.empty())
        return std::nullopt;
    std::ranges::sort(known);
    const auto middle = known.size() / 2;
    const auto upper = static_cast<double>(known[middle]);
    return known.size() % 2 ? upper : (static_cast<double>(known[middle - 1]) + upper) / 2;
}

void TimedOperation::leaveToCpu()
{
    role = Role::Cpu;
    estimatedCycles.reset();
    estimatedNpuCycles.reset();
    macs.reset();
    memoryCycles.clear();
}

void TimedOperation::takeEstimate(const TimedOperation &other)
{
    name = other.name;
    estimatedCycles = other.estimatedCycles;
    estimatedNpuCycles = other.estimatedNpuCycles;
    macs = other.macs;
    memoryCycles = other.memoryCycles;
}

std::optional<StatedCycles> TimedOperation::cycles() const
{
    if (const auto value = measuredCycles())
        return StatedCycles{ *value, Origin::Fvp };
    if (!measured.empty() || !estimatedCycles)
        return std::nullopt;
    return StatedCycles{ *estimatedCycles, Origin::Estimate };
}

const Unmatched *OperationTable::find(Unmatched::Kind kind) const
{
    const auto found = std::ranges::find(unmatched, kind, &Unmatched::kind);
    return found == unmatched.end() ? nullptr : &*found;
}

model::EntityRef OperationTable::ownerOf(int stream) const
{
    return stream >= 0 && size_t(stream) < owners.size() ? owners[size_t(stream)]
                                                         : model::EntityRef();
}

int OperationTable::delegateOf(int stream) const
{
    const auto owner = ownerOf(stream);
    return owner.kind == model::EntityRef::Kind::Delegate ? owner.index : stream;
}

std::optional<double> OperationTable::estimatedTotal() const
{
    std::optional<double> sum;
    for (const auto &operation : operations)
        addTo(sum, operation.estimatedCycles);
    return sum;
}

QString operatorName(const TimedOperation &operation)
{
    const auto &origin = operation.origin;
    for (const auto *name : { &origin.name, &operation.name, &origin.edgeNode, &origin.type }) {
        if (!name->isEmpty())
            return *name;
    }
    return operation.kind;
}

QString operationName(const TimedOperation &operation)
{
    return operation.name.isEmpty() ? operatorName(operation) : operation.name;
}

} // namespace tosaic::profile
