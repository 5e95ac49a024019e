// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QLockFile>
#include <QTemporaryDir>

#include <memory>

namespace tosaic {

/// A folder for temporary files below TMPDIR, removed with this object. A lock file in it names the
/// process: what a process left that was killed is removed by the next one that makes such a
/// folder.
class WorkFolder
{
public:
    WorkFolder();
    ~WorkFolder();
    WorkFolder(const WorkFolder &) = delete;
    WorkFolder &operator=(const WorkFolder &) = delete;

    /// IoWrite: it could not be made. Names TMPDIR's folder, so that no input is blamed.
    Result<void> made() const;
    /// The same, and IoDiskFull: there is no room in it.
    Result<void> usable() const;
    QString path() const { return m_folder.path(); }
    QString filePath(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<QLockFile> m_lock;
};

/// Removes the work folders below `parent` whose processes are gone. Those of others, links, and
/// folders without our lock are left alone.
void removeLeftWorkFolders(const QString &parent);

} // namespace tosaic
