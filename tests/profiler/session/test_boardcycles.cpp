// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/layerjoin.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/session/profileassembly.h"
#include "tests/profiler/layergenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::boardcyclestests {
namespace {

using profile::LayerJoin;
using Refusal = LayerJoin::Refusal;
using test::LayerStyle;

const auto Program = u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s;

ProfileMaterial materialOf(const QString &fixture)
{
    const auto opened = openDocument(test::fixturePath(fixture));
    EXPECT_TRUE(opened) << fixture.toStdString();
    return opened ? profileMaterial(*opened) : ProfileMaterial();
}

profile::MeasuredRun boardRun(const profile::OperationTable &table, const LayerStyle &style)
{
    profile::ConsoleParser parser;
    parser.feed(test::layerConsole(table, style));
    auto run = parser.finish();
    EXPECT_TRUE(run);
    return { .name = u"board.log"_s,
        .run = std::make_shared<const profile::Run>(run ? *run : profile::Run()),
        .origin = Origin::Board };
}

/// The profile of MobileNetV2 with a board's console beside it.
struct Joined
{
    std::shared_ptr<const ProfileSubject> plain;
    std::shared_ptr<const ProfileSubject> subject;

    explicit Joined(const LayerStyle &style, const QString &column = {})
    {
        auto material = materialOf(Program);
        plain = assembleProfile(material);
        material.board = boardRun(*plain->table, style);
        material.boardColumn = column;
        material.isBoardStated = true;
        subject = assembleProfile(material);
    }
    QString why() const
    {
        const auto found
            = std::ranges::find(subject->diagnostics, u"profile.board-other"_s, &Diagnostic::id);
        return found == subject->diagnostics.end() ? QString() : found->text;
    }
};

/// What the board must say of each operator: the sum over the rows that are its operations.
std::map<std::pair<int, qint64>, double> wanted(
    const profile::OperationTable &table, double inference = 0)
{
    std::map<std::pair<int, qint64>, double> sums;
    size_t row = 0;
    for (const auto &operation : table.operations) {
        if (operation.role != profile::TimedOperation::Role::Kernel || operation.stream < 0)
            continue;
        if (operation.origin.key)
            sums[{ operation.stream, *operation.origin.key }]
                += double(test::boardCycles(row)) + inference;
        ++row;
    }
    return sums;
}

void expectBoard(const ProfileSubject &subject, double inference = 0)
{
    const auto sums = wanted(*subject.table, inference);
    ASSERT_EQ(subject.board.size(), sums.size());
    for (const auto &one : subject.board)
        EXPECT_EQ(one.cycles, sums.at({ one.stream, one.key })) << one.key;
}

TEST(BoardCycles, RowsInAnyOfTheirFormsAreTheOperators)
{
    for (const auto *tag : { "PLPROF: ", "[PLPROF] ", "INFO - PROF: " }) {
        SCOPED_TRACE(tag);
        const Joined joined({ .tag = tag });
        EXPECT_EQ(joined.why(), QString());
        expectBoard(*joined.subject);
        EXPECT_TRUE(joined.subject->sources.last().contains(u"MACs are equal in every row"_s));
        EXPECT_EQ(joined.subject->table->origin, Origin::Estimate) << "it stands beside";
    }
}

TEST(BoardCycles, EstimateAndBoardAreComparedByOperator)
{
    const Joined joined({});
    quint64 unplaced = 0;
    const auto rows
        = profile::compareOperators(*joined.subject->table, joined.subject->board, unplaced);
    EXPECT_EQ(unplaced, 0u);
    const auto ranking = profile::rankDeviations(rows, profile::DeviationPair::BoardToEstimate);
    EXPECT_GT(ranking.ranked.size(), 30u);
    for (const auto &one : ranking.ranked)
        EXPECT_EQ(one.difference, *rows[one.row].board - *rows[one.row].estimate);
}

TEST(BoardCycles, OfSeveralInferencesItIsTheMedian)
{
    const Joined joined({ .inferences = 3 });
    EXPECT_EQ(joined.why(), QString());
    // Each row of the second inference has one cycle more; the median is the second.
    std::map<std::pair<int, qint64>, int> operations;
    for (const auto &operation : joined.subject->table->operations) {
        if (operation.role == profile::TimedOperation::Role::Kernel && operation.origin.key)
            ++operations[{ operation.stream, *operation.origin.key }];
    }
    const auto sums = wanted(*joined.subject->table);
    for (const auto &one : joined.subject->board) {
        const std::pair place(one.stream, one.key);
        EXPECT_EQ(one.cycles, sums.at(place) + operations.at(place));
    }
}

TEST(BoardCycles, TheUserMayStateTheColumn)
{
    const QStringList columns{ u"layer"_s, u"cycles_a"_s, u"cycles_b"_s, u"macs"_s };
    const Joined open({ .columns = columns });
    EXPECT_TRUE(open.subject->board.empty());
    EXPECT_TRUE(open.why().contains(u"several columns are named cycles"_s));
    expectBoard(*Joined({ .columns = columns }, u"Cycles_A"_s).subject);
    expectBoard(*Joined({ .columns = columns }, u"3"_s).subject);
    EXPECT_TRUE(
        Joined({ .columns = columns }, u"ticks"_s).why().contains(u"no column \"ticks\""_s));
    // Cycles of the CPU are none of the NPU, and need no statement to be left alone.
    expectBoard(
        *Joined({ .columns = { u"layer"_s, u"cpu_cycles"_s, u"cycles"_s, u"macs"_s } }).subject);
    // Without a header nothing is named.
    const Joined bare({ .hasHeader = false });
    EXPECT_TRUE(bare.why().contains(u"state which it is"_s));
    expectBoard(*Joined({ .hasHeader = false }, u"2"_s).subject);
}

TEST(BoardCycles, WithoutMacsTheNpuMustBeToldOrTheColumnStated)
{
    const QStringList columns{ u"layer"_s, u"cycles"_s };
    expectBoard(*Joined({ .columns = columns }).subject);
    const Joined silent({ .columns = columns, .npu = {}, .macs = 0 });
    EXPECT_TRUE(silent.subject->board.empty());
    EXPECT_TRUE(silent.why().contains(u"neither MACs nor the NPU"_s)) << silent.why().toStdString();
    expectBoard(*Joined({ .columns = columns, .npu = {}, .macs = 0 }, u"cycles"_s).subject);
}

TEST(BoardCycles, WhatContradictsIsNotJoined)
{
    const Joined other({ .npu = "U85", .macs = 256 });
    EXPECT_TRUE(other.subject->board.empty());
    EXPECT_TRUE(other.why().contains(u"it ran on Ethos-U85"_s)) << other.why().toStdString();
    const Joined small({ .total = 0.5 });
    EXPECT_TRUE(small.subject->board.empty());
    EXPECT_TRUE(small.why().contains(u"more than the"_s)) << small.why().toStdString();
    expectBoard(*Joined({ .total = 0 }).subject); // nothing to contradict
    const auto problem
        = std::ranges::find(other.subject->diagnostics, u"profile.board-other"_s, &Diagnostic::id);
    EXPECT_EQ(problem->severity, Severity::Error) << "the user named it";
}

TEST(BoardCycles, RowsOfAnotherOrderOrCompileAreNotJoined)
{
    const auto plain = assembleProfile(materialOf(Program));
    auto table = *plain->table;
    const auto hasMacs = [](const profile::TimedOperation &operation) {
        return operation.role == profile::TimedOperation::Role::Kernel && operation.macs > 0u;
    };
    const auto first = std::ranges::find_if(table.operations, hasMacs);
    const auto second = std::find_if(first + 1, table.operations.end(),
        [&](const auto &operation) { return hasMacs(operation) && operation.macs != first->macs; });
    ASSERT_NE(second, table.operations.end());
    std::swap(first->macs, second->macs);
    auto material = materialOf(Program);
    material.board = boardRun(table, {});
    const auto swapped = assembleProfile(material);
    EXPECT_TRUE(swapped->board.empty());
    auto found = std::ranges::find(swapped->diagnostics, u"profile.board-other"_s, &Diagnostic::id);
    ASSERT_NE(found, swapped->diagnostics.end());
    EXPECT_TRUE(found->text.contains(u"MACs, where the program has"_s));
    EXPECT_EQ(found->severity, Severity::Info) << "nobody named it";

    table = *plain->table;
    table.operations.erase(table.operations.begin());
    material.board = boardRun(table, {});
    found = {};
    const auto shorter = assembleProfile(material);
    EXPECT_TRUE(shorter->board.empty());

    material.board = boardRun(*plain->table, {});
    material.board->origin = Origin::Fvp;
    EXPECT_TRUE(assembleProfile(material)->board.empty()) << "it is of no board";
    material.board.reset();
    material.run = boardRun(*plain->table, {});
    expectBoard(*assembleProfile(material)); // the run that is looked at
}

TEST(BoardCycles, SeveralCommandStreamsAreOneList)
{
    auto material = materialOf(u"two_partitions-u55-128/two_partitions.pte"_s);
    const auto plain = assembleProfile(material);
    ASSERT_EQ(plain->streams.size(), 2u);
    material.board = boardRun(*plain->table, {});
    const auto subject = assembleProfile(material);
    expectBoard(*subject);
    EXPECT_TRUE(std::ranges::any_of(
        subject->board, [](const profile::BoardCycles &one) { return one.stream == 1; }));
}

TEST(BoardCycles, AConsoleWithoutRowsSaysSo)
{
    profile::ConsoleParser parser;
    parser.feed("CONV_2D : cycle_cnt : 100 cycles\nSOFTMAX : cycle_cnt : 20 cycles\n"
                "Operator(s) total: 120 CPU cycles\nInference runtime: 130 CPU cycles total\n");
    const auto run = parser.finish();
    ASSERT_TRUE(run);
    auto material = materialOf(Program);
    material.board = profile::MeasuredRun{ .name = u"tflm.log"_s,
        .run = std::make_shared<const profile::Run>(*run),
        .origin = Origin::Board };
    material.isBoardStated = true;
    const auto subject = assembleProfile(material);
    const auto found
        = std::ranges::find(subject->diagnostics, u"profile.board-other"_s, &Diagnostic::id);
    ASSERT_NE(found, subject->diagnostics.end());
    EXPECT_TRUE(found->text.contains(u"those of the CPU"_s)) << found->text.toStdString();
}

} // namespace
} // namespace tosaic::boardcyclestests
