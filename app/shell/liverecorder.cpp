// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/liverecorder.h"

#include "app/shell/workspacestore.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int FlushMs = 1000; // what a crash may cost
}

LiveRecorder::LiveRecorder(WorkspaceStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    m_flush.setInterval(FlushMs);
    connect(&m_flush, &QTimer::timeout, this, &LiveRecorder::flush);
    connect(&m_store, &WorkspaceStore::changed, this, &LiveRecorder::takeStored);
    connect(&m_store, &WorkspaceStore::pathChanged, this, [this](const QString &path) {
        if (!m_state || m_state->path == path)
            return;
        m_flush.stop();
        m_state.reset();
    });
}

void LiveRecorder::begin(const profile::StoredRun &run)
{
    m_state.reset();
    m_console.clear();
    m_series.clear();
    if (m_store.path().isEmpty() || m_store.isReadOnly())
        return;
    m_state = std::make_shared<State>();
    m_state->path = m_store.path();
    m_label = tr("Keeping %1").arg(run.name);
    m_isConsole = run.kind == "console"_L1;
    m_store.change(m_label, [state = m_state, run](workspace::Workspace &file) -> Result<void> {
        if (file.path() != state->path)
            return {};
        const auto id = profile::RunStore(file).begin(run);
        if (!id)
            return fail(id.error());
        state->id = *id;
        state->lock = file.runLock(*id);
        return {};
    });
    m_flush.start();
}

void LiveRecorder::addConsole(const QByteArray &bytes)
{
    if (m_state)
        m_console += bytes;
}

void LiveRecorder::addValues(std::vector<profile::ArrivingValues::Series> series)
{
    if (m_state)
        std::ranges::move(series, std::back_inserter(m_series));
}

void LiveRecorder::flush()
{
    if (!m_state || (m_console.isEmpty() && m_series.empty()))
        return;
    m_store.change(m_label,
        [state = m_state, console = std::exchange(m_console, {}),
            series = std::exchange(m_series, {})](workspace::Workspace &file) -> Result<void> {
            if (!state->id.isValid() || file.path() != state->path)
                return {};
            if (const auto added = file.appendConsole(state->id, console); !added)
                return added;
            return profile::appendSeries(file, state->id, series);
        });
}

void LiveRecorder::finish(const QString &status, const workspace::RunConditions &conditions,
    const std::vector<workspace::RunFile> &files, const std::vector<workspace::RunValue> &values)
{
    if (!m_state)
        return;
    flush();
    m_flush.stop();
    m_store.change(m_label,
        [state = m_state, end = profile::RunEnd{ status, conditions, files, m_isConsole, values }](
            workspace::Workspace &file) -> Result<void> {
            state->isOver = true;
            if (!state->id.isValid() || file.path() != state->path)
                return {};
            if (const auto kept = profile::keepEnd(file, state->id, end); !kept)
                return kept;
            state->stored = state->id.value;
            return {};
        });
}

void LiveRecorder::takeStored()
{
    if (!m_state || !m_state->isOver)
        return;
    const workspace::RunId id(m_state->stored.load());
    m_state.reset();
    Q_EMIT finished(id);
}

} // namespace tosaic::shell
