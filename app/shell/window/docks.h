// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/mode.h"
#include "core/base/diagnostic.h"

#include <QHash>
#include <QObject>
#include <QStringList>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace tosaic::views {
class JobsPanel;
class Theme;
class ReferencePanel;
class RunnerPanel;
class RunPanel;
class SourcePanel;
class WorkspacePanel;
}

namespace tosaic::shell {

class Requests;
class Session;
class SmallWindow;

/// The panels around the main view, and which of them stand there in which mode. Showing or hiding
/// a panel is remembered for the mode it happened in.
class Docks : public QObject
{
    Q_OBJECT
public:
    Docks(Session &session, views::Theme &theme, Requests &requests, QMainWindow &window);

    /// Shows the panel and puts it in front, also where the mode has it hidden.
    void raise(const QString &id);
    /// A line of the model's Python, in its panel; `file` as recorded.
    void showSource(const QString &file, int line);
    void enter(Mode mode);
    /// Hides those that do not stand there, before the page does: one that needs much room would
    /// push them together, and so they would come back.
    void makeRoomFor(Mode mode);
    void fillMenu(QMenu &menu);
    /// As on the first day.
    void reset();
    void save();
    /// Sizes come from an earlier session.
    void keepSizes();
    /// Gives way in a small window.
    SmallWindow &smallWindow() const { return *m_small; }
    QDockWidget *dock(const QString &id) const { return m_docks.value(id); }
    views::WorkspacePanel &workspacePanel() const { return *m_workspacePanel; }
    views::RunnerPanel &runnerPanel() const { return *m_runnerPanel; }
    views::RunPanel &runPanel() const { return *m_runPanel; }
    views::ReferencePanel &referencePanel() const { return *m_referencePanel; }
    views::JobsPanel *jobsPanel() const { return m_jobsPanel; }

Q_SIGNALS:
    /// The user clicked a problem row.
    void problemChosen(const tosaic::Diagnostic &problem);

private:
    void add(const QString &id, const QString &title, Qt::DockWidgetArea area, QWidget *widget);
    void arrange();
    void giveWidths();
    void giveHeight();
    void rememberVisible();
    void showProblemCount();
    bool hasErrorToShow() const;

    Session &m_session;
    QMainWindow &m_window;
    QHash<QString, QDockWidget *> m_docks;
    views::WorkspacePanel *m_workspacePanel = nullptr;
    views::JobsPanel *m_jobsPanel = nullptr;
    views::RunnerPanel *m_runnerPanel = nullptr;
    views::ReferencePanel *m_referencePanel = nullptr;
    views::RunPanel *m_runPanel = nullptr;
    views::SourcePanel *m_source = nullptr;
    SmallWindow *m_small = nullptr;
    QStringList m_order;
    QHash<Mode, QStringList> m_visible;
    QHash<Mode, QString> m_inFront; ///< of the panels below, the one whose tab is the current
    Mode m_mode = Mode::Home;
    bool m_isSized = false; ///< the first widths were given, or come from an earlier session
    bool m_hasHeight = false; ///< the panels below got theirs
    bool m_mayFold = false; ///< until somebody asks for one of them
    bool m_opensItself = false; ///< nobody but an error unfolded the panels below
    bool m_isKept = false; ///< they stand as a stored arrangement says
    bool m_isSwitching = false; ///< panels come and go because the mode changes
};

} // namespace tosaic::shell
