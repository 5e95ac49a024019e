// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/slicecollector.h"
#include "profiler/join/tracepasses.h"

namespace tosaic::profile {

/// Gives the time between reads to the operations of the stream that a pass runs, and to what is no
/// operation. Time is never spread: an interval belongs to where the pointer stood.
class TraceWalk
{
public:
    /// Measured values kept in all, of all operations and inferences.
    static constexpr size_t ValueLimit = size_t(1) << 24;

    TraceWalk(std::span<const PointerRead> reads, const std::vector<StreamPlan> &plans,
        const JoinOptions &options, OperationTable &table, UnmatchedList &unmatched,
        OperationSlices *slices = nullptr);
    /// Passes come in their order.
    void walk(const TracePass &pass);
    /// Lists what no pass reached.
    void finish();

private:
    enum class Place
    {
        Before,
        Operation,
        Wait,
        After,
        Outside
    };
    struct Position
    {
        Place place = Place::Before;
        size_t operation = 0;
        std::optional<size_t> start; ///< into StreamPlan::starts; of Place::Operation
        std::optional<size_t> wait; ///< into StreamPlan::waits
    };
    /// What one pass found out about an operation.
    struct Found
    {
        CyclesOfInference cycles;
        Confidence confidence = Confidence::High;
    };

    Position locate(quint64 word);
    void arrive(const Position &position, quint64 word);
    void skipTo(size_t start);
    void lower(size_t operation, Confidence confidence);
    qint64 beginOf(size_t read) const;
    quint64 durationOf(size_t read, const TracePass &pass);
    void give(const Position &position, size_t read, quint64 cycles, TracedInference &inference);
    void endPass(const TracePass &pass, TracedInference &inference);
    bool keep(const TracePass &pass);

    std::span<const PointerRead> m_reads;
    const std::vector<StreamPlan> &m_plans;
    const JoinOptions &m_options;
    OperationTable &m_table;
    UnmatchedList &m_unmatched;
    std::vector<std::vector<bool>> m_waitsRead; ///< by stream
    std::vector<bool> m_skipped; ///< by operation, in any pass
    std::vector<std::vector<size_t>> m_operationsOf; ///< by stream
    size_t m_values = 0;
    SliceCollector m_slices;

    // Of the pass that is walked.
    const StreamPlan *m_plan = nullptr;
    std::vector<Found> m_found; ///< by operation
    std::optional<size_t> m_start; ///< where the pointer was last
    size_t m_cursor = 0;
    Position m_last;
    quint64 m_highest = 0; ///< word
};

} // namespace tosaic::profile
