// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/rangeuse.h"
#include "core/npusim/simulator.h"

#include <map>
#include <memory>
#include <mutex>

namespace tosaic::npusim {

/// A stream that is walked in both directions. Places count executed commands, so they are unique
/// even where a stream branches back. Going back restores the last checkpoint before the place and
/// executes from there; checkpoints are taken every few operations and thinned out when they take
/// too much memory. Any thread, one at a time; interrupt() from any other. What the memory's
/// constants point into must outlive it.
class DebugRun
{
public:
    struct Options
    {
        std::shared_ptr<WeightCache> weights; ///< null: an own one
        Limits limits;
        quint64 checkpointBytes = quint64(256) << 20; ///< at most, besides the first and the run
    };
    /// What the last operation did to a range that it writes.
    struct Change
    {
        npu::RegionRange range;
        quint64 differing = 0; ///< bytes that have another value than before
        std::optional<quint64> first; ///< address of the first of them
    };

    /// `stream` is not null.
    DebugRun(std::shared_ptr<const npu::Stream> stream, Memory start, Options options);

    const npu::Stream &stream() const { return *m_stream; }
    const Simulator &simulator() const { return *m_now->simulator; }
    /// The registers as they are now.
    Setup setup() { return m_now->simulator->setup(); }
    /// The number of commands executed: the place.
    quint64 place() const { return simulator().executedCommands(); }
    /// The command that comes next, into Stream::commands; absent at the end or a refusal.
    std::optional<quint32> nextCommand() const { return simulator().nextCommand(); }
    /// The operation that comes next or that the next commands are for; null at the end.
    const npu::Operation *nextOperation() const;
    const std::vector<Change> &changes() const { return m_changes; }
    /// How much of the type's range the result of an operation used when it was executed last, by
    /// its index. Not of results that stay inside the NPU or that are turned around.
    const std::map<quint32, RangeUse> &rangeUse() const { return m_rangeUse; }
    size_t checkpointCount() const { return m_checkpoints.size(); }

    /// Each ends early at a refusal, at the end of the stream or by interrupt(): then at a place
    /// between two commands. False if what was asked for was not reached.
    bool stepCommand();
    /// Over the next operation that computes or moves data, up to the one behind it, whose
    /// registers are set then.
    bool stepOperation();
    bool backCommand();
    /// Before the operation that was executed last.
    bool backOperation();
    bool restart();
    bool runToEnd();
    /// Before the command: from here where it lies ahead in the stream, else from a place before.
    bool goToCommand(quint32 command);
    /// Directly behind the next operation that writes the byte.
    bool runToWrite(int region, quint64 address);

    /// Ends what runs in another thread.
    void interrupt();
    /// The same, for good: whatever is asked for later ends at once.
    void abandon();

private:
    struct State
    {
        Memory memory;
        std::unique_ptr<Simulator> simulator; ///< over `memory`
    };
    static std::unique_ptr<State> copyOf(const State &state);

    /// What another thread may set while this one runs.
    struct Stop
    {
        std::mutex mutex;
        bool isHeld = false; ///< a place is restored: that is not interrupted
        bool isForGood = false;
        std::atomic<bool> isWanted = false;
    };
    bool isStopped() const { return m_stop->isWanted.load(); }
    void begin() { hold(false, false); }
    void hold(bool isHeld, bool isWanted);
    bool advance(bool isOperation);
    bool goTo(quint64 place);
    void restore(quint64 place);
    void keepCheckpoint();
    void noteChanges(const std::vector<QByteArray> &before);
    void noteRange();
    std::vector<QByteArray> bytesBefore(const npu::Operation &operation);

    std::shared_ptr<const npu::Stream> m_stream;
    Options m_options;
    std::shared_ptr<Stop> m_stop;
    std::unique_ptr<State> m_now;
    std::vector<std::unique_ptr<State>> m_checkpoints; ///< by place; the first is the start
    quint64 m_spacing = 1; ///< operations between two checkpoints at least
    std::vector<Change> m_changes;
    std::map<quint32, RangeUse> m_rangeUse;
};

/// Operations of a stream, in its order, that touch a byte.
struct ByteUse
{
    std::optional<quint32> writer; ///< the last before `operation`; absent: an input, or nobody
    std::optional<quint32> reader; ///< the next from `operation` on, before it is written again
    std::optional<quint32> overwriter; ///< the next from `operation` on that writes it
};
/// `operation` comes next; the number of operations at the end.
ByteUse useOf(const npu::Stream &stream, quint32 operation, int region, quint64 address);

} // namespace tosaic::npusim
