// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <QObject>

#include <vector>

namespace tosaic {

/// The one selection of a window. Views set it and follow it; a view passes itself as origin so
/// that it can ignore its own change. Keeps a history for back and forward. Lives on the GUI
/// thread.
class SelectionContext : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    const model::EntityRef &current() const { return m_state.current; }
    void select(const model::EntityRef &entity, const QObject *origin = nullptr);
    void clear() { select({}); }
    /// Forgets the history too: another document is shown.
    void reset() { restore({}); }

    /// All of it, to be put aside while another model is shown.
    struct State
    {
        model::EntityRef current;
        std::vector<model::EntityRef> history; ///< oldest first
        qsizetype position = -1; ///< in the history
    };
    const State &state() const { return m_state; }
    void restore(State state);

    bool canGoBack() const { return m_state.position > 0; }
    bool canGoForward() const
    {
        return m_state.position + 1 < static_cast<qsizetype>(m_state.history.size());
    }
    void goBack();
    void goForward();

Q_SIGNALS:
    void changed(const tosaic::model::EntityRef &entity, const QObject *origin);
    /// Double click or Enter: open this (expand a group, enter a delegate, show in hex).
    void activated(const tosaic::model::EntityRef &entity);
    void historyChanged();

private:
    void moveTo(qsizetype position);

    State m_state;
};

} // namespace tosaic
