// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/model/program.h"

#include <map>
#include <vector>

namespace tosaic::localrun {

/// Numbers that go into a program or come out of it: the last dimension is the innermost.
struct Array
{
    model::ScalarType type = model::ScalarType::Float;
    std::vector<qint64> shape;
    QByteArray bytes; ///< little-endian

    /// Absent if the product overflows or a size is negative.
    static std::optional<quint64> elementsOf(const std::vector<qint64> &shape);
};

/// Reads a .npy file. FormatDamaged; FormatUnsupported for other types than a program has, for
/// big-endian numbers and for Fortran order.
Result<Array> readArray(const ByteSource &source);
/// By index or name, each a .npy or out of a .npz the array of that name, else its only one; an
/// empty key stands for all arrays of a .npz. Errors as above.
Result<std::map<QString, Array>> readArrays(const std::vector<std::pair<QString, QString>> &files);
/// The array as a .npy file. FormatUnsupported for types that NumPy does not have.
Result<QByteArray> npyOf(const Array &array);

/// Numbers that the seed gives again: 8 and 16 bits over their whole range, 32 and 64 bits within
/// +-2^20, floating point from -1 to 1. FormatUnsupported for other types; LimitExceeded.
Result<Array> seededArray(model::ScalarType type, std::vector<qint64> shape, quint64 seed);

/// As above, whole numbers from 0 to below `bound`: indices.
Result<Array> seededIndices(
    model::ScalarType type, std::vector<qint64> shape, qint64 bound, quint64 seed);

/// The elements as numbers; empty for types that are none (complex and the like).
std::vector<double> numbersOf(const Array &array);

/// The same elements with the dimensions in another order in memory: `dimOrder` names them from
/// outermost to innermost; empty: as they come. FormatDamaged if it does not name each dimension
/// once, or the bytes are not those of the shape.
Result<QByteArray> toMemory(const Array &array, const std::vector<quint8> &dimOrder);
Result<QByteArray> fromMemory(QByteArrayView bytes, quint64 elementBytes,
    const std::vector<qint64> &shape, const std::vector<quint8> &dimOrder);

} // namespace tosaic::localrun
