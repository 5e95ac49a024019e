// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/workfolder.h"

#include "core/base/try.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

#include <mutex>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr qint64 LeastRoom = 1 << 20; // bytes; the smallest compile writes less
const auto NamePrefix = u"tosaic-work-"_s;
const auto LockName = u"process.lock"_s;

QString nameTemplate()
{
    static std::once_flag isSwept;
    std::call_once(isSwept, [] { removeLeftWorkFolders(QDir::tempPath()); });
    return QDir::temp().filePath(NamePrefix + u"XXXXXX"_s);
}

/// A lock is stale where its process is gone, whatever its age.
std::unique_ptr<QLockFile> lockIn(const QString &folder)
{
    auto lock = std::make_unique<QLockFile>(QDir(folder).filePath(LockName));
    lock->setStaleLockTime(0);
    return lock;
}

} // namespace

WorkFolder::WorkFolder() : m_folder(nameTemplate())
{
    if (!m_folder.isValid())
        return;
    m_lock = lockIn(m_folder.path());
    m_lock->tryLock(0); // without one nobody sweeps the folder, which is all that is lost
}

WorkFolder::~WorkFolder() = default;

Result<void> WorkFolder::made() const
{
    if (m_folder.isValid())
        return {};
    return fail(ErrorCode::IoWrite,
        u"no temporary folder can be made (TMPDIR can name another place): "_s
            + m_folder.errorString(),
        { .file = QDir::tempPath() });
}

Result<void> WorkFolder::usable() const
{
    TRY(made());
    const QStorageInfo storage(m_folder.path());
    if (storage.isValid() && storage.bytesAvailable() < LeastRoom)
        return fail(ErrorCode::IoDiskFull,
            u"there is no room for temporary files; TMPDIR can name another place"_s,
            { .file = QDir::tempPath() });
    return {};
}

void removeLeftWorkFolders(const QString &parent)
{
    const auto folders = QDir(parent).entryInfoList(
        { NamePrefix + u'*' }, QDir::Dirs | QDir::NoSymLinks | QDir::NoDotAndDotDot);
    for (const auto &folder : folders) {
        const auto path = folder.absoluteFilePath();
        if (folder.ownerId() != ::getuid() || !QFileInfo::exists(path + u'/' + LockName))
            continue;
        if (lockIn(path)->tryLock(0))
            QDir(path).removeRecursively();
    }
}

} // namespace tosaic
