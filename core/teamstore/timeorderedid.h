// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace tosaic::teamstore {

/// A new UUID of version 7 (RFC 9562): the time in milliseconds, then chance. As text they sort by
/// time, and nobody has to ask anybody for one.
QString timeOrderedId(const QDateTime &when = QDateTime::currentDateTimeUtc());

} // namespace tosaic::teamstore
