// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/unmatchedwords.h"
#include "tests/support/samples.h"
#include "tests/views/operations/subjects.h"
#include "views/operations/operationwords.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::test::operationsdatatests {

namespace {

using profile::Confidence;
using profile::DeviationPair;
using views::GroupBy;
using views::OperatorRow;

const OperatorRow &row(const OperationsData &data, const QString &name)
{
    const auto index = rowNamed(data, name);
    EXPECT_GE(index, 0) << name.toStdString();
    return data.rows.at(static_cast<size_t>(std::max(0, index)));
}

QStringList namesOf(const OperationsData &data)
{
    QStringList names;
    for (const auto &one : data.rows)
        names.append(one.name);
    return names;
}

} // namespace

TEST(OperationsData, AnOperatorHasTheCyclesOfAllItsOperations)
{
    const auto data = computed(smallSubject());
    EXPECT_EQ(namesOf(*data),
        (QStringList{ u"conv"_s, u"relu"_s, u"Waits for DMA"_s, u"add"_s, u"fc"_s }));
    const auto &conv = row(*data, u"conv"_s);
    EXPECT_EQ(conv.operations, (std::vector<size_t>{ 0, 5 }));
    EXPECT_DOUBLE_EQ(*conv.fvp, 110 + 20); // medians of two inferences
    EXPECT_DOUBLE_EQ(*conv.estimate, 210);
    EXPECT_EQ(conv.macs, 1024u);
    EXPECT_EQ(conv.cycles->origin, Origin::Fvp);
    EXPECT_DOUBLE_EQ(*conv.seconds, 130e-6);
    EXPECT_DOUBLE_EQ(*conv.utilisation, 1024.0 / (16 * 130));
    EXPECT_DOUBLE_EQ(*conv.difference, -80);
    EXPECT_DOUBLE_EQ(*conv.deviation, -80.0 / 210);
    EXPECT_EQ(conv.confidence, Confidence::High);
    EXPECT_FALSE(conv.isPart);
}

TEST(OperationsData, SharesAddUpAndAccumulateFromTheCostliest)
{
    const auto data = computed(smallSubject());
    const auto all = 130.0 + 20 + 60; // conv, waits, add
    EXPECT_DOUBLE_EQ(*row(*data, u"conv"_s).share, 130 / all);
    EXPECT_DOUBLE_EQ(*row(*data, u"conv"_s).cumulative, 130 / all);
    EXPECT_DOUBLE_EQ(*row(*data, u"add"_s).cumulative, 190 / all);
    EXPECT_DOUBLE_EQ(*row(*data, u"Waits for DMA"_s).cumulative, 1);
}

TEST(OperationsData, WhatIsNotKnownStaysUnknown)
{
    const auto data = computed(smallSubject());
    const auto &fc = row(*data, u"fc"_s);
    EXPECT_FALSE(fc.cycles) << "an estimate must not fill a gap of a measurement";
    EXPECT_FALSE(fc.share);
    EXPECT_FALSE(fc.seconds);
    EXPECT_FALSE(fc.deviation);
    EXPECT_DOUBLE_EQ(*fc.estimate, 50);
    EXPECT_TRUE(fc.isPart);
    EXPECT_EQ(views::rowCyclesText(fc), u"Not known"_s);
    EXPECT_EQ(fc.sourceLine, QString());
    const auto &relu = row(*data, u"relu"_s);
    EXPECT_EQ(relu.role, OperatorRow::Role::Member);
    EXPECT_FALSE(relu.cycles);
    EXPECT_FALSE(relu.estimate) << "its leader's estimate includes it";
    EXPECT_EQ(views::rowCyclesText(relu), u"in conv"_s);
    const auto &waits = row(*data, u"Waits for DMA"_s);
    EXPECT_EQ(waits.role, OperatorRow::Role::DmaWait);
    EXPECT_DOUBLE_EQ(*waits.fvp, 20);
    EXPECT_FALSE(waits.estimate);
    EXPECT_FALSE(waits.macs);
}

