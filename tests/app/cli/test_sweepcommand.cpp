// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/analysis/memoryneed.h"
#include "core/compiled/resultreader.h"
#include "core/sweep/grid.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

// tosaic-cli sweep. Those that run the tools need TOSAIC_PYTHON.

namespace tosaic::test::sweepcommandtests {

namespace {

#define TOSAIC_NEED_TOOLS()                                                                        \
    do {                                                                                           \
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))                                          \
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";  \
    } while (false)

struct Swept
{
    Outcome outcome;
    QString folder;

    QJsonObject results() const
    {
        QFile file(folder + u"/results.json"_s);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }
};

Swept sweep(const QString &input, const QByteArray &grid, const QStringList &more = {})
{
    const auto folder = temporaryDir() + u"/out"_s;
    return { outcomeOf(cli::sweepCommand(),
                 QStringList{ input, u"--grid"_s, written(u"grid.json"_s, grid), u"-o"_s, folder }
                     + more),
        folder };
}

QJsonObject cellOf(const QJsonObject &results, const QString &target, const QString &mode)
{
    for (const auto &value : results.value(u"cells"_s).toArray()) {
        const auto cell = value.toObject();
        if (cell.value(u"target"_s) == target && cell.value(u"memoryMode"_s) == mode)
            return cell;
    }
    return {};
}

const auto Add = u"add-u55-128"_s;

} // namespace

TEST(SweepCommand, UsageAndBadInput)
{
    const auto add = fixturePath(Add);
    EXPECT_EQ(outcomeOf(cli::sweepCommand(), { add }).exitCode, cli::Usage);
    EXPECT_EQ(outcomeOf(cli::sweepCommand(), { u"--help"_s }).exitCode, cli::Fine);
    EXPECT_EQ(outcomeOf(cli::sweepCommand(), { u"--schema"_s }).out.toUtf8(), sweep::gridSchema());
    EXPECT_EQ(sweep(add, "{}", { u"--jobs"_s, u"no"_s }).outcome.exitCode, cli::Usage);
    const struct
    {
        QString input;
        QByteArray grid;
        QStringList more;
        QString code;
    } cases[] = { { add, "{\"targets\":3}", {}, u"spec.invalid"_s },
        { add, "{", {}, u"spec.invalid"_s }, { u"/nowhere"_s, "{}", {}, u"error"_s },
        { add, "{}", { u"--board"_s, u"none-such"_s }, u"board.unknown"_s },
        { add, "{\"memoryModes\":[\"Nonsense\"]}", {}, u"sweep.no-cell"_s },
        { add, "{\"environments\":[\"5.2\"]}", {}, u"environment.unknown"_s },
        { add, "{}", { u"--environment"_s, u"5.2"_s }, u"environment.invalid"_s },
        { add, "{\"spec\":{\"configIni\":\"/nowhere/own.ini\"}}", {}, u"io.open"_s } };
    for (const auto &bad : cases) {
        const auto swept = sweep(bad.input, bad.grid, bad.more);
        EXPECT_EQ(swept.outcome.exitCode, cli::BadInput) << bad.grid.constData();
        EXPECT_TRUE(swept.outcome.err.contains(bad.code)) << qPrintable(swept.outcome.err);
        EXPECT_TRUE(swept.results().isEmpty());
    }
}

TEST(SweepCommand, MissingToolIsExitThree)
{
    const auto swept = sweep(fixturePath(Add), "{\"systemConfigs\":[\"default\"]}",
        { u"--python"_s, u"/nowhere/python"_s, u"--json"_s });
    EXPECT_EQ(swept.outcome.exitCode, cli::ToolFailed);
    EXPECT_EQ(swept.outcome.json().value(u"status"_s), u"failed"_s);
    EXPECT_TRUE(swept.outcome.err.contains(u"tool.missing"_s)
        || swept.outcome.out.contains(u"tool.missing"_s));
    EXPECT_EQ(swept.results().value(u"cells"_s).toArray().size(), 4 * 2 + 2 * 6);
    const auto told = sweep(fixturePath(Add), "{\"systemConfigs\":[\"default\"]}",
        { u"--python"_s, u"/nowhere/python"_s });
    EXPECT_EQ(told.outcome.out.count(u"failed (20): "_s), 1)
        << "the reason, once: " << qPrintable(told.outcome.out);
}

