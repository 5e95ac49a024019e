// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/goal.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch {

namespace {

constexpr double Unknown = std::numeric_limits<double>::infinity();

/// How far from the goal; 0: met.
double excess(const Goal &goal, const Numbers &numbers)
{
    const auto over = [&](double value) { return value < goal.limit ? 0 : value - goal.limit + 1; };
    switch (goal.kind) {
    case GoalKind::Sram:
        return numbers.sramBytes ? over(*numbers.sramBytes) : Unknown;
    case GoalKind::Cpu:
        return over(static_cast<double>(numbers.cpuOperators));
    case GoalKind::Cycles:
    case GoalKind::Boundaries:
        return 0;
    }
    return 0;
}

std::array<double, 4> costsOf(const Numbers &numbers)
{
    return { numbers.totalCycles().value_or(Unknown), numbers.sramBytes.value_or(Unknown),
        static_cast<double>(numbers.boundaries), static_cast<double>(numbers.cpuOperators) };
}

bool beats(const Numbers &one, const Numbers &other)
{
    const auto a = costsOf(one);
    const auto b = costsOf(other);
    return a != b && std::ranges::equal(a, b, std::ranges::less_equal{});
}

} // namespace

std::optional<double> Numbers::totalCycles() const
{
    return cycles ? std::optional(*cycles + cpuCycles) : std::nullopt;
}

Result<Goal> goalOf(const QString &text)
{
    if (text == "cycles"_L1)
        return Goal{ GoalKind::Cycles };
    if (text == "boundaries"_L1)
        return Goal{ GoalKind::Boundaries };
    static const QRegularExpression limited(u"^(sram|cpu) *< *([0-9]{1,15})([KM]?)$"_s);
    const auto match = limited.match(text);
    const bool isSram = match.captured(1) == "sram"_L1;
    const auto unit = match.captured(3);
    if (!match.hasMatch() || (!isSram && !unit.isEmpty()))
        return fail(ErrorCode::SpecInvalid,
            u"%1: give cycles, sram<BYTES (or 40K, 1M), boundaries or cpu<OPERATORS"_s.arg(text));
    const auto factor = unit == "K"_L1 ? 1024 : unit == "M"_L1 ? 1024 * 1024 : 1;
    return Goal{ isSram ? GoalKind::Sram : GoalKind::Cpu, match.captured(2).toDouble() * factor };
}

Result<CpuCost> cpuCostOf(const QString &text)
{
    bool isMac = false;
    bool isByte = false;
    const CpuCost cost{ text.section(u',', 0, 0).toDouble(&isMac),
        text.section(u',', 1).toDouble(&isByte) };
    if (!isMac || !isByte || !(cost.cyclesPerMac >= 0) || !(cost.cyclesPerByte >= 0)
        || !std::isfinite(cost.cyclesPerMac + cost.cyclesPerByte))
        return fail(ErrorCode::SpecInvalid,
            u"%1: give two numbers of cycles, for a MAC and for a byte written: 4,2"_s.arg(text));
    return cost;
}

bool isMet(const Goal &goal, const Numbers &numbers)
{
    return excess(goal, numbers) == 0;
}

bool isBetter(const Goal &goal, const Numbers &one, const Numbers &other)
{
    const auto rank = [&](const Numbers &numbers) {
        const auto crossing
            = goal.kind == GoalKind::Boundaries ? static_cast<double>(numbers.boundaries) : 0;
        return std::tuple(excess(goal, numbers), crossing, numbers.totalCycles().value_or(Unknown),
            numbers.sramBytes.value_or(Unknown), numbers.boundaries);
    };
    return rank(one) < rank(other);
}

std::vector<std::size_t> frontOf(const Goal &goal, const std::vector<Numbers> &all)
{
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::ranges::none_of(all, [&](const Numbers &other) { return beats(other, all[i]); }))
            front.push_back(i);
    }
    std::ranges::stable_sort(front,
        [&](std::size_t one, std::size_t other) { return isBetter(goal, all[one], all[other]); });
    return front;
}

} // namespace tosaic::pinsearch