TEST(OperationsData, OneInferenceInsteadOfTheMedian)
{
    const auto data = computed(smallSubject(), { .pass = 1 });
    EXPECT_DOUBLE_EQ(*row(*data, u"conv"_s).fvp, 140);
    EXPECT_DOUBLE_EQ(*row(*data, u"Waits for DMA"_s).fvp, 30);
    EXPECT_DOUBLE_EQ(*data->totals.fvp, 230);
    EXPECT_EQ(data->totals.passes, 2u);
    EXPECT_DOUBLE_EQ(*data->totals.matched, 230.0 / 240);
    EXPECT_DOUBLE_EQ(*computed(smallSubject())->totals.matched, 420.0 / 440);
}

TEST(OperationsData, PassesAreRunsOfTheWholeModel)
{
    profile::OperationTable table;
    for (const auto stream : { 0, 1, 0, 1, 0 }) {
        profile::TracedInference inference;
        inference.stream = stream;
        table.inferences.push_back(inference);
    }
    EXPECT_EQ(passesOf(table), (std::vector<std::vector<size_t>>{ { 0, 1 }, { 2, 3 }, { 4 } }));
}

TEST(OperationsData, GroupsByKindModuleAndLine)
{
    const auto kinds = computed(smallSubject(), { .groupBy = GroupBy::Kind });
    EXPECT_EQ(namesOf(*kinds),
        (QStringList{ u"Conv2D"_s, u"Relu"_s, u"Waits for DMA"_s, u"Add"_s, u"FullyConnected"_s }));
    const auto modules = computed(smallSubject(), { .groupBy = GroupBy::Module });
    EXPECT_EQ(namesOf(*modules),
        (QStringList{ u"features.0"_s, u"Waits for DMA"_s, u"features.1"_s, u"classifier"_s }));
    const auto &features = row(*modules, u"features.0"_s);
    EXPECT_EQ(features.role, OperatorRow::Role::Timed) << "a member inside does not make it one";
    EXPECT_EQ(features.kind, u"Conv2D, Relu"_s);
    EXPECT_EQ(features.path, QStringList{ u"features"_s });
    EXPECT_DOUBLE_EQ(*features.fvp, 130);
    const auto lines = computed(smallSubject(), { .groupBy = GroupBy::SourceLine });
    EXPECT_EQ(row(*lines, u"Source line not known"_s).operations, std::vector<size_t>{ 4 });
    EXPECT_EQ(row(*lines, u"model.py:2"_s).path, QStringList{ u"model.py"_s });
    const auto operations = computed(smallSubject(), { .groupBy = GroupBy::Operation });
    EXPECT_EQ(operations->rows.size(), 6u);
    EXPECT_DOUBLE_EQ(*row(*operations, u"DMA wait"_s).fvp, 20);
}

TEST(OperationsData, WithoutATraceTheEstimateFillsTheRows)
{
    const auto data = computed(estimatedSubject());
    EXPECT_EQ(data->origin, Origin::Estimate);
    EXPECT_EQ(rowNamed(*data, u"Waits for DMA"_s), -1) << "nobody estimates waits";
    EXPECT_EQ(row(*data, u"conv"_s).cycles->origin, Origin::Estimate);
    EXPECT_DOUBLE_EQ(row(*data, u"conv"_s).cycles->value, 210);
    EXPECT_FALSE(row(*data, u"conv"_s).deviation);
    EXPECT_EQ(views::rowCyclesText(row(*data, u"relu"_s)), u"in conv"_s);
    EXPECT_FALSE(data->totals.matched);
    EXPECT_TRUE(views::noteText(*data).contains(u"(est)"_s));
    EXPECT_EQ(views::summaryParts(*data).first(), u"4 operator(s), 290 cycles est"_s);
}

