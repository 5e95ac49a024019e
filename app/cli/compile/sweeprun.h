// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"
#include "core/sweep/sweepwriter.h"

#include <optional>

namespace tosaic::cli {

/// What `tosaic-cli sweep` was asked.
struct SweepOptions
{
    QStringList inputs; ///< absolute; several are models of one grid
    QString gridPath;
    QString folder; ///< absolute
    QString board; ///< id or name; empty: the grid's budget
    QString workspace; ///< its cells are looked up and kept; empty: all are computed
    QString interpreter;
    QStringList environments; ///< NAME=PYTHON
    sweep::SweepForm form; ///< without the baselines
    std::optional<sweep::Sampling> sample; ///< that of the command line goes before the grid's
    QString engine; ///< empty: this machine
    int jobs = 1; ///< workers at a time
    bool isTrusted = false;
    bool isJson = false;
};

/// One run of the command: grid, TOSA, cells, results. The exit code.
int runSweep(SweepOptions options, Streams &streams);

} // namespace tosaic::cli
