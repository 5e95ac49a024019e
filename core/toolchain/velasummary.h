// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/toolchain/compileresult.h"

#include <QByteArray>

namespace tosaic::toolchain {

/// What the summary CSV of one Vela run says, by column name; the file's KiB turned into bytes.
struct VelaSummary
{
    Summary summary; ///< without operator counts, which the file does not have
    std::optional<quint64> arenaLimitBytes; ///< arena_cache_size
};

/// Errors: FormatDamaged if there is no line of values or a column of ours is missing.
Result<VelaSummary> readVelaSummary(const QByteArray &csv);

} // namespace tosaic::toolchain