TEST(OperationsData, TheBoardsCyclesGoToTheirOperator)
{
    auto subject = smallSubject();
    subject->board = { { 0, 1, 150 }, { 0, 3, 90 }, { 0, 99, 5 } };
    const auto data = computed(subject, { .pair = DeviationPair::BoardToFvp });
    EXPECT_DOUBLE_EQ(*row(*data, u"conv"_s).board, 150);
    EXPECT_FALSE(row(*data, u"fc"_s).board);
    EXPECT_DOUBLE_EQ(*row(*data, u"add"_s).deviation, 0.5);
    EXPECT_EQ(data->totals.boardUnplaced, 1u);
    EXPECT_DOUBLE_EQ(*data->totals.board, 240);
    ASSERT_EQ(data->ranking.ranked.size(), 2u);
    EXPECT_EQ(data->ranking.ranked[0].row, static_cast<size_t>(rowNamed(*data, u"add"_s)));
    EXPECT_DOUBLE_EQ(data->ranking.ranked[0].share, 30.0 / 50);
    // Nobody measured the halves of an operator.
    const auto operations
        = computed(subject, { .groupBy = GroupBy::Operation, .pair = DeviationPair::BoardToFvp });
    EXPECT_FALSE(operations->rows[0].board);
    EXPECT_FALSE(operations->rows[5].board);
    EXPECT_DOUBLE_EQ(*operations->rows[3].board, 90);
}

TEST(OperationsData, ARangeOfTimeLeavesWhatRanInIt)
{
    auto subject = smallSubject();
    subject->board = { { 0, 1, 150 } };
    const profile::RangedOperations ranged(*subject->table, subject->slices);
    const auto table = std::make_shared<profile::OperationTable>(ranged.within(0, 150));
    const auto data = views::computeOperations(subject, table, {}, { .isRange = true });
    EXPECT_EQ(namesOf(*data), (QStringList{ u"conv"_s, u"Waits for DMA"_s, u"add"_s }));
    const auto &conv = row(*data, u"conv"_s);
    EXPECT_DOUBLE_EQ(*conv.fvp, 100);
    EXPECT_DOUBLE_EQ(*conv.deviation, -0.5) << "the operation that ran is compared, whole";
    EXPECT_FALSE(conv.isPart);
    EXPECT_FALSE(conv.board) << "measured over the whole run";
    EXPECT_DOUBLE_EQ(*row(*data, u"add"_s).fvp, 30);
    EXPECT_FALSE(row(*data, u"add"_s).deviation) << "only half of it ran";
    EXPECT_DOUBLE_EQ(*conv.share, 100.0 / 140);
    EXPECT_EQ(data->totals.operators, 2u);
    const auto nothing = std::make_shared<profile::OperationTable>(ranged.within(500, 600));
    EXPECT_TRUE(views::computeOperations(subject, nothing, {}, { .isRange = true })->rows.empty());
}

TEST(OperationsData, SumsOfDifferentOperationsAreNotCompared)
{
    auto subject = smallSubject();
    auto table = std::make_shared<profile::OperationTable>(*subject->table);
    table->operations[4].origin.module = u"features.0"_s; // never reached, but estimated
    subject->table = table;
    const auto data = computed(subject, { .groupBy = GroupBy::Module });
    const auto &features = row(*data, u"features.0"_s);
    EXPECT_TRUE(features.isPart);
    EXPECT_FALSE(features.deviation);
    EXPECT_EQ(std::ranges::count(data->ranking.incomparable,
                  static_cast<size_t>(rowNamed(*data, u"features.0"_s))),
        1);
}

