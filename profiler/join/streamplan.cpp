// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/streamplan.h"

#include "profiler/join/operationrows.h"

#include <algorithm>
#include <climits>
#include <deque>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using formats::vela::QueueEntry;
using formats::vela::VelaDebugDb;
using Role = TimedOperation::Role;

constexpr quint16 DmaWaitOpcode = 0x011;
constexpr quint64 WordBytes = 4;

/// Rows of the stream that a JoinStream is about; null if the database lists none.
const std::vector<QueueEntry> *rowsOf(const JoinStream &stream, UnmatchedList &unmatched)
{
    const auto &queue = stream.database->queue();
    if (stream.commandStream) {
        const auto found = queue.find(*stream.commandStream);
        return found == queue.end() ? nullptr : &found->second;
    }
    if (queue.size() > 1)
        unmatched.add(Unmatched::Kind::StreamUncertain, queue.begin()->first);
    return queue.empty() ? nullptr : &queue.begin()->second;
}

/// One stream's starts, waits and branches.
class Planner
{
public:
    Planner(int index, const JoinStream &stream, const JoinOptions &options, OperationTable &table,
        UnmatchedList &unmatched)
        : m_index(index), m_stream(stream), m_options(options), m_table(table),
          m_unmatched(unmatched)
    {
    }

    void addRows(OperationRows &rows);
    void addKicks();
    void addStream();
    StreamPlan plan;

private:
    void addRow(const QueueEntry &entry, size_t operation);
    std::vector<const npu::Operation *> kicksUpTo(quint64 offset);
    void addDma(const npu::Operation &operation);
    void addWaits();

    int m_index;
    const JoinStream &m_stream;
    const JoinOptions &m_options;
    OperationTable &m_table;
    UnmatchedList &m_unmatched;
    size_t m_nextOperation = 0; ///< of the stream: behind the row before
    std::optional<size_t> m_owner; ///< of the row before
    std::vector<std::pair<quint64, size_t>> m_transfers; ///< word of DMA_START, operation
};

void Planner::addRows(OperationRows &rows)
{
    const auto *entries = rowsOf(m_stream, m_unmatched);
    if (!entries)
        return;
    for (const auto &entry : *entries)
        addRow(entry, rows.operationOf(entry, m_index, m_unmatched));
}

/// Without a database: each kick is an operation of its own.
void Planner::addKicks()
{
    m_unmatched.add(Unmatched::Kind::NoDatabase, m_index);
    for (const auto *kick : kicksUpTo(UINT64_MAX)) {
        plan.lastRow = kick->offset / WordBytes;
        plan.starts.push_back({ *plan.lastRow, m_table.operations.size(), *plan.lastRow });
        m_table.operations.push_back({ .stream = m_index,
            .kind = npu::operationKindName(kick->kind),
            .kicks = { kick->index } });
    }
}

/// Kernels of the stream behind the row before, up to this one.
std::vector<const npu::Operation *> Planner::kicksUpTo(quint64 offset)
{
    std::vector<const npu::Operation *> kicks;
    if (!m_stream.stream)
        return kicks;
    const auto &operations = m_stream.stream->operations;
    for (; m_nextOperation < operations.size() && operations[m_nextOperation].offset <= offset;
         ++m_nextOperation) {
        if (npu::isKernel(operations[m_nextOperation].kind))
            kicks.push_back(&operations[m_nextOperation]);
    }
    return kicks;
}

void Planner::addRow(const QueueEntry &entry, size_t index)
{
    const auto kicks = kicksUpTo(entry.offset);
    auto &operation = m_table.operations[index];
    for (const auto *kick : kicks)
        operation.kicks.push_back(kick->index);
    if (operation.kind.isEmpty() && !kicks.empty())
        operation.kind = npu::operationKindName(kicks.back()->kind);
    if (m_stream.stream && (kicks.empty() || kicks.back()->offset != entry.offset))
        m_unmatched.add(Unmatched::Kind::RowsNotInStream, qint64(entry.offset));
    const auto isMember = operation.role == Role::Member;
    if (isMember && !m_options.usesGroups && m_owner)
        return; // goes on being the operation before
    plan.lastRow = entry.offset / WordBytes;
    const auto first
        = m_options.startsAtFirstKick && !kicks.empty() ? kicks.front()->offset : entry.offset;
    m_owner = isMember && m_options.usesGroups ? operation.leader.value_or(index) : index;
    plan.starts.push_back({ first / WordBytes, *m_owner, *plan.lastRow });
}

void Planner::addDma(const npu::Operation &operation)
{
    m_transfers.emplace_back(operation.offset / WordBytes, m_table.operations.size());
    m_table.operations.push_back(
        { .role = Role::Dma, .stream = m_index, .kind = u"DMA"_s, .kicks = { operation.index } });
}

