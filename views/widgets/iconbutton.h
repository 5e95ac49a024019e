// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace tosaic::views {

/// A flat button of a bar: an icon of the theme, and what a click does as its tip. Its accessible
/// name is the tip unless another is given.
QToolButton *iconButton(QWidget *parent, const QString &objectName, const QString &icon,
    const QString &tip, const QString &accessibleName = {});

} // namespace tosaic::views
