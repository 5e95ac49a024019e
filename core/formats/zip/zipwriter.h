// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace tosaic::formats {

struct ZipEntry
{
    QString name; ///< relative, with '/'
    QByteArray content;
};

/// A ZIP archive of the entries in their order, deflated, all with the same time stamp: equal
/// entries give equal bytes. Everything is held in memory. Errors: Internal with libzip's words.
Result<QByteArray> zipArchive(const std::vector<ZipEntry> &entries);

} // namespace tosaic::formats
