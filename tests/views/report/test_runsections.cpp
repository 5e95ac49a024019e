// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reporttables.h"
#include "views/report/runsections.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::runsectionstests {
namespace {

using profile::LogFamily;
using profile::LogNpu;
using profile::Profile;
using profile::RunStatus;

Profile mlekProfile()
{
    return { .label = u"Inference"_s,
        .counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 132130, u"beats"_s },
            { u"NPU_ACTIVE"_s, 413814, u"cycles"_s }, { u"NPU_IDLE"_s, 358, u"cycles"_s, true },
            { u"CYCLE_COUNTER"_s, 414172, u"cycles"_s } } };
}

QStringList textsOf(const report::Section &section)
{
    QStringList texts;
    for (const auto &block : section.blocks) {
        if (const auto *table = std::get_if<report::Table>(&block)) {
            for (const auto &row : test::rowsOf(*table))
                texts += row;
        } else if (const auto *list = std::get_if<report::FactList>(&block)) {
            for (const auto &fact : list->facts)
                texts += fact.value;
        }
    }
    return texts;
}

const report::Table *tableOf(const report::Section &section, const QString &caption)
{
    for (const auto &block : section.blocks) {
        const auto *table = std::get_if<report::Table>(&block);
        if (table && table->caption == caption)
            return table;
    }
    return nullptr;
}

/// The section of one run, of whom nothing else is known.
std::vector<report::Section> sectionsOf(const profile::Run &run, profile::MeasuredRun measured)
{
    measured.run = std::make_shared<const profile::Run>(run);
    return runSections({ { .run = &measured, .title = measured.name } });
}

