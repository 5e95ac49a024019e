// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/debugdb.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

/// Union of address ranges that come and go: a segment tree over the addresses that occur.
class CoveredBytes
{
public:
    explicit CoveredBytes(std::vector<quint64> addresses) : m_addresses(std::move(addresses))
    {
        std::sort(m_addresses.begin(), m_addresses.end());
        m_addresses.erase(std::unique(m_addresses.begin(), m_addresses.end()), m_addresses.end());
        while (m_leaves < m_addresses.size())
            m_leaves *= 2;
        m_nodes.resize(m_leaves * 2);
    }

    void change(quint64 begin, quint64 end, int by)
    {
        if (begin < end)
            change(1, 0, m_leaves, indexOf(begin), indexOf(end), by);
    }
    quint64 bytes() const { return m_nodes[1].bytes; }

private:
    struct Node
    {
        int cover = 0;
        quint64 bytes = 0;
    };

    size_t indexOf(quint64 address) const
    {
        return size_t(std::lower_bound(m_addresses.begin(), m_addresses.end(), address)
            - m_addresses.begin());
    }
    quint64 addressAt(size_t leaf) const
    {
        return m_addresses[std::min(leaf, m_addresses.size() - 1)];
    }

    // Depth is the logarithm of the number of addresses.
    void change(size_t node, size_t from, size_t to, size_t begin, size_t end, int by)
    {
        if (end <= from || to <= begin)
            return;
        if (begin <= from && to <= end) {
            m_nodes[node].cover += by;
        } else {
            const auto middle = from + (to - from) / 2;
            change(node * 2, from, middle, begin, end, by);
            change(node * 2 + 1, middle, to, begin, end, by);
        }
        const bool isLeaf = to - from == 1;
        m_nodes[node].bytes = m_nodes[node].cover > 0 ? addressAt(to) - addressAt(from)
            : isLeaf                                  ? 0
                     : m_nodes[node * 2].bytes + m_nodes[node * 2 + 1].bytes;
    }

    std::vector<quint64> m_addresses;
    size_t m_leaves = 1;
    std::vector<Node> m_nodes;
};

LivePeak peakOf(const std::vector<const DebugTensor *> &tensors)
{
    LivePeak peak;
    peak.tensors = tensors.size();
    std::vector<quint64> addresses;
    std::map<qint64, std::vector<std::pair<const DebugTensor *, int>>> changes;
    for (const auto *tensor : tensors) {
        addresses.insert(addresses.end(), { tensor->startAddress, tensor->endAddress });
        peak.largestEndAddress = std::max(peak.largestEndAddress, tensor->endAddress);
        changes[tensor->startTime].emplace_back(tensor, 1);
        changes[tensor->endTime + 1].emplace_back(tensor, -1); // the last step belongs to it
    }
    CoveredBytes covered(std::move(addresses));
    bool isFirst = true;
    for (const auto &[time, atTime] : changes) {
        for (const auto &[tensor, by] : atTime)
            covered.change(tensor->startAddress, tensor->endAddress, by);
        if (isFirst || covered.bytes() > peak.bytes) {
            peak.bytes = covered.bytes();
            peak.firstAtTime = time;
        }
        isFirst = false;
    }
    return peak;
}

} // namespace

const DebugTable *VelaDebugDb::table(QLatin1StringView name) const
{
    const auto found = std::find_if(
        tables.begin(), tables.end(), [&](const DebugTable &table) { return table.name == name; });
    return found == tables.end() ? nullptr : &*found;
}

QString VelaDebugDb::text(const DebugTable &table, QLatin1StringView column, size_t row) const
{
    const auto *found = table.column(column);
    return found ? found->text(row, texts) : QString();
}

void VelaDebugDb::prepareQueue()
{
    m_queue.clear();
    const auto *rows = table("queue"_L1);
    if (!rows)
        return;
    for (size_t row = 0; row < rows->rows(); ++row) {
        const auto offset = rows->integer("offset"_L1, row);
        const auto stream = rows->integer("cmdstream_id"_L1, row);
        if (!offset || !stream || *offset < 0)
            continue;
        const auto none = isPythonCore() ? -1 : 0;
        m_queue[*stream].push_back(
            { quint64(*offset), *stream, rows->integer("optimised_id"_L1, row).value_or(none),
                rows->integer("scheduled_id"_L1, row), row });
    }
    for (auto &[stream, entries] : m_queue)
        std::stable_sort(entries.begin(), entries.end(),
            [](const QueueEntry &a, const QueueEntry &b) { return a.offset < b.offset; });
}

const QueueEntry *VelaDebugDb::queueEntryAt(qint64 stream, quint64 offset) const
{
    const auto entries = m_queue.find(stream);
    if (entries == m_queue.end())
        return nullptr;
    const auto found = std::lower_bound(entries->second.begin(), entries->second.end(), offset,
        [](const QueueEntry &entry, quint64 wanted) { return entry.offset < wanted; });
    return found == entries->second.end() ? nullptr : &*found;
}

