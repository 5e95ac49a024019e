// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweepwriter.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::sweep::cellresulttests {

namespace {

compiled::Estimate estimate(double cycles, quint64 sram, quint64 onChip, quint64 offChip)
{
    compiled::VelaSummary vela;
    vela.coreClockHz = 500e6;
    vela.inferenceTimeS = cycles / 500e6;
    vela.summary = { .cyclesTotal = cycles,
        .sramBytes = sram,
        .dramBytes = 0,
        .onChipFlashBytes = onChip,
        .offChipFlashBytes = offChip };
    compiled::Estimate estimate;
    estimate.partitions.push_back({ .vela = vela, .commandBytes = 20 });
    estimate.summary = vela.summary;
    estimate.velaVersion = u"5.1.0"_s;
    return estimate;
}

Cell cell(const QString &mode)
{
    return { spec::CompileSpec{ .target = u"ethos-u55-128"_s,
        .systemConfig = u"Ethos_U55_High_End_Embedded"_s,
        .memoryMode = mode } };
}

SweepResult twoModes()
{
    SweepResult result;
    result.budget = { .sramBytes = 1100 };
    result.cells = { rowOf(cell(u"Sram_Only"_s), estimate(100, 1000, 300, 0), result.budget),
        rowOf(cell(u"Shared_Sram"_s), estimate(150, 1000, 0, 300), result.budget),
        CellResult{ .cell = cell(u"Shared_Sram"_s),
            .status = CellStatus::NeedsCompile,
            .loweringKeys = { u"target"_s } },
        CellResult{ .cell = cell(u"Shared_Sram"_s),
            .status = CellStatus::Failed,
            .problems = { { u"vela.failed"_s, Severity::Error, {}, u"a, \"b\""_s } } } };
    result.excluded = { { cell(u"Dedicated_Sram"_s).spec, u"spec.memory-mode-system"_s, u"no"_s } };
    return result;
}

} // namespace

TEST(CellResult, WeightsAndCommandsInSramCountAsSram)
{
    const auto result = twoModes();
    EXPECT_EQ(result.cells[0].value(Metric::Sram), 1320);
    EXPECT_EQ(result.cells[0].value(Metric::Flash), 0);
    EXPECT_EQ(result.cells[1].value(Metric::Sram), 1000);
    EXPECT_EQ(result.cells[1].value(Metric::Flash), 320);
    EXPECT_DOUBLE_EQ(*result.cells[0].timeS, 200e-9);
    ASSERT_EQ(result.cells[0].overruns.size(), 1u);
    EXPECT_EQ(result.cells[0].overruns[0].memory, Metric::Sram);
    EXPECT_EQ(result.cells[0].overruns[0].need, 1320u);
    EXPECT_TRUE(result.cells[1].overruns.empty());
    EXPECT_EQ(result.front(Metric::Time, Metric::Sram), (std::vector<std::size_t>{ 0, 1 }));
    EXPECT_EQ(result.front(Metric::Cycles, Metric::Flash), std::vector<std::size_t>{ 0 });
}

/// An ini file of the user's that is not at hand: Vela's report says where it put things.
TEST(CellResult, WeightsInTheSramOfAnOwnIniFileCountThere)
{
    auto asked = estimate(100, 1000, 300, 0);
    asked.partitions.front().vela->featureMapMemory = u"Sram"_s;
    asked.partitions.front().vela->weightsMemory = u"OnChipFlash"_s;
    auto own = cell(u"Both"_s);
    own.spec.systemConfig = u"Mine"_s;
    own.spec.configIni = u"/my/own.ini"_s;
    EXPECT_EQ(rowOf(own, asked, {}).value(Metric::Sram), 1320);
    auto split = estimate(100, 1000, 0, 300);
    split.partitions.front().vela->featureMapMemory = u"Sram"_s;
    split.partitions.front().vela->weightsMemory = u"OffChipFlash"_s;
    const auto row = rowOf(own, split, {});
    EXPECT_EQ(row.value(Metric::Sram), 1000);
    EXPECT_EQ(row.value(Metric::Flash), 320);
}

