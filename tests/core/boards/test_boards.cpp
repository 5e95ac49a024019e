// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/boards/boardcatalogue.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::test::boardstests {

namespace {

using namespace boards;

QString written(const QString &folder, const QString &name, const QByteArray &bytes)
{
    QDir().mkpath(folder);
    const auto path = QDir(folder).filePath(name);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
}

QByteArray boardJson(const QByteArray &memory, const QByteArray &more = {})
{
    return R"({"formatVersion":1,"boards":[{"id":"b","name":"B","memories":[)" + memory + "]" + more
        + "}]}";
}

const QByteArray Sram = R"({"name":"S","uses":["sram"],"bytes":1024})";

} // namespace

TEST(BoardCatalogue, HasTheBoardsThatComeWithTheProgram)
{
    const auto catalogue = readBoardCatalogue({ boardsDir() });
    for (const auto &problem : catalogue.diagnostics)
        ADD_FAILURE() << problem.toText().toStdString();
    for (const auto *id : { "corstone-300", "corstone-320", "alif-ensemble-e7", "alif-ensemble-e8",
             "himax-we2", "nxp-imx93-evk", "nuvoton-m55m1", "infineon-psoc-edge-e84" })
        EXPECT_NE(catalogue.find(QString::fromLatin1(id)), nullptr) << id;
}

TEST(BoardCatalogue, EveryNumberHasASource)
{
    for (const auto &board : readBoardCatalogue({ boardsDir() }).boards) {
        for (const auto &memory : board.memories)
            EXPECT_TRUE(!memory.bytes || !memory.sources.isEmpty())
                << board.id.toStdString() << ": " << memory.name.toStdString();
        for (const auto &npu : board.npus)
            EXPECT_FALSE(npu.sources.isEmpty()) << board.id.toStdString();
        EXPECT_FALSE(board.memoriesFor(Use::Sram).empty()) << board.id.toStdString();
    }
}

TEST(BoardCatalogue, FindsByIdAndName)
{
    const auto catalogue = readBoardCatalogue({ boardsDir() });
    const auto *byId = catalogue.find(u"alif-ensemble-e7"_s);
    ASSERT_NE(byId, nullptr);
    EXPECT_EQ(catalogue.find(u"alif ensemble e7 devkit"_s), byId);
    EXPECT_EQ(catalogue.find(u"nothing"_s), nullptr);
    EXPECT_TRUE(byId->hasNpu(spec::Family::U55, 256));
    EXPECT_FALSE(byId->hasNpu(spec::Family::U55, 64));
    EXPECT_FALSE(byId->hasNpu(spec::Family::U85));
    // Two banks apart from each other: the larger one bounds a single buffer.
    const auto *sram = byId->memoriesFor(Use::Sram).front();
    EXPECT_EQ(sram->bytes, 6'815'744u);
    EXPECT_EQ(sram->largestPiece(), 4'194'304u);
}

TEST(BoardCatalogue, OwnBoardsAreAddedAndReplace)
{
    const auto own = temporaryDir() + u"/own"_s;
    written(own, u"a.json"_s, boardJson(Sram));
    const auto later = temporaryDir() + u"/later"_s;
    written(later, u"b.json"_s,
        R"({"formatVersion":1,"boards":[{"id":"b","name":"Better","memories":[)" + Sram + "]}]}");
    EXPECT_EQ(readBoardCatalogue({ own }).boards.front().name, u"B"_s);
    const auto both = readBoardCatalogue({ own, later, u"/nowhere"_s, QString() });
    ASSERT_EQ(both.boards.size(), 1u);
    EXPECT_EQ(both.boards.front().name, u"Better"_s);
    EXPECT_TRUE(both.boards.front().file.endsWith(u"b.json"_s));
    EXPECT_TRUE(both.diagnostics.empty());
}

