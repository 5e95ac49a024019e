// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/spec/estimatecontroller.h"
#include "app/shell/spec/keepcontroller.h"
#include "app/shell/spec/memorycontroller.h"
#include "app/shell/spec/speccontroller.h"
#include "app/shell/workspace/workspacecontroller.h"

namespace tosaic::shell {

SpecParts addSpec(
    const ShellContext &context, CompileController &compile, WorkspaceController &workspace)
{
    auto *window = &context.window;
    auto &tools = compile.tools();
    auto *keep = new KeepController(context, compile, window);
    addIniEditor(context, tools);
    auto *memory = new MemoryController(context, workspace.store(), window);
    auto *spec = new SpecController(context, window);
    auto *estimate
        = new EstimateController(context, compile.runner(), tools, workspace.cells(), window);
    addOtherVersions(context, *estimate, compile);
    addPinSearch(context, compile, *keep);
    return { *spec, *keep, *memory, *estimate };
}

} // namespace tosaic::shell
