// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"

#include <QtGlobal>

#include <vector>

namespace tosaic::profile {

/// A stretch of a trace in which the NPU's read pointer stood at one operation. Cycles of the NPU
/// clock since the trace began; the end does not belong to it.
struct OperationSlice
{
    qint64 start = 0;
    qint64 end = 0;
    size_t operation = 0; ///< into OperationTable::operations
    int inference = 0; ///< into OperationTable::inferences
    bool isDmaWait = false; ///< of a Dma operation: the stream stood waiting for it
    bool operator==(const OperationSlice &) const = default;
};

/// In the order of the trace; not overlapping, and in order of time unless time runs backwards in
/// the trace (Unmatched::Kind::TimeRunsBackwards). Stretches of one operation and inference that
/// touch are one slice.
using OperationSlices = std::vector<OperationSlice>;

/// Answers for one trace what its operations cost within ranges of time. Linear in operations and
/// slices; keeps what all ranges have in common.
class RangedOperations
{
public:
    /// Both must outlive it.
    RangedOperations(const OperationTable &table, const OperationSlices &slices);

    /// The table with what lies in [begin, end): inferences that have a part of it, and for each
    /// operation and inference the cycles inside; absent where it did not run in it. Of operations
    /// that did not run in it, or not to their end, estimates and MACs are absent: they hold for
    /// the whole operation and could not be compared. TracedInference::reads, the list of what is
    /// unmatched and confidences stay those of the whole trace.
    OperationTable within(qint64 begin, qint64 end) const;

private:
    struct Window;
    void addInferences(Window &window) const;
    void takeWhole(Window &window, size_t inference) const;
    void addSlices(Window &window) const;
    void cutInference(Window &window, size_t inference) const;
    void withdrawEstimates(Window &window) const;

    const OperationTable &m_table;
    const OperationSlices &m_slices;
    OperationTable m_blank; ///< without anything measured
    std::vector<std::vector<size_t>> m_operationsOf; ///< by stream
    std::vector<size_t> m_columns; ///< by inference: into TimedOperation::measured of its stream
};

} // namespace tosaic::profile
