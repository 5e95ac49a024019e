// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/debugrun.h"

#include "core/npu/access.h"

#include <algorithm>

namespace tosaic::npusim {

namespace {

bool holds(const std::vector<npu::RegionRange> &ranges, int region, quint64 address)
{
    return std::ranges::any_of(ranges, [&](const npu::RegionRange &range) {
        return range.region == region && address >= range.address && address < npu::endOf(range);
    });
}

} // namespace

DebugRun::DebugRun(std::shared_ptr<const npu::Stream> stream, Memory start, Options options)
    : m_stream(std::move(stream)), m_options(std::move(options)), m_stop(std::make_shared<Stop>()),
      m_now(std::make_unique<State>())
{
    m_now->memory = std::move(start);
    m_now->simulator = std::make_unique<Simulator>(*m_stream, m_now->memory,
        Simulator::Options{ .weights = m_options.weights,
            .limits = m_options.limits,
            .cancelled = std::shared_ptr<const std::atomic<bool>>(m_stop, &m_stop->isWanted) });
    m_checkpoints.push_back(copyOf(*m_now));
}

void DebugRun::hold(bool isHeld, bool isWanted)
{
    const std::scoped_lock lock(m_stop->mutex);
    m_stop->isHeld = isHeld;
    m_stop->isWanted = isWanted || m_stop->isForGood;
}

void DebugRun::abandon()
{
    const std::scoped_lock lock(m_stop->mutex);
    m_stop->isForGood = true;
    m_stop->isWanted = true;
}

void DebugRun::interrupt()
{
    const std::scoped_lock lock(m_stop->mutex);
    if (!m_stop->isHeld)
        m_stop->isWanted = true;
}

std::unique_ptr<DebugRun::State> DebugRun::copyOf(const State &state)
{
    auto copy = std::make_unique<State>();
    copy->memory = state.memory;
    copy->simulator = std::make_unique<Simulator>(*state.simulator, copy->memory);
    return copy;
}

const npu::Operation *DebugRun::nextOperation() const
{
    const auto command = nextCommand();
    if (!command)
        return nullptr;
    const auto found
        = std::ranges::lower_bound(m_stream->operations, *command, {}, &npu::Operation::command);
    return found == m_stream->operations.end() ? nullptr : &*found;
}

/// The start stays whatever it takes: without it there is no way back.
void DebugRun::keepCheckpoint()
{
    const auto kicks = simulator().executedKicks();
    if (place() <= m_checkpoints.back()->simulator->executedCommands()
        || kicks < m_checkpoints.back()->simulator->executedKicks() + m_spacing)
        return;
    const auto each = std::max<quint64>(m_now->memory.ownBytes(), 1);
    const auto most = size_t(std::max<quint64>(m_options.checkpointBytes / each, 1));
    if (m_checkpoints.size() >= most + 1) {
        if (most == 1)
            return;
        std::vector<std::unique_ptr<State>> kept;
        for (size_t i = 0; i < m_checkpoints.size(); i += 2)
            kept.push_back(std::move(m_checkpoints[i]));
        m_checkpoints = std::move(kept);
        m_spacing *= 2;
        return;
    }
    m_checkpoints.push_back(copyOf(*m_now));
}

std::vector<QByteArray> DebugRun::bytesBefore(const npu::Operation &operation)
{
    m_changes.clear();
    std::vector<QByteArray> before;
    for (const auto &range : npu::accessesOf(operation).writes) {
        const auto bytes = m_now->memory.get(range.region, qint64(range.address), range.length);
        if (!bytes)
            continue;
        m_changes.push_back({ range, 0, {} });
        before.push_back(bytes->toByteArray());
    }
    return before;
}

void DebugRun::noteChanges(const std::vector<QByteArray> &before)
{
    for (size_t i = 0; i < before.size(); ++i) {
        auto &change = m_changes[i];
        const auto now = m_now->memory.get(
            change.range.region, qint64(change.range.address), change.range.length);
        for (qsizetype at = 0; now && at < now->size(); ++at) {
            if ((*now)[at] == before[i][at])
                continue;
            ++change.differing;
            if (!change.first)
                change.first = change.range.address + quint64(at);
        }
    }
}

void DebugRun::noteRange()
{
    const auto *operation = simulator().operation();
    const auto &output = simulator().output();
    if (!operation || !operation->ofm || !output
        || output->map.storage != MapSetup::Storage::Memory)
        return;
    const auto shape = operation->ofm->memoryShape();
    const auto values = simulator().valuesOf(output->map, { shape[0], shape[1], shape[2] });
    if (!values)
        return;
    constexpr int ByteBits = 8;
    RangeUse use(ByteBits * output->map.bytes, output->map.isSigned, output->map.zeroPoint);
    for (const auto value : values->numbers)
        use.add(value);
    m_rangeUse.insert_or_assign(operation->index, use);
}

/// One command; with `isOperation` all up to and with the next operation.
bool DebugRun::advance(bool isOperation)
{
    auto &simulator = *m_now->simulator;
    if (isOperation && !simulator.seek())
        return false;
    const auto from = place();
    const auto *operation = simulator.nextOperation();
    const auto before = operation && simulator.isBeforeKick() ? bytesBefore(*operation)
                                                              : std::vector<QByteArray>();
    const auto kicks = simulator.executedKicks();
    const bool isDone = isOperation ? simulator.step() : simulator.stepCommand();
    if (simulator.refusal() && simulator.refusal()->error.code == ErrorCode::Cancelled) {
        // An operation that was cut off in the middle has written a part of its result.
        hold(true, false);
        if (!isStopped()) // else nobody looks any more
            goTo(from);
        hold(false, true);
        return false;
    }
    noteChanges(before);
    if (isDone && simulator.executedKicks() > kicks) {
        noteRange();
        keepCheckpoint();
    }
    return isDone;
}

void DebugRun::restore(quint64 place)
{
    const auto behind = std::ranges::upper_bound(m_checkpoints, place, {},
        [](const auto &checkpoint) { return checkpoint->simulator->executedCommands(); });
    m_now = copyOf(**std::prev(behind));
    m_changes.clear();
}

bool DebugRun::goTo(quint64 place)
{
    // The changes of an operation are known only after it was executed.
    if (place != this->place() || place == 0)
        restore(place > 0 ? place - 1 : 0);
    while (this->place() < place && !isStopped() && advance(false)) { }
    return this->place() == place;
}

bool DebugRun::stepCommand()
{
    begin();
    return advance(false);
}

bool DebugRun::stepOperation()
{
    begin();
    const bool isDone = advance(true);
    m_now->simulator->seek();
    return isDone;
}

bool DebugRun::backCommand()
{
    begin();
    return place() > 0 && goTo(place() - 1);
}

bool DebugRun::backOperation()
{
    begin();
    const auto kicks = simulator().executedKicks();
    if (kicks == 0)
        return restart();
    // So far back that the operation before is executed again: its changes are shown.
    const auto from = std::find_if(m_checkpoints.rbegin(), std::prev(m_checkpoints.rend()),
        [kicks](const auto &one) { return one->simulator->executedKicks() + 1 < kicks; });
    m_now = copyOf(**from);
    m_changes.clear();
    while (simulator().executedKicks() + 1 < kicks && !isStopped() && advance(true)) { }
    return m_now->simulator->seek();
}

bool DebugRun::restart()
{
    begin();
    restore(0);
    return true;
}

bool DebugRun::runToEnd()
{
    begin();
    while (!isStopped() && advance(true)) { }
    return simulator().isAtEnd();
}

bool DebugRun::goToCommand(quint32 command)
{
    begin();
    const auto next = nextCommand();
    if (!next || *next > command) {
        const auto behind = std::find_if(
            m_checkpoints.rbegin(), std::prev(m_checkpoints.rend()), [&](const auto &one) {
                const auto at = one->simulator->nextCommand();
                return at && *at <= command && one->simulator->executedCommands() < place();
            });
        m_now = copyOf(**behind);
        m_changes.clear();
    }
    while (nextCommand() != command && !isStopped() && advance(false)) { }
    return nextCommand() == command;
}

bool DebugRun::runToWrite(int region, quint64 address)
{
    begin();
    while (!isStopped() && advance(true)) {
        const auto *done = simulator().operation();
        if (done && holds(npu::accessesOf(*done).writes, region, address))
            return true;
    }
    return false;
}

ByteUse useOf(const npu::Stream &stream, quint32 operation, int region, quint64 address)
{
    ByteUse use;
    const auto count = quint32(stream.operations.size());
    for (auto i = std::min(operation, count); i-- > 0 && !use.writer;) {
        if (holds(npu::accessesOf(stream.operations[i]).writes, region, address))
            use.writer = i;
    }
    for (auto i = operation; i < count && !use.overwriter; ++i) {
        const auto accesses = npu::accessesOf(stream.operations[i]);
        const bool isRead = std::ranges::any_of(accesses.reads,
            [&](const npu::Access &access) { return holds(access.ranges, region, address); });
        if (isRead && !use.reader)
            use.reader = i;
        if (holds(accesses.writes, region, address))
            use.overwriter = i;
    }
    return use;
}

} // namespace tosaic::npusim
