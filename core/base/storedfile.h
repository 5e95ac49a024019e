// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QFile>

namespace tosaic {

/// Why what is open as `descriptor` is nothing to read (a folder, a pipe, a device, what the kernel
/// makes up in /proc); empty for a stored file.
QString whyNoStoredFile(int descriptor);

/// Opens `file` for reading if it is a stored one. QFile::open alone waits for ever for somebody to
/// write into a pipe of that name, and reads devices without end. IoOpen if it is none. Resources
/// of the program are as good as files.
Result<void> openStored(QFile &file);

/// Bytes of what a person writes: specs, grids, labels.
constexpr qint64 LargestText = qint64(16) << 20;

/// All bytes of a small file. IoOpen: missing, not readable or no stored file; LimitExceeded: it
/// has more than `largest` bytes; IoRead: reading fails.
Result<QByteArray> readStored(const QString &path, qint64 largest = LargestText);

} // namespace tosaic
