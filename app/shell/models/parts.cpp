// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/models/parts.h"

#include "app/shell/models/modeltabs.h"
#include "app/shell/models/opencontroller.h"

namespace tosaic::shell {

ModelParts addModels(const ShellContext &context, QTabBar &bar)
{
    auto *tabs = new ModelTabs(context, bar, &context.window);
    auto *opener = new OpenController(context, *tabs, &context.window);
    addChangedFileWatch(context, *opener);
    addRuntimeCheck(context);
    addProgramFile(context);
    return { *tabs, *opener };
}

} // namespace tosaic::shell
