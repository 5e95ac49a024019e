// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Programs with hundreds of delegates, operators on the CPU and methods: the page says what
// matters, the forms for programs have all.
#include "core/base/units.h"
#include "core/report/textwriters.h"
#include "profiler/session/findings.h"
#include "tests/profiler/joinsamples.h"
#include "tests/reporttables.h"
#include "tests/support/samples.h"
#include "views/operations/operationwords.h"
#include "views/report/operationsections.h"
#include "views/report/reportbuilder.h"
#include "views/report/rooflinesections.h"
#include "views/report/tablewriter.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::manypartstests {

namespace {

using test::blocksOf;

constexpr int Delegates = 60;

const report::Section &partOf(const report::Report &report, const QString &title)
{
    static const report::Section none;
    const auto found = std::ranges::find(report.sections, title, &report::Section::title);
    EXPECT_NE(found, report.sections.end()) << qPrintable(title);
    return found == report.sections.end() ? none : *found;
}

/// A partition of a few hundred cycles more than the one before, an operator on the CPU behind
/// each.
compiled::CompileResult cutToPieces()
{
    compiled::CompileResult result{ .status = compiled::Status::Succeeded };
    double total = 0;
    for (int i = 0; i < Delegates; ++i) {
        compiled::Partition partition{ .index = i, .name = u"tag%1"_s.arg(i) };
        partition.summary.cyclesTotal = 1000 + 100 * i;
        total += *partition.summary.cyclesTotal;
        result.partitions.push_back(partition);
        const auto added = u"aten_add_tensor_%1"_s.arg(i);
        result.nodes.push_back({ .name = u"aten_convolution_%1"_s.arg(i),
            .target = u"aten.convolution.default"_s,
            .placement = u"npu"_s,
            .partition = i });
        result.nodes.push_back(
            { .name = added, .target = u"aten.add.Tensor"_s, .placement = u"cpu"_s });
        result.rejections.push_back({ .node = added,
            .target = u"aten.add.Tensor"_s,
            .reasons = { u"Kept on the CPU by the spec: pattern *add*"_s } });
        for (const auto &kind : { u"vela-npz"_s, u"vela-summary"_s })
            result.artefacts.push_back({ .kind = kind,
                .path = u"partition%1/%2"_s.arg(i).arg(kind),
                .size = 10,
                .partition = i });
    }
    result.artefacts.push_back({ .kind = u"pte"_s, .path = u"deep.pte"_s, .size = 1000 });
    result.summary.cyclesTotal = total;
    return result;
}

/// The first stream of a fixture so many times.
ProfileSubject subjectOf(int delegates)
{
    static const auto joins = test::fixtureJoins();
    const auto found = std::ranges::find_if(joins, [](const test::JoinSample &sample) {
        return sample.name.startsWith(u"two_partitions-u55-128/"_s);
    });
    ProfileSubject subject{ .title = u"fixture"_s,
        .streams = std::vector(static_cast<size_t>(delegates), found->streams.front()) };
    // Each of a debug database of its own, as partitions are.
    for (auto &stream : subject.streams)
        stream.database = std::make_shared<const formats::vela::VelaDebugDb>(*stream.database);
    subject.table = std::make_shared<const profile::OperationTable>(
        profile::joinOperations(subject.streams, {}));
    for (int i = 0; i < delegates; ++i) {
        subject.sources << u"partition%1/debug.xml"_s.arg(i);
        subject.memories.push_back(
            analysis::bundledSystem(u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s));
    }
    return subject;
}

} // namespace

TEST(ManyParts, NoTableOfAPageHasARowForEachOfThem)
{
    const auto result = cutToPieces();
    const auto report = buildReport({ .result = &result });
    for (const auto &section : report.sections) {
        EXPECT_FALSE(section.blocks.empty()) << qPrintable(section.title);
        for (const auto &table : blocksOf<report::Table>(section)) {
            EXPECT_LE(table.shown(), ReadRows) << qPrintable(section.title);
            EXPECT_GT(table.shown(), 0U) << qPrintable(section.title);
        }
    }
    const auto &partitions = partOf(report, u"Partitions"_s);
    const auto table = blocksOf<report::Table>(partitions).at(0);
    EXPECT_EQ(table.data.rows.size(), size_t(Delegates)) << "all of them for programs";
    EXPECT_EQ(table.data.rows[0][0].text, u"Partition 59 (tag59)"_s) << "the costliest first";
    EXPECT_TRUE(blocksOf<report::Text>(partitions).at(0).text.startsWith(u"35 more row"_s));

    const auto onCpu = blocksOf<report::Table>(partOf(report, u"Operators on the CPU"_s));
    ASSERT_EQ(onCpu.size(), 2U) << "why, before which";
    EXPECT_EQ(onCpu[0].data.rows.size(), 1U);
    EXPECT_EQ(onCpu[0].data.rows[0][1].text, QString::number(Delegates));
    EXPECT_EQ(onCpu[1].data.rows.size(), size_t(Delegates));

    const auto files = blocksOf<report::Table>(partOf(report, u"Tools and files"_s)).at(0);
    EXPECT_EQ(files.data.rows[0][1].text, u"deep.pte"_s) << "what one hands on comes first";
    EXPECT_TRUE(report::toMarkdown(report).contains("deep.pte"));
}