std::vector<DebugOperator> VelaDebugDb::operatorsOf(QLatin1StringView name) const
{
    std::vector<DebugOperator> operators;
    const auto *rows = table(name);
    for (size_t row = 0; rows && row < rows->rows(); ++row) {
        const auto id = rows->integer("id"_L1, row);
        if (!id)
            continue;
        operators.push_back(
            { *id, rows->integer("source_id"_L1, row), rows->integer("ext_key"_L1, row),
                text(*rows, "operator"_L1, row), rows->integer("kernel_w"_L1, row),
                rows->integer("kernel_h"_L1, row), rows->integer("ofm_w"_L1, row),
                rows->integer("ofm_h"_L1, row), rows->integer("ofm_d"_L1, row) });
    }
    return operators;
}

std::vector<DebugOperator> VelaDebugDb::sourceOperators() const
{
    return operatorsOf("source"_L1);
}

std::vector<DebugOperator> VelaDebugDb::optimisedOperators() const
{
    return operatorsOf("optimised"_L1);
}

namespace {

/// What is fused into another operation and never started by itself costs nothing beside it: Vela 5
/// writes 0, Vela 4 writes once more what its leader's row and cycles_total count once.
void leaveToLeader(DebugPerformance &fused)
{
    for (auto *number : { &fused.opCycles, &fused.npuCycles, &fused.macs }) {
        if (*number)
            *number = 0;
    }
    for (auto &[memory, cycles] : fused.accessCycles)
        cycles = 0;
}

} // namespace

std::vector<DebugPerformance> VelaDebugDb::performance() const
{
    constexpr qint64 NoId = -1;
    std::map<qint64, qint64> groups;
    if (const auto *rows = table("group"_L1)) {
        for (size_t row = 0; row < rows->rows(); ++row) {
            const auto id = rows->integer("id"_L1, row);
            const auto group = rows->integer("group_id"_L1, row);
            if (id && group && *id != *group)
                groups[*id] = *group;
        }
    }
    std::set<qint64> started; // by an operation of the command stream
    for (const auto &[stream, entries] : m_queue) {
        for (const auto &entry : entries)
            started.insert(entry.scheduled.value_or(NoId));
    }
    std::vector<DebugPerformance> result;
    const auto *rows = table("perf"_L1);
    for (size_t row = 0; rows && row < rows->rows(); ++row) {
        const auto id = rows->integer("id"_L1, row);
        if (!id)
            continue;
        const auto group = groups.find(*id);
        result.push_back(
            { *id, rows->integer("source_id"_L1, row), rows->integer("optimised_id"_L1, row),
                group == groups.end() ? std::nullopt : std::optional(group->second),
                text(*rows, "operator"_L1, row), text(*rows, "name"_L1, row),
                rows->integer("staging_usage"_L1, row), rows->integer("op_cycles"_L1, row),
                rows->integer("npu_cycles"_L1, row), rows->integer("mac_count"_L1, row), {} });
        for (const auto &column : rows->columns) {
            const auto cycles = column.integer(row);
            if (cycles && column.name().endsWith("_ac"_L1))
                result.back().accessCycles[column.name().chopped(3)] = *cycles;
        }
        if (!started.empty() && result.back().group && !started.contains(*id))
            leaveToLeader(result.back());
    }
    return result;
}

bool DebugPerformance::staysOnCpu() const
{
    return kind == "Passthrough"_L1;
}

std::vector<DebugTensor> VelaDebugDb::tensors() const
{
    std::vector<DebugTensor> result;
    const auto *rows = table("tensors"_L1);
    for (size_t row = 0; rows && row < rows->rows(); ++row) {
        const auto start = rows->integer("start_time"_L1, row);
        const auto end = rows->integer("end_time"_L1, row);
        const auto address = rows->integer("start_address"_L1, row);
        const auto endAddress = rows->integer("end_address"_L1, row);
        if (!start || !end || !address || !endAddress || *address < 0 || *endAddress < *address
            || *end < *start)
            continue; // never placed
        result.push_back({ rows->integer("id"_L1, row).value_or(-1),
            text(*rows, "data_type"_L1, row), text(*rows, "memory"_L1, row),
            text(*rows, "usage"_L1, row), *start, *end, quint64(*address), quint64(*endAddress),
            text(*rows, "format"_L1, row), text(*rows, "name"_L1, row) });
    }
    return result;
}

std::map<QString, LivePeak> VelaDebugDb::livePeaks() const
{
    const auto all = tensors();
    std::map<QString, std::vector<const DebugTensor *>> byMemory;
    for (const auto &tensor : all)
        byMemory[tensor.memory].push_back(&tensor);
    std::map<QString, LivePeak> peaks;
    for (const auto &[memory, ofMemory] : byMemory)
        peaks[memory] = peakOf(ofMemory);
    return peaks;
}

} // namespace tosaic::formats::vela
