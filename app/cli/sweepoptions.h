// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"

namespace tosaic::cli {

/// What `tosaic-cli sweep` was asked.
struct SweepOptions
{
    QString input; ///< absolute
    QString gridPath;
    QString folder; ///< absolute
    QString board; ///< id or name; empty: the grid's budget
    QString workspace; ///< empty: only what lies beside the input is known
    QString interpreter;
    int jobs = 1; ///< workers at a time
    bool isTrusted = false;
    bool isJson = false;
};

/// Absent if there is nothing to run: a usage error, or a text that was asked for and is printed.
Parsed<SweepOptions> sweepOptions(const QStringList &arguments, Streams &streams);

} // namespace tosaic::cli
