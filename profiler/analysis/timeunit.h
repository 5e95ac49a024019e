// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::profile {

/// A unit that people read times in, for all values of a row.
struct TimeUnit
{
    QString name; ///< "ns", "us", "ms", "s"
    double nanoseconds = 1; ///< in one of it
};

/// The largest unit of which `nanoseconds` are one or more.
inline TimeUnit timeUnitFor(double nanoseconds)
{
    if (nanoseconds >= 1e9)
        return { QStringLiteral("s"), 1e9 };
    if (nanoseconds >= 1e6)
        return { QStringLiteral("ms"), 1e6 };
    if (nanoseconds >= 1e3)
        return { QStringLiteral("us"), 1e3 };
    return { QStringLiteral("ns"), 1 };
}

/// The unit of a value, and by how much it is divided for that: times change theirs.
inline TimeUnit shownUnit(const QString &unit, double value)
{
    return unit == QLatin1StringView("ns") ? timeUnitFor(value) : TimeUnit{ unit, 1 };
}

} // namespace tosaic::profile
