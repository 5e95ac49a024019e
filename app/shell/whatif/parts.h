// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

/// Many specs side by side. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class CompileController;
class EstimateController;
class MemoryController;
class ModelTabs;
class WindowCells;
class WorkspaceStore;

/// The what-if grid of the spec being edited, on the TOSA that the live estimate uses.
void addWhatIf(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, CompileController &compile, const WindowCells &cells,
    WorkspaceStore &store, const ModelTabs &tabs);

} // namespace tosaic::shell