TEST(BoardCatalogue, BadFilesAreToldAndLeftOut)
{
    const auto folder = temporaryDir() + u"/bad"_s;
    const auto broken = written(folder, u"broken.json"_s, "{\"formatVersion\":1,");
    written(folder, u"good.json"_s, boardJson(Sram));
    written(folder, u"old.json"_s, R"({"boards":[]})");
    const auto catalogue = readBoardCatalogue({ folder });
    ASSERT_EQ(catalogue.boards.size(), 1u);
    ASSERT_EQ(catalogue.diagnostics.size(), 2u);
    EXPECT_EQ(catalogue.diagnostics[0].id, u"format.damaged"_s);
    EXPECT_EQ(catalogue.diagnostics[0].location.file, broken);
    EXPECT_TRUE(catalogue.diagnostics[0].location.offset.has_value());
    EXPECT_EQ(catalogue.diagnostics[1].id, u"format.unsupported"_s);
    for (const auto &problem : catalogue.diagnostics)
        EXPECT_EQ(problem.severity, Severity::Warning);
}

TEST(BoardReader, WhatMakesNoSenseIsNamed)
{
    const std::pair<QByteArray, QString> cases[] = {
        { boardJson(R"({"name":"S","uses":["sram"],"bytes":-1})"), u"'bytes'"_s },
        { boardJson(R"({"name":"S","uses":["sram"],"bytes":1.5})"), u"'bytes'"_s },
        { boardJson(R"({"name":"S","uses":["sram"],"bytes":"1 MiB"})"), u"'bytes'"_s },
        { boardJson(R"({"name":"S","uses":["rom"]})"), u"'uses'"_s },
        { boardJson(R"({"name":"S"})"), u"'uses'"_s },
        { boardJson(R"({"uses":["sram"]})"), u"'name'"_s },
        { boardJson(""), u"'memories'"_s },
        { boardJson(R"({"name":"S","uses":["sram"],"sources":["x"]})"), u"'x'"_s },
        { boardJson(R"({"name":"S","uses":["sram"],"bytes":4,"banks":[{"name":"a","bytes":3}]})"),
            u"'banks'"_s },
        { boardJson(Sram, R"(,"npus":[{"family":"ethos-u95"}])"), u"'family'"_s },
        { boardJson(Sram, R"(,"npus":[{"family":"ethos-u55","macs":["x"]}])"), u"'macs'"_s },
    };
    for (const auto &[json, word] : cases) {
        std::vector<Diagnostic> problems;
        const auto boards = readBoards(json, u"f.json"_s, &problems);
        ASSERT_TRUE(boards) << json.toStdString();
        EXPECT_TRUE(boards->empty()) << json.toStdString();
        ASSERT_EQ(problems.size(), 1u);
        EXPECT_EQ(problems.front().id, u"board.damaged"_s);
        EXPECT_TRUE(problems.front().text.contains(word)) << problems.front().text.toStdString();
    }
}

TEST(BoardReader, SizesThatAreNotGivenStayUnknown)
{
    const auto boards
        = readBoards(boardJson(R"({"name":"S","uses":["sram"]})"), u"f.json"_s, nullptr);
    ASSERT_TRUE(boards);
    EXPECT_FALSE(boards->front().memories.front().bytes.has_value());
    EXPECT_FALSE(boards->front().memories.front().largestPiece().has_value());
}

TEST(BoardReader, RefusesHugeFiles)
{
    const auto boards = readBoards(QByteArray((1 << 20) + 1, ' '), u"f.json"_s, nullptr);
    ASSERT_FALSE(boards);
    EXPECT_EQ(boards.error().code, ErrorCode::LimitExceeded);
}

TEST(BoardTemplate, IsABoardFileAndNeverOverwrites)
{
    const auto folder = temporaryDir() + u"/template"_s;
    const auto path = writeBoardTemplate(folder);
    ASSERT_TRUE(path);
    const auto catalogue = readBoardCatalogue({ folder });
    ASSERT_EQ(catalogue.boards.size(), 1u);
    EXPECT_TRUE(catalogue.diagnostics.empty());
    written(folder, QFileInfo(*path).fileName(), boardJson(Sram));
    ASSERT_TRUE(writeBoardTemplate(folder));
    EXPECT_EQ(readBoardCatalogue({ folder }).boards.front().name, u"B"_s);
}

} // namespace tosaic::test::boardstests
