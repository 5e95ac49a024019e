// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationtable.h"

#include <algorithm>
#include <map>
#include <utility>

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
    return ownerOf(stream).streamNumber(stream);
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

std::vector<QString> operationNames(const OperationTable &table)
{
    struct Alike
    {
        int count = 0;
        QString first; ///< what tells it apart
        bool differ = false;
    };
    std::vector<QString> names;
    std::vector<QString> own;
    std::map<std::pair<int, QString>, Alike> groups;
    for (const auto &operation : table.operations) {
        const auto name = names.emplace_back(operatorName(operation));
        const bool isNamed = !operation.name.isEmpty() && operation.name != name;
        own.push_back(isNamed ? operation.name : operation.kind);
        auto &alike = groups[{ operation.stream, name }];
        if (alike.count++ == 0)
            alike.first = own.back();
        alike.differ = alike.differ || own.back() != alike.first;
    }
    for (size_t i = 0; i < names.size(); ++i) {
        const bool isTold = groups.at({ table.operations[i].stream, names[i] }).differ;
        if (isTold && own[i] != names[i])
            names[i] += QStringLiteral(" (%1)").arg(own[i]);
    }
    return names;
}

} // namespace tosaic::profile
