// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/localrun/recordedcall.h"

#include <QString>

#include <map>
#include <vector>

namespace tosaic::profile {

/// What a board, an FVP or a runtime gave, beside which a program is judged.
struct BoardValues
{
    std::map<size_t, std::vector<double>> outputs; ///< whole ones of the program, by index
    /// Of an ETDump with intermediate outputs; of a console none.
    std::vector<localrun::RecordedCall> calls;
};

/// Of a console what it prints, of an ETDump what it recorded. `buffer` is the debug buffer of the
/// dump; empty: beside it, as NAME.bin or debug_buffer.bin. Errors: of reading the files;
/// FormatUnsupported where there is nothing of either.
Result<BoardValues> boardValues(const QString &path, const QString &buffer);

} // namespace tosaic::profile
