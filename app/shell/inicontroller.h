// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "views/ini/inipage.h"

#include <QObject>
#include <QPointer>

namespace tosaic::shell {

class ToolKeeper;

/// The vela.ini editor in the window: its tab beside the spec, its file dialogs, the compilers' own
/// file, and the question before changes are lost with the window.
class IniController : public QObject
{
    Q_OBJECT
public:
    IniController(const ShellContext &context, ToolKeeper &tools, QObject *parent = nullptr);

    /// Shows the editor with this file; empty: as it is.
    void edit(const QString &path = {});
    /// Null until the spec's page has been shown.
    views::IniPage *page() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makePage();
    void showBundled();
    void offerEditing();
    void chooseFile();
    void chooseTarget(const QString &suggestion);
    void askBeforeClosing();

    ShellContext m_context;
    ToolKeeper &m_tools;
    QPointer<views::IniPage> m_page;
};

} // namespace tosaic::shell
