// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <vector>

namespace tosaic::cli {

Command budgetCommand();
Command inspectCommand();
Command kernelsCommand();
Command debugCommand();
Command diffCommand();
Command disasmCommand();
Command estimateCommand();
Command findingsCommand();
Command respecCommand();
Command compareCommand();
Command compileCommand();
Command partitionCommand();
Command graphCommand();
Command operatorsCommand();
Command reportCommand();
Command importCommand();
Command metricsCommand();
Command referenceCommand();
Command runCommand();
Command runnerCommand();
Command runsCommand();
Command screenshotCommand();
Command specCommand();
Command sweepCommand();
Command timelineCommand();
Command trustCommand();
Command velaIniCommand();
Command workspaceCommand();

/// All sub-commands in the order of the help text.
std::vector<Command> allCommands();

} // namespace tosaic::cli
