// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace tosaic::views {

/// How an unknown is written everywhere.
inline QString notKnownText()
{
    return QCoreApplication::translate("ChangeWords", "Not known");
}

} // namespace tosaic::views
