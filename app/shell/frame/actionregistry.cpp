// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"

#include <QAction>
#include <QIcon>
#include <QMenu>

namespace tosaic::shell {

QAction *ActionRegistry::add(const ActionSpec &spec, std::function<void()> triggered)
{
    Q_ASSERT(!m_actions.contains(spec.id));
    auto *action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    action->setShortcut(spec.shortcut);
    action->setCheckable(spec.isCheckable);
    if (!spec.iconName.isEmpty())
        action->setIcon(QIcon::fromTheme(spec.iconName));
    if (!spec.tip.isEmpty()) {
        action->setStatusTip(spec.tip);
        action->setToolTip(spec.tip);
    }
    action->setProperty("iconName", spec.iconName);
    if (triggered)
        connect(
            action, &QAction::triggered, this, [triggered = std::move(triggered)] { triggered(); });
    m_actions.insert(spec.id, action);
    m_ids.push_back(spec.id);
    return action;
}

QMenu *ActionRegistry::addMenu(const QString &id, const QString &title)
{
    auto *menu = new QMenu(title);
    menu->setObjectName(id);
    connect(this, &QObject::destroyed, menu, &QObject::deleteLater);
    m_menus.insert(id, menu);
    return menu;
}

QString plainText(const QAction &action)
{
    auto text = action.text();
    text.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    text.remove(u'&');
    text.replace(u'\x01', u'&');
    return text;
}

} // namespace tosaic::shell
