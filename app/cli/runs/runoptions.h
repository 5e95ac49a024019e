// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "profiler/targets/runtarget.h"

namespace tosaic::cli {

/// What `tosaic-cli run` was asked for.
struct RunOptions
{
    profile::RunRequest request;
    QString kind; ///< "fvp", "serial", "tcp", "command", "this-machine"
    QString workspace; ///< empty: not recorded
    QString consoleFile; ///< empty: none
    QString model; ///< .pte that runs, for its hash; empty: not stated
    QString elf; ///< of the runner; empty: not stated
    std::vector<std::pair<QString, QString>> modelInputs; ///< that the runner was given
    bool keepsFiles = false; ///< a folder was named for them
    bool printsCommand = false; ///< and nothing else
    bool wantsJson = false;
};

/// Absent if nothing is to be run; then `exitCode` is what to answer with.
Parsed<RunOptions> parseRunOptions(const QStringList &arguments, Streams &streams);

} // namespace tosaic::cli
