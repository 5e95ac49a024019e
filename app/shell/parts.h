// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"

#include <functional>
#include <memory>

class QMainWindow;

namespace tosaic::advice {
struct AdviceResult;
}

namespace tosaic::views {
class JobsPanel;
class ReferencePanel;
class RunPanel;
class RunnerPanel;
}

/// Parts of the window that nobody talks to once they are there: they add their actions, listen to
/// the session and live as long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class CompileController;
class EstimateController;
class HereController;
class KeepController;
class MemoryController;
class ModelTabs;
class OpenController;
class RunsTabs;
class ToolKeeper;
class WindowCells;
class WorkspaceStore;

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

/// Says which large file changed on the disk while it is open, and offers to open it again.
void addChangedFileWatch(const ShellContext &context, OpenController &opener);
/// Keys that lead from the page to the panels around it and back.
void addPaneKeys(const ShellContext &context, const QMainWindow &window);
/// Marks in the model's graph what changed since the compile that it is compared with: by itself
/// after a second compile, switched off in View.
void addChangeMarks(const ShellContext &context);
/// The menu's choice of what places the nodes of the graph: Tosaic or Graphviz; it is remembered.
void addLayoutChoice(const ShellContext &context);

/// What matters first of what is open, above the graph and above the runs: a click leads to the
/// evidence.
void addFindings(const ShellContext &context);

/// Takes the graph along as it is shown: a picture, DOT, JSON, node data.
void addGraphExport(const ShellContext &context);

/// Places in the model that the user wants to find again, kept with it.
void addBookmarks(const ShellContext &context, WorkspaceStore &store);

/// Producers, consumers and ways of the data, from what is selected in the graph.
void addRelations(const ShellContext &context);

/// Going places: back and forward, an operator by name, anything by the command palette.
void addNavigation(const ShellContext &context);

/// Settings, the cheat sheet of shortcuts, and what this is.
void addHelp(const ShellContext &context, ToolKeeper &tools);

/// The vela.ini editor in the window: its tab beside the spec, its file dialogs, the compilers' own
/// file, and the question before changes are lost with the window.
void addIniEditor(const ShellContext &context, ToolKeeper &tools);

/// What the jobs panel asks for: running again, opening, saving, the line of a problem; and the
/// rows of jobs that an opened workspace or result tells about.
void addJobs(const ShellContext &context, CompileController &compile, views::JobsPanel &panel);

/// Runs the TOSA reference model on the graph that is open or on those a compile kept. Arrays go to
/// a folder of the session and go with it; what is to stay is saved from the panel.
void addReference(
    const ShellContext &context, const ToolKeeper &tools, views::ReferencePanel &panel);

/// Colours the graph by a node data file of Model Explorer.
void addNodeData(const ShellContext &context);

/// How each value of what is open is stored, in place of the model's graph.
void addQuantisation(const ShellContext &context);

/// The bare-metal runner of the open program: plans it for the spec being edited, and runs the
/// checkout's scripts as a job where they are.
void addRunner(const ShellContext &context, views::RunnerPanel &panel);

/// Keeps the runs of the window and those of the open workspace the same: lists what others keep
/// and state there, writes back what is stated about a run and that it was removed, and reads the
/// trace or the ETDump of a run when it is looked at.
void addKeptRuns(const ShellContext &context, WorkspaceStore &store);

/// Tells the runs what the programs they belong to are called.
void addProgramNames(const ShellContext &context, WorkspaceStore &store);

/// Saves the file of the shown model elsewhere, and shows where it lies.
void addProgramFile(const ShellContext &context);

/// Checks the open program against the runtime that it is meant for: memory nobody provides,
/// kernels and delegates that are missing. What is found are problem rows.
void addRuntimeCheck(const ShellContext &context);

/// Two graphs side by side, in place of the model's graph: of the sides of the comparison, of the
/// open model and a file, or of one model at two levels.
void addTwoGraphs(const ShellContext &context);

/// The menu "Compile with": every environment that has Vela, by version, for one compile without
/// changing the usual one. Also hands the catalogue of environments to their panel.
void addToolMenu(const ShellContext &context, ToolKeeper &tools, CompileController &compile);

/// What another version of Vela makes of the open compile: a menu, also beside the estimate, and
/// the two compiles side by side.
void addOtherVersions(
    const ShellContext &context, const EstimateController &estimate, CompileController &compile);

/// What this machine has of the tools, in a dialog beside the window.
void addDoctor(const ShellContext &context, const ToolKeeper &tools, const WorkspaceStore &store);

/// The compiles of a model in the open workspace, with what changed at each, in a dialog.
void addHistory(const ShellContext &context, WorkspaceStore &store);

/// The store of the team that the open workspace belongs to: sends what is recorded here, brings
/// what others recorded, tells of news.
void addTeamStore(const ShellContext &context, WorkspaceStore &store);

/// Sends the open compile, run or what-if grid to an MLflow server.
void addTracking(const ShellContext &context);

/// Asks whether tools that a workspace or a folder brings may be started, and shows what is
/// approved.
void addTrustQuestions(const ShellContext &context, ToolKeeper &tools);

/// Advice about the open compile, each change tried with Vela, or with a compile where the model
/// has to be lowered anew: a tab beside the spec. `tried` hears what came of it; null: that is
/// about another model now.
using AdviceTried = std::function<void(const std::shared_ptr<const advice::AdviceResult> &result)>;
void addAdvice(const ShellContext &context, const EstimateController &estimate,
    CompileController &compile, const WindowCells &cells, AdviceTried tried);

/// The search for pins, in a dialog.
void addPinSearch(const ShellContext &context, CompileController &compile, KeepController &keep);

/// The what-if grid of the spec being edited, on the TOSA that the live estimate uses.
void addWhatIf(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, CompileController &compile, const WindowCells &cells,
    WorkspaceStore &store, const ModelTabs &tabs);

} // namespace tosaic::shell
