// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/savefile.h"

#include <QSaveFile>

#include <cerrno>

namespace tosaic {

Result<void> saveFile(const QString &path, QByteArrayView bytes)
{
    errno = 0;
    QSaveFile file(path);
    // Without flush() Qt 6.4 commits a small file that does not fit, cut, and says that all went
    // well.
    if (file.open(QIODevice::WriteOnly) && file.write(bytes.data(), bytes.size()) == bytes.size()
        && file.flush() && file.commit())
        return {};
    const bool isFull = errno == ENOSPC || errno == EDQUOT || errno == EFBIG
        || file.error() == QFileDevice::ResourceError;
    return fail(
        isFull ? ErrorCode::IoDiskFull : ErrorCode::IoWrite, file.errorString(), { .file = path });
}

} // namespace tosaic