/// Versions are what was asked for: that they differ is no problem of a cell.
TEST(CellResult, AnotherVersionIsAProblemOnlyWhereNoneWasNamed)
{
    auto asked = estimate(100, 1000, 300, 0);
    asked.problems = { { u"tool.version"_s, Severity::Warning, {}, u"Vela is 5.2.0"_s } };
    auto named = cell(u"Sram_Only"_s);
    EXPECT_EQ(rowOf(named, asked, {}).problems, asked.problems);
    named.environment = u"5.2"_s;
    EXPECT_TRUE(rowOf(named, asked, {}).problems.empty());
}

TEST(CellResult, MissingNumbersStayUnknown)
{
    auto asked = estimate(100, 1000, 300, 0);
    asked.partitions.front().vela->summary.onChipFlashBytes.reset();
    asked.partitions.push_back(asked.partitions.front());
    asked.partitions.back().vela->inferenceTimeS.reset();
    const auto row = rowOf(cell(u"Sram_Only"_s), asked, { .sramBytes = 1 });
    EXPECT_EQ(row.status, CellStatus::Estimated);
    EXPECT_FALSE(row.value(Metric::Sram));
    EXPECT_FALSE(row.timeS);
    EXPECT_TRUE(row.overruns.empty());
    asked.partitions.back().vela.reset();
    const auto failed = rowOf(cell(u"Sram_Only"_s), asked, {});
    EXPECT_EQ(failed.status, CellStatus::Failed);
    EXPECT_FALSE(failed.value(Metric::Cycles));
}

/// Each beside the one that differs in the choice alone.
TEST(Baseline, HoldsEveryCellAgainstTheOneThatDiffersInTheChoiceAlone)
{
    auto result = twoModes();
    result.cells.resize(2);
    for (std::size_t i = 0; i < 2; ++i) {
        result.cells[i].cell.environment = u"5.1"_s;
        auto other = result.cells[i];
        other.cell.environment = u"5.2"_s;
        other.summary.cyclesTotal = *other.summary.cyclesTotal * 0.75;
        result.cells.push_back(other);
    }
    const auto found = baselines(result, *readChoice(u"environment=5.1"_s));
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (std::vector<std::optional<std::size_t>>{ 0, 1, 0, 1 }));
    EXPECT_DOUBLE_EQ(*increase(result.cells[2], result.cells[0], Metric::Cycles), -0.25);
    EXPECT_FALSE(increase(result.cells[2], result.cells[0], Metric::Flash)) << "of nothing";
    const auto mode = baselines(result, *readChoice(u"memoryMode=Sram_Only,environment=5.2"_s));
    ASSERT_TRUE(mode);
    EXPECT_EQ(*mode, (std::vector<std::optional<std::size_t>>{ 2, 2, 2, 2 }));
    EXPECT_EQ(baselines(result, *readChoice(u"environment=4.0"_s)).error().location.entity,
        u"environment=4.0"_s);
    EXPECT_FALSE(readChoice(u"compiler=5.1"_s));
    EXPECT_FALSE(readChoice(u"environment"_s));

    const SweepForm form{ .front = { Metric::Cycles, Metric::Sram, Metric::Flash },
        .choice = *readChoice(u"environment=5.1"_s),
        .baselines = *found };
    const auto json = toJson(result, form);
    const auto row = json[u"cells"_s][2].toObject();
    EXPECT_EQ(row[u"baseline"_s].toInt(), 0);
    EXPECT_DOUBLE_EQ(row[u"increase"_s].toObject()[u"cycles"_s].toDouble(), -0.25);
    EXPECT_EQ(json[u"front"_s].toObject()[u"by"_s].toArray().size(), 3);
    EXPECT_EQ(json[u"front"_s].toObject()[u"cells"_s].toArray(), (QJsonArray{ 2, 3 }));
    const auto csv = QString::fromUtf8(toCsv(result, form)).split(u'\n');
    EXPECT_TRUE(csv[0].endsWith(u",onFront,baseline,cyclesIncrease,timeIncrease,sramIncrease,"
                                "flashIncrease,dramIncrease"_s))
        << qPrintable(csv[0]);
    EXPECT_TRUE(csv[3].contains(u",yes,0,-0.25,"_s)) << qPrintable(csv[3]);
}

TEST(CellResult, TheFrontOfEachModelIsItsOwn)
{
    auto result = twoModes();
    result.cells.resize(2);
    auto slower = result.cells[1];
    slower.cell.model = u"other"_s;
    slower.summary.cyclesTotal = 1e6;
    result.cells.push_back(slower);
    EXPECT_EQ(result.front(Metric::Cycles, Metric::Sram), (std::vector<std::size_t>{ 0, 1, 2 }));
    EXPECT_EQ(result.models(), (QStringList{ QString(), u"other"_s }));
}

