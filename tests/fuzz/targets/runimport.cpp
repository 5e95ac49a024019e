// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/imports/comparableruns.h"
#include "profiler/imports/growthlimit.h"
#include "profiler/imports/runimport.h"
#include "profiler/store/runvalues.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/profiler/etdumpbuilder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tosaic::fuzz {

namespace {

/// A run against itself differs in nothing.
void checkAgainstItself(const profile::ComparableRun &run)
{
    const auto comparison = profile::compareRuns(run, run);
    for (const auto *changes : { &comparison.counters, &comparison.operators }) {
        for (const auto &change : *changes) {
            if (change.verdict() == Verdict::Worse || change.verdict() == Verdict::Better
                || change.verdict() == Verdict::OnlyOld || change.verdict() == Verdict::OnlyNew)
                std::abort();
        }
    }
    const auto verdict = profile::judgeGrowth(comparison, 0, true);
    if (verdict.outcome == profile::GrowthVerdict::Outcome::Fails)
        std::abort();
}

} // namespace

/// Any file as a stored run: consoles with layers and events of drivers, dumps, traces and every
/// report of Vela, as far as its numbers and what comparing makes of them.
void fuzzRunImport(std::span<const quint8> input)
{
    auto read = profile::readRun(ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()))));
    if (!read)
        return;
    const auto values = read->isConsole() ? profile::valuesOf(*read->run) : read->values;
    for (const auto &value : values) {
        if (!std::isfinite(value.value))
            std::abort(); // JSON and SQLite have no place for it
    }
    const auto all
        = read->trace ? profile::seriesOf(*read->trace) : std::vector<profile::ReadSeries>();
    for (const auto &series : all) {
        if (!std::ranges::is_sorted(series.samples, {}, &workspace::Sample::time))
            std::abort();
    }
    checkAgainstItself(profile::comparableRun({ &*read, 1 }));
}

std::vector<QByteArray> seedsRunImport()
{
    test::GeneratedProfile profile{ .npuCycles = 99 };
    for (const auto &name : test::runnerEvents(QStringLiteral("U55")))
        profile.counters.emplace_back(name, 7);
    return { test::generateConsole({ .profiles = { profile, profile } }), test::summaryCsv(),
        test::regorPerLayerCsv(), test::pythonPerLayerCsv(), test::consoleText(),
        test::regorDebugXml(), test::pythonDebugXml(), test::etDumpBytes(true),
        "INFO - Profile for A:\nINFO - NPU ACTIVE: 1 cycles\n"
        "PLPROF layer, cycles, mac\nPLPROF 0, 120, 64\nPLPROF 1, 99999999999999999999, 64\n",
        R"({"traceEvents":[{"name":"m","ph":"C","ts":9,"pid":"P","tid":"0","args":{"value":"4"}},
{"name":"m","ph":"C","ts":"18446744073709551615","pid":"P","args":{"value":1e308}}]})" };
}

} // namespace tosaic::fuzz
