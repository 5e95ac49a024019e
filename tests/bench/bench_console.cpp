// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads consoles of TOSAIC_BENCH_BYTES (200 MB if not set) in the forms of every family, one after
// another and mixed, on one core. Fails if one is read slower than an eighteenth of the speed at
// which memchr finds its lines in the same run: that is 500 MB a second on a machine whose memchr
// splits 9 GB a second. Then the same for rules that are data, which tells why the families with
// much to read are code. With the name of a form only that.
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/familyrules.h"
#include "tests/bench/consoletext.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

using namespace tosaic;

namespace {

constexpr double LargestRatio = 18; ///< memchr's speed in units of the parser's
constexpr qint64 LargestDataText = 20'000'000; ///< bytes; every line is a measurement
constexpr int Rounds = 3; ///< the fastest counts

/// Bytes a second of this program's own time: neighbours on the machine do not count.
template <typename Work>
double speed(const QByteArray &text, Work work)
{
    std::clock_t best = 0;
    for (int round = 0; round < Rounds; ++round) {
        const auto start = std::clock();
        work();
        const auto time = std::max<std::clock_t>(std::clock() - start, 1);
        best = round == 0 ? time : std::min(best, time);
    }
    return static_cast<double>(text.size()) * CLOCKS_PER_SEC / static_cast<double>(best);
}

/// `families`: rules as data; null: none.
double measure(const char *name, const QByteArray &text,
    const std::shared_ptr<const profile::FamilyRules> &families = {})
{
    size_t lines = 0;
    const auto split = speed(text, [&] {
        lines = 0;
        const auto *at = text.constData();
        const auto *const end = at + text.size();
        while (const auto *next
            = static_cast<const char *>(std::memchr(at, '\n', static_cast<size_t>(end - at)))) {
            at = next + 1;
            ++lines;
        }
    });
    const auto parse = speed(text, [&] {
        const auto run = profile::parseConsole(text, families);
        if (!run || run->profiles.empty() == (qstrcmp(name, "driver") != 0))
            qFatal("the console was not read as expected");
    });
    std::printf("%-14s %4.0f MB, %.1f M lines: %6.0f MB/s, %5.1f M lines/s; memchr %6.0f MB/s, "
                "ratio %.1f\n",
        name, double(text.size()) / 1e6, double(lines) / 1e6, parse / 1e6,
        parse * double(lines) / double(text.size()) / 1e6, split / 1e6, split / parse);
    std::fflush(stdout);
    return split / parse;
}

/// Lines that only the family below can read.
QByteArray dataText(qsizetype size)
{
    QByteArray text;
    for (quint64 number = 1; text.size() < size; number += 7)
        text += "board: stat NPU_ACTIVE=" + QByteArray::number(number) + " AXI0=12 AXI1=3\n";
    return text;
}

std::shared_ptr<const profile::FamilyRules> dataFamily()
{
    const auto rules = profile::readFamily("{\"formatVersion\": 1, \"rules\": [{\"pattern\": "
                                           "\"stat (?<name>[A-Z_]+)=(?<value>\\\\d+)\", "
                                           "\"contains\": \"stat \", \"field\": \"counter\"}]}",
        QStringLiteral("bench"));
    if (!rules)
        qFatal("the family was not read");
    return std::make_shared<const profile::FamilyRules>(*rules);
}

} // namespace

int main(int argc, char **argv)
{
    const auto isWanted = [&](const char *name) { return argc < 2 || qstrcmp(argv[1], name) == 0; };
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toLongLong();
    const auto size = wanted > 0 ? wanted : 200'000'000;
    double ratio = 0;
    using enum bench::ConsoleFamily;
    using Families = std::vector<bench::ConsoleFamily>;
    for (const auto &[name, families] : { std::pair{ "executorch", Families{ ExecuTorch } },
             { "mlek", { Mlek } }, { "driver", { Driver } }, { "core-software", { CoreSoftware } },
             { "mixed", { ExecuTorch, Mlek, Driver, CoreSoftware } },
             { "timestamped", { Timestamped } }, { "csv", { Csv } }, { "hex", { Hex } } })
        ratio = std::max(
            ratio, isWanted(name) ? measure(name, bench::consoleText(size, families)) : 0);
    if (isWanted("as data"))
        measure("as data", dataText(std::min(size, LargestDataText)), dataFamily());
    // A text that is too small tells nothing about the rate.
    if (size >= 50'000'000 && ratio > LargestRatio) {
        std::printf("FAILED: memchr is more than %.0f times as fast\n", LargestRatio);
        return 1;
    }
    return 0;
}
