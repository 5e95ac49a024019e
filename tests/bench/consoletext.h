// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace tosaic::bench {

enum class ConsoleFamily
{
    ExecuTorch,
    Mlek, ///< ML Embedded Evaluation Kit
    Driver, ///< of the NPU, no counters
    CoreSoftware,
    Timestamped, ///< Zephyr's log of sensors, with a counter in between
    Csv, ///< rows of numbers
    Hex ///< a dump of memory
};

/// A console of at least so many bytes, reports of the families in turn, all numbers different.
QByteArray consoleText(qsizetype size, const std::vector<ConsoleFamily> &families);

} // namespace tosaic::bench
