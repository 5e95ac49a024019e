// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace tosaic::test {

/// A .npy file: the type's description and the shape as Python prints them, and the data.
QByteArray npyBytes(const QByteArray &description, const QByteArray &shape, const QByteArray &data,
    int version = 1, bool isFortran = false);

/// The same of numbers that are stored as they are here, called array.npy.
template <typename T>
std::shared_ptr<const ByteSource> npy(
    const QByteArray &dtype, const QByteArray &shape, const std::vector<T> &values)
{
    return ByteSource::fromBytes(npyBytes('\'' + dtype + '\'', shape,
                                     QByteArray(reinterpret_cast<const char *>(values.data()),
                                         static_cast<qsizetype>(values.size() * sizeof(T)))),
        QStringLiteral("array.npy"));
}

} // namespace tosaic::test
