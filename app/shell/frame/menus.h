// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QMenuBar;

namespace tosaic::shell {

class ActionRegistry;

/// One menu of the menu bar: ids of actions or of registered menus, "-" for a separator.
struct MenuTable
{
    QString id;
    QString title;
    QStringList items;
};

/// The menu bar as a table; a new action gets its place here.
std::vector<MenuTable> menuTables();

/// Fills the bar from the table. Ids that nobody registered are left out.
void fillMenuBar(QMenuBar &bar, const ActionRegistry &actions);

} // namespace tosaic::shell
