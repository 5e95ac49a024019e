// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

namespace tosaic::views {
class WorkspacePanel;
}

/// What is done with the open workspace, alone or with others. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class CompileController;
class ModelTabs;
class OpenController;
class ToolKeeper;
class WorkspaceController;
class WorkspaceStore;

/// All of them, and the workspace itself: what `opener` opens becomes it, what others compiled is
/// found in it, and which compilers are used is a choice of it.
WorkspaceController &addWorkspace(const ShellContext &context, CompileController &compile,
    const ModelTabs &tabs, OpenController &opener, views::WorkspacePanel &panel);

/// What this machine has of the tools, in a dialog beside the window.
void addDoctor(const ShellContext &context, const ToolKeeper &tools, const WorkspaceStore &store);

/// The compiles of a model in the open workspace, with what changed at each, in a dialog.
void addHistory(const ShellContext &context, WorkspaceStore &store);

/// The store of the team that the open workspace belongs to: sends what is recorded here, brings
/// what others recorded, tells of news.
void addTeamStore(const ShellContext &context, WorkspaceStore &store);

} // namespace tosaic::shell
