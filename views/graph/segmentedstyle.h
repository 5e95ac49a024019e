// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::views {

/// One control of two halves, named by the object names of its tool buttons: what is chosen is
/// filled, in every theme.
inline QString segmentedStyle(const QString &left, const QString &right)
{
    return QStringLiteral(
        "QToolButton { border: 1px solid palette(mid); padding: 3px 10px; background: "
        "palette(base); }"
        "QToolButton:disabled { color: palette(mid); }"
        "QToolButton#%1 { border-top-left-radius: 4px; border-bottom-left-radius: 4px; }"
        "QToolButton#%2 { border-top-right-radius: 4px; border-bottom-right-radius: 4px;"
        " border-left: none; }"
        "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text);"
        " border-color: palette(highlight); }")
        .arg(left, right);
}

} // namespace tosaic::views
