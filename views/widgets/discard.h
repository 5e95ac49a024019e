// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace tosaic::views {

/// Takes a widget away at once and deletes it later: one of its buttons may be what asked for that.
/// Hidden first, as a layout shows what it was given only in the next turn of the events, and what
/// has no parent then would be a window that takes the focus.
inline void discard(QWidget *widget)
{
    widget->hide();
    widget->setParent(nullptr);
    widget->deleteLater();
}

} // namespace tosaic::views
