// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>

#include <vector>

/// Compressed weights as numbers, in the order of the stream.
namespace tosaic::npusim {

/// More weights than any layer of the NPU's has are refused.
inline constexpr size_t WeightLimit = size_t(1) << 26;

/// Standard format (SWD): palette, zero runs, Golomb-Rice codes; all products.
/// FormatDamaged if the stream ends inside a slice, LimitExceeded.
Result<std::vector<qint16>> decodeStandardWeights(QByteArrayView stream);

/// Fast format (FWD) of U85: bytes, or indices into 16 or 4 values.
Result<std::vector<qint16>> decodeFastWeights(QByteArrayView stream);

} // namespace tosaic::npusim
