// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/windowcells.h"

#include "app/shell/workspace/workspacestore.h"
#include "core/workspace/keptcells.h"

#include <QMutex>

#include <utility>

namespace tosaic::shell {

namespace {
constexpr int KeepEveryMs = 500; // a transaction waits for the disk: several cells share one
}

/// Reads through a connection of its own; what is new waits for the window, which writes.
class WindowCells::Cells : public toolchain::CellStore
{
public:
    Cells(const QString &path, WindowCells *window) : m_kept(path), m_window(window) { }

    std::optional<toolchain::EstimateAnswer> find(const QString &key) override
    {
        {
            const QMutexLocker lock(&m_mutex);
            if (const auto found = m_new.find(key); found != m_new.end())
                return toolchain::answerFromJson(found->second);
        }
        return m_kept.find(key);
    }

    void add(const QString &key, const toolchain::EstimateAnswer &answer) override
    {
        const QMutexLocker lock(&m_mutex);
        if (key.isEmpty() || !m_window)
            return;
        m_new.insert_or_assign(key, toolchain::answerToJson(answer));
        QMetaObject::invokeMethod(m_window, [window = m_window] {
            if (!window->m_keeping.isActive())
                window->m_keeping.start();
        });
    }

    Result<void> flush() override { return m_kept.flush(); }

    std::map<QString, QJsonObject> takeNew()
    {
        const QMutexLocker lock(&m_mutex);
        return std::exchange(m_new, {});
    }

    void leave()
    {
        const QMutexLocker lock(&m_mutex);
        m_window = nullptr;
    }

private:
    workspace::KeptCells m_kept;
    QMutex m_mutex; ///< guards what is below
    std::map<QString, QJsonObject> m_new;
    WindowCells *m_window;
};

WindowCells::WindowCells(WorkspaceStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    m_keeping.setSingleShot(true);
    m_keeping.setInterval(KeepEveryMs);
    connect(&m_keeping, &QTimer::timeout, this, &WindowCells::keep);
    connect(&store, &WorkspaceStore::pathChanged, this, &WindowCells::open);
    open();
}

WindowCells::~WindowCells()
{
    keep();
    if (m_cells)
        m_cells->leave();
}

std::shared_ptr<toolchain::CellStore> WindowCells::cells() const
{
    return m_cells;
}

void WindowCells::open()
{
    if (m_cells)
        m_cells->leave(); // whoever still asks it keeps nothing more
    m_cells = m_store.path().isEmpty() ? nullptr : std::make_shared<Cells>(m_store.path(), this);
    Q_EMIT changed();
}

void WindowCells::keep()
{
    auto cells = m_cells ? m_cells->takeNew() : std::map<QString, QJsonObject>();
    if (cells.empty() || m_store.isReadOnly())
        return;
    m_store.change(
        tr("Keeping estimates"),
        [cells = std::move(cells)](workspace::Workspace &file) { return file.addCells(cells); },
        false);
}

} // namespace tosaic::shell
