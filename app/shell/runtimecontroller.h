// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/base/jobslot.h"

#include <QObject>

class QActionGroup;
class QMenu;

namespace tosaic::shell {

/// Checks the open program against the runtime that it is meant for: memory nobody provides,
/// kernels and delegates that are missing. What is found are problem rows.
class RuntimeController : public QObject
{
    Q_OBJECT
public:
    explicit RuntimeController(const ShellContext &context, QObject *parent = nullptr);

    /// Id of the chosen runtime; empty: kernels and delegates are not checked.
    QString runtime() const;
    void choose(const QString &runtime);

Q_SIGNALS:
    /// The problem rows are those of the open program and the chosen runtime.
    void checked();

private:
    void fillMenu(QMenu *menu);
    void check();
    void answer(qsizetype missing);

    ShellContext m_context;
    JobSlot m_slot;
    QActionGroup *m_choices;
    bool m_isAsked = false; ///< the user chose, and waits for an answer
};

} // namespace tosaic::shell