/// The same numbers as the compiles have that were made one by one.
TEST(SweepCommand, SaysWhatTheCompilesSaid)
{
    TOSAIC_NEED_TOOLS();
    const auto swept = sweep(fixturePath(Add),
        R"({"targets":["ethos-u55-128","ethos-u65-256","ethos-u85-256"],
            "systemConfigs":["default"],"budget":{"sramBytes":90}})",
        { u"--json"_s });
    ASSERT_EQ(swept.outcome.exitCode, cli::Fine) << qPrintable(swept.outcome.err);
    const auto results = swept.results();
    EXPECT_EQ(results, swept.outcome.json());
    EXPECT_EQ(results.value(u"status"_s), u"partial"_s);
    EXPECT_FALSE(results.value(u"tools"_s).toObject().value(u"vela"_s).toString().isEmpty());
    const struct
    {
        QString target;
        QString mode;
        QString fixture;
    } known[] = { { u"ethos-u55-128"_s, u"Shared_Sram"_s, Add },
        { u"ethos-u55-128"_s, u"Sram_Only"_s, u"add-u55-128-sram_only"_s },
        { u"ethos-u65-256"_s, u"Dedicated_Sram_384KB"_s, u"add-u65-256"_s } };
    for (const auto &cell : known) {
        const auto compiled = compiled::readCompileResult(fixturePath(cell.fixture));
        ASSERT_TRUE(compiled);
        const auto row = cellOf(results, cell.target, cell.mode);
        const auto summary = row.value(u"summary"_s).toObject();
        EXPECT_EQ(summary.value(u"cyclesTotal"_s).toDouble(), compiled->summary.cyclesTotal);
        EXPECT_EQ(summary.value(u"sramBytes"_s).toInteger(), *compiled->summary.sramBytes);
        QJsonObject need;
        analysis::insertNeed(need, analysis::memoryNeed(analysis::memoryFacts(*compiled)));
        EXPECT_EQ(row.value(u"need"_s), need.value(u"need"_s));
        EXPECT_GT(row.value(u"inferenceTimeNs"_s).toDouble(), 0);
        EXPECT_TRUE(QFile::exists(swept.folder + u'/' + row.value(u"spec"_s).toString()));
    }
    const auto only = cellOf(results, u"ethos-u55-128"_s, u"Sram_Only"_s);
    EXPECT_EQ(only.value(u"sramNeedBytes"_s), only.value(u"need"_s)[0][u"bytes"_s]);
    EXPECT_GT(only.value(u"sramNeedBytes"_s).toInteger(),
        only.value(u"summary"_s).toObject().value(u"sramBytes"_s).toInteger()
            + only.value(u"summary"_s).toObject().value(u"onChipFlashBytes"_s).toInteger())
        << "with the commands";
    EXPECT_EQ(only.value(u"overBudget"_s).toArray().size(), 1) << "the weights are in the SRAM too";
    EXPECT_EQ(
        cellOf(results, u"ethos-u85-256"_s, u"Sram_Only"_s).value(u"status"_s), u"needs-compile"_s);
    EXPECT_EQ(results.value(u"excluded"_s).toArray().size(), 4);
    EXPECT_FALSE(results.value(u"pareto"_s).toObject().value(u"time"_s).toArray().isEmpty());
    QFile csv(swept.folder + u"/results.csv"_s);
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll().count('\n'), 1 + results.value(u"cells"_s).toArray().size());
    // Nothing of it is written over.
    const auto again = outcomeOf(cli::sweepCommand(),
        { fixturePath(Add), u"--grid"_s, written(u"grid.json"_s, "{}"), u"-o"_s, swept.folder });
    EXPECT_EQ(again.exitCode, cli::BadInput);
    EXPECT_TRUE(again.err.contains(u"output.exists"_s));
    EXPECT_EQ(swept.results(), results);
}

TEST(SweepCommand, PrintsATable)
{
    TOSAIC_NEED_TOOLS();
    const auto swept = sweep(fixturePath(Add) + u"/add.pte"_s,
        R"({"targets":["ethos-u55-128","ethos-u85-256"],"systemConfigs":["default"],
            "memoryModes":["Shared_Sram","Dedicated_Sram"],"optimise":["Size","Performance"]})",
        { u"--board"_s, u"corstone-300"_s, u"--jobs"_s, u"1"_s, u"--wide"_s });
    ASSERT_EQ(swept.outcome.exitCode, cli::Fine) << qPrintable(swept.outcome.err);
    const auto &out = swept.outcome.out;
    EXPECT_TRUE(out.contains(u"2 of 6 cells estimated by Vela"_s)) << qPrintable(out);
    EXPECT_TRUE(out.contains(u"--optimise Size"_s));
    EXPECT_TRUE(out.contains(u"97"_s));
    EXPECT_TRUE(out.contains(u"Pareto; fits"_s)) << qPrintable(out);
    EXPECT_TRUE(out.contains(u"needs a full compile (target)"_s));
    EXPECT_TRUE(out.contains(u"does not exist (2): spec.memory-mode-system"_s));
}

