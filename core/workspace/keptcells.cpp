// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/keptcells.h"

namespace tosaic::workspace {

namespace {

constexpr qint64 WriteEveryMs = 500;

} // namespace

KeptCells::KeptCells(QString path) : m_path(std::move(path))
{
    m_sinceWrite.start();
}

KeptCells::~KeptCells()
{
    write();
}

bool KeptCells::open()
{
    if (m_workspace)
        return true;
    if (m_error)
        return false;
    auto opened = Workspace::openOrCreate(m_path);
    if (opened)
        m_workspace = std::move(*opened);
    else
        m_error = opened.error();
    return m_workspace != nullptr;
}

std::optional<toolchain::EstimateAnswer> KeptCells::find(const QString &key)
{
    const QMutexLocker lock(&m_mutex);
    if (!open())
        return {};
    const auto waiting = m_waiting.find(key);
    const auto kept = waiting != m_waiting.end()
        ? Result<CellRecord>(CellRecord{ .answer = waiting->second })
        : m_workspace->cell(key);
    if (!kept) {
        m_error = kept.error();
        return {};
    }
    auto answer = toolchain::answerFromJson(kept->answer);
    if (answer)
        answer->source
            = kept->isOfTeam ? compiled::CellSource::Store : compiled::CellSource::Workspace;
    return answer;
}

void KeptCells::add(const QString &key, const toolchain::EstimateAnswer &answer)
{
    const QMutexLocker lock(&m_mutex);
    if (key.isEmpty())
        return;
    m_waiting.insert_or_assign(key, toolchain::answerToJson(answer));
    if (m_sinceWrite.elapsed() >= WriteEveryMs)
        write();
}

Result<void> KeptCells::flush()
{
    const QMutexLocker lock(&m_mutex);
    write();
    if (auto error = std::exchange(m_error, {}))
        return fail(std::move(*error));
    return {};
}

void KeptCells::write()
{
    m_sinceWrite.restart();
    if (m_waiting.empty() || !open())
        return;
    if (const auto done = m_workspace->addCells(m_waiting); done)
        m_waiting.clear();
    else
        m_error = done.error();
}

} // namespace tosaic::workspace
