// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/selection.h"

namespace tosaic {

namespace {
constexpr size_t HistoryLimit = 200; // entries; older ones are forgotten
}

void SelectionContext::select(const model::EntityRef &entity, const QObject *origin)
{
    if (entity == m_current)
        return;
    m_current = entity;
    if (!entity.isEmpty()) {
        m_history.resize(static_cast<size_t>(m_position + 1));
        m_history.push_back(entity);
        if (m_history.size() > HistoryLimit)
            m_history.erase(m_history.begin());
        m_position = static_cast<qsizetype>(m_history.size()) - 1;
        Q_EMIT historyChanged();
    }
    Q_EMIT changed(m_current, origin);
}

void SelectionContext::reset()
{
    m_history.clear();
    m_position = -1;
    Q_EMIT historyChanged();
    select({});
}

void SelectionContext::goBack()
{
    if (canGoBack())
        moveTo(m_position - 1);
}

void SelectionContext::goForward()
{
    if (canGoForward())
        moveTo(m_position + 1);
}

void SelectionContext::moveTo(qsizetype position)
{
    m_position = position;
    m_current = m_history[static_cast<size_t>(position)];
    Q_EMIT historyChanged();
    Q_EMIT changed(m_current, nullptr);
}

} // namespace tosaic
