// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace tosaic {

/// A count or ratio as people read it: digits before the decimal point in full, `digits`
/// significant ones in all where that leaves some behind it, no trailing zeros, and never an
/// exponent unless the value is below a millionth or above 2^53. 1011264.5 -> "1,011,265", 3.14159
/// with 3 -> "3.14".
QString formatNumber(double value, int digits = 6, const QLocale &locale = QLocale());

} // namespace tosaic
