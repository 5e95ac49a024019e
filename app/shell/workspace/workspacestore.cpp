// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/workspacestore.h"

#include "core/base/try.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int SettleMs = 150;

/// What a write did to the file's change counter.
struct Written
{
    quint32 before = 0;
    quint32 after = 0;
};

}

/// Stays open between writes, as long as the path leads to the same file.
struct WorkspaceStore::Writer
{
    Result<void> apply(const QString &path, const Change &change)
    {
        struct stat now = {};
        ::stat(QFile::encodeName(path).constData(), &now);
        if (!file || now.st_ino != place.st_ino || now.st_dev != place.st_dev)
            file = TRY(workspace::Workspace::open(path));
        place = now;
        auto changed = change(*file);
        file->letGo();
        if (!changed)
            file.reset();
        return changed;
    }

    std::unique_ptr<workspace::Workspace> file;
    struct stat place = {};
};

WorkspaceStore::WorkspaceStore(JobList &jobs, QObject *parent)
    : QObject(parent), m_reading(&jobs), m_writing(std::make_unique<JobSlot>(&jobs)),
      m_writer(std::make_shared<Writer>())
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettleMs);
    connect(&m_settle, &QTimer::timeout, this, &WorkspaceStore::refresh);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString &path) {
        if (path == m_path && !m_watcher.files().contains(path) && QFileInfo::exists(path))
            m_watcher.addPath(path); // replaced by another file
        m_settle.start();
    });
}

WorkspaceStore::~WorkspaceStore()
{
    m_writing.reset(); // waits for the one that runs
    if (m_waiting.empty())
        return;
    for (const auto &waiting : m_waiting) {
        const auto changed = m_writer->apply(m_path, waiting.change);
        if (!changed) // nobody is left to tell
            qWarning("%s", qPrintable(changed.error().toText()));
    }
}

void WorkspaceStore::setPath(const QString &path)
{
    const auto absolute = path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
    if (absolute == m_path) {
        refresh();
        return;
    }
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    m_reading.cancel();
    m_path = absolute;
    m_contents.reset();
    m_settings.clear();
    m_error.reset();
    m_writer = std::make_shared<Writer>();
    if (!m_path.isEmpty())
        m_watcher.addPath(m_path);
    Q_EMIT pathChanged(m_path);
    read();
}

void WorkspaceStore::refresh()
{
    if (m_path.isEmpty() || m_reading.isRunning() || m_writing->isRunning())
        return; // both end with reading it again
    if (!m_watcher.files().contains(m_path))
        m_watcher.addPath(m_path);
    if (!m_contents || workspace::Workspace::changeCounter(m_path) != m_seenCounter)
        read();
}

void WorkspaceStore::read()
{
    if (m_path.isEmpty()) {
        Q_EMIT changed();
        return;
    }
    m_isStale = false;
    m_reading.start(
        tr("Reading %1").arg(QFileInfo(m_path).fileName()),
        [path = m_path](const JobControl &) { return workspace::readContents(path); },
        [this](Result<Contents> read) {
            if (read) {
                m_error.reset();
                m_contents = std::make_shared<const Contents>(std::move(*read));
                m_seenCounter = m_contents->changeCounter;
                if (m_waiting.empty() && !m_writing->isRunning())
                    m_settings.clear();
            } else {
                m_error = read.error();
                m_contents.reset();
            }
            Q_EMIT changed();
            m_settle.start(); // what came while this was read
        });
    Q_EMIT changed();
}

void WorkspaceStore::change(const QString &label, Change change, bool isListed)
{
    if (m_path.isEmpty())
        return;
    m_waiting.push_back({ label, std::move(change), isListed });
    writeNext();
}

void WorkspaceStore::writeNext()
{
    if (m_writing->isRunning() || m_waiting.empty())
        return;
    auto next = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_writing->start(
        next.label,
        [path = m_path, writer = m_writer, change = std::move(next.change)](
            const JobControl &) -> Result<Written> {
            Written written{ .before = workspace::Workspace::changeCounter(path) };
            TRY(writer->apply(path, change));
            written.after = workspace::Workspace::changeCounter(path);
            return written;
        },
        [this, isListed = next.isListed](const Result<Written> &written) {
            if (!written)
                Q_EMIT failed(written.error());
            // What others wrote meanwhile is listed as well.
            m_isStale = m_isStale || isListed || !written || written->before != m_seenCounter;
            if (!m_isStale)
                m_seenCounter = written->after;
            if (!m_waiting.empty())
                writeNext();
            else if (m_isStale)
                read();
        });
}

QString WorkspaceStore::setting(const QString &key) const
{
    if (const auto found = m_settings.find(key); found != m_settings.end())
        return found->second;
    if (!m_contents)
        return {};
    const auto found = m_contents->settings.find(key);
    return found == m_contents->settings.end() ? QString() : found->second;
}

void WorkspaceStore::setSetting(const QString &key, const QString &value)
{
    if (m_path.isEmpty() || setting(key) == value)
        return;
    m_settings[key] = value;
    change(tr("Saving %1").arg(QFileInfo(m_path).fileName()),
        [key, value](workspace::Workspace &file) { return file.setSetting(key, value); });
}

} // namespace tosaic::shell
