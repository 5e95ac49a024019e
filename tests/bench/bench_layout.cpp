// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out networks of up to TOSAIC_BENCH_NODES operators (50,000 if not set), each family flat and
// in nested hulls. Fails if that takes longer than is stated for its size, on a machine that puts
// numbers in order as fast as the one of the statement (yardstick.h), or grows faster than its
// size, or does not ask often enough whether to stop.
#include "core/layout/layered/layeredlayout.h"
#include "tests/bench/samplegraphs.h"
#include "tests/bench/yardstick.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tosaic;

namespace {

constexpr double LargestExponent = 1.15;
constexpr double CancelTarget = 0.1; ///< s from being cancelled to its end

/// Seconds for so many operators; 0: nothing is stated.
constexpr double targetOf(int operators)
{
    switch (operators) {
    case 1000:
        return 0.02;
    case 10'000:
        return 0.1;
    case 50'000:
        return 0.5;
    default:
        return 0;
    }
}

} // namespace

int main()
{
    const auto wanted = qEnvironmentVariableIntValue("TOSAIC_BENCH_NODES");
    const int most = wanted > 0 ? wanted : 50'000;
    const auto pace = bench::orderSeconds() / bench::StatedOrderSeconds; // 2: half as fast
    bool isFine = true;
    for (const auto family : bench::Families) {
        for (const bool named : { false, true }) {
            double first = 0;
            int firstCount = 0;
            for (const int count : { 100, 1000, 10'000, 50'000 }) {
                if (count > most)
                    continue;
                const auto request = bench::sampleRequest(bench::sampleGraph(family, count), named);
                size_t stubs = 0;
                auto silence = std::numeric_limits<double>::infinity(); // s, of the best round
                const auto seconds = bench::secondsOf([&] {
                    auto last = bench::processorTime();
                    double longest = 0; // between two questions whether to stop
                    const auto ask = [&] {
                        const auto now = bench::processorTime();
                        longest = std::max(longest, now - last);
                        last = now;
                        return false;
                    };
                    const auto layout = layout::layeredLayout(request, ask);
                    ask();
                    silence = std::min(silence, longest);
                    stubs = 0;
                    for (const auto &spline : layout->splines)
                        stubs += spline.points.empty();
                });
                std::printf("%s, %s, %d operators: %.1f ms, cancelled within %.1f ms, %zu of %zu "
                            "edges as stubs\n",
                    bench::nameOf(family), named ? "named" : "flat", count, 1e3 * seconds,
                    1e3 * silence, stubs, request.links.size());
                if (count == 1000) {
                    first = seconds;
                    firstCount = count;
                }
                if (const auto target = targetOf(count); target > 0)
                    isFine = bench::judge("time", seconds / (pace * target), 1) && isFine;
                if (count == 50'000) {
                    const auto exponent
                        = std::log(seconds / first) / std::log(double(count) / firstCount);
                    isFine = bench::judge("growth, exponent", exponent, LargestExponent) && isFine;
                    isFine
                        = bench::judge("cancelling", silence / (pace * CancelTarget), 1) && isFine;
                }
            }
        }
    }
    return isFine ? 0 : 1;
}
