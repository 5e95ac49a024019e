// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"

#include <QObject>

class QMenu;

namespace tosaic::shell {

class CompileController;
class ToolKeeper;

/// The menu "Compile with": every environment that has Vela, by version, for one compile without
/// changing the usual one. Also hands the catalogue of environments to their panel.
class ToolMenu : public QObject
{
    Q_OBJECT
public:
    ToolMenu(const ShellContext &context, ToolKeeper &tools, CompileController &compile,
        QObject *parent = nullptr);

private:
    void fill();
    void refresh();
    void connectPanel();

    ShellContext m_context;
    ToolKeeper &m_tools;
    CompileController &m_compile;
    QMenu *m_menu;
};

} // namespace tosaic::shell
