// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

namespace tosaic::views {
class JobsPanel;
}

/// What surrounds compiles. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class CompileController;
class ToolKeeper;

/// All of them, and the compiles themselves.
CompileController &addCompile(const ShellContext &context, views::JobsPanel &jobs);

/// What the jobs panel asks for: running again, opening, saving, the line of a problem; and the
/// rows of jobs that an opened workspace or result tells about.
void addJobs(const ShellContext &context, CompileController &compile, views::JobsPanel &panel);

/// The menu "Compile with": every environment that has Vela, by version, for one compile without
/// changing the usual one. Also hands the catalogue of environments to their panel.
void addToolMenu(const ShellContext &context, ToolKeeper &tools, CompileController &compile);

} // namespace tosaic::shell
