// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/boards/boardcatalogue.h"
#include "core/sweep/grid.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::sweep::gridtests {

TEST(Grid, AbsentIsEverything)
{
    const auto grid = readGrid("{}");
    ASSERT_TRUE(grid);
    EXPECT_FALSE(grid->targets);
    EXPECT_FALSE(grid->systemConfigs);
    EXPECT_FALSE(grid->memoryModes);
    EXPECT_TRUE(grid->extraFlags.empty());
    EXPECT_EQ(grid->budget, Budget{});
}

TEST(Grid, ReadsEveryKey)
{
    std::vector<Diagnostic> diagnostics;
    const auto grid = readGrid(R"({"targets":["ethos-u55-128","ethos-u55-32","ethos-u55-128"],
        "systemConfigs":["default"],"memoryModes":["Sram_Only"],"extraFlags":[[],["--a","1"]],
        "optimise":["Size"],"environments":["5.1","5.2","5.1"],"spec":{"debug":"tosa"},"budget":{"sramBytes":1024},"jobs":3})",
        &diagnostics);
    ASSERT_TRUE(grid) << qPrintable(grid.error().toText());
    EXPECT_EQ(grid->targets, (QStringList{ u"ethos-u55-128"_s, u"ethos-u55-32"_s })) << "once";
    EXPECT_EQ(grid->systemConfigs, QStringList{ u"default"_s });
    EXPECT_EQ(grid->memoryModes, QStringList{ u"Sram_Only"_s });
    EXPECT_EQ(grid->extraFlags, (std::vector<QStringList>{ {}, QStringList{ u"--a"_s, u"1"_s } }));
    EXPECT_EQ(grid->optimise, QStringList{ u"Size"_s });
    EXPECT_EQ(grid->environments, (QStringList{ u"5.1"_s, u"5.2"_s }));
    EXPECT_EQ(grid->budget.sramBytes, 1024u);
    EXPECT_FALSE(grid->budget.flashBytes);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].id, u"grid.unknown-key"_s);
    EXPECT_EQ(diagnostics[0].location.entity, u"jobs"_s);
}

TEST(Grid, SaysWhatIsWrong)
{
    const struct
    {
        QByteArray text;
        QString entity;
    } cases[] = { { R"({"targets":["ethos-u77-1"]})", u"targets"_s },
        { R"({"targets":[]})", u"targets"_s }, { R"({"targets":"ethos-u55-128"})", u"targets"_s },
        { R"({"memoryModes":[3]})", u"memoryModes"_s },
        { R"({"systemConfigs":{}})", u"systemConfigs"_s },
        { R"({"extraFlags":["--optimise"]})", u"extraFlags"_s },
        { R"({"optimise":["Fast"]})", u"optimise"_s }, { R"({"spec":[]})", u"spec"_s },
        { R"({"spec":{"memoryMode":"Sram_Only"}})", u"spec.memoryMode"_s },
        { R"({"budget":{"dramBytes":-1}})", u"budget.dramBytes"_s },
        { R"({"budget":{"sramBytes":1.5}})", u"budget.sramBytes"_s } };
    for (const auto &wrong : cases) {
        const auto grid = readGrid(wrong.text);
        ASSERT_FALSE(grid) << wrong.text.constData();
        EXPECT_EQ(grid.error().code, ErrorCode::SpecInvalid);
        EXPECT_EQ(grid.error().location.entity, wrong.entity) << wrong.text.constData();
    }
    EXPECT_TRUE(readGrid("{,").error().location.offset);
    EXPECT_FALSE(readGrid("[]"));
    EXPECT_EQ(readGrid(QByteArray(2 * 1024 * 1024, ' ')).error().code, ErrorCode::LimitExceeded);
}

TEST(Grid, SchemaKnowsEveryKey)
{
    const auto schema = QJsonDocument::fromJson(gridSchema()).object();
    const auto properties = schema.value(u"properties"_s).toObject();
    QJsonObject grid;
    for (const auto &key : properties.keys())
        grid.insert(key,
            properties[key].toObject()[u"type"_s] == u"object"_s ? QJsonValue(QJsonObject())
                                                                 : QJsonArray{});
    std::vector<Diagnostic> diagnostics;
    // Empty axes are refused, but only after they were recognised: ask for the keys one by one.
    for (auto it = grid.begin(); it != grid.end(); ++it) {
        const QJsonObject one{ { it.key(), it.value() } };
        const auto read = readGrid(QJsonDocument(one).toJson(), &diagnostics);
        EXPECT_TRUE(read || read.error().location.entity == it.key()) << qPrintable(it.key());
    }
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_EQ(grid.size(), 10);
    QFile file(test::sourcePath(u"resources/spec/grid.schema.json"_s));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), gridSchema());
}

TEST(Grid, BudgetIsTheLargestFittedMemory)
{
    boards::Board board;
    board.memories.push_back(
        { .name = u"TCM"_s, .uses = { boards::Use::Sram }, .bytes = 256 * 1024 });
    board.memories.push_back(
        { .name = u"SRAM"_s, .uses = { boards::Use::Sram }, .bytes = 4096 * 1024 });
    board.memories.push_back(
        { .name = u"option"_s, .uses = { boards::Use::Flash }, .bytes = 64, .isFitted = false });
    const auto budget = budgetOf(board);
    EXPECT_EQ(budget.sramBytes, 4096u * 1024);
    EXPECT_FALSE(budget.flashBytes);
    EXPECT_FALSE(budget.dramBytes);
}

} // namespace tosaic::sweep::gridtests
