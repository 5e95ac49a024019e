// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <numeric>
#include <vector>

/// Machines are fast or slow, and shared. So a benchmark measures time of the processor, and beside
/// its subject something plain whose speed is known on the machine that its target was stated for;
/// what is judged is the ratio of the two.
namespace tosaic::bench {

/// Seconds of this program's own time, all threads together.
inline double processorTime()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Seconds; the fastest of some rounds.
template <typename Work>
double secondsOf(Work work, int rounds = 3)
{
    double best = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto start = processorTime();
        work();
        const auto time = std::max(processorTime() - start, 1e-6);
        best = round == 0 ? time : std::min(best, time);
    }
    return best;
}

/// Seconds in which memchr finds the lines of a text.
inline double memchrSeconds(const char *text, size_t size)
{
    volatile size_t lines = 0;
    return secondsOf([&] {
        const auto *at = text;
        const auto *const end = text + size;
        size_t count = 0;
        while (const auto *next
            = static_cast<const char *>(std::memchr(at, '\n', static_cast<size_t>(end - at)))) {
            at = next + 1;
            ++count;
        }
        lines = count;
    });
}

/// What orderSeconds() is on the machine for which times of graphs are stated: two shared cores.
constexpr double StatedOrderSeconds = 0.09;

/// Seconds in which a million numbers are put in order through an index: comparing, jumping and
/// reading here and there, as work on graphs does. How fast a machine copies tells nothing of it:
/// that doubled with idle neighbours where this, and the layout, stayed the same.
inline double orderSeconds()
{
    std::vector<uint32_t> numbers(1'000'000);
    uint32_t random = 1;
    for (auto &number : numbers) {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        number = random;
    }
    std::vector<uint32_t> order(numbers.size());
    return secondsOf([&] {
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return numbers[a] < numbers[b]; });
    });
}

/// Prints a ratio beside the largest one that is allowed; false if it is larger.
inline bool judge(const char *what, double ratio, double largest)
{
    const bool isFine = ratio <= largest;
    std::printf("%s%s: ratio %.2f, allowed %.2f\n", isFine ? "" : "FAILED: ", what, ratio, largest);
    std::fflush(stdout);
    return isFine;
}

} // namespace tosaic::bench
