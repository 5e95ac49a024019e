// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

/// What surrounds the compilers of this machine. Parts that
/// nobody talks to once they are there: they add their actions, listen to the session and live as
/// long as the window. What is passed is all that they know of it.
namespace tosaic::shell {

class ToolKeeper;

/// Asks whether tools that a workspace or a folder brings may be started, and shows what is
/// approved.
void addTrustQuestions(const ShellContext &context, ToolKeeper &tools);

} // namespace tosaic::shell
