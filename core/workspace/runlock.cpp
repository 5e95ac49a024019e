// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/runlock.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

QString lockPath(const QString &workspacePath, RunId id)
{
    // The same file under another name is the same workspace.
    const QFileInfo file(workspacePath);
    const auto path = file.canonicalFilePath();
    return u"%1.run%2.lock"_s.arg(path.isEmpty() ? file.absoluteFilePath() : path).arg(id.value);
}

/// Runs take hours: only the end of its process makes a lock stale.
bool tryLock(QLockFile &file)
{
    file.setStaleLockTime(0);
    return file.tryLock(0);
}

} // namespace

Result<std::shared_ptr<RunLock>> RunLock::take(const QString &workspacePath, RunId id)
{
    const auto path = lockPath(workspacePath, id);
    auto lock = std::make_shared<RunLock>(path);
    if (tryLock(lock->m_file))
        return lock;
    return fail(ErrorCode::IoOpen, u"the lock of a live run cannot be taken"_s, { .file = path });
}

bool RunLock::isHeld(const QString &workspacePath, RunId id)
{
    const auto path = lockPath(workspacePath, id);
    if (!QFileInfo::exists(path))
        return false;
    QLockFile file(path);
    return !tryLock(file);
}

} // namespace tosaic::workspace
