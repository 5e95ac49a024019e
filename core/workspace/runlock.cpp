// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/runlock.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

QString lockPath(const QString &workspacePath, const QString &record)
{
    // The same file under another name is the same workspace.
    const QFileInfo file(workspacePath);
    const auto path = file.canonicalFilePath();
    return u"%1.%2.lock"_s.arg(path.isEmpty() ? file.absoluteFilePath() : path, record);
}

QString lockPath(const QString &workspacePath, RunId id)
{
    return lockPath(workspacePath, u"run%1"_s.arg(id.value));
}

QString lockPath(const QString &workspacePath, JobId id)
{
    return lockPath(workspacePath, u"job%1"_s.arg(id.value));
}

Result<std::shared_ptr<RunLock>> takeAt(const QString &path, const QString &what)
{
    auto lock = std::make_shared<RunLock>(path);
    if (lock->tryTake())
        return lock;
    return fail(ErrorCode::IoOpen, what, { .file = path });
}

bool isHeldAt(const QString &path)
{
    return QFileInfo::exists(path) && !RunLock(path).tryTake();
}

} // namespace

Result<std::shared_ptr<RunLock>> RunLock::take(const QString &workspacePath, RunId id)
{
    return takeAt(lockPath(workspacePath, id), u"the lock of a live run cannot be taken"_s);
}

Result<std::shared_ptr<RunLock>> RunLock::take(const QString &workspacePath, JobId id)
{
    return takeAt(lockPath(workspacePath, id), u"the lock of a compile cannot be taken"_s);
}

bool RunLock::isHeld(const QString &workspacePath, RunId id)
{
    return isHeldAt(lockPath(workspacePath, id));
}

bool RunLock::isHeld(const QString &workspacePath, JobId id)
{
    return isHeldAt(lockPath(workspacePath, id));
}

/// Runs take hours: only the end of its process makes a lock stale.
bool RunLock::tryTake()
{
    m_file.setStaleLockTime(0);
    return m_file.tryLock(0);
}

} // namespace tosaic::workspace
