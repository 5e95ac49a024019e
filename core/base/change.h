// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace tosaic {

/// What a change means; in the order in which changes are told.
enum class Verdict
{
    Worse,
    Better,
    Changed, ///< whether that is good depends
    WithinSpread, ///< the repeats do not tell it from chance
    Same, ///< as far as a person would see
    OnlyOld,
    OnlyNew,
    NotComparable, ///< other units, or a number of another program
    NotKnown ///< a side is missing
};
QString verdictKey(Verdict verdict); ///< "worse", "within-spread"

/// Units of a Change; counters of runs have others beside these. A count has none.
namespace unit {
inline constexpr QLatin1StringView Cycles{ "cycles" };
inline constexpr QLatin1StringView Seconds{ "s" };
inline constexpr QLatin1StringView Bytes{ "bytes" };
}

/// One number before and after. Compiles, runs and specs are compared by it, so that all say the
/// same of the same two numbers.
struct Change
{
    enum class Sides
    {
        Both,
        OnlyOld, ///< the thing itself is only there; a number of the new side is what remains
        OnlyNew
    };

    std::optional<double> oldValue; ///< absent: not known
    std::optional<double> newValue;
    QString unit; ///< unit::Bytes, "beats"; empty: a count
    bool lowerIsBetter = false; ///< else neither direction is
    Sides sides = Sides::Both;
    /// What is known beyond the two numbers, and decides: WithinSpread, NotComparable.
    std::optional<Verdict> judged;

    std::optional<double> difference() const; ///< new - old; absent if they are not comparable
    std::optional<double> relative() const; ///< difference / |old|; absent if old is 0
    /// Smaller shares than would be printed as "0.0 %" are the same, but in counts every one tells.
    Verdict verdict() const;
    /// More of what should be less, however little; judged ones only if they are judged worse.
    bool isGrowth() const;
};

} // namespace tosaic
