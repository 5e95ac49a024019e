// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/zoombuttons.h"

#include "views/canvas/canvas.h"
#include "views/widgets/iconbutton.h"

#include <QHBoxLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void addZoomButtons(QHBoxLayout &bar, Canvas &canvas, const QString &name)
{
    const auto add = [&](const QString &part, const QString &icon, const QString &tip,
                         const QString &word, void (Canvas::*action)()) {
        auto *button = iconButton(bar.parentWidget(), name + part, icon, tip, word);
        QObject::connect(button, &QToolButton::clicked, &canvas, action);
        bar.addWidget(button);
    };
    add(u"ZoomOut"_s, u"zoom-out"_s, Canvas::tr("Zoom out (-, Ctrl+wheel)"), Canvas::tr("Zoom out"),
        &Canvas::zoomOut);
    add(u"ZoomIn"_s, u"zoom-in"_s, Canvas::tr("Zoom in (+, Ctrl+wheel; with Shift only across)"),
        Canvas::tr("Zoom in"), &Canvas::zoomIn);
    add(u"Fit"_s, u"zoom-fit-best"_s, Canvas::tr("Show all (F)"), Canvas::tr("Fit"), &Canvas::fit);
}

} // namespace tosaic::views
