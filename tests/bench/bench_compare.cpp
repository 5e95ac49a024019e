// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Compares runs of TOSAIC_BENCH_VALUES values (1 million if not set) a side: as many operators, as
// few with many repeats, and one counter that was repeated as often. Fails if that takes more than
// so many times as long as sorting the values as plain numbers.
#include "profiler/analysis/runcomparison.h"
#include "tests/bench/yardstick.h"

#include <QString>

#include <random>

using namespace tosaic;
using namespace Qt::StringLiterals;

namespace {

struct Case
{
    const char *name;
    size_t repeats; ///< 0: all values are repeats of one
    double largest; ///< times sorting
};
/// Sorting a million doubles takes 0.07 s; what is allowed is 4 s.
constexpr Case Cases[]{ { "operators, 1 value each", 1, 55 }, { "operators, 5 values each", 5, 30 },
    { "operators, 20 values each", 20, 55 }, { "1 counter", 0, 12 } };

profile::ComparableRun runOf(size_t values, size_t repeats, quint32 seed)
{
    std::mt19937 random(seed);
    profile::ComparableRun run;
    const auto each = repeats == 0 ? values : repeats;
    for (size_t i = 0; i < values / each; ++i) {
        profile::ComparedValue value{ repeats == 0 ? profile::ComparedValue::Kind::Counter
                                                   : profile::ComparedValue::Kind::Operator,
            {}, u"tosa_conv2d_default_%1"_s.arg(i), u"cycles"_s, false, {} };
        const auto base = random() % 100'000;
        for (size_t n = 0; n < each; ++n)
            value.repeats.push_back(double(base + random() % 100));
        run.values.push_back(std::move(value));
    }
    return run;
}

double sortSeconds(size_t values)
{
    std::mt19937 random(7);
    std::vector<double> numbers(values);
    std::ranges::generate(numbers, [&] { return double(random()); });
    return bench::secondsOf([&] {
        auto copy = numbers;
        std::ranges::sort(copy);
    });
}

} // namespace

int main()
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_VALUES").toULongLong();
    const size_t values = wanted > 0 ? wanted : 1'000'000;
    const auto sorting = sortSeconds(values);
    bool isFine = true;
    for (const auto &one : Cases) {
        const auto before = runOf(values, one.repeats, 1);
        const auto now = runOf(values, one.repeats, 2);
        size_t compared = 0;
        const auto seconds = bench::secondsOf(
            [&] {
                const auto comparison = profile::compareRuns(before, now);
                compared = comparison.counters.size() + comparison.operators.size();
            },
            1);
        if (compared != before.values.size())
            qFatal("not everything was compared");
        std::printf(
            "%zu values, %s: %.2f s; sorting them: %.3f s\n", values, one.name, seconds, sorting);
        // A sum that is too small tells nothing.
        isFine = (values < 500'000 || bench::judge(one.name, seconds / sorting, one.largest))
            && isFine;
    }
    return isFine ? 0 : 1;
}
