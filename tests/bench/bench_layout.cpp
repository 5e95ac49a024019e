// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out networks of up to TOSAIC_BENCH_NODES operators (50,000 if not set), each family flat and
// in nested hulls. Fails if that takes more than so many times as long as copying a memory of a
// size that goes with the graph, or grows faster than its size, or is not asked often enough
// whether to stop.
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
/// Seconds for 50,000 operators; on the machine this was stated for memcpy moves 8 GB/s.
constexpr double Target = 0.5;
constexpr double TargetBytes = 8e9 * Target;
constexpr double CancelTarget = 0.1; ///< s from being cancelled to its end, as above

} // namespace

int main()
{
    const auto wanted = qEnvironmentVariableIntValue("TOSAIC_BENCH_NODES");
    const int most = wanted > 0 ? wanted : 50'000;
    const auto copying = bench::memcpySeconds(100'000'000) / 1e8; // of a byte
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
                if (count == 50'000) {
                    const auto exponent
                        = std::log(seconds / first) / std::log(double(count) / firstCount);
                    isFine = bench::judge("growth, exponent", exponent, LargestExponent) && isFine;
                    isFine = bench::judge("against copying", seconds / (copying * TargetBytes), 1)
                        && isFine;
                    isFine = bench::judge("cancelling against copying",
                                 silence / (copying * 8e9 * CancelTarget), 1)
                        && isFine;
                }
            }
        }
    }
    return isFine ? 0 : 1;
}
