// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"

#include <QObject>

namespace tosaic::shell {

class ToolKeeper;

/// Settings, the cheat sheet of shortcuts, and what this is.
class HelpController : public QObject
{
    Q_OBJECT
public:
    HelpController(const ShellContext &context, ToolKeeper &tools, QObject *parent = nullptr);

private:
    void showGuide();
    void showShortcuts();
    void showAbout();

    ShellContext m_context;
    ToolKeeper &m_tools;
};

} // namespace tosaic::shell
