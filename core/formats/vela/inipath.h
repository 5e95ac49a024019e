// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::formats::vela {

/// The file that Vela opens for --config=NAME: a path of exactly two relative parts is looked up
/// beside the bundled file, all else is a literal path ("~" is not expanded). An empty name is the
/// bundled file. `bundled`: path of Arm/vela.ini in the package of the compilers; empty: not
/// known, and then so is what depends on it.
QString velaConfigPath(const QString &name, const QString &bundled);

} // namespace tosaic::formats::vela
