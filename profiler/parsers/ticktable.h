// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/consoleline.h"
#include "profiler/run.h"

namespace tosaic::profile {

struct ParseState;

/// The tables that TensorFlow Lite Micro's profiler prints of an inference: "Event","Tag","Ticks",
/// and a row for each operator that ran, or "Unique Tag" and a row for each kind of operator. A
/// table with a gap is none.
class TickTable
{
public:
    enum class Rows
    {
        Events,
        Tags ///< a line with their total comes behind them
    };
    void open(Rows rows);
    Rows rows() const { return m_kind; }
    bool isOpen() const { return m_isOpen; }
    /// Takes a row. False: the line is none, the table ends before it.
    bool take(const ConsoleLine &line);
    /// Ends the table: ticks by operator, in the order in which they first ran.
    std::vector<Counter> finish();

private:
    std::vector<Counter> m_sums;
    Rows m_kind = Rows::Events;
    quint64 m_rows = 0;
    bool m_isOpen = false;
    bool m_hasGap = false;
};

/// Makes a measurement of the table that is open, or keeps its sums for the total behind it.
void endTickTable(ParseState &state);

} // namespace tosaic::profile
