// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/networkmatch.h"

#include <QByteArrayView>

/// Steps that both sides of a comparison share.
namespace tosaic::analysis {

inline constexpr qsizetype TableBytes = 256; ///< of a look-up table for 8 bit

std::vector<qint64> withoutLeadingOnes(const std::optional<std::vector<qint64>> &shape);
/// Two's complement of 1 to 8 bytes.
qint64 signedLittleEndian(QByteArrayView bytes);
/// Sorts, and leaves out what says nothing.
void tidy(NetworkTraits &traits);

} // namespace tosaic::analysis
