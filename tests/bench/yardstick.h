// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
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

/// Seconds in which memcpy copies so many bytes into memory that was touched before.
inline double memcpySeconds(size_t size)
{
    std::vector<char> from(size, 'x');
    std::vector<char> to(size, 'y');
    volatile char last = 0;
    return secondsOf([&] {
        std::memcpy(to.data(), from.data(), size);
        last = to[size / 2];
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
