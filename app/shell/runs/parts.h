// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

namespace tosaic::views {
class ReferencePanel;
class RunPanel;
class RunnerPanel;
}

/// What is done with runs: made here or on a target, imported, looked at, proven. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class HereController;
class OpenController;
class RunsTabs;
class ToolKeeper;
class WorkspaceStore;

/// Panels that stand beside the page of the runs.
struct RunPanels
{
    views::RunPanel &run;
    views::RunnerPanel &runner;
    views::ReferencePanel &reference;
};

/// All of them, and the list of runs with its tabs, which is returned: what is compared and merged
/// there concerns others too.
RunsTabs &addRuns(const ShellContext &context, const OpenController &opener, WorkspaceStore &store,
    const ToolKeeper &tools, const RunPanels &panels);

/// The keys and the menu of the debugger; a run of the whole program gives it the inputs of the
/// delegates.
void addDebugger(
    const ShellContext &context, RunsTabs &tabs, HereController &here, const ToolKeeper &tools);

/// Operators beside what they should compute, in a tab of the runs.
void addAccuracy(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools);

/// What is proven of the console that is looked at: the open program beside what it printed, and
/// the runner that the Run panel names.
void addRunProof(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools,
    const views::RunPanel &panel);

/// Runs the TOSA reference model on the graph that is open or on those a compile kept. Arrays go to
/// a folder of the session and go with it; what is to stay is saved from the panel.
void addReference(
    const ShellContext &context, const ToolKeeper &tools, views::ReferencePanel &panel);

/// The bare-metal runner of the open program: plans it for the spec being edited, and runs the
/// checkout's scripts as a job where they are.
void addRunner(const ShellContext &context, views::RunnerPanel &panel);

/// Keeps the runs of the window and those of the open workspace the same: lists what others keep
/// and state there, writes back what is stated about a run and that it was removed, and reads the
/// trace or the ETDump of a run when it is looked at.
void addKeptRuns(const ShellContext &context, WorkspaceStore &store);

/// Tells the runs what the programs they belong to are called.
void addProgramNames(const ShellContext &context, WorkspaceStore &store);

/// Sends the open compile, run or what-if grid to an MLflow server.
void addTracking(const ShellContext &context);

} // namespace tosaic::shell
