// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace tosaic {

/// "84,604.5" in the locale's way: cycles are no counts, Vela's Python core estimates fractions of
/// them. What is shown is not rounded to whole cycles, so that rows add up to their sum; two
/// decimals at most. Negative cycles are 0.
QString formatCycles(double cycles, const QLocale &locale = QLocale());

} // namespace tosaic
