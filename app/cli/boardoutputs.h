// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <map>
#include <vector>

namespace tosaic::cli {

/// What a board gave, by output: whole outputs that a console prints, or those that an ETDump
/// recorded. `buffer` is the debug buffer of the dump; empty: beside it, as NAME.bin or
/// debug_buffer.bin. Errors: of reading the files.
Result<std::map<size_t, std::vector<double>>> boardOutputs(
    const QString &path, const QString &buffer);

} // namespace tosaic::cli
