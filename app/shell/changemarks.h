// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"

#include <QObject>

class QAction;

namespace tosaic::shell {

/// Marks in the model's graph what changed since the compile that it is compared with: by itself
/// after a second compile, switched off in View.
class ChangeMarks : public QObject
{
    Q_OBJECT
public:
    explicit ChangeMarks(const ShellContext &context, QObject *parent = nullptr);

private:
    void update();

    ShellContext m_context;
    QAction *m_action;
};

} // namespace tosaic::shell
