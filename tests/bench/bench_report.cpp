// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The report of TOSAIC_BENCH_MEASUREMENTS (100,000 if not set) in ten consoles of one program, from
// what was read to the HTML page. Fails if it takes more than six times as long as reading them
// does.
#include "core/report/htmlwriter.h"
#include "profiler/parsers/consoleparser.h"
#include "tests/bench/consoletext.h"
#include "tests/bench/yardstick.h"
#include "views/report/measuredsections.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

constexpr int Consoles = 10;
constexpr double LargestRatio = 6; ///< time of the report in units of that of reading
constexpr qsizetype LargestPage = 2'000'000; ///< bytes

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_MEASUREMENTS").toInt();
    const auto measurements = wanted > 0 ? wanted : 100'000;
    constexpr qsizetype BytesOfOne = 700; // about, of this family
    const auto text
        = bench::consoleText(BytesOfOne * measurements / Consoles, { bench::ConsoleFamily::Mlek });
    views::MeasuredMaterial material;
    const auto read = bench::secondsOf([&] {
        material = {};
        for (int i = 0; i < Consoles; ++i) {
            auto run = profile::parseConsole(text);
            if (!run)
                qFatal("the console was not read");
            profile::MeasuredRun one{ .name = u"run-%1.log"_s.arg(i),
                .run = std::make_shared<const profile::Run>(std::move(*run)),
                .origin = Origin::Board,
                .kind = u"console"_s };
            material.ofOneProgram.push_back(one.run);
            material.runs.push_back(std::move(one));
        }
    });
    size_t all = 0;
    for (const auto &run : material.runs)
        all += run.run->profiles.size();
    qsizetype size = 0;
    const auto reported = bench::secondsOf([&] {
        const auto html = report::toHtml(
            { .title = u"Bench"_s, .sections = views::measuredSections(material) });
        if (!html)
            qFatal("the report was not written");
        size = html->size();
    });
    std::printf("%zu measurements: read in %.2f s, reported in %.2f s, %lld bytes of HTML\n", all,
        read, reported, static_cast<long long>(size));
    // Few measurements tell nothing about the rate.
    const bool isJudged = measurements >= 50'000;
    const bool isFast
        = !isJudged || bench::judge("report against reading", reported / read, LargestRatio);
    return isFast && size < LargestPage ? 0 : 1;
}
