// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/runsections.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {
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
            for (const auto &row : table->rows)
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

TEST(RunSections, HaveTheNumbersOfTheMetrics)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.profiles = { { .counters
        = { { u"CYCLE_COUNTER"_s, 1'000'000, u"cycles"_s }, { u"NPU_IDLE"_s, 500'000, u"cycles"_s },
            { u"MAC_ACTIVE"_s, 300'000, u"cycles"_s } } } };
    const auto sections
        = runSections({ { .name = u"half.log"_s, .run = &run, .clockHz = 500'000'000 } });
    const auto *metrics = tableOf(sections.at(0), u"Metrics"_s);
    ASSERT_NE(metrics, nullptr);
    const auto isMac = [](const QStringList &row) { return row.first() == u"MAC engine active"_s; };
    const auto row = std::ranges::find_if(metrics->rows, isMac);
    ASSERT_NE(row, metrics->rows.end());
    EXPECT_EQ(row->value(1), formatShare(0.6)) << "of the active cycles, as everywhere";
    EXPECT_EQ(std::ranges::count_if(metrics->rows, isMac), 1);
    EXPECT_TRUE(textsOf(sections[0]).contains(u"NPU active time per inference"_s));
}

TEST(RunSections, UseTheStatedTarget)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.profiles = { mlekProfile() };
    const auto sections = runSections(
        { { .name = u"kws.log"_s, .run = &run, .product = u"U55"_s, .npuMacs = 128 } });
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
    const auto sections = runSections({ { .name = u"ovf.log"_s, .run = &run } });
    const auto *counters = tableOf(sections.at(0), u"Inference"_s);
    ASSERT_NE(counters, nullptr);
    EXPECT_EQ(counters->rows[1].value(3), u"\u2014"_s);
    EXPECT_EQ(counters->rows[1].value(5), u"NPU_ACTIVE overflowed: the log reports it"_s);
    EXPECT_TRUE(counters->rows[0].value(5).isEmpty());
}

TEST(RunSections, RepeatsAreTheirSpreadNotAListOfTimes)
{
    profile::Run run{ .status = RunStatus::Complete };
    for (const quint64 time : { 100U, 110U, 400U })
        run.profiles.push_back({ .timeNs = time });
    const auto sections = runSections(
        { { .name = u"a"_s, .run = &run, .origin = Origin::ThisMachine, .kind = u"etdump"_s } });
    const auto *spread = tableOf(sections.at(0), u"Spread of the repeats"_s);
    ASSERT_NE(spread, nullptr);
    ASSERT_EQ(spread->numbers.size(), 1U);
    EXPECT_EQ(spread->numbers[0][2], 110);
    EXPECT_EQ(spread->numbers[0][8], 3);
    EXPECT_EQ(sections[0].blocks.size(), 2U) << "facts and spread";
}

TEST(RunSections, HoldCountersFormulasAndErrors)
{
    profile::Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.npu = LogNpu{ .product = u"U55"_s };
    run.profiles = { mlekProfile() };
    run.errors = { { .line = 7, .text = u"Invoke failed."_s } };
    const auto sections = runSections({ { .name = u"kws.log"_s, .run = &run } });
    ASSERT_EQ(sections.size(), 1U);
    const auto texts = textsOf(sections[0]);
    EXPECT_TRUE(texts.contains(u"AXI0_RD_DATA_BEAT_RECEIVED"_s));
    EXPECT_TRUE(texts.contains(u"132130 x 8"_s));
    EXPECT_TRUE(texts.contains(u"Invoke failed."_s));
    EXPECT_TRUE(texts.contains(u"origin not stated"_s));
}

} // namespace
} // namespace tosaic::views
