// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/consoleline.h"
#include "profiler/run.h"

namespace tosaic::profile {

struct ParseState;

/// The table that TensorFlow Lite Micro's profiler prints of an inference: "Event","Tag","Ticks",
/// and a row for each operator that ran. A table with a gap is none.
class TickTable
{
public:
    void open();
    bool isOpen() const { return m_isOpen; }
    /// Takes a row. False: the line is none, the table ends before it.
    bool take(const ConsoleLine &line);
    /// Ends the table: ticks by operator, in the order in which they first ran.
    std::vector<Counter> finish();

private:
    std::vector<Counter> m_sums;
    quint64 m_rows = 0;
    bool m_isOpen = false;
    bool m_hasGap = false;
};

/// Makes a measurement of the table that is open.
void endTickTable(ParseState &state);

} // namespace tosaic::profile
