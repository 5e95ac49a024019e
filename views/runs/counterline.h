// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QStringList>

#include <optional>

namespace tosaic::views {

struct CounterLine
{
    qsizetype line = 0; ///< from 0
    bool isNamed = false; ///< it has the counter's name or the log's own label, too
};

/// The line of a console that a counter was read from: it has its value as a whole number, and its
/// name unless no such line has it. Of equal lines that of this measurement. Absent for what
/// software computed, where no line has the value, and where a value is too small to be told by
/// itself. Any thread.
std::optional<CounterLine> counterLine(const QStringList &lines, const profile::Run &run,
    size_t measurement, const profile::Counter &counter);

} // namespace tosaic::views
