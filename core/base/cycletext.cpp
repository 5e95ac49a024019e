// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cycletext.h"

#include <algorithm>
#include <cmath>

namespace tosaic {

QString formatCycles(double cycles, const QLocale &locale)
{
    const auto hundredths = std::llround(std::max(0.0, cycles) * 100);
    const auto decimals = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    return locale.toString(static_cast<double>(hundredths) / 100, 'f', decimals);
}

} // namespace tosaic
