// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tosaic::views {

/// Which two are compared by the marks of changes.
enum class ChangeBase
{
    CompileBefore, ///< with what is shown
    NextCompile ///< what is shown with what it would become
};

} // namespace tosaic::views
