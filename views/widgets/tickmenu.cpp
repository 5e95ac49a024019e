// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tickmenu.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace tosaic::views {

namespace {

bool tick(QAction *action)
{
    if (!action || !action->isCheckable() || !action->isEnabled())
        return false;
    action->trigger();
    return true;
}

} // namespace

void TickMenu::mouseReleaseEvent(QMouseEvent *event)
{
    if (!tick(actionAt(event->position().toPoint())))
        QMenu::mouseReleaseEvent(event);
}

void TickMenu::keyPressEvent(QKeyEvent *event)
{
    const bool isTick = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return
        || event->key() == Qt::Key_Enter;
    if (!isTick || !tick(activeAction()))
        QMenu::keyPressEvent(event);
}

} // namespace tosaic::views