TEST(OperationsData, APassCountsTheRunsOfEachStream)
{
    profile::OperationTable table;
    table.operations.resize(2);
    table.operations[0].measured = { 10, 20 };
    table.operations[1].measured = { 100, 200 };
    table.operations[1].stream = 1;
    for (const auto stream : { 0, 1, 0, 1 }) {
        profile::TracedInference inference;
        inference.stream = stream;
        table.inferences.push_back(inference);
    }
    auto subject = std::make_shared<ProfileSubject>();
    subject->table = std::make_shared<profile::OperationTable>(table);
    const auto data = computed(subject, { .groupBy = GroupBy::Operation, .pass = 1 });
    EXPECT_DOUBLE_EQ(*data->rows[0].fvp, 20);
    EXPECT_DOUBLE_EQ(*data->rows[1].fvp, 200);
}

TEST(OperationsData, EntitiesLeadToRowsAndBack)
{
    const auto subject = smallSubject();
    const auto data = computed(subject, { .groupBy = GroupBy::Module });
    const auto features = static_cast<size_t>(rowNamed(*data, u"features.0"_s));
    EXPECT_EQ(data->entityOf(data->rows[features]), model::EntityRef::networkOperator(0, 1));
    EXPECT_EQ(data->rowsOf(subject->operationsOf(model::EntityRef::networkOperator(0, 2))),
        std::vector<size_t>{ features });
    const auto operations = computed(subject, { .groupBy = GroupBy::Operation });
    EXPECT_EQ(operations->rowsOf(subject->operationsOf(model::EntityRef::networkOperator(0, 1))),
        (std::vector<size_t>{ 0, 5 }));
}

TEST(OperationsWords, SayOriginSignAndWhy)
{
    const auto data = computed(smallSubject());
    const auto parts = views::summaryParts(*data);
    EXPECT_EQ(parts[0], u"4 operator(s), 210 cycles FVP"_s);
    EXPECT_EQ(parts[1], u"210 µs at 1 MHz"_s) << "total and time are left out last";
    EXPECT_EQ(parts[2], u"95.5 % matched"_s);
    EXPECT_EQ(parts[3], u"Vela says 290 est"_s);
    EXPECT_EQ(views::unmatchedCount(*data), 12u);
    auto folded = *data->table;
    folded.unmatched.push_back({ .kind = profile::Unmatched::Kind::SourceAbsorbed, .count = 7 });
    auto other = *data;
    other.table = std::make_shared<profile::OperationTable>(folded);
    EXPECT_EQ(views::unmatchedCount(other), 12u) << "what runs inside others is matched";
    EXPECT_EQ(views::foldedCount(other), 7u);
    const auto &unreached = data->table->unmatched.front();
    EXPECT_EQ(profile::unmatchedSentence(unreached),
        u"12 operation(s) were never reached by the trace"_s);
    EXPECT_EQ(profile::unmatchedExamples(*data->table, unreached), u"40, 41, 42 and 9 more"_s);
    folded.carried = { { .key = 7, .type = u"RESCALE"_s },
        { .key = 9, .type = u"CLAMP"_s, .name = u"relu_out"_s } };
    EXPECT_EQ(profile::unmatchedExamples(folded, folded.unmatched.back()),
        u"RESCALE 7, relu_out and 5 more"_s)
        << "operators have names, not numbers";
    EXPECT_EQ(views::deviationText(-0.381), u"\u221238.1 %"_s);
    EXPECT_EQ(views::deviationText(0.123), u"+12.3 %"_s);
    EXPECT_EQ(views::deviationText(8.1), u"9.1×"_s);
    EXPECT_EQ(views::deviationPhrase(-0.2), u"20.0 % below"_s);
    EXPECT_EQ(views::deviationPhrase(0.123), u"12.3 % above"_s);
    EXPECT_EQ(views::deviationPhrase(4.517), u"5.5× as much"_s);
    EXPECT_EQ(views::deviationPhrase(0), u"equal"_s);
    EXPECT_EQ(views::shareText(0.00001), u"< 0.1 %"_s);
    EXPECT_EQ(views::shareText(0.0), u"0.0 %"_s);
    const auto why = views::formulaText(*data, row(*data, u"fc"_s), "operation.utilisation"_L1);
    EXPECT_TRUE(why.contains(u"M / (P x C)"_s)) << why.toStdString();
    EXPECT_TRUE(why.contains(u"C = Not known"_s)) << why.toStdString();
}

