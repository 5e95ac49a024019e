// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <vector>

namespace tosaic::cli {

Command inspectCommand();
Command disasmCommand();
Command compileCommand();
Command graphCommand();
Command reportCommand();
Command screenshotCommand();
Command velaIniCommand();

/// All sub-commands in the order of the help text.
std::vector<Command> allCommands();

} // namespace tosaic::cli
