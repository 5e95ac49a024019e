// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/tools/parts.h"

namespace tosaic::shell {

CompileController &addCompile(const ShellContext &context, views::JobsPanel &jobs)
{
    auto *compile = new CompileController(context, &context.window);
    addTrustQuestions(context, compile->tools());
    addToolMenu(context, compile->tools(), *compile);
    addJobs(context, *compile, jobs);
    return *compile;
}

} // namespace tosaic::shell