/// What lies between the operators takes time, too: the page says the inference's as all others do.
TEST(OperationsWords, TheTimeIsThatOfAnInferenceWhereTheTraceSaysIt)
{
    auto subject = smallSubject();
    subject->inferenceCycles = 250;
    const auto all = views::summaryParts(*computed(subject));
    EXPECT_EQ(all[0], u"4 operator(s), 210 of 250 cycles FVP"_s);
    EXPECT_EQ(all[1], u"250 µs at 1 MHz"_s);
    const auto one = views::summaryParts(*computed(subject, { .pass = 0 }));
    EXPECT_FALSE(one[0].contains(u" of "_s)) << "that one is no median";
}

TEST(OperationsWords, TheFilterLooksIntoAllNames)
{
    auto subject = smallSubject();
    auto table = std::make_shared<profile::OperationTable>(*subject->table);
    table->operations[3].origin.edgeNode = u"aten_add_tensor"_s;
    subject->table = table;
    const auto data = computed(subject);
    const auto hits = [&](const QString &text) {
        QStringList names;
        for (const auto &one : data->rows) {
            if (views::matches(*data, one, graph::Query(text)))
                names.append(one.name);
        }
        return names;
    };
    EXPECT_EQ(hits(u"ATEN_add"_s), QStringList{ u"add"_s });
    EXPECT_EQ(hits(u"model.py:1"_s), (QStringList{ u"conv"_s, u"relu"_s }));
    EXPECT_EQ(hits(u"  "_s).size(), 5);
    EXPECT_TRUE(hits(u"nothing"_s).isEmpty());
    EXPECT_EQ(hits(u"py:1 RELU"_s), QStringList{ u"relu"_s }) << "all words, anywhere";
    EXPECT_EQ(hits(u"name:/^f/"_s), QStringList{ u"fc"_s });
    EXPECT_EQ(hits(u"cycles>0"_s).size(), 3) << "a number fits what has one";
}

TEST(OperationsOfRealCompiles, RowsAddUpToTheJoin)
{
    for (const auto &name :
        { u"mobilenet_v2-u85-256/partition0"_s, u"mobilenet_v2-u55-128/partition0"_s,
            u"transformer_block-u85-256/partition0"_s, u"softmax-u85-256/partition0"_s }) {
        SCOPED_TRACE(name.toStdString());
        const auto subject = realSubject(name, 1);
        ASSERT_TRUE(subject);
        for (const auto by : { GroupBy::Operator, GroupBy::Operation, GroupBy::Kind,
                 GroupBy::Module, GroupBy::SourceLine, GroupBy::Partition }) {
            const auto data = computed(subject, { .groupBy = by });
            double fvp = 0;
            double estimate = 0;
            double share = 0;
            size_t operations = 0;
            for (const auto &one : data->rows) {
                fvp += one.fvp.value_or(0);
                estimate += one.estimate.value_or(0);
                share += one.share.value_or(0);
                operations += one.operations.size();
            }
            EXPECT_EQ(operations, subject->table->operations.size());
            EXPECT_DOUBLE_EQ(fvp, double(subject->table->inferences.front().attributed));
            EXPECT_DOUBLE_EQ(estimate, double(*subject->table->estimatedTotal()));
            EXPECT_NEAR(share, 1, 1e-9);
        }
        const auto data = computed(subject, { .groupBy = GroupBy::Operator });
        const auto withBytes = std::ranges::count_if(
            data->rows, [](const auto &one) { return one.bytes.value_or(0) > 0; });
        EXPECT_GT(withBytes, 3);
    }
}

} // namespace tosaic::test::operationsdatatests
