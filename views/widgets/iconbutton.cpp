// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/iconbutton.h"

#include <QIcon>
#include <QToolButton>

namespace tosaic::views {

QToolButton *iconButton(QWidget *parent, const QString &objectName, const QString &icon,
    const QString &tip, const QString &accessibleName)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setIcon(QIcon::fromTheme(icon));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(accessibleName.isEmpty() ? tip : accessibleName);
    return button;
}

} // namespace tosaic::views
