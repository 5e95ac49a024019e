// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/report/htmlwriter.h"
#include "core/report/textwriters.h"
#include "tests/reporttables.h"
#include "views/report/measuredsections.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::largereporttests {

namespace {

/// A console with so many measurements of so many layers in turn.
profile::MeasuredRun console(const QString &name, int measurements, int layers)
{
    profile::Run run{ .family = profile::LogFamily::Mlek, .status = profile::RunStatus::Complete };
    for (int i = 0; i < measurements; ++i) {
        const auto cycles = quint64(400'000 + i % 7);
        run.profiles.push_back(
            { .label = layers == 1 ? u"Inference"_s : u"layer %1"_s.arg(i % layers),
                .counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 132'130, u"beats"_s },
                    { u"NPU_ACTIVE"_s, cycles, u"cycles"_s },
                    { u"CYCLE_COUNTER"_s, cycles + 358, u"cycles"_s } } });
    }
    return { .name = name,
        .run = std::make_shared<const profile::Run>(std::move(run)),
        .origin = Origin::Board,
        .kind = u"console"_s };
}

/// 100,000 measurements: some soak tests, some of networks with a label for each layer, many short.
MeasuredMaterial material()
{
    MeasuredMaterial material;
    const auto add = [&](const QString &name, int measurements, int layers) {
        material.runs.push_back(console(name, measurements, layers));
        material.ofOneProgram.push_back(material.runs.back().run);
    };
    for (int i = 0; i < 4; ++i)
        add(u"soak-%1.log"_s.arg(i), 10'000, 1);
    for (int i = 0; i < 4; ++i)
        add(u"layers-%1.log"_s.arg(i), 10'000, 10'000);
    for (int i = 0; i < 40; ++i)
        add(u"short-%1.log"_s.arg(i), 500, 1);
    return material;
}

const report::Section *sectionOf(const report::Report &report, const QString &title)
{
    const auto found = std::ranges::find(report.sections, title, &report::Section::title);
    return found == report.sections.end() ? nullptr : &*found;
}

} // namespace

/// It is summarised, says so, and the whole stands in the forms that programs read.
TEST(LargeReport, AHundredThousandMeasurementsAreAFewPages)
{
    const auto all = material();
    quint64 measurements = 0;
    for (const auto &run : all.runs)
        measurements += run.run->profiles.size();
    ASSERT_EQ(measurements, 100'000U);
    const report::Report report{ .title = u"Night"_s, .sections = measuredSections(all) };
    const auto html = report::toHtml(report);
    ASSERT_TRUE(html);
    EXPECT_LT(html->size(), 2'000'000);
    EXPECT_LT(report.sections.size(), 60U);
    EXPECT_TRUE(
        html->contains(u"The log holds %1 measurements."_s.arg(formatCount(10'000)).toUtf8()));

    const auto *layers = sectionOf(report, u"Run: layers-0.log"_s);
    ASSERT_NE(layers, nullptr);
    const auto *rest = std::get_if<report::Table>(&layers->blocks.back());
    ASSERT_NE(rest, nullptr);
    EXPECT_TRUE(rest->caption.startsWith(u"9980 more"_s)) << rest->caption.toStdString();
    EXPECT_EQ(rest->data.rows.size(), 9'980U) << "all of them for programs";
    EXPECT_LT(rest->shown(), 30U);
    EXPECT_EQ(rest->data.rows[0][2].value.toDouble(), 400'358 + 20 % 7);

    const auto *further = sectionOf(report, u"Further runs"_s);
    ASSERT_NE(further, nullptr) << "not a page for each";
    const auto &runs = std::get<report::Table>(further->blocks.back());
    EXPECT_EQ(runs.data.rows.size(), 18U);
    EXPECT_TRUE(std::get<report::Text>(further->blocks.front()).text.startsWith(u"18 "));
    EXPECT_TRUE(html->contains("9981 more record"));
}

} // namespace tosaic::views::largereporttests
