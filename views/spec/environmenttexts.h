// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/building.h"

namespace tosaic::views {

/// The heading of a section of the Compilers tab.
inline QLabel *environmentHeading(const QString &text, QWidget *parent)
{
    auto *label = named(new QLabel(text, parent), {}, {}, QStringLiteral("section"));
    label->setContentsMargins(0, 12, 0, 0);
    return label;
}

} // namespace tosaic::views
