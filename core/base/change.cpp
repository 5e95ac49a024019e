// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/change.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr double SmallestToldShare = 0.0005; // below, one decimal of a percentage says 0.0

} // namespace

QString verdictKey(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Worse:
        return u"worse"_s;
    case Verdict::Better:
        return u"better"_s;
    case Verdict::Changed:
        return u"changed"_s;
    case Verdict::WithinSpread:
        return u"within-spread"_s;
    case Verdict::Same:
        return u"same"_s;
    case Verdict::OnlyOld:
        return u"only-old"_s;
    case Verdict::OnlyNew:
        return u"only-new"_s;
    case Verdict::NotComparable:
        return u"not-comparable"_s;
    case Verdict::NotKnown:
        return u"not-known"_s;
    }
    return {};
}

std::optional<double> Change::difference() const
{
    if (!oldValue || !newValue || judged == Verdict::NotComparable)
        return {};
    return *newValue - *oldValue;
}

std::optional<double> Change::relative() const
{
    const auto change = difference();
    if (!change || *oldValue == 0)
        return {};
    return *change / std::abs(*oldValue);
}

Verdict Change::verdict() const
{
    if (judged)
        return *judged;
    if (sides != Sides::Both)
        return sides == Sides::OnlyOld ? Verdict::OnlyOld : Verdict::OnlyNew;
    const auto change = difference();
    if (!change)
        return Verdict::NotKnown;
    const auto share = relative();
    if (*change == 0 || (!unit.isEmpty() && share && std::abs(*share) < SmallestToldShare))
        return Verdict::Same;
    if (!lowerIsBetter)
        return Verdict::Changed;
    return *change < 0 ? Verdict::Better : Verdict::Worse;
}

bool Change::isGrowth() const
{
    return lowerIsBetter && sides == Sides::Both && difference().value_or(0) > 0
        && (!judged || *judged == Verdict::Worse);
}

} // namespace tosaic
