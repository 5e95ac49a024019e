// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"

namespace tosaic::cli {

std::vector<Command> allCommands()
{
    return { inspectCommand(), disasmCommand(), debugCommand(), accuracyCommand(), compileCommand(),
        partitionCommand(), estimateCommand(), sweepCommand(), respecCommand(), graphCommand(),
        quantisationCommand(), imagesCommand(), reportCommand(), screenshotCommand(),
        velaIniCommand(), budgetCommand(), diffCommand(), runnerCommand(), referenceCommand(),
        specCommand(), workspaceCommand(), storeCommand(), historyCommand(), runCommand(),
        importCommand(), runsCommand(), compareCommand(), operatorsCommand(), findingsCommand(),
        kernelsCommand(), metricsCommand(), timelineCommand(), gateCommand(), mlflowCommand(),
        doctorCommand(), trustCommand() };
}

} // namespace tosaic::cli
