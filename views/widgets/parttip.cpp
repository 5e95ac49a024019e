// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/parttip.h"

#include <QHelpEvent>
#include <QToolTip>

namespace tosaic::views {

bool showPartTip(
    QEvent *event, QWidget *widget, const std::function<QString(const QPoint &at)> &textAt)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), textAt(help->pos()), widget);
    return true;
}

} // namespace tosaic::views
