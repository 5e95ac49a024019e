// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/savefile.h"

#include <QSaveFile>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

bool isFull(int systemError)
{
    return systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG;
}

} // namespace

Result<void> saveFile(const QString &path, QByteArrayView bytes)
{
    errno = 0;
    QSaveFile file(path);
    // Without flush() Qt 6.4 commits a small file that does not fit, cut, and says that all went
    // well.
    if (file.open(QIODevice::WriteOnly) && file.write(bytes.data(), bytes.size()) == bytes.size()
        && file.flush() && file.commit())
        return {};
    const bool hasNoRoom = isFull(errno) || file.error() == QFileDevice::ResourceError;
    if (hasNoRoom) // Qt calls that an unknown error
        return fail(ErrorCode::IoDiskFull, u"there is no room for its %1 bytes"_s.arg(bytes.size()),
            { .file = path });
    return fail(ErrorCode::IoWrite, file.errorString(), { .file = path });
}

Result<void> writeAll(QFileDevice &file, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        errno = 0;
        const auto written = file.write(bytes.data(), bytes.size());
        const auto why = errno;
        if (written <= 0)
            return fail(isFull(why) ? ErrorCode::IoDiskFull : ErrorCode::IoWrite,
                why != 0 ? qt_error_string(why) : file.errorString(), { .file = file.fileName() });
        bytes = bytes.sliced(written); // a disk that fills up takes a part first
    }
    return {};
}

} // namespace tosaic
