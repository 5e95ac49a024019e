// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/building.h"

namespace tosaic::views {

/// A text of the Compilers tab: wrapped, and to be copied.
inline QLabel *environmentText(QWidget *parent, const QString &name)
{
    return selectable(wrapped(named(new QLabel(parent), name)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

/// The heading of one of its sections.
inline QLabel *environmentHeading(const QString &text, QWidget *parent)
{
    auto *label = named(new QLabel(text, parent), {}, {}, QStringLiteral("section"));
    label->setContentsMargins(0, 12, 0, 0);
    return label;
}

} // namespace tosaic::views
