// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"

#include <QByteArray>
#include <QStringList>

namespace tosaic::test {

/// How a board prints its layers. The forms are those that the command-line contract describes:
/// prefix and tag, then the same number of integers in every line, the first counting from 0; a
/// header is optional.
struct LayerStyle
{
    QByteArray tag = "PLPROF: "; ///< "[PLPROF] ", "INFO - PROF: "
    QStringList columns{ QStringLiteral("layer"), QStringLiteral("cycles"),
        QStringLiteral("macs") };
    bool hasHeader = true;
    bool isByOperator = false; ///< a row for each operator instead of each operation
    int inferences = 1; ///< as many tables, each with a block of counters behind it
    QByteArray npu = "U55"; ///< told by the log with `macs`; empty: not told
    int macs = 128;
    double total = 1.05; ///< of the cycle counter, times the sum of the rows; 0: no counters
};

/// Cycles that the generator makes up for one row: any function of the row will do, as long as a
/// test can know it. Inference n takes n cycles more in each row.
qint64 boardCycles(size_t row, int inference = 0);

/// The console of a board that runs the kernels of a table in their order. Columns named "cycles"
/// and "macs" have these; "cpu_cycles" ten times the cycles; others the row times 3.
QByteArray layerConsole(const profile::OperationTable &table, const LayerStyle &style = {});

} // namespace tosaic::test
