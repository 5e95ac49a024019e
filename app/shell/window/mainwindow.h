// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"

#include <QMainWindow>

#include <memory>

class QStackedWidget;
class QTabBar;

namespace tosaic::views {
class StateStack;
}

namespace tosaic::shell {

class CompileController;
class Docks;
class KeepController;
class LayoutKeeper;
class NoticeBar;
class OpenController;
class ReportController;
class Session;
class WorkspaceController;
struct ShellContext;

/// Puts modes, pages, docks, menus and the status bar together. What they do is in controllers.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow(Session &session, views::Theme &theme, QWidget *parent = nullptr);

    void open(const QStringList &paths);
    void show(Mode mode) { m_modes.show(mode); }
    using QMainWindow::show;

    const ActionRegistry &actions() const { return m_actions; }
    const ModeSwitch &modes() const { return m_modes; }
    Pages &pages() { return m_pages; }
    Docks &docks() { return *m_docks; }
    ReportController &report() { return *m_report; }
    WorkspaceController &workspace() { return *m_workspace; }
    CompileController &compile() { return *m_compile; }
    NoticeBar &notices() { return *m_notices; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void createCentre();
    void createRooms();
    void registerActions();
    void createBars();
    void connectControllers();
    void connectRequests();
    void enter(Mode mode);
    void fillHome();
    void restoreLayout();
    void showTitle();
    void askBeforeClosing(int running);

    Session &m_session;
    views::Theme &m_theme;
    ActionRegistry m_actions;
    ModeSwitch m_modes;
    Requests m_requests;
    Pages m_pages;
    NoticeBar *m_notices = nullptr;
    QTabBar *m_tabBar = nullptr; ///< of the open models
    QStackedWidget *m_stack = nullptr;
    views::StateStack *m_states = nullptr;
    Docks *m_docks = nullptr;
    OpenController *m_open = nullptr;
    CompileController *m_compile = nullptr;
    KeepController *m_keep = nullptr;
    ReportController *m_report = nullptr;
    WorkspaceController *m_workspace = nullptr;
    LayoutKeeper *m_layout = nullptr;
    QList<QAction *> m_modeActions;
    bool m_mayClose = false;
};

} // namespace tosaic::shell
