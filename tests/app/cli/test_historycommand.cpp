// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/workspace.h"
#include "profiler/imports/runimport.h"
#include "profiler/store/runstore.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

// tosaic-cli history.
namespace tosaic::test::historycommandtests {

namespace {

const auto Model = u"/project/add.py"_s;

/// Three compiles of one model: the first, another memory mode, another Vela; one of another model;
/// and a run of what the first compiled.
QString history()
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    auto file = *workspace::Workspace::create(path);
    const auto base = QDateTime::fromString(u"2026-01-01T00:00:00Z"_s, Qt::ISODate);
    const auto add = [&](const QString &fixture, const QString &model, int day, const QString &vela,
                         const QString &commit) {
        auto result = *compiled::readCompileResult(fixturePath(fixture));
        result.tools[u"vela"_s] = vela;
        if (vela != "5.1.0"_L1)
            result.summary.cyclesTotal = *result.summary.cyclesTotal * 2;
        auto details = workspace::compileDetails(result, {}, {});
        details.started = details.ended = base.addDays(day);
        details.sources
            = { { u"model"_s, model, result.sourceSha256, 1 }, { u"commit"_s, commit, {}, 0 } };
        result.folder += u"/day%1"_s.arg(day); // a folder of its own each
        EXPECT_TRUE(file->addCompile(result, details));
    };
    const auto first = QString(40, u'1');
    const auto second = QString(40, u'2');
    add(u"add-u55-128"_s, Model, 0, u"5.1.0"_s, first);
    add(u"add-u55-128-sram_only"_s, Model, 1, u"5.1.0"_s, first);
    add(u"add-u55-128-sram_only"_s, Model, 2, u"5.2.0"_s, second);
    add(u"two_partitions-u55-128"_s, u"/project/two_partitions.py"_s, 3, u"5.1.0"_s, second);
    const auto artefacts = *file->artefacts();
    const auto program
        = std::ranges::find(artefacts, u"pte"_s, &workspace::ArtefactRecord::kind)->sha256;
    workspace::RunRecord run{ .name = u"board"_s, .origin = u"board"_s };
    run.modelSha256 = program;
    std::vector<workspace::RunValue> values;
    for (const auto &[repeat, ns] : { std::pair(0, 3000.0), { 1, 1000.0 }, { 2, 2000.0 } })
        values.push_back({ u"time"_s, {}, u"time"_s, u"ns"_s, static_cast<quint64>(repeat), ns });
    values.push_back({ u"counter"_s, {}, u"NPU_ACTIVE"_s, u"cycles"_s, 0, 812 });
    EXPECT_TRUE(file->addRun(run, values, {}));
    return path;
}

Outcome ask(const QStringList &arguments)
{
    return outcomeOf(cli::historyCommand(), arguments);
}

} // namespace

