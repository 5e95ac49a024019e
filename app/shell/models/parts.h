// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

class QTabBar;

/// What is done with the files that are open. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class ModelTabs;
class OpenController;

struct ModelParts
{
    ModelTabs &tabs;
    OpenController &opener;
};

/// All of them, and those that others talk to. `bar`: of the open models.
ModelParts addModels(const ShellContext &context, QTabBar &bar);

/// Says which large file changed on the disk while it is open, and offers to open it again.
void addChangedFileWatch(const ShellContext &context, OpenController &opener);

/// Saves the file of the shown model elsewhere, and shows where it lies.
void addProgramFile(const ShellContext &context);

/// Checks the open program against the runtime that it is meant for: memory nobody provides,
/// kernels and delegates that are missing. What is found are problem rows.
void addRuntimeCheck(const ShellContext &context);

} // namespace tosaic::shell