TEST(RunSections, HaveTheNumbersOfTheMetrics)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.profiles = { { .counters
        = { { u"CYCLE_COUNTER"_s, 1'000'000, u"cycles"_s }, { u"NPU_IDLE"_s, 500'000, u"cycles"_s },
            { u"MAC_ACTIVE"_s, 300'000, u"cycles"_s } } } };
    const auto sections = sectionsOf(run, { .name = u"half.log"_s, .clockHz = 500'000'000 });
    const auto *metrics = tableOf(sections.at(0), u"Metrics"_s);
    ASSERT_NE(metrics, nullptr);
    const auto isMac = [](const QStringList &row) { return row.first() == u"MAC engine active"_s; };
    const auto rows = test::rowsOf(*metrics);
    const auto row = std::ranges::find_if(rows, isMac);
    ASSERT_NE(row, rows.end());
    EXPECT_EQ(row->value(1), formatShare(0.6)) << "of the active cycles, as everywhere";
    EXPECT_EQ(std::ranges::count_if(rows, isMac), 1);
    const auto &exact = metrics->data.rows[size_t(row - rows.begin())];
    EXPECT_NEAR(exact[1].value.toDouble(), 60, 1e-9) << "percent, as all shares of a report";
    EXPECT_EQ(exact.back().text, u"%"_s);
    EXPECT_TRUE(metrics->data.columns.back().isForPrograms) << "the words bear their units";
    EXPECT_TRUE(textsOf(sections[0]).contains(u"NPU active time per inference"_s));
}

TEST(RunSections, UseTheStatedTarget)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.profiles = { mlekProfile() };
    profile::MeasuredRun stated{ .name = u"kws.log"_s };
    stated.conditions.target = u"ethos-u55-128"_s;
    const auto sections = sectionsOf(run, stated);
    const auto texts = textsOf(sections.at(0));
    EXPECT_TRUE(texts.contains(u"132130 x 8"_s));
    EXPECT_TRUE(texts.contains(u"Ethos-U55 (stated), 128 MACs per cycle"_s));
}

TEST(RunSections, MarkOverflowedCountersAndUseThemForNothing)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.profiles = { mlekProfile() };
    run.diagnostics = { { .id = u"log.counter-overflow"_s,
        .text = u"the log reports an overflow of NPU ACTIVE"_s } };
    const auto sections = sectionsOf(run, { .name = u"ovf.log"_s });
    const auto *counters = tableOf(sections.at(0), u"Inference"_s);
    ASSERT_NE(counters, nullptr);
    EXPECT_EQ(test::textsOf(*counters, 1).value(3), u"\u2014"_s);
    EXPECT_EQ(test::textsOf(*counters, 1).value(5), u"NPU_ACTIVE overflowed: the log reports it"_s);
    EXPECT_TRUE(test::textsOf(*counters, 0).value(5).isEmpty());
}

TEST(RunSections, RepeatsAreTheirSpreadNotAListOfTimes)
{
    profile::Run run{ .status = RunStatus::Complete };
    for (const quint64 time : { 100U, 110U, 400U })
        run.profiles.push_back({ .timeNs = time });
    const auto sections
        = sectionsOf(run, { .name = u"a"_s, .origin = Origin::ThisMachine, .kind = u"etdump"_s });
    const auto *spread = tableOf(sections.at(0), u"Spread of the repeats"_s);
    ASSERT_NE(spread, nullptr);
    ASSERT_EQ(spread->data.rows.size(), 1U);
    EXPECT_EQ(test::numberOf(*spread, 0, 2), 110);
    EXPECT_EQ(test::numberOf(*spread, 0, 8), 3);
    EXPECT_EQ(sections[0].blocks.size(), 2U) << "facts and spread";
}

TEST(RunSections, HoldCountersFormulasAndErrors)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.npu = LogNpu{ .product = u"U55"_s };
    run.profiles = { mlekProfile() };
    run.errors = { { .line = 7, .text = u"Invoke failed."_s } };
    const auto sections = sectionsOf(run, { .name = u"kws.log"_s });
    ASSERT_EQ(sections.size(), 1U);
    const auto texts = textsOf(sections[0]);
    EXPECT_TRUE(texts.contains(u"AXI0_RD_DATA_BEAT_RECEIVED"_s));
    EXPECT_TRUE(texts.contains(u"132130 x 8"_s));
    EXPECT_TRUE(texts.contains(u"Invoke failed."_s));
    EXPECT_TRUE(texts.contains(u"origin not stated"_s));
}

/// What ExecuTorch's runner prints are sums over all inferences, in the report as elsewhere.
TEST(RunSections, SayWhatCountersAreTheSumsOf)
{
    profile::Run run{ .family = LogFamily::ExecutorchRunner, .status = RunStatus::Complete };
    run.profiles
        = { { .inferences = 10, .counters = { { u"CYCLE_COUNTER"_s, 12'345, u"cycles"_s } } } };
    const auto columnsOf = [](const report::Table &table) {
        QStringList titles;
        for (const auto &column : table.data.columns)
            titles << column.title;
        return titles;
    };
    const auto countersOf = [&] {
        const auto sections = sectionsOf(run, { .name = u"a.log"_s });
        for (const auto &block : sections.at(0).blocks) {
            const auto *table = std::get_if<report::Table>(&block);
            if (table && columnsOf(*table).contains(u"Counter"_s))
                return *table;
        }
        return report::Table();
    };
    const auto known = countersOf();
    EXPECT_TRUE(columnsOf(known).value(1).startsWith(u"Sum of 10"));
    EXPECT_EQ(test::numberOf(known, 0, 1), 12'345);
    EXPECT_EQ(columnsOf(known).value(2), u"Of one inference"_s);
    EXPECT_DOUBLE_EQ(test::numberOf(known, 0, 2).value_or(0), 1234.5);
    run.profiles.front().inferences.reset();
    EXPECT_EQ(columnsOf(countersOf()).value(1), u"Sum of unknown inferences"_s);
    run.profiles.front().inferences = 1;
    EXPECT_EQ(columnsOf(countersOf()).value(1), u"Value"_s);
}

/// A program that the run belongs to tells what the log does not.
TEST(RunSections, TheProgramTellsNpuAndMacs)
{
    profile::MeasuredRun run{ .name = u"kws.log"_s, .modelSha256 = u"aa"_s, .clockHz = 1'000'000 };
    run.run = std::make_shared<const profile::Run>(
        profile::Run{ .family = LogFamily::Mlek, .profiles = { mlekProfile() } });
    const profile::ProgramFacts program{
        .sha256 = u"aa"_s, .name = u"kws.pte"_s, .product = u"U55"_s, .npuMacs = 128, .modelMacs = 9
    };
    const auto texts
        = textsOf(runSections({ { .run = &run, .title = run.name, .program = &program } }).at(0));
    EXPECT_TRUE(texts.contains(u"Ethos-U55 (from kws.pte), 128 MACs per cycle"_s));
    EXPECT_TRUE(texts.contains(u"132130 x 8"_s)) << "bytes of a beat of that NPU";
    EXPECT_TRUE(texts.contains(u"9 x 1 / (128 x 413814)"_s)) << texts.join(u'\n').toStdString();
}

/// A soak test: the spread stands for its measurements, and what was dropped is said.
TEST(RunSections, ManyMeasurementsAreToldByTheirSpread)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    for (quint64 i = 0; i < 10'000; ++i) {
        run.profiles.push_back(mlekProfile());
        run.profiles.back().counters[1].value += i % 7;
        run.profiles.back().timeNs = 68'795'813 + i % 7;
    }
    run.diagnostics = { { .id = u"log.limit"_s,
        .text
        = u"10000 of 104000 measurements were kept; the others are in none of the numbers"_s } };
    const auto sections = sectionsOf(run, { .name = u"soak.log"_s });
    ASSERT_EQ(sections.size(), 1U);
    EXPECT_LT(sections[0].blocks.size(), 10U);
    EXPECT_TRUE(textsOf(sections[0]).contains(run.diagnostics[0].text));
    const auto *spread = tableOf(sections[0], u"Spread of the repeats: Inference"_s);
    ASSERT_NE(spread, nullptr);
    const auto rows = test::rowsOf(*spread);
    const auto time = std::ranges::find_if(
        rows, [](const QStringList &row) { return row.first() == u"Time"_s; });
    ASSERT_NE(time, rows.end());
    EXPECT_EQ(time->value(1), u"ms"_s) << "nobody reads 68,795,816 ns";
    EXPECT_EQ(time->value(2), u"68.796"_s);
    EXPECT_NE(tableOf(sections[0], u"Metrics"_s), nullptr) << "of the medians";
}

} // namespace
} // namespace tosaic::views::runsectionstests