TEST(HistoryCommand, SaysWhatChangedAtEachStep)
{
    const auto path = history();
    const auto outcome = ask({ u"add.py"_s, u"--workspace"_s, path, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    const auto steps = outcome.json().value(u"steps"_s).toArray();
    ASSERT_EQ(steps.size(), 3);
    EXPECT_TRUE(steps[0][u"first"_s].toBool());
    EXPECT_EQ(steps[0][u"cycles"_s].toDouble(), 97);
    EXPECT_EQ(steps[0][u"origin"_s].toString(), u"estimate"_s);
    const auto changesOf = [&steps](int step) {
        QStringList found;
        for (const auto &change : steps[step][u"changes"_s].toArray())
            found.append(change[u"kind"_s].toString() + u' ' + change[u"what"_s].toString() + u' '
                + change[u"before"_s].toString() + u' ' + change[u"after"_s].toString());
        return found;
    };
    EXPECT_EQ(changesOf(1), QStringList{ u"spec memoryMode Shared_Sram Sram_Only"_s });
    EXPECT_EQ(changesOf(2),
        (QStringList{ u"commit  "_s + QString(40, u'1') + u' ' + QString(40, u'2'),
            u"tool vela 5.1.0 5.2.0"_s }));
    EXPECT_EQ(steps[2][u"cyclesBefore"_s].toDouble(), steps[1][u"cycles"_s].toDouble());
    // What was measured belongs to the program that ran.
    const auto measured = steps[0][u"measured"_s].toArray();
    ASSERT_EQ(measured.size(), 2);
    EXPECT_EQ(measured[0][u"value"_s].toDouble(), 2000) << "the median";
    EXPECT_EQ(measured[0][u"origin"_s].toString(), u"board"_s);
    EXPECT_EQ(measured[1][u"name"_s].toString(), u"NPU_ACTIVE"_s);
    EXPECT_FALSE(steps[1].toObject().contains(u"measured"_s)) << "not known is absent";

    const auto text = ask({ Model, u"--workspace"_s, path, u"--wide"_s }).out;
    EXPECT_TRUE(text.contains(u"memoryMode Shared_Sram → Sram_Only"_s)) << qPrintable(text);
    EXPECT_TRUE(text.contains(u"Vela 5.1.0 → 5.2.0"_s)) << qPrintable(text);
    EXPECT_TRUE(text.contains(u"(board)"_s)) << qPrintable(text);
    const auto csv = ask({ u"add.py"_s, u"--workspace"_s, path, u"--csv"_s }).out;
    EXPECT_EQ(csv.count(u'\n'), 4) << qPrintable(csv);
}

/// Workspaces of before have runs whose own consoles say that they ran another program.
TEST(HistoryCommand, ARunWhoseConsoleRefutesItsProgramIsOfNoStep)
{
    const auto path = history();
    {
        auto file = *workspace::Workspace::open(path);
        auto run = *profile::readRun(ByteSource::fromBytes(
            generateConsole({ .pteBytes = 50'000, .profiles = { { .npuCycles = 7 } } }),
            u"other.log"_s));
        run.modelSha256 = file->runHeads()->front().modelSha256;
        ASSERT_TRUE(profile::RunStore(*file).save(run));
    }
    const auto steps
        = ask({ u"add.py"_s, u"--workspace"_s, path, u"--json"_s }).json()[u"steps"_s].toArray();
    EXPECT_EQ(steps[0][u"measured"_s].toArray().size(), 2) << "of the board alone";
    const auto listed = outcomeOf(
        cli::runsCommand(), { u"--workspace"_s, path, u"--group"_s, u"model"_s, u"--json"_s })
                            .json();
    const auto groups = listed[u"groups"_s].toArray();
    ASSERT_EQ(groups.size(), 2);
    EXPECT_EQ(groups[0][u"name"_s].toString(), u"add.pte"_s);
    EXPECT_EQ(groups[0][u"runs"_s].toArray(), QJsonArray{ 1 });
    EXPECT_EQ(groups[1][u"runs"_s].toArray(), QJsonArray{ 2 });
    EXPECT_FALSE(groups[1].toObject().contains(u"name"_s)) << "nobody knows what it ran";
    EXPECT_FALSE(listed[u"runs"_s][1].toObject().contains(u"program"_s));
}

TEST(HistoryCommand, SaysTheNeedThatOtherCommandsSay)
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    const auto folder = fixturePath(u"add-u55-128-sram_only"_s);
    const auto result = *compiled::readCompileResult(folder);
    ASSERT_TRUE((*workspace::Workspace::create(path))
                    ->addCompile(result, workspace::compileDetails(result, {}, {})));
    const auto steps = ask({ u"add.py"_s, u"--workspace"_s, path, u"--json"_s })
                           .json()
                           .value(u"steps"_s)
                           .toArray();
    ASSERT_EQ(steps.size(), 1);
    const auto inspected = outcomeOf(cli::inspectCommand(), { folder, u"--json"_s }).json();
    ASSERT_FALSE(inspected[u"need"_s].toArray().isEmpty());
    EXPECT_EQ(steps[0][u"need"_s], inspected[u"need"_s]);
    EXPECT_GT(steps[0][u"sramBytes"_s].toInteger(), qint64(*result.summary.sramBytes))
        << "weights and commands lie there, too";
    // Its reports were gone when it was recorded: the sum of what is known is no need.
    const auto text = ask({ Model, u"--workspace"_s, history(), u"--wide"_s }).out;
    EXPECT_TRUE(text.contains(u"at least"_s)) << qPrintable(text);
}

TEST(HistoryCommand, ListsModelsAndSaysWhatIsNotThere)
{
    const auto path = history();
    const auto models
        = ask({ u"--workspace"_s, path, u"--json"_s }).json().value(u"models"_s).toArray();
    ASSERT_EQ(models.size(), 2);
    EXPECT_EQ(models[0][u"name"_s].toString(), u"two_partitions.py"_s) << "the newest";
    EXPECT_EQ(models[1][u"path"_s].toString(), Model);
    EXPECT_EQ(models[1][u"compiles"_s].toInt(), 3);
    EXPECT_EQ(ask({ u"other.py"_s, u"--workspace"_s, path }).exitCode, cli::BadInput);
    EXPECT_EQ(ask({ u"add.py"_s }).exitCode, cli::Usage);
    EXPECT_EQ(ask({ u"add.py"_s, u"--workspace"_s, u"/nowhere.tosaic"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(
        ask({ u"add.py"_s, u"--workspace"_s, path, u"--target"_s, u"ethos-u85-256"_s, u"--json"_s })
            .json()
            .value(u"steps"_s)
            .toArray()
            .size(),
        0);
}

} // namespace tosaic::test::historycommandtests
