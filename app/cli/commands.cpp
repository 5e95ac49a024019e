// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

namespace tosaic::cli {

std::vector<Command> allCommands()
{
    return { inspectCommand(), disasmCommand(), compileCommand(), graphCommand(), reportCommand(),
        screenshotCommand(), velaIniCommand() };
}

} // namespace tosaic::cli
