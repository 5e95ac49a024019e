// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationrows.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr int NoStream = -1;

std::optional<quint64> unsignedOf(const std::optional<qint64> &value)
{
    return value && *value >= 0 ? std::optional(quint64(*value)) : std::nullopt;
}

/// Ids count from 1 with the C++ core, from 0 with the Python core.
std::optional<qint64> sourceOf(const std::optional<qint64> &id, bool isPythonCore)
{
    return id && *id >= (isPythonCore ? 0 : 1) ? id : std::nullopt;
}

} // namespace

OperationRows::OperationRows(const formats::vela::VelaDebugDb &database, OperationTable &table)
    : m_database(database), m_table(table), m_first(table.operations.size())
{
    addPerformance();
    m_last = m_table.operations.size();
    if (!database.isPythonCore())
        return;
    for (auto &optimised : database.optimisedOperators())
        m_optimised.emplace(optimised.id, std::move(optimised));
}

void OperationRows::addPerformance()
{
    const auto rows = m_database.performance();
    for (const auto &row : rows) {
        m_byNumber.emplace(row.id, m_table.operations.size());
        TimedOperation operation{ .stream = NoStream,
            .scheduled = row.id,
            .kind = row.kind,
            .name = row.name,
            .estimatedCycles = unsignedOf(row.opCycles),
            .estimatedNpuCycles = unsignedOf(row.npuCycles),
            .macs = unsignedOf(row.macs) };
        for (const auto &[memory, cycles] : row.accessCycles) {
            if (cycles >= 0 && memory != u"shram"_s) // the NPU's own, a part of its computation
                operation.memoryCycles.emplace(memory, double(cycles));
        }
        operation.origin.source = sourceOf(row.source, false);
        if (row.staysOnCpu())
            operation.leaveToCpu();
        m_table.operations.push_back(std::move(operation));
    }
    for (const auto &row : rows) {
        if (!row.group || *row.group == row.id)
            continue;
        auto &member = m_table.operations[m_byNumber.at(row.id)];
        member.role = TimedOperation::Role::Member;
        if (const auto leader = m_byNumber.find(*row.group); leader != m_byNumber.end())
            member.leader = leader->second;
    }
}

size_t OperationRows::addUndescribed(const formats::vela::QueueEntry &entry)
{
    TimedOperation operation{ .scheduled = entry.scheduled };
    const auto optimised = m_optimised.find(entry.optimised);
    if (optimised != m_optimised.end()) {
        operation.kind = optimised->second.kind;
        operation.origin.source = sourceOf(optimised->second.source, true);
    }
    m_table.operations.push_back(std::move(operation));
    return m_table.operations.size() - 1;
}

size_t OperationRows::operationOf(
    const formats::vela::QueueEntry &entry, int stream, UnmatchedList &unmatched)
{
    const auto number = entry.scheduled.value_or(entry.optimised);
    auto found = m_byNumber.find(number);
    if (found == m_byNumber.end()) {
        found = m_byNumber.emplace(number, addUndescribed(entry)).first;
        unmatched.add(Unmatched::Kind::RowsWithoutEstimate, number);
    }
    m_table.operations[found->second].stream = stream;
    return found->second;
}

void OperationRows::finish(std::optional<int> only, UnmatchedList &unmatched)
{
    for (size_t i = m_first; i < m_last; ++i) {
        auto &operation = m_table.operations[i];
        const auto isLocated = operation.stream != NoStream;
        if (!isLocated && operation.leader)
            operation.stream = m_table.operations[*operation.leader].stream;
        if (operation.stream == NoStream && only && operation.role != TimedOperation::Role::Cpu)
            operation.stream = *only;
        if (!isLocated && operation.role == TimedOperation::Role::Kernel)
            unmatched.add(Unmatched::Kind::OperationsUnlocated, operation.scheduled.value_or(-1));
    }
}

} // namespace tosaic::profile
