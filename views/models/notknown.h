// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QCoreApplication>

namespace tosaic::views {

/// How an unknown is written everywhere.
inline QString notKnownText()
{
    return QCoreApplication::translate("ChangeWords", "Not known");
}

/// "1,234 bytes", where "1.21 KiB" is shown.
inline QString exactBytesText(quint64 bytes)
{
    return QCoreApplication::translate("ChangeWords", "%1 bytes").arg(formatCount(bytes));
}

} // namespace tosaic::views
