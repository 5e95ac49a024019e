// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"

#include <vector>

namespace tosaic::cli {

Command accuracyCommand();
Command budgetCommand();
Command inspectCommand();
Command kernelsCommand();
Command debugCommand();
Command diffCommand();
Command disasmCommand();
Command doctorCommand();
Command estimateCommand();
Command findingsCommand();
Command respecCommand();
Command compareCommand();
Command compileCommand();
Command partitionCommand();
Command gateCommand();
Command graphCommand();
Command operatorsCommand();
Command reportCommand();
Command historyCommand();
Command importCommand();
Command metricsCommand();
Command mlflowCommand();
Command imagesCommand();
Command quantisationCommand();
Command referenceCommand();
Command runCommand();
Command runnerCommand();
Command runsCommand();
Command screenshotCommand();
Command specCommand();
Command storeCommand();
Command sweepCommand();
Command timelineCommand();
Command trustCommand();
Command velaIniCommand();
Command workspaceCommand();

/// All sub-commands in the order of the help text.
std::vector<Command> allCommands();

} // namespace tosaic::cli
