// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reporttables.h"
#include "views/report/measuredsections.h"
#include "views/report/mergedsections.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::mergedsectionstests {
namespace {

using profile::Counter;
using profile::Run;

profile::MeasuredRun consoleOf(const QString &name, std::vector<Counter> counters)
{
    Run run{ .status = profile::RunStatus::Complete };
    run.profiles = { { .inferences = 1, .counters = std::move(counters) } };
    profile::MeasuredRun named{ .name = name, .origin = Origin::Fvp, .modelSha256 = u"5a4b"_s };
    named.conditions.target = u"ethos-u55-128"_s;
    named.run = std::make_shared<const Run>(std::move(run));
    return named;
}

Counter cycles(const QString &name, quint64 value)
{
    return { name, value, u"cycles"_s };
}

/// Two runs that count different events, and both all cycles.
std::vector<profile::MeasuredRun> twoEventSets()
{
    return { consoleOf(
                 u"mac.log"_s, { cycles(u"CYCLE_COUNTER"_s, 1000), cycles(u"MAC_ACTIVE"_s, 450) }),
        consoleOf(u"bus.log"_s,
            { cycles(u"CYCLE_COUNTER"_s, 1010), cycles(u"NPU_ACTIVE"_s, 900),
                { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 50, u"beats"_s } }) };
}

std::vector<report::Section> mergedOf(const MeasuredMaterial &material)
{
    auto sections = measuredSections(material);
    std::erase_if(sections,
        [](const report::Section &section) { return !section.title.startsWith(u"Merged runs"_s); });
    return sections;
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

QStringList rowOf(const report::Table &table, const QString &first)
{
    for (size_t row = 0; row < table.data.rows.size(); ++row) {
        if (test::textsOf(table, row).value(0) == first)
            return test::textsOf(table, row);
    }
    return {};
}

QString factOf(const report::Section &section, const QString &name)
{
    for (const auto &block : section.blocks) {
        if (const auto *list = std::get_if<report::FactList>(&block)) {
            const auto fact = std::ranges::find(list->facts, name, &report::Fact::name);
            if (fact != list->facts.end())
                return fact->value;
        }
    }
    return {};
}

} // namespace

TEST(MergedSections, RecordsAreTitledByTheProgramThatRan)
{
    MeasuredMaterial material{ .runs = twoEventSets(),
        .programs = { { .sha256 = u"5a4b"_s, .name = u"kws.pte"_s } } };
    for (auto &run : twoEventSets()) {
        run.modelSha256 = u"77"_s;
        material.runs.push_back(std::move(run));
    }
    const auto sections = mergedOf(material);
    ASSERT_EQ(sections.size(), 2U);
    EXPECT_EQ(sections[0].title, u"Merged runs, record 1: kws.pte"_s);
    EXPECT_EQ(factOf(sections[0], u"Program"_s), u"kws.pte"_s);
    EXPECT_EQ(sections[1].title, u"Merged runs, record 2"_s) << "nobody knows its name";
    // "Another" than which? The report is about none.
    for (const auto &section : measuredSections(material)) {
        if (const auto model = factOf(section, u"Model"_s); !model.isEmpty())
            EXPECT_TRUE(model == u"kws.pte"_s || model == u"a model (SHA-256 77)"_s)
                << model.toStdString();
    }
}

TEST(MergedSections, EventSetsMakeOneRecordThatSaysWhoCountedWhat)
{
    const auto sections = mergedOf({ .runs = twoEventSets() });
    ASSERT_EQ(sections.size(), 1U);
    const auto &section = sections[0];
    EXPECT_EQ(factOf(section, u"Origin"_s), u"FVP"_s);
    EXPECT_EQ(factOf(section, u"NPU"_s), u"Ethos-U55, 128 MACs per cycle"_s);
    EXPECT_TRUE(
        factOf(section, u"Not stated by every run, so not compared"_s).contains(u"tools"_s));
    const auto *measurements = tableOf(section, u"What was merged"_s);
    ASSERT_NE(measurements, nullptr);
    EXPECT_EQ(test::textsOf(*measurements, 0),
        (QStringList{ u"1"_s, u"mac.log"_s, u"CYCLE_COUNTER, MAC_ACTIVE"_s }));
    const auto *record = tableOf(section, u"The merged record"_s);
    ASSERT_NE(record, nullptr);
    const auto all = rowOf(*record, u"CYCLE_COUNTER"_s);
    EXPECT_EQ(all.value(2), u"1005"_s) << "the median";
    EXPECT_EQ(all.value(6), u"1000"_s);
    EXPECT_EQ(all.value(7), u"1010"_s);
    EXPECT_EQ(all.value(9), u"all"_s);
    EXPECT_EQ(all.value(10), u"FVP"_s);
    const auto once = rowOf(*record, u"MAC_ACTIVE"_s);
    EXPECT_EQ(once.value(2), u"450"_s);
    EXPECT_EQ(once.value(3), u"\u2014"_s) << "one value has no spread";
    EXPECT_EQ(once.value(9), u"1"_s);
    const auto *metrics = tableOf(section, u"Metrics"_s);
    ASSERT_NE(metrics, nullptr);
    EXPECT_EQ(rowOf(*metrics, u"MAC engine active"_s).value(3), u"450 / 900"_s)
        << "over counters of different runs";
}

TEST(MergedSections, OtherConditionsAreNotMergedAndSaidSo)
{
    auto runs = twoEventSets();
    runs[0].clockHz = 500'000'000;
    runs[1].clockHz = 400'000'000;
    const auto sections = mergedOf({ .runs = runs });
    ASSERT_EQ(sections.size(), 1U);
    EXPECT_EQ(tableOf(sections[0], u"The merged record"_s), nullptr);
    const auto *apart = tableOf(sections[0], u"Not merged"_s);
    ASSERT_NE(apart, nullptr);
    ASSERT_EQ(apart->data.rows.size(), 1U);
    EXPECT_EQ(test::textsOf(*apart, 0).value(1),
        u"Other conditions, clock: 500000000 Hz in mac.log, 400000000 Hz in bus.log"_s);
}

TEST(MergedSections, LogsOfOtherProgramsAreNotMerged)
{
    auto runs = twoEventSets();
    quint64 size = 1000;
    for (auto &run : runs) {
        auto log = *run.run;
        log.model = profile::LogModel{ .pteBytes = size++ };
        run.run = std::make_shared<const profile::Run>(std::move(log));
        run.modelSha256.clear();
    }
    runs.push_back(runs.front());
    runs.back().name = u"again.log"_s;
    const auto sections = mergedOf({ .runs = runs });
    ASSERT_EQ(sections.size(), 1U);
    const auto *measurements = tableOf(sections[0], u"What was merged"_s);
    ASSERT_NE(measurements, nullptr);
    EXPECT_EQ(measurements->data.rows.size(), 2U);
    const auto *apart = tableOf(sections[0], u"Not merged"_s);
    ASSERT_NE(apart, nullptr);
    EXPECT_EQ(test::textsOf(*apart, 0).value(0), u"bus.log"_s);
    EXPECT_TRUE(test::textsOf(*apart, 0).value(1).startsWith(u"Other conditions, program"_s));
}

TEST(MergedSections, WhetherItIsOneProgramMustBeKnownOrStated)
{
    MeasuredMaterial material{ .runs = twoEventSets() };
    for (auto &run : material.runs)
        run.modelSha256.clear();
    const auto open = mergedOf(material);
    ASSERT_EQ(open.size(), 1U);
    const auto *apart = tableOf(open[0], u"Not merged"_s);
    ASSERT_NE(apart, nullptr);
    EXPECT_EQ(test::textsOf(*apart, 0).value(1),
        u"Whether mac.log and bus.log ran the same program is not known"_s);
    for (const auto &run : material.runs)
        material.ofOneProgram.push_back(run.run);
    const auto stated = mergedOf(material);
    ASSERT_EQ(stated.size(), 1U);
    EXPECT_NE(tableOf(stated[0], u"The merged record"_s), nullptr);
}

TEST(MergedSections, SidesOfAComparisonNeverMeet)
{
    const auto runs = twoEventSets();
    MeasuredMaterial material{ .runs = runs };
    material.comparison = comparisonForReport(std::span(runs).first(1), std::span(runs).last(1));
    const auto sections = mergedOf(material);
    ASSERT_EQ(sections.size(), 1U);
    EXPECT_EQ(tableOf(sections[0], u"The merged record"_s), nullptr);
    EXPECT_NE(tableOf(sections[0], u"Not merged"_s), nullptr);
}

TEST(MergedSections, OneRunAndEstimatesAreNoRecord)
{
    auto runs = twoEventSets();
    EXPECT_TRUE(mergedOf({ .runs = { runs[0] } }).empty());
    runs[1].kind = u"vela-summary"_s;
    EXPECT_TRUE(mergedOf({ .runs = runs }).empty());
}

} // namespace tosaic::views::mergedsectionstests
