// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::fuzz {

/// A folder of this process for targets that read files by their names; in memory where there is
/// such a place. Removed at the end.
QString fileFolder();
/// Writes the input there, in the place of what was there; false if that fails.
bool writeInput(const QString &name, QByteArrayView bytes);

} // namespace tosaic::fuzz
