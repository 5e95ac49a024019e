// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

#include <functional>
#include <memory>

namespace tosaic::advice {
struct AdviceResult;
}

/// What is done with the spec being edited. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class CompileController;
class EstimateController;
class KeepController;
class MemoryController;
class SpecController;
class ToolKeeper;
class WindowCells;
class WorkspaceController;

struct SpecParts
{
    SpecController &spec;
    KeepController &keep;
    MemoryController &memory;
    EstimateController &estimate;
};

/// All of them but advice, and those that others talk to.
SpecParts addSpec(
    const ShellContext &context, CompileController &compile, WorkspaceController &workspace);

/// The vela.ini editor in the window: its tab beside the spec, its file dialogs, the compilers' own
/// file, and the question before changes are lost with the window.
void addIniEditor(const ShellContext &context, ToolKeeper &tools);

/// What another version of Vela makes of the open compile: a menu, also beside the estimate, and
/// the two compiles side by side.
void addOtherVersions(
    const ShellContext &context, const EstimateController &estimate, CompileController &compile);

/// Advice about the open compile, each change tried with Vela, or with a compile where the model
/// has to be lowered anew: a tab beside the spec. `tried` hears what came of it; null: that is
/// about another model now.
using AdviceTried = std::function<void(const std::shared_ptr<const advice::AdviceResult> &result)>;
void addAdvice(const ShellContext &context, const EstimateController &estimate,
    CompileController &compile, const WindowCells &cells, AdviceTried tried);

/// The search for pins, in a dialog.
void addPinSearch(const ShellContext &context, CompileController &compile, KeepController &keep);

} // namespace tosaic::shell
