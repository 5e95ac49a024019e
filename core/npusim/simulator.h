// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"
#include "core/npusim/machine.h"
#include "core/npusim/overlapcheck.h"
#include "core/npusim/waitcheck.h"

#include <optional>
#include <vector>

/// Executes a register command stream of Ethos-U55, U65 or U85: what it computes, not how long it
/// takes. What is known of each command, and from where: core/npusim/README.md.
namespace tosaic::npusim {

/// Why a stream was not executed to its end.
struct Refusal
{
    quint32 offset = 0; ///< of the command, bytes from the start of the stream
    QString command; ///< "NPU_OP_CONV"
    Error error; ///< FormatUnsupported: not known; FormatDamaged; LimitExceeded; Cancelled
};

/// Something odd that a stream does, though it was executed.
struct Finding
{
    enum class Kind
    {
        UninitialisedRead, ///< of bytes that nobody wrote
        MissingWait, ///< an operation and a transfer meet that nothing keeps apart
        OutOfRegion,
        OverlappingBuffer ///< a result lies where another one is still needed
    };
    Kind kind = Kind::UninitialisedRead;
    quint32 offset = 0;
    QString text;
};
/// "uninitialised-read", "missing-wait", "out-of-region", "overlapping-buffer".
QString findingKey(Finding::Kind kind);

/// One stream while it runs. Any thread, one at a time; the stream and the memory must outlive it.
class Simulator
{
public:
    /// Findings that are kept; a hostile stream could make any number.
    static constexpr size_t FindingLimit = 1000;

    struct Options
    {
        std::shared_ptr<WeightCache> weights; ///< shared by runs; null: an own one
        Limits limits;
        /// Set it to true from any thread: the run ends within a row of a feature map.
        std::shared_ptr<const std::atomic<bool>> cancelled;
        bool checksWaits = true;
    };

    Simulator(const npu::Stream &stream, Memory &memory, Options options);
    /// The same place over a copy of its memory.
    Simulator(const Simulator &other, Memory &memory);

    /// Executes what stands before the next operation that computes or moves data: then registers
    /// and memory are as it finds them. False at the end, or where a command was refused.
    bool seek();
    /// The same, and the operation.
    bool step();
    /// Executes one command. False at the end, or where it was refused.
    bool stepCommand();
    /// Until the end. False if it was refused.
    bool run();

    bool isAtEnd() const { return m_isAtEnd; }
    /// Into Stream::commands; absent at the end and where a command was refused.
    std::optional<quint32> nextCommand() const;
    /// The next command computes or moves data.
    bool isBeforeKick() const;
    const std::optional<Refusal> &refusal() const { return m_refusal; }
    const std::vector<Finding> &findings() const { return m_findings; }
    quint64 executedCommands() const { return m_executed; }
    quint64 executedKicks() const { return m_kicks; }
    quint64 work() const { return m_machine.work; }

    /// The operation that the last step executed; null before the first.
    const npu::Operation *operation() const { return m_operation; }
    /// Behind seek(): the operation that comes next.
    const npu::Operation *nextOperation() const { return operationAt(m_next); }
    /// Where the last operation wrote its result; absent after a DMA and before the first.
    const std::optional<OutputSetup> &output() const { return m_output; }
    const Memory &memory() const { return m_machine.memory; }
    /// The stored numbers of a map that the next operation reads (before it) or the last one wrote
    /// (behind it). Errors: as the operation's.
    Result<Values> valuesOf(const MapSetup &map, Shape shape) const;
    /// The registers as they are now.
    Setup setup() { return Setup(m_target, m_registers); }

private:
    bool executeCommand();
    bool executeKick(const npu::Command &command);
    bool executeBranch(const npu::Command &command);
    bool refuse(const npu::Command &command, Error error);
    void note(const npu::Command &command, const AccessNotes &notes);
    void add(Finding finding);
    const npu::Operation *operationAt(size_t command) const;

    const npu::Stream &m_stream;
    Target m_target;
    npu::RegisterFile m_registers;
    Machine m_machine;
    bool m_checksWaits;
    WaitCheck m_waits;
    OverlapCheck m_overlaps;
    size_t m_next = 0; ///< into Stream::commands
    quint64 m_executed = 0;
    quint64 m_kicks = 0;
    bool m_isAtEnd = false;
    const npu::Operation *m_operation = nullptr;
    std::optional<OutputSetup> m_output;
    std::optional<Refusal> m_refusal;
    std::vector<Finding> m_findings;
};

} // namespace tosaic::npusim
