// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/analysis/memoryneed.h"
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <algorithm>
#include <sys/mount.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

// tosaic-cli estimate and respec. Those that run the tools need TOSAIC_PYTHON.

namespace tosaic::test::estimatecommandtests {

namespace {

#define TOSAIC_NEED_TOOLS()                                                                        \
    do {                                                                                           \
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))                                          \
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";  \
    } while (false)

QString write(const QString &name, const QByteArray &bytes)
{
    QFile file(temporaryDir() + u'/' + name);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return file.fileName();
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    return file.readAll();
}

QString specFile(const QByteArray &json)
{
    return write(u"spec.json"_s, json);
}

Outcome estimate(const QString &input, const QByteArray &spec, const QStringList &more = {})
{
    return outcomeOf(
        cli::estimateCommand(), QStringList{ input, u"--spec"_s, specFile(spec) } + more);
}

Outcome respec(const QString &program, const QByteArray &spec, const QString &output,
    const QStringList &more = {})
{
    return outcomeOf(cli::respecCommand(),
        QStringList{ program, u"--spec"_s, specFile(spec), u"-o"_s, output } + more);
}

const auto Add = u"add-u55-128"_s;

} // namespace

TEST(EstimateCommand, UsageAndBadInput)
{
    EXPECT_EQ(outcomeOf(cli::estimateCommand(), {}).exitCode, cli::Usage);
    EXPECT_EQ(outcomeOf(cli::estimateCommand(), { u"--help"_s }).exitCode, cli::Fine);
    EXPECT_EQ(outcomeOf(cli::respecCommand(), { u"a.pte"_s }).exitCode, cli::Usage);
    const auto add = fixturePath(Add);
    EXPECT_EQ(estimate(add, "{}").exitCode, cli::BadInput);
    EXPECT_EQ(
        estimate(u"/nowhere.tosa"_s, "{\"target\":\"ethos-u55-128\"}").exitCode, cli::BadInput);
    // A program of which no TOSA is anywhere near.
    const auto lonely = write(u"add.pte"_s, bytesOf(add + u"/add.pte"_s));
    const auto outcome = estimate(lonely, "{\"target\":\"ethos-u55-128\"}");
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"TOSA"_s)) << qPrintable(outcome.err);
}

