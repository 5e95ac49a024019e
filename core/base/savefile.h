// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QFileDevice>

#include <functional>

namespace tosaic {

/// Writes the whole file or leaves what was there before: under a temporary name first, then
/// renamed. A device, a pipe and what this program prints to stay what they are: written to as they
/// are. Errors: IoDiskFull when the bytes do not fit, IoWrite otherwise.
Result<void> saveFile(const QString &path, QByteArrayView bytes);
/// The same of what comes in pieces; an error of `write` leaves what was there before, too.
Result<void> saveFile(
    const QString &path, const std::function<Result<void>(QFileDevice &file)> &write);

/// Writes all of the bytes to an open unbuffered file; what fits is written before it fails.
/// Errors: IoDiskFull, IoWrite.
Result<void> writeAll(QFileDevice &file, QByteArrayView bytes);

} // namespace tosaic