/// Models are an axis; each cell is held against the one that differs in the choice alone.
TEST(SweepCommand, SweepsSeveralModelsAgainstABaseline)
{
    TOSAIC_NEED_TOOLS();
    const auto folder = temporaryDir() + u"/out"_s;
    const auto grid
        = written(u"grid.json"_s, R"({"targets":["ethos-u55-128"],"systemConfigs":["default"]})");
    const QStringList asked{ fixturePath(Add), fixturePath(u"two_partitions-u55-128"_s),
        u"--grid"_s, grid, u"-o"_s, folder, u"--against"_s, u"memoryMode=Shared_Sram"_s,
        u"--front"_s, u"cycles,sram,flash"_s };
    const auto outcome = outcomeOf(cli::sweepCommand(), asked + QStringList{ u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    const auto json = outcome.json();
    EXPECT_EQ(json.value(u"models"_s).toArray(),
        (QJsonArray{ u"add-u55-128"_s, u"two_partitions-u55-128"_s }));
    const auto cells = json.value(u"cells"_s).toArray();
    ASSERT_EQ(cells.size(), 4);
    EXPECT_EQ(cells[2][u"model"_s].toString(), u"two_partitions-u55-128"_s);
    EXPECT_EQ(cells[2][u"memoryMode"_s].toString(), u"Sram_Only"_s);
    EXPECT_EQ(cells[2][u"baseline"_s].toInt(), 3) << "of its own model";
    const auto cycles
        = [&cells](int cell) { return cells[cell][u"summary"_s][u"cyclesTotal"_s].toDouble(); };
    EXPECT_DOUBLE_EQ(cells[2][u"increase"_s][u"cycles"_s].toDouble(), cycles(2) / cycles(3) - 1);
    EXPECT_EQ(cells[3][u"increase"_s][u"cycles"_s].toDouble(-1), 0);
    EXPECT_EQ(json.value(u"front"_s).toObject().value(u"by"_s).toArray().size(), 3);
    EXPECT_FALSE(json.value(u"front"_s).toObject().value(u"cells"_s).toArray().isEmpty());
    for (const auto &[more, code] :
        { std::pair(QStringList{ u"--against"_s, u"x=1"_s }, cli::Usage),
            std::pair(QStringList{ u"--front"_s, u"cycles"_s }, cli::Usage),
            std::pair(QStringList{ u"--seed"_s, u"2"_s }, cli::Usage),
            std::pair(QStringList{ u"--against"_s, u"target=ethos-u55-32"_s }, cli::BadInput) })
        EXPECT_EQ(
            sweep(fixturePath(Add), R"({"targets":["ethos-u55-128"]})", more).outcome.exitCode,
            code)
            << qPrintable(more.join(u' '));
}

/// A model is lowered once for each family that needs it.
TEST(SweepCommand, CompilesAModel)
{
    TOSAIC_NEED_TOOLS();
    const auto model = sourcePath(u"tests/fixtures/models/add.py"_s);
    const QByteArray grid = R"({"targets":["ethos-u55-128","ethos-u65-256","ethos-u85-256"],
        "systemConfigs":["default"],"memoryModes":["Shared_Sram"]})";
    const auto refused = sweep(model, grid);
    EXPECT_NE(refused.outcome.exitCode, cli::Fine);
    EXPECT_TRUE(refused.outcome.err.contains(u"trust.needed"_s)) << qPrintable(refused.outcome.err);
    const auto swept = sweep(model, grid, { u"--trust"_s });
    ASSERT_EQ(swept.outcome.exitCode, cli::Fine) << qPrintable(swept.outcome.err);
    const auto results = swept.results();
    EXPECT_EQ(results.value(u"status"_s), u"succeeded"_s);
    EXPECT_EQ(results.value(u"cells"_s).toArray().size(), 3);
    EXPECT_EQ(cellOf(results, u"ethos-u55-128"_s, u"Shared_Sram"_s)
                  .value(u"summary"_s)
                  .toObject()
                  .value(u"cyclesTotal"_s)
                  .toInteger(),
        97);
    EXPECT_TRUE(QFile::exists(swept.folder + u"/compiles/ethos-u55-128/result.json"_s));
    EXPECT_FALSE(QFile::exists(swept.folder + u"/compiles/ethos-u65-256"_s));
    EXPECT_TRUE(QFile::exists(swept.folder + u"/compiles/ethos-u85-256/result.json"_s));
}

