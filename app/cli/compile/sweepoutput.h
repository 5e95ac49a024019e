// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "core/sweep/sweepwriter.h"

#include <QTextStream>

namespace tosaic::cli {

/// One line: "97 cycles, 0.19 us, SRAM 80 bytes", or why there are none.
QString rowText(const sweep::CellResult &row);

/// The grid as a table, what was left out by rule, the Pareto front, and what differs from the
/// cells that the form names.
void printSweep(const sweep::SweepResult &result, const QString &title,
    const sweep::SweepForm &form, Streams &streams);

} // namespace tosaic::cli