/// Ten thousand folders help nobody.
TEST(SweepWriter, ALargeSweepHasItsSpecsInOneFile)
{
    auto result = twoModes();
    while (result.cells.size() <= MostCellFolders)
        result.cells.push_back(result.cells[result.cells.size() % 4]);
    const auto folder = test::temporaryDir() + u"/large"_s;
    ASSERT_TRUE(writeSweep(folder, result, toJson(result)));
    EXPECT_EQ(QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 3);
    QFile specs(folder + u"/specs.json"_s);
    ASSERT_TRUE(specs.open(QIODevice::ReadOnly));
    const auto list = QJsonDocument::fromJson(specs.readAll()).array();
    ASSERT_EQ(size_t(list.size()), result.cells.size());
    EXPECT_EQ(
        list[7].toObject()[u"memoryMode"_s].toString(), *result.cells[7].cell.spec.memoryMode);
    EXPECT_EQ(toJson(result)[u"cells"_s][7][u"spec"_s].toString(), u"specs.json#7"_s);
}

TEST(SweepWriter, WritesAllOfIt)
{
    const auto result = twoModes();
    const auto folder = test::temporaryDir() + u"/new/sweep"_s;
    ASSERT_TRUE(writeSweep(folder, result, toJson(result)));
    QFile json(folder + u"/results.json"_s);
    ASSERT_TRUE(json.open(QIODevice::ReadOnly));
    const auto object = QJsonDocument::fromJson(json.readAll()).object();
    const auto cells = object[u"cells"_s].toArray();
    ASSERT_EQ(cells.size(), 4);
    const auto first = cells[0].toObject();
    EXPECT_EQ(first[u"sramNeedBytes"_s].toInteger(), 1320);
    EXPECT_EQ(first[u"need"_s][0][u"bytes"_s].toInteger(), 1320);
    EXPECT_EQ(first[u"inferenceTimeNs"_s].toInteger(), 200);
    EXPECT_EQ(first[u"summary"_s].toObject()[u"cyclesTotal"_s].toInteger(), 100);
    EXPECT_EQ(first[u"overBudget"_s].toArray().size(), 1);
    EXPECT_EQ(cells[1].toObject()[u"overBudget"_s].toArray().size(), 0);
    EXPECT_FALSE(cells[2].toObject().contains(u"summary"_s)) << "not known is absent";
    EXPECT_FALSE(cells[2].toObject().contains(u"overBudget"_s));
    EXPECT_EQ(cells[2].toObject()[u"status"_s], u"needs-compile"_s);
    EXPECT_EQ(object[u"pareto"_s].toObject()[u"time"_s].toArray(), (QJsonArray{ 0, 1 }));
    EXPECT_EQ(object[u"tools"_s].toObject()[u"vela"_s], u"5.1.0"_s);
    EXPECT_EQ(
        object[u"excluded"_s].toArray()[0].toObject()[u"rule"_s], u"spec.memory-mode-system"_s);
    for (const auto &value : cells) {
        QFile spec(folder + u'/' + value.toObject()[u"spec"_s].toString());
        ASSERT_TRUE(spec.open(QIODevice::ReadOnly));
        EXPECT_EQ(
            QJsonDocument::fromJson(spec.readAll()).object()[u"target"_s], u"ethos-u55-128"_s);
    }
    const auto lines = QString::fromUtf8(toCsv(result)).split(u'\n');
    ASSERT_EQ(lines.size(), 6);
    EXPECT_EQ(lines[1],
        u"0,ethos-u55-128,Ethos_U55_High_End_Embedded,Sram_Only,,estimated,100,,200,500000000,"
        "1320,0,0,1000,0,300,0,sram,yes,5.1.0,,default,,computed"_s);
    EXPECT_TRUE(lines[4].endsWith(u"\"vela.failed: a, \"\"b\"\"\",default,,"_s))
        << qPrintable(lines[4]);
    EXPECT_EQ(lines[3].count(u','), lines[0].count(u','));
    // A folder that cannot be made.
    EXPECT_FALSE(writeSweep(folder + u"/results.csv/below"_s, result, {}));
}

} // namespace tosaic::sweep::cellresulttests
