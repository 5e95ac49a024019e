// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace tosaic::views {

/// The content with scroll bars where it has less room than it needs at least, and never squeezed.
/// Owns the content.
inline QScrollArea *scrolled(QWidget *content, QWidget *parent = nullptr)
{
    auto *area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(content);
    area->setAccessibleName(content->accessibleName());
    return area;
}

} // namespace tosaic::views
