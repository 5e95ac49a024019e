// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFileSystemWatcher>
#include <QObject>

namespace tosaic::views {

/// An ini file on disk: read and written with its own line ends, watched while it is open. Lives on
/// the GUI thread; files are at most 1 MiB.
class IniFile : public QObject
{
    Q_OBJECT
public:
    explicit IniFile(QObject *parent = nullptr);

    /// The text with "\n" for every line end. Errors: IoRead, LimitExceeded, FormatDamaged (no
    /// UTF-8: editing would damage it).
    Result<QString> load(const QString &path);
    /// Writes the text as `path`, which becomes this file's. Errors: IoWrite, IoDiskFull.
    Result<void> save(const QString &path, const QString &text);
    /// A new file that is nowhere yet.
    void forget();

    QString path() const { return m_path; }
    /// The place cannot be written, or it belongs to the compilers' package.
    bool isReadOnly() const;
    void setProtected(bool on) { m_isProtected = on; }
    bool hasMixedEnds() const { return m_hasMixedEnds; }

Q_SIGNALS:
    /// Another program wrote or removed the file.
    void changedOnDisk(bool isGone);

private:
    void checkDisk();
    void watch();

    QString m_path;
    QByteArray m_seen; ///< bytes as last read or written
    QString m_lineEnd;
    QFileSystemWatcher m_watcher;
    bool m_hasMixedEnds = false;
    bool m_isProtected = false;
};

} // namespace tosaic::views
