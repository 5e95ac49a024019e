// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out networks of up to TOSAIC_BENCH_NODES operators (50,000 if not set), each family flat and
// in nested hulls. Fails if that takes more than so many times as long as copying a memory of a
// size that goes with the graph, or grows faster than its size.
#include "core/layout/layered/layeredlayout.h"
#include "tests/bench/samplegraphs.h"
#include "tests/bench/yardstick.h"

#include <QtGlobal>

#include <cmath>

using namespace tosaic;

namespace {

constexpr double LargestExponent = 1.15;
/// Seconds for 50,000 operators; on the machine this was stated for memcpy moves 8 GB/s.
constexpr double Target = 0.5;
constexpr double TargetBytes = 8e9 * Target;

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
                const auto seconds = bench::secondsOf([&] {
                    const auto layout = layout::layeredLayout(request);
                    stubs = 0;
                    for (const auto &spline : layout->splines)
                        stubs += spline.points.empty();
                });
                std::printf("%s, %s, %d operators: %.1f ms, %zu of %zu edges as stubs\n",
                    bench::nameOf(family), named ? "named" : "flat", count, 1e3 * seconds, stubs,
                    request.links.size());
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
                }
            }
        }
    }
    return isFine ? 0 : 1;
}