TEST(EstimateCommand, MissingToolIsExitThree)
{
    const auto outcome = estimate(fixturePath(Add), "{\"target\":\"ethos-u55-128\"}",
        { u"--python"_s, u"/nowhere/python"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::ToolFailed);
    EXPECT_EQ(outcome.json().value(u"status"_s), u"failed"_s);
    EXPECT_TRUE(outcome.err.contains(u"tool.missing"_s));
}

TEST(EstimateCommand, AWorkspaceKnowsTheTosaOfAProgramThatLiesAlone)
{
    const auto path = temporaryDir() + u"/work.tosaic"_s;
    const auto compiled = compiled::readCompileResult(fixturePath(Add));
    ASSERT_TRUE(compiled);
    ASSERT_TRUE((*workspace::Workspace::create(path))->addCompile(*compiled, {}));
    const auto lonely = write(u"moved.pte"_s, bytesOf(fixturePath(Add) + u"/add.pte"_s));
    const auto asked = "{\"target\":\"ethos-u55-128\",\"memoryMode\":\"Sram_Only\"}";
    const QStringList without{ u"--python"_s, u"/nowhere/python"_s };
    const auto with = without + QStringList{ u"--workspace"_s, path };
    EXPECT_EQ(estimate(lonely, asked, without).exitCode, cli::BadInput);
    EXPECT_EQ(estimate(lonely, asked, with).exitCode, cli::ToolFailed) << "found; only no Vela";
    EXPECT_EQ(
        respec(lonely, asked, temporaryDir() + u"/out.pte"_s, with).exitCode, cli::ToolFailed);
    const auto budget = outcomeOf(cli::budgetCommand(),
        QStringList{ lonely, u"--board"_s, u"corstone-300"_s, u"--spec"_s, specFile(asked) }
            + with);
    EXPECT_EQ(budget.exitCode, cli::ToolFailed) << qPrintable(budget.err);
    const auto nowhere = without + QStringList{ u"--workspace"_s, u"/nowhere/work.tosaic"_s };
    const auto missing = estimate(lonely, asked, nowhere);
    EXPECT_EQ(missing.exitCode, cli::BadInput);
    EXPECT_TRUE(missing.err.contains(u"/nowhere/work.tosaic"_s)) << qPrintable(missing.err);
}

TEST(RespecCommand, RefusesWhatNeedsLowering)
{
    const auto output = temporaryDir() + u"/out.pte"_s;
    const auto outcome = respec(fixturePath(Add) + u"/add.pte"_s, "{\"target\":\"ethos-u85-256\"}",
        output, { u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"respec.needs-lowering"_s)) << qPrintable(outcome.err);
    EXPECT_FALSE(QFile::exists(output));
}

TEST(EstimateCommand, SaysWhatTheCompileSaid)
{
    TOSAIC_NEED_TOOLS();
    const auto folder = fixturePath(Add);
    const auto compiled = compiled::readCompileResult(folder);
    ASSERT_TRUE(compiled);
    for (const auto &input :
        { folder, folder + u"/add.pte"_s, folder + u"/partition0/partition.tosa"_s }) {
        const auto outcome = estimate(input, "{\"target\":\"ethos-u55-128\"}", { u"--json"_s });
        ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
        const auto summary = outcome.json().value(u"summary"_s).toObject();
        EXPECT_EQ(summary.value(u"cyclesTotal"_s).toDouble(), compiled->summary.cyclesTotal);
        EXPECT_EQ(summary.value(u"sramBytes"_s).toInteger(), *compiled->summary.sramBytes);
        QJsonObject need;
        analysis::insertNeed(need, analysis::memoryNeed(analysis::memoryFacts(*compiled)));
        EXPECT_EQ(outcome.json().value(u"need"_s), need.value(u"need"_s));
        const auto partitions = outcome.json().value(u"partitions"_s).toArray();
        ASSERT_EQ(partitions.size(), 1);
        EXPECT_GT(partitions[0].toObject().value(u"commandBytes"_s).toInteger(), 0);
    }
    const auto text = estimate(folder, "{\"target\":\"ethos-u55-128\"}");
    EXPECT_TRUE(text.out.contains(u"cycles (est)"_s));
    EXPECT_TRUE(text.out.contains(u"commands (est)"_s));
}

/// Weights and commands move into the SRAM, where Vela does not book them.
TEST(EstimateCommand, SramOnlyNeedsTheSramForAllOfMobileNet)
{
    TOSAIC_NEED_TOOLS();
    const auto spec = R"({"target":"ethos-u55-128","memoryMode":"Sram_Only"})";
    const auto folder = fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto outcome = estimate(folder, spec, { u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    const auto need = outcome.json()[u"need"_s].toArray();
    EXPECT_EQ(need[0][u"memory"_s], u"sram"_s);
    // Vela books the weights to a flash that this mode does not have, and the commands nowhere.
    const auto summary = outcome.json().value(u"summary"_s).toObject();
    const QJsonObject commands = need[0].toObject().value(u"parts"_s).toArray().at(2).toObject();
    EXPECT_EQ(commands.value(u"kind"_s), u"commands"_s);
    EXPECT_NEAR(commands.value(u"bytes"_s).toDouble(), 12196, 64);
    EXPECT_EQ(need[0][u"bytes"_s].toInteger(),
        summary.value(u"sramBytes"_s).toInteger() + summary.value(u"onChipFlashBytes"_s).toInteger()
            + commands.value(u"bytes"_s).toInteger());
    EXPECT_EQ(summary.value(u"sramBytes"_s).toInteger(), 147456);
    EXPECT_TRUE(estimate(folder, spec).out.contains(u"520 KiB: scratch 144 KiB"_s))
        << estimate(folder, spec).out.toStdString();
    const auto before
        = analysis::memoryNeed(analysis::memoryFacts(*compiled::readCompileResult(folder)));
    EXPECT_NEAR(static_cast<double>(*before.bytes(analysis::Memory::Sram)) / 1024, 146, 1);
}

TEST(RespecCommand, GivesTheBytesOfACompile)
{
    TOSAIC_NEED_TOOLS();
    const struct
    {
        QString from;
        QString to; ///< compiled by itself
        QString name;
    } pairs[] = {
        { Add, u"add-u55-128-sram_only"_s, u"add.pte"_s }, { Add, u"add-u65-256"_s, u"add.pte"_s },
        { u"two_partitions-u55-128"_s, u"two_partitions-u65-256-shared"_s, u"two_partitions.pte"_s }
    };
    for (const auto &pair : pairs) {
        const auto result
            = QJsonDocument::fromJson(bytesOf(fixturePath(pair.to) + u"/result.json"_s)).object();
        const auto spec = QJsonDocument(result.value(u"spec"_s).toObject()).toJson();
        const auto output = temporaryDir() + u"/out.pte"_s;
        const auto outcome
            = respec(fixturePath(pair.from) + u'/' + pair.name, spec, output, { u"--json"_s });
        ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
        EXPECT_EQ(bytesOf(output), bytesOf(fixturePath(pair.to) + u'/' + pair.name));
        EXPECT_EQ(outcome.json().value(u"status"_s), u"succeeded"_s);
    }
    // TOSA named by hand, for a program that lies alone.
    const auto lonely = write(u"add.pte"_s, bytesOf(fixturePath(Add) + u"/add.pte"_s));
    const auto output = temporaryDir() + u"/out.pte"_s;
    const auto outcome
        = respec(lonely, "{\"target\":\"ethos-u55-128\",\"memoryMode\":\"Sram_Only\"}", output,
            { u"--tosa"_s, fixturePath(Add) + u"/partition0/partition.tosa"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    EXPECT_EQ(bytesOf(output), bytesOf(fixturePath(u"add-u55-128-sram_only/add.pte"_s)));
}

TEST(RespecCommand, NeverReplacesAFileUnasked)
{
    const auto output = write(u"out.pte"_s, "mine");
    const auto program = fixturePath(Add) + u"/add.pte"_s;
    const auto asked = "{\"target\":\"ethos-u55-128\",\"memoryMode\":\"Sram_Only\"}";
    for (const auto &there : { output, program }) {
        const auto before = bytesOf(there);
        const auto outcome = respec(program, asked, there, { u"--json"_s });
        EXPECT_EQ(outcome.exitCode, cli::BadInput);
        EXPECT_TRUE(outcome.err.contains(u"output.exists"_s)) << qPrintable(outcome.err);
        EXPECT_EQ(bytesOf(there), before);
    }
    TOSAIC_NEED_TOOLS();
    const auto outcome = respec(program, asked, output, { u"--force"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    EXPECT_EQ(bytesOf(output), bytesOf(fixturePath(u"add-u55-128-sram_only/add.pte"_s)));
}

TEST(RespecCommand, IsRecordedInTheWorkspace)
{
    const auto folder = temporaryDir();
    const auto output = folder + u"/out.pte"_s;
    const auto program = fixturePath(Add) + u"/add.pte"_s;
    const auto asked = "{\"target\":\"ethos-u55-128\",\"memoryMode\":\"Sram_Only\"}";
    const auto refused = respec(program, asked, output,
        { u"--workspace"_s, write(u"w.tosaic"_s, "this is no workspace"), u"--json"_s });
    EXPECT_EQ(refused.exitCode, cli::BadInput);
    EXPECT_TRUE(refused.err.contains(u"workspace.damaged"_s)) << qPrintable(refused.err);
    TOSAIC_NEED_TOOLS();
    const auto path = folder + u"/work.tosaic"_s;
    const auto outcome = respec(program, asked, output, { u"--workspace"_s, path });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    const auto file = *workspace::Workspace::open(path);
    const auto jobs = *file->jobs();
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].action, u"respec"_s);
    EXPECT_EQ(jobs[0].kind, u"executorch"_s);
    auto files = jobs[0].sources;
    std::erase_if(files, [](const auto &source) { return source.role == "commit"_L1; });
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].role, u"model"_s); // of which the program was compiled
    EXPECT_EQ(files[1].role, u"program"_s);
    EXPECT_EQ(files[1].path, program);
    const auto writers = file->jobsThatWrote(sha256Hex(bytesOf(output)));
    ASSERT_TRUE(writers);
    EXPECT_FALSE(writers->empty());
    const auto artefacts = *file->artefacts(jobs[0].id);
    EXPECT_TRUE(std::any_of(artefacts.begin(), artefacts.end(),
        [&](const auto &artefact) { return artefact.path == output; }));
    EXPECT_TRUE(file->missingArtefacts()->empty());
}

TEST(RespecCommand, OneThatFailsIsRecordedToo)
{
    const auto path = temporaryDir() + u"/work.tosaic"_s;
    const auto outcome = respec(fixturePath(Add) + u"/add.pte"_s,
        "{\"target\":\"ethos-u55-128\",\"memoryMode\":\"Sram_Only\"}",
        temporaryDir() + u"/out.pte"_s,
        { u"--workspace"_s, path, u"--python"_s, u"/nowhere/python"_s });
    EXPECT_EQ(outcome.exitCode, cli::ToolFailed);
    const auto file = workspace::Workspace::open(path);
    ASSERT_TRUE(file);
    const auto jobs = *(*file)->jobs();
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_EQ(jobs[0].action, u"respec"_s);
    EXPECT_EQ(jobs[0].status, u"failed"_s);
}

TEST(RespecCommand, AFullDiskIsAnErrorAndLeavesNoProgram)
{
    TOSAIC_NEED_TOOLS();
    if (::geteuid() != 0)
        GTEST_SKIP() << "only root can mount a small file system";
    const auto place = temporaryDir() + u"/small"_s;
    ASSERT_TRUE(QDir().mkpath(place));
    if (::mount("tmpfs", qPrintable(place), "tmpfs", 0, "size=8k") != 0)
        GTEST_SKIP() << "cannot mount a small file system here";
    QFile filler(place + u"/filler"_s);
    EXPECT_TRUE(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) { }
    filler.close();
    const auto output = place + u"/out.pte"_s;
    const auto outcome = respec(fixturePath(Add) + u"/add.pte"_s,
        "{\"target\":\"ethos-u55-128\",\"memoryMode\":\"Sram_Only\"}", output, { u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"io.disk-full"_s)) << qPrintable(outcome.err);
    EXPECT_EQ(outcome.json().value(u"status"_s), u"failed"_s);
    EXPECT_FALSE(QFile::exists(output));
    EXPECT_EQ(::umount2(qPrintable(place), MNT_DETACH), 0);
}

} // namespace tosaic::test::estimatecommandtests
