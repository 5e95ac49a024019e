// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QString>

#include <optional>
#include <vector>

namespace tosaic::formats {

/// What a .npy file says before its data (NumPy's format versions 1 to 3).
struct NpyHeader
{
    QString dtype; ///< NumPy's word: "int64", "|S5288", ">i4", "object"
    char kind = 0; ///< NumPy's letter: i, u, f, b, c, S, U, V, O, M, m; 0: a structure
    quint64 itemBytes = 0; ///< of one element; 0 for object and for empty texts
    bool isBigEndian = false;
    bool isFortranOrder = false; ///< the first dimension is the innermost
    std::vector<quint64> shape; ///< empty: a single value
    quint64 dataOffset = 0; ///< from the start of the .npy, bytes

    /// A pickle: it is never read.
    bool isObject() const { return kind == 'O'; }
    /// Absent if 64 bits do not hold the number.
    std::optional<quint64> elements() const;
    std::optional<quint64> dataBytes() const;
};

/// Reads the header only. FormatDamaged, FormatUnsupported (version), LimitExceeded (64 dimensions,
/// 64 KiB of header).
Result<NpyHeader> readNpyHeader(QByteArrayView bytes);

} // namespace tosaic::formats
