// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::toolchain {

/// Changes when the interpreter or the packages installed for it change: paths and times of the
/// interpreter, its pyvenv.cfg and its site-packages folders, without starting it. Empty if there
/// is no such file. Reads a few directory entries.
QString interpreterState(const QString &interpreter);

} // namespace tosaic::toolchain
