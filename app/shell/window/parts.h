// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

class QMainWindow;

/// What belongs to the window as a whole. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class ToolKeeper;

/// Keys that lead from the page to the panels around it and back.
void addPaneKeys(const ShellContext &context, const QMainWindow &window);

/// What matters first of what is open, above the graph and above the runs: a click leads to the
/// evidence.
void addFindings(const ShellContext &context);

/// Going places: back and forward, an operator by name, anything by the command palette.
void addNavigation(const ShellContext &context);

/// Settings, the cheat sheet of shortcuts, and what this is.
void addHelp(const ShellContext &context, ToolKeeper &tools);

} // namespace tosaic::shell
