// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/storedfile.h"

#include "core/base/try.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic {

QString whyNoStoredFile(int descriptor)
{
    struct stat state = {};
    if (::fstat(descriptor, &state) != 0)
        return qt_error_string(errno);
    if (S_ISDIR(state.st_mode))
        return u"is a folder, not a file"_s;
    if (S_ISFIFO(state.st_mode) || S_ISSOCK(state.st_mode))
        return u"is a pipe, not a file; store what comes out of it first"_s;
    if (!S_ISREG(state.st_mode))
        return u"is a device, not a file"_s;
    struct statfs system = {};
    if (::fstatfs(descriptor, &system) == 0
        && (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC))
        return u"is no stored file: the system makes it up while it is read"_s;
    return {};
}

Result<void> openStored(QFile &file)
{
    const Location place{ .file = file.fileName() };
    if (!file.fileName().startsWith(":/"_L1)) {
        // By another descriptor: a QFile that is given one forgets its name.
        const int descriptor = ::open(
            QFile::encodeName(file.fileName()).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0)
            return fail(ErrorCode::IoOpen, qt_error_string(errno), place);
        const auto why = whyNoStoredFile(descriptor);
        ::close(descriptor);
        if (!why.isEmpty())
            return fail(ErrorCode::IoOpen, why, place);
    }
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::IoOpen, file.errorString(), place);
    return {};
}

Result<QByteArray> readStored(const QString &path, qint64 largest)
{
    QFile file(path);
    TRY(openStored(file));
    // One byte more than is taken, so that it shows; a file that grows meanwhile, too.
    auto bytes = file.read(largest + 1);
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::IoRead, file.errorString(), Location{ .file = path });
    if (bytes.size() > largest)
        return fail(ErrorCode::LimitExceeded, u"more than %1 bytes"_s.arg(largest),
            Location{ .file = path });
    return bytes;
}

} // namespace tosaic