/// The file and the outline count delegates of all backends.
TEST(ManyParts, DelegatesHaveTheNumbersOfTheFile)
{
    auto subject = subjectOf(2);
    subject.streams[0].owner = model::EntityRef::delegate(0, 1);
    subject.streams[1].owner = model::EntityRef::delegate(0, 3);
    subject.table = std::make_shared<const profile::OperationTable>(
        profile::joinOperations(subject.streams, {}));
    EXPECT_EQ(rooflineSections(subject).back().title, u"Roofline of delegate 3"_s);
    const auto rows
        = profile::operatorRows(*subject.table, { .groupBy = profile::GroupBy::Partition });
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, u"1"_s);
    EXPECT_EQ(partitionWord(rows[1]), u"Delegate 3"_s);
    const auto findings = findingsOf({}, &subject);
    const auto costliest = std::ranges::find(findings, Finding::Kind::Costliest, &Finding::kind);
    ASSERT_NE(costliest, findings.end());
    EXPECT_EQ(costliest->evidence.front().partition, 1);
}

TEST(ManyParts, WhatOtherBackendsHoldHasASize)
{
    model::Program program;
    program.methods.emplace_back().delegates
        = { { .id = u"XnnpackBackend"_s, .data = { 0, 1234 } } };
    const auto report = buildReport({ .program = &program });
    const auto table = blocksOf<report::Table>(partOf(report, u"Partitions"_s)).at(0);
    EXPECT_EQ(table.data.columns.back().title, u"Size"_s);
    EXPECT_EQ(table.data.rows[0].back().value, 1234);
}

TEST(ManyParts, OnlyTheCostliestDelegatesHaveARooflineOfTheirOwn)
{
    const auto few = rooflineSections(subjectOf(4));
    EXPECT_EQ(few.size(), 4U);
    EXPECT_EQ(few.back().title, u"Roofline of delegate 3"_s);

    const auto subject = subjectOf(9);
    const auto sections = rooflineSections(subject);
    ASSERT_EQ(sections.size(), 4U);
    const auto table = blocksOf<report::Table>(sections.back()).at(0);
    const auto column = test::titlesOf(table).indexOf(u"Delegate"_s);
    ASSERT_GE(column, 0);
    std::set<QString> delegates;
    for (const auto &row : table.data.rows)
        delegates.insert(row[static_cast<size_t>(column)].text);
    EXPECT_EQ(delegates.size(), 6U) << "nobody's operations are lost";
    EXPECT_TRUE(blocksOf<report::Text>(sections.back()).at(0).text.contains(formatShare(6.0 / 9)));
    EXPECT_TRUE(blocksOf<report::Picture>(sections.back()).empty());

    const auto facts = blocksOf<report::FactList>(operationSections(subject).at(0)).at(0);
    EXPECT_TRUE(facts.facts.at(0).value.endsWith(u"and 4 more"_s))
        << facts.facts.at(0).value.toStdString();
}

TEST(ManyParts, MethodsWithoutMemoryHaveNoTable)
{
    model::Program program;
    for (int i = 0; i < 28; ++i)
        program.methods.push_back({ .name = u"get_%1"_s.arg(i) });
    const auto report = buildReport({ .program = &program });
    const auto &section = partOf(report, u"Memory planned by ExecuTorch"_s);
    EXPECT_TRUE(blocksOf<report::Table>(section).empty());
    EXPECT_EQ(blocksOf<report::Text>(section).at(0).text,
        u"Methods that plan no memory: get_0, get_1, get_2, get_3, get_4, get_5 and 22 more."_s);
}

} // namespace tosaic::views::manypartstests
