// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/savefile.h"

#include "core/base/try.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

bool isFull(int systemError)
{
    return systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG;
}

/// What this program prints to, by whatever name. Opened anew, a file that the shell appends to
/// would be cut, and what is printed later would be lost with it.
std::optional<int> printedTo(const QString &path)
{
    struct stat named
    {
    };
    if (::stat(QFile::encodeName(path).constData(), &named) != 0)
        return {};
    for (const auto descriptor : { STDOUT_FILENO, STDERR_FILENO }) {
        struct stat printed
        {
        };
        if (::fstat(descriptor, &printed) == 0 && printed.st_dev == named.st_dev
            && printed.st_ino == named.st_ino)
            return descriptor;
    }
    return {};
}

Result<void> openFailed(const QFileDevice &file, const QString &path)
{
    return fail(ErrorCode::IoWrite, file.errorString(), { .file = path });
}

} // namespace

Result<void> saveFile(
    const QString &path, const std::function<Result<void>(QFileDevice &file)> &write)
{
    const auto stream = printedTo(path);
    const QFileInfo target(path);
    if (stream || (target.exists() && !target.isFile() && !target.isDir())) {
        const auto mode = QIODevice::WriteOnly | QIODevice::Unbuffered;
        QFile file(path);
        if (stream ? !file.open(*stream, mode) : !file.open(mode))
            return openFailed(file, path);
        return write(file);
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return openFailed(file, path);
    TRY(write(file));
    errno = 0;
    // Without flush() Qt 6.4 commits a small file that does not fit, cut, and says that all went
    // well.
    if (file.flush() && file.commit())
        return {};
    const bool hasNoRoom = isFull(errno) || file.error() == QFileDevice::ResourceError;
    if (hasNoRoom) // Qt calls that an unknown error
        return fail(ErrorCode::IoDiskFull, u"there is no room for it"_s, { .file = path });
    return fail(ErrorCode::IoWrite, file.errorString(), { .file = path });
}

Result<void> saveFile(const QString &path, QByteArrayView bytes)
{
    auto saved = saveFile(path, [bytes](QFileDevice &file) { return writeAll(file, bytes); });
    if (!saved && saved.error().code == ErrorCode::IoDiskFull)
        return fail(ErrorCode::IoDiskFull, u"there is no room for its %1 bytes"_s.arg(bytes.size()),
            { .file = path });
    return saved;
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
