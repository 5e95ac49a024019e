// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

#include <functional>

class QEvent;
class QWidget;

namespace tosaic::views {

/// The tip of a widget whose painted parts say something each: `textAt` gives the text of the part
/// at a place of the widget, nothing where there is none. False if the event asks for no tip.
bool showPartTip(
    QEvent *event, QWidget *widget, const std::function<QString(const QPoint &at)> &textAt);

} // namespace tosaic::views
