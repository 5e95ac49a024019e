// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QList>
#include <QWidget>

class QAction;
class QToolButton;

namespace tosaic::views {

/// The column of modes at the left: icon over word, the current one marked. Shows actions that it
/// does not own; they are exclusive among themselves.
class ModeBar : public QWidget
{
    Q_OBJECT
public:
    ModeBar(const QList<QAction *> &modes, QWidget *parent = nullptr);
};

} // namespace tosaic::views