/// The hardware finishes transfers in the order in which they were started; DMA_WAIT k waits until
/// at most k of them are under way.
void Planner::addWaits()
{
    std::deque<size_t> running;
    size_t next = 0;
    for (const auto &command : m_stream.stream->commands) {
        const auto word = command.offset / WordBytes;
        for (; next < m_transfers.size() && m_transfers[next].first <= word; ++next)
            running.push_back(m_transfers[next].second);
        if (command.opcode != DmaWaitOpcode || command.hasPayload || command.reservedBits)
            continue;
        std::optional<size_t> last;
        for (; running.size() > command.parameter; running.pop_front())
            last = running.front();
        if (last && m_options.separatesDmaWaits)
            plan.waits.push_back({ word, *last });
    }
}

void Planner::addStream()
{
    if (!m_stream.stream) {
        m_unmatched.add(Unmatched::Kind::NoCommandStream, m_index);
        return;
    }
    for (const auto &operation : m_stream.stream->operations) {
        const auto word = operation.offset / WordBytes;
        if (operation.kind == npu::OperationKind::Dma)
            addDma(operation);
        else if (operation.kind == npu::OperationKind::Branch && operation.branchTarget)
            plan.branches.push_back({ word, *operation.branchTarget / WordBytes });
        else if (operation.kind == npu::OperationKind::Stop && m_options.endsAtStop)
            plan.stop = word;
    }
    plan.words = m_stream.stream->words;
    for (const auto &command : m_stream.stream->commands) {
        const auto words = command.offset / WordBytes + (command.hasPayload ? 2u : 1u);
        plan.isPayload.resize(std::max<size_t>(plan.isPayload.size(), words));
        plan.isPayload[words - 1] = command.hasPayload;
    }
    addWaits();
}

/// Operations by stream and place; what has no place stays behind the one before.
void sortOperations(
    OperationTable &table, std::vector<StreamPlan> &plans, const std::vector<JoinStream> &streams)
{
    const auto count = table.operations.size();
    constexpr auto Nowhere = UINT64_MAX;
    std::vector<quint64> words(count, Nowhere);
    for (const auto &plan : plans) {
        for (const auto &start : plan.starts)
            words[start.operation] = std::min(words[start.operation], start.word);
    }
    quint64 before = 0;
    for (size_t i = 0; i < count; ++i) {
        const auto &operation = table.operations[i];
        if (operation.role == Role::Dma)
            words[i] = streams[size_t(operation.stream)]
                           .stream->operations[operation.kicks.front()]
                           .offset
                / WordBytes;
        else if (words[i] == Nowhere)
            words[i] = operation.leader && words[*operation.leader] != Nowhere
                ? words[*operation.leader]
                : before;
        before = words[i];
    }
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, {}, [&](size_t i) {
        const auto stream = table.operations[i].stream;
        return std::pair(stream < 0 ? INT_MAX : stream, words[i]);
    });
    std::vector<size_t> places(count);
    std::vector<TimedOperation> sorted;
    sorted.reserve(count);
    for (const auto i : order) {
        places[i] = sorted.size();
        sorted.push_back(std::move(table.operations[i]));
    }
    table.operations = std::move(sorted);
    for (auto &operation : table.operations) {
        if (operation.leader)
            operation.leader = places[*operation.leader];
    }
    for (auto &plan : plans) {
        for (auto &start : plan.starts)
            start.operation = places[start.operation];
        for (auto &wait : plan.waits)
            wait.operation = places[wait.operation];
    }
}

} // namespace

std::vector<StreamPlan> planStreams(const std::vector<JoinStream> &streams,
    const JoinOptions &options, OperationTable &table, UnmatchedList &unmatched)
{
    std::vector<StreamPlan> plans(streams.size());
    std::vector<bool> isDone(streams.size());
    for (size_t first = 0; first < streams.size(); ++first) {
        if (isDone[first])
            continue;
        if (!streams[first].database) {
            Planner planner(int(first), streams[first], options, table, unmatched);
            planner.addKicks();
            planner.addStream();
            plans[first] = std::move(planner.plan);
            continue;
        }
        OperationRows rows(*streams[first].database, table);
        int users = 0;
        for (size_t i = first; i < streams.size(); ++i) {
            if (streams[i].database != streams[first].database)
                continue;
            Planner planner(int(i), streams[i], options, table, unmatched);
            planner.addRows(rows);
            planner.addStream();
            plans[i] = std::move(planner.plan);
            isDone[i] = true;
            ++users;
        }
        const auto isOnly = users == 1 && streams[first].database->queue().size() <= 1;
        rows.finish(isOnly ? std::optional(int(first)) : std::nullopt, unmatched);
    }
    sortOperations(table, plans, streams);
    return plans;
}

} // namespace tosaic::profile