/// A .pte by itself, of which a workspace knows the compile.
TEST(SweepCommand, FindsTheTosaInAWorkspace)
{
    TOSAIC_NEED_TOOLS();
    const auto compiled = compiled::readCompileResult(fixturePath(Add));
    ASSERT_TRUE(compiled);
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    {
        auto workspace = workspace::Workspace::openOrCreate(path);
        ASSERT_TRUE(workspace);
        ASSERT_TRUE((*workspace)
                        ->addCompile(*compiled,
                            workspace::compileDetails(*compiled, u"add.py"_s, QString())));
    }
    QFile program(fixturePath(Add) + u"/add.pte"_s);
    ASSERT_TRUE(program.open(QIODevice::ReadOnly));
    const auto lonely = written(u"add.pte"_s, program.readAll());
    const QByteArray grid = R"({"targets":["ethos-u55-128"],"systemConfigs":["default"]})";
    EXPECT_EQ(sweep(lonely, grid).outcome.exitCode, cli::BadInput);
    const auto swept = sweep(lonely, grid, { u"--workspace"_s, path });
    EXPECT_EQ(swept.outcome.exitCode, cli::Fine) << qPrintable(swept.outcome.err);
    EXPECT_EQ(swept.results().value(u"status"_s), u"succeeded"_s);
}

/// What one sweep computed the next one finds; a second compiler beside the usual one is an axis.
TEST(SweepCommand, ComputesNothingTwice)
{
    TOSAIC_NEED_TOOLS();
    const auto workspace = temporaryDir() + u"/w.tosaic"_s;
    const QByteArray grid = R"({"targets":["ethos-u55-128"],"systemConfigs":["default"]})";
    const QStringList kept{ u"--workspace"_s, workspace, u"--json"_s };
    const auto first = sweep(fixturePath(Add), grid, kept).outcome.json();
    const auto second = sweep(fixturePath(Add), grid, kept).outcome.json();
    const auto cells = first.value(u"cells"_s).toArray();
    ASSERT_EQ(cells.size(), 2);
    for (qsizetype i = 0; i < cells.size(); ++i) {
        auto computed = cells[i].toObject();
        auto found = second.value(u"cells"_s)[i].toObject();
        EXPECT_EQ(computed.take(u"source"_s), u"computed"_s);
        EXPECT_EQ(found.take(u"source"_s), u"workspace"_s);
        EXPECT_EQ(computed.value(u"key"_s).toString().size(), 64);
        EXPECT_EQ(computed.value(u"environment"_s), u"default"_s);
        EXPECT_EQ(computed, found);
    }
    const auto spec
        = written(u"spec.json"_s, R"({"target":"ethos-u55-128","memoryMode":"Shared_Sram"})");
    const auto estimated = outcomeOf(cli::estimateCommand(),
        { fixturePath(Add), u"--spec"_s, spec, u"--workspace"_s, workspace, u"--json"_s })
                               .json();
    EXPECT_EQ(estimated.value(u"source"_s), u"workspace"_s) << "one key for both";

    const auto other = qEnvironmentVariable("TOSAIC_PYTHON_VELA52");
    if (other.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON_VELA52 is not set: no second version of Vela";
    const auto both = sweep(fixturePath(Add), grid,
        kept
            + QStringList{ u"--environment"_s, u"5.1="_s + qEnvironmentVariable("TOSAIC_PYTHON"),
                u"--environment"_s, u"5.2="_s + other })
                          .outcome.json();
    const auto rows = both.value(u"cells"_s).toArray();
    ASSERT_EQ(rows.size(), 4);
    EXPECT_EQ(rows[0][u"environment"_s], u"5.1"_s);
    EXPECT_EQ(rows[0][u"source"_s], u"workspace"_s);
    EXPECT_EQ(rows[1][u"environment"_s], u"5.2"_s);
    EXPECT_EQ(rows[1][u"source"_s], u"computed"_s);
    EXPECT_EQ(rows[1][u"vela"_s], u"5.2.0"_s);
    EXPECT_NE(rows[0][u"key"_s], rows[1][u"key"_s]);
}

} // namespace tosaic::test::sweepcommandtests
