// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/selection.h"

namespace tosaic {

namespace {
constexpr size_t HistoryLimit = 200; // entries; older ones are forgotten
}

void SelectionContext::select(const model::EntityRef &entity, const QObject *origin)
{
    if (entity == m_state.current)
        return;
    m_state.current = entity;
    if (!entity.isEmpty()) {
        m_state.history.resize(static_cast<size_t>(m_state.position + 1));
        m_state.history.push_back(entity);
        if (m_state.history.size() > HistoryLimit)
            m_state.history.erase(m_state.history.begin());
        m_state.position = static_cast<qsizetype>(m_state.history.size()) - 1;
        Q_EMIT historyChanged();
    }
    Q_EMIT changed(m_state.current, origin);
}

void SelectionContext::restore(State state)
{
    const bool isOther = state.current != m_state.current;
    m_state = std::move(state);
    Q_EMIT historyChanged();
    if (isOther)
        Q_EMIT changed(m_state.current, nullptr);
}

void SelectionContext::goBack()
{
    if (canGoBack())
        moveTo(m_state.position - 1);
}

void SelectionContext::goForward()
{
    if (canGoForward())
        moveTo(m_state.position + 1);
}

void SelectionContext::moveTo(qsizetype position)
{
    m_state.position = position;
    m_state.current = m_state.history[static_cast<size_t>(position)];
    Q_EMIT historyChanged();
    Q_EMIT changed(m_state.current, nullptr);
}

} // namespace tosaic
