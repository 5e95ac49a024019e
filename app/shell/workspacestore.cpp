// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspacestore.h"

#include "core/base/try.h"

#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int SettleMs = 150;
}

WorkspaceStore::WorkspaceStore(JobList &jobs, QObject *parent)
    : QObject(parent), m_reading(&jobs), m_writing(std::make_unique<JobSlot>(&jobs))
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
    const auto file = workspace::Workspace::open(m_path);
    for (const auto &waiting : m_waiting) {
        const auto changed = file ? waiting.change(**file) : Result<void>(fail(file.error()));
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
    if (!m_contents || workspace::Workspace::changeCounter(m_path) != m_contents->changeCounter)
        read();
}

void WorkspaceStore::read()
{
    if (m_path.isEmpty()) {
        Q_EMIT changed();
        return;
    }
    m_reading.start(
        tr("Reading %1").arg(QFileInfo(m_path).fileName()),
        [path = m_path](const JobControl &) { return workspace::readContents(path); },
        [this](Result<Contents> read) {
            if (read) {
                m_error.reset();
                m_contents = std::make_shared<const Contents>(std::move(*read));
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

void WorkspaceStore::change(const QString &label, Change change)
{
    if (m_path.isEmpty())
        return;
    m_waiting.push_back({ label, std::move(change) });
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
        [path = m_path, change = std::move(next.change)](const JobControl &) -> Result<void> {
            auto file = TRY(workspace::Workspace::open(path));
            return change(*file);
        },
        [this](const Result<void> &written) {
            if (!written)
                Q_EMIT failed(written.error());
            if (m_waiting.empty())
                read();
            else
                writeNext();
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
