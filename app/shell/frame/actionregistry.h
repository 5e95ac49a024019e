// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QMenu;

namespace tosaic::shell {

/// What a controller says about an action when it registers it.
struct ActionSpec
{
    QString id; ///< stable, dotted: "file.open"
    QString text; ///< with mnemonic: "&Open..."
    QString iconName = {}; ///< freedesktop name
    QKeySequence shortcut = {};
    QString tip = {}; ///< a sentence, for tooltip and status bar
    bool isCheckable = false;
};

/// Every action of the window under a stable id. Menus, cheat sheet, command palette and tests
/// read it. Controllers own what their actions do; the registry owns the QAction objects.
class ActionRegistry : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    QAction *add(const ActionSpec &spec, std::function<void()> triggered = {});
    /// A menu that fills itself (recent files); it stands in the menu table like an action.
    QMenu *addMenu(const QString &id, const QString &title);

    /// Null if there is none.
    QAction *action(const QString &id) const { return m_actions.value(id); }
    QMenu *menu(const QString &id) const { return m_menus.value(id); }
    /// In the order of registration.
    const std::vector<QString> &ids() const { return m_ids; }

private:
    std::vector<QString> m_ids;
    QHash<QString, QAction *> m_actions;
    QHash<QString, QMenu *> m_menus;
};

/// "Open..." without mnemonic.
QString plainText(const QAction &action);

} // namespace tosaic::shell
