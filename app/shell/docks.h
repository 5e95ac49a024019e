// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/mode.h"
#include "core/spec/compilespec.h"

#include <QHash>
#include <QObject>
#include <QStringList>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace tosaic::views {
class Theme;
}

namespace tosaic::shell {

class Session;

/// The panels around the main view, and which of them stand there in which mode. Showing or hiding
/// a panel is remembered for the mode it happened in.
class Docks : public QObject
{
    Q_OBJECT
public:
    Docks(Session &session, views::Theme &theme, QMainWindow &window);

    /// Shows the panel and puts it in front, also where the mode has it hidden.
    void raise(const QString &id);
    void enter(Mode mode);
    void fillMenu(QMenu &menu);
    /// As on the first day.
    void reset();
    void save();
    /// Sizes come from an earlier session.
    void keepSizes() { m_isSized = true; }
    QDockWidget *dock(const QString &id) const { return m_docks.value(id); }

Q_SIGNALS:
    void openRequested();
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);

private:
    void add(const QString &id, const QString &title, Qt::DockWidgetArea area, QWidget *widget);
    void arrange();
    void resizeToDefault();
    void makeRoom(QDockWidget &dock);
    void rememberVisible();
    void showProblemCount();

    Session &m_session;
    QMainWindow &m_window;
    QHash<QString, QDockWidget *> m_docks;
    QStringList m_order;
    QHash<Mode, QStringList> m_visible;
    Mode m_mode = Mode::Home;
    bool m_isSized = false; ///< the first sizes were given, or come from an earlier session
    bool m_hasMadeRoom = false; ///< a panel that needs height got it in this session
    bool m_isSwitching = false; ///< panels come and go because the mode changes
};

} // namespace tosaic::shell
