// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/workspace/contents.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>

namespace tosaic::shell {

/// The open workspace file as the window sees it: what is in it, kept up to date with what other
/// windows write, and changes that never wait on the GUI thread, where this lives. The file itself
/// is only touched on a pool thread.
class WorkspaceStore : public QObject
{
    Q_OBJECT
public:
    using Contents = workspace::Contents;
    using Change = std::function<Result<void>(workspace::Workspace &)>;

    explicit WorkspaceStore(JobList &jobs, QObject *parent = nullptr);
    /// Makes the changes that still wait: waits for the file.
    ~WorkspaceStore() override;

    QString path() const { return m_path; }
    /// Empty: none is open.
    void setPath(const QString &path);

    /// Null while it is read for the first time, after an error, and if none is open.
    std::shared_ptr<const Contents> contents() const { return m_contents; }
    bool isReading() const { return m_reading.isRunning(); }
    /// Nothing was changed here that contents() does not have.
    bool isCurrent() const
    {
        return !m_reading.isRunning() && !m_writing->isRunning() && m_waiting.empty();
    }
    const std::optional<Error> &error() const { return m_error; }
    bool isReadOnly() const { return m_contents && m_contents->isReadOnly; }

    /// One after the other, in their order; then the contents are read again, unless nothing that
    /// is listed changed. What fails is told by failed().
    void change(const QString &label, Change change, bool isListed = true);
    /// Looks whether somebody has written to the file.
    void refresh();

    /// A choice of this workspace, as last read or set here; empty if there is none.
    QString setting(const QString &key) const;
    /// Nothing happens while no workspace is open.
    void setSetting(const QString &key, const QString &value);

Q_SIGNALS:
    void pathChanged(const QString &path);
    /// contents(), isReading() or error().
    void changed();
    void failed(const tosaic::Error &error);

private:
    void read();
    void writeNext();

    struct Waiting
    {
        QString label;
        Change change;
        bool isListed;
    };
    struct Writer;

    QString m_path;
    std::shared_ptr<const Contents> m_contents;
    std::map<QString, QString> m_settings; ///< set here, perhaps not written yet
    std::optional<Error> m_error;
    std::deque<Waiting> m_waiting;
    QFileSystemWatcher m_watcher;
    QTimer m_settle; ///< a writer makes several changes at once
    JobSlot m_reading;
    std::unique_ptr<JobSlot> m_writing;
    std::shared_ptr<Writer> m_writer; ///< of this path; used on one pool thread at a time
    quint32 m_seenCounter = 0; ///< of the file, as far as contents() has it
    bool m_isStale = false; ///< something that is listed was written since
};

} // namespace tosaic::shell
