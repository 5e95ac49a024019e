// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

/// What is done with the model's graph. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class WorkspaceStore;

/// All of them.
void addGraph(const ShellContext &context, WorkspaceStore &store);

/// Marks in the model's graph what changed since the compile that it is compared with: by itself
/// after a second compile, switched off in View.
void addChangeMarks(const ShellContext &context);

/// The menu's choice of what places the nodes of the graph: Tosaic or Graphviz; it is remembered.
void addLayoutChoice(const ShellContext &context);

/// Takes the graph along as it is shown: a picture, DOT, JSON, node data.
void addGraphExport(const ShellContext &context);

/// Places in the model that the user wants to find again, kept with it.
void addBookmarks(const ShellContext &context, WorkspaceStore &store);

/// Producers, consumers and ways of the data, from what is selected in the graph.
void addRelations(const ShellContext &context);

/// Colours the graph by a node data file of Model Explorer.
void addNodeData(const ShellContext &context);

/// How each value of what is open is stored, in place of the model's graph.
void addQuantisation(const ShellContext &context);

/// Two graphs side by side, in place of the model's graph: of the sides of the comparison, of the
/// open model and a file, or of one model at two levels.
void addTwoGraphs(const ShellContext &context);

} // namespace tosaic::shell
