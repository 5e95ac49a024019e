// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"

#include <QAction>
#include <QObject>

#include <vector>

namespace tosaic::views {

/// What can be done with a job, as actions for the tool bar, the context menu and the keyboard.
class JobActions : public QObject
{
    Q_OBJECT
public:
    enum class Kind
    {
        Cancel,
        RunNext,
        RunAgain, ///< the same request
        RunWithCurrentSpec,
        OpenResult,
        ShowFolder,
        SaveBundle,
        Remove
    };

    explicit JobActions(QWidget *owner);

    QAction *action(Kind kind) const { return m_actions[static_cast<size_t>(kind)]; }
    const std::vector<QAction *> &all() const { return m_actions; }
    /// Null: there is no job.
    void update(const JobRecord *job);

Q_SIGNALS:
    void triggered(tosaic::views::JobActions::Kind kind);

private:
    void add(Kind kind, const QString &name, const QString &icon, const QString &text,
        const QString &tip, const QKeySequence &shortcut = {});

    QWidget *m_owner;
    std::vector<QAction *> m_actions; ///< in the order of Kind
};

} // namespace tosaic::views
