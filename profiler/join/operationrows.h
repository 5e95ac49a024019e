// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationjoin.h"
#include "profiler/join/unmatchedlist.h"

#include <map>
#include <optional>

namespace tosaic::profile {

/// The operations of one debug database, appended to a table and found again by their numbers.
class OperationRows
{
public:
    OperationRows(const formats::vela::VelaDebugDb &database, OperationTable &table);

    /// The operation that a queue row starts. What the tables do not describe (bodies of branches)
    /// is made from the row.
    size_t operationOf(
        const formats::vela::QueueEntry &entry, int stream, UnmatchedList &unmatched);
    /// Members and rows without a place get the stream of their leader, or `only`, if that is the
    /// one stream of the database; operations that stay on the CPU are in none. Then the rows
    /// without a place are listed.
    void finish(std::optional<int> only, UnmatchedList &unmatched);
    const formats::vela::VelaDebugDb &database() const { return m_database; }

private:
    void addPerformance();
    size_t addUndescribed(const formats::vela::QueueEntry &entry);

    const formats::vela::VelaDebugDb &m_database;
    OperationTable &m_table;
    size_t m_first = 0; ///< of the table's operations that are of this database
    size_t m_last = 0; ///< behind the last one from table "perf"
    std::map<qint64, size_t> m_byNumber; ///< scheduled id; Python core: optimised id
    std::map<qint64, formats::vela::DebugOperator> m_optimised; ///< Python core only
};

} // namespace tosaic::profile
