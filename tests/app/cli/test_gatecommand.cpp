// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/bytesource.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

// tosaic-cli gate on compiles that are there already, and tosaic-cli doctor.
namespace tosaic::test::gatecommandtests {

namespace {

Outcome gate(const QString &input, const QString &store, const QStringList &more = {})
{
    return outcomeOf(cli::gateCommand(),
        QStringList{ input, u"--store"_s, store, u"--baseline"_s, u"main"_s } + more);
}

/// The fixture, as if this many more cycles had been estimated.
QString slower(const QString &fixture, double factor)
{
    const auto folder = temporaryDir() + u"/slower"_s;
    EXPECT_TRUE(QDir().mkpath(folder));
    QFile file(fixturePath(fixture) + u"/result.json"_s);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    auto object = QJsonDocument::fromJson(file.readAll()).object();
    auto summary = object.value(u"summary"_s).toObject();
    summary[u"cyclesTotal"_s] = summary.value(u"cyclesTotal"_s).toDouble() * factor;
    object[u"summary"_s] = summary;
    QFile made(folder + u"/result.json"_s);
    EXPECT_TRUE(made.open(QIODevice::WriteOnly));
    made.write(QJsonDocument(object).toJson());
    return folder;
}

/// The fixture as a compile of a model of this name and content.
QString compiledFrom(const QString &fixture, const QString &name, const QByteArray &content)
{
    const auto folder = temporaryDir() + u'/' + fixture;
    EXPECT_TRUE(QDir().mkpath(folder));
    QFile file(fixturePath(fixture) + u"/result.json"_s);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    auto object = QJsonDocument::fromJson(file.readAll()).object();
    object[u"source"_s] = QJsonObject{ { u"name"_s, name }, { u"sha256"_s, sha256Hex(content) } };
    object.remove(u"artefacts"_s); // those of the fixture stay where they are
    QFile made(folder + u"/result.json"_s);
    EXPECT_TRUE(made.open(QIODevice::WriteOnly));
    made.write(QJsonDocument(object).toJson());
    return folder;
}

const auto Add = u"add-u55-128"_s;

} // namespace

TEST(GateCommand, HoldsTheNewestOfTheBaseline)
{
    const auto store = temporaryDir() + u"/team.tosaic"_s;
    const auto alone = gate(fixturePath(Add), store);
    EXPECT_EQ(alone.exitCode, cli::BadInput);
    EXPECT_TRUE(alone.err.contains(u"gate.no-baseline"_s)) << qPrintable(alone.err);
    EXPECT_EQ(gate(fixturePath(Add), store, { u"--as"_s, u"main"_s }).exitCode, cli::Fine)
        << "the first of its branch";
    const auto same = gate(fixturePath(Add), store, { u"--fail-above"_s, u"2"_s });
    EXPECT_EQ(same.exitCode, cli::Fine) << qPrintable(same.err);
    EXPECT_FALSE(same.out.isEmpty()) << "Markdown";
    const auto worse = gate(slower(Add, 1.1), store, { u"--fail-above"_s, u"2"_s, u"--json"_s });
    EXPECT_EQ(worse.exitCode, cli::BadInput);
    EXPECT_FALSE(worse.json().value(u"gate"_s)[u"passed"_s].toBool(true));
    EXPECT_EQ(gate(slower(Add, 1.1), store, { u"--fail-above"_s, u"20"_s }).exitCode, cli::Fine);
    // Another target has no baseline.
    EXPECT_EQ(gate(fixturePath(u"add-u65-256"_s), store).exitCode, cli::BadInput);
    const auto file = workspace::Workspace::open(store);
    ASSERT_TRUE(file);
    const auto jobs = (*file)->jobHeads();
    ASSERT_TRUE(jobs);
    EXPECT_EQ(std::ranges::count(*jobs, u"main"_s, &workspace::JobRecord::name), 1);
    EXPECT_TRUE(
        std::ranges::all_of(*jobs, [](const auto &job) { return job.status == u"succeeded"_s; }));
}

/// A folder does not say where its model lies: what it holds tells two of one name apart.
TEST(GateCommand, KnowsTheModelOfAFolderByWhatItHolds)
{
    const auto store = temporaryDir() + u"/team.tosaic"_s;
    const auto name = u"model.py"_s;
    const QStringList moves{ u"--as"_s, u"main"_s };
    const auto first = compiledFrom(Add, name, "first");
    EXPECT_EQ(gate(first, store, moves).exitCode, cli::Fine);
    const auto other = compiledFrom(u"mobilenet_v2-u55-128"_s, name, "other");
    const auto foreign = gate(other, store);
    EXPECT_TRUE(foreign.err.contains(u"gate.no-baseline"_s)) << qPrintable(foreign.err);
    EXPECT_EQ(gate(compiledFrom(Add, name, "edited"), store).exitCode, cli::Fine);
    EXPECT_EQ(gate(compiledFrom(Add, u"renamed.py"_s, "first"), store).exitCode, cli::Fine);

    // Two places with models that are alike: the same content tells, else the caller does.
    const auto places = temporaryDir();
    for (const auto &place : { u"one"_s, u"two"_s }) {
        ASSERT_TRUE(QDir(places).mkpath(place));
        QFile model(places + u'/' + place + u'/' + name);
        ASSERT_TRUE(model.open(QIODevice::WriteOnly));
        model.write(place.toUtf8());
        model.close();
        const auto folder = compiledFrom(Add, name, place.toUtf8());
        EXPECT_EQ(
            gate(folder, store, moves + QStringList{ u"--model"_s, model.fileName() }).exitCode,
            cli::Fine);
    }
    EXPECT_EQ(gate(compiledFrom(Add, name, "two"), store).exitCode, cli::Fine);
    const auto unclear = compiledFrom(Add, name, "three");
    const auto refused = gate(unclear, store);
    EXPECT_EQ(refused.exitCode, cli::BadInput);
    EXPECT_TRUE(refused.err.contains(u"--model"_s)) << qPrintable(refused.err);
    EXPECT_EQ(
        gate(unclear, store, { u"--model"_s, places + u"/one/model.py"_s }).exitCode, cli::Fine);
}

TEST(GateCommand, UsageAndBadInput)
{
    const auto store = temporaryDir() + u"/team.tosaic"_s;
    EXPECT_EQ(outcomeOf(cli::gateCommand(), { fixturePath(Add) }).exitCode, cli::Usage);
    EXPECT_EQ(gate(fixturePath(Add), u"postgresql://server"_s).exitCode, cli::Usage);
    EXPECT_EQ(gate(fixturePath(Add), store, { u"--fail-above"_s, u"x"_s }).exitCode, cli::Usage);
    EXPECT_EQ(
        outcomeOf(cli::gateCommand(), { fixturePath(Add), u"--baseline"_s, u"main"_s }).exitCode,
        cli::Usage)
        << "no model to find a store beside";
    const auto between = temporaryDir() + u"/two"_s;
    ASSERT_TRUE(QDir().mkpath(between));
    for (const auto &name : { u"a.tosaic"_s, u"b.tosaic"_s, u"m.tosa"_s })
        ASSERT_TRUE(QFile(between + u'/' + name).open(QIODevice::WriteOnly));
    EXPECT_EQ(outcomeOf(cli::gateCommand(), { between + u"/m.tosa"_s, u"--baseline"_s, u"main"_s })
                  .exitCode,
        cli::Usage)
        << "which of the two?";
    EXPECT_EQ(gate(temporaryDir(), store).exitCode, cli::BadInput);
    EXPECT_EQ(gate(between + u"/m.tosa"_s, store, { u"--model"_s, between }).exitCode, cli::Usage)
        << "a model is itself";
}

/// Real compiles with nothing but a name: the workspace beside the model, the default target; two
/// models of one name are two.
TEST(GateCommand, CompilesAModelWithDefaults)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no compilers";
    const auto project = temporaryDir() + u"/project"_s;
    const auto placed = [&](const QString &folder, const QString &fixture) {
        const auto path = project + u'/' + folder + u"/part.tosa"_s;
        QDir().mkpath(QFileInfo(path).path());
        EXPECT_TRUE(QFile::copy(fixturePath(fixture) + u"/partition0/partition.tosa"_s, path));
        return path;
    };
    ASSERT_TRUE(QDir().mkpath(project + u"/.git"_s));
    const auto first = placed(u"first"_s, Add);
    const QStringList question{ u"--baseline"_s, u"main"_s, u"--fail-above"_s, u"2"_s };
    const auto alone = outcomeOf(cli::gateCommand(), QStringList{ first } + question);
    EXPECT_EQ(alone.exitCode, cli::BadInput);
    EXPECT_TRUE(alone.err.contains(u"gate.no-baseline"_s)) << qPrintable(alone.err);
    const QStringList moves{ u"--as"_s, u"main"_s };
    EXPECT_EQ(
        outcomeOf(cli::gateCommand(), QStringList{ first } + question + moves).exitCode, cli::Fine);
    const auto passed = outcomeOf(cli::gateCommand(), QStringList{ first } + question);
    EXPECT_EQ(passed.exitCode, cli::Fine) << qPrintable(passed.err);
    EXPECT_TRUE(passed.err.contains(u"ethos-u55-128"_s));
    EXPECT_FALSE(passed.out.isEmpty()) << "Markdown";
    const auto store = project + u"/first/part.tosaic"_s;
    EXPECT_TRUE(QFileInfo::exists(store));
    // Another model of that name has no baseline in the same store.
    const auto second = placed(u"second"_s, u"two_partitions-u55-128"_s);
    const auto other
        = outcomeOf(cli::gateCommand(), QStringList{ second, u"--store"_s, store } + question);
    EXPECT_EQ(other.exitCode, cli::BadInput);
    EXPECT_TRUE(other.err.contains(u"gate.no-baseline"_s)) << qPrintable(other.err + other.out);
    // The same model in another checkout has.
    const auto checkout = temporaryDir();
    ASSERT_TRUE(QDir(checkout).mkpath(u"first"_s) && QDir(checkout).mkpath(u".git"_s));
    const auto copy = checkout + u"/first/part.tosa"_s;
    ASSERT_TRUE(QFile::copy(first, copy));
    EXPECT_EQ(
        outcomeOf(cli::gateCommand(), QStringList{ copy, u"--store"_s, store } + question).exitCode,
        cli::Fine);
}

TEST(GateCommand, LowersAPythonModelWithDefaults)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no compilers";
    const auto model = temporaryDir() + u"/model.py"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"../models/add.py"_s), model));
    const QStringList question{ model, u"--baseline"_s, u"main"_s, u"--fail-above"_s, u"2"_s };
    EXPECT_EQ(outcomeOf(cli::gateCommand(), question).exitCode, cli::Usage) << "not trusted";
    const auto trusted = question + QStringList{ u"--trust"_s };
    const auto first = outcomeOf(cli::gateCommand(), trusted + QStringList{ u"--as"_s, u"main"_s });
    EXPECT_EQ(first.exitCode, cli::Fine) << qPrintable(first.err);
    const auto second = outcomeOf(cli::gateCommand(), trusted);
    EXPECT_EQ(second.exitCode, cli::Fine) << qPrintable(second.err);
    EXPECT_FALSE(second.out.isEmpty()) << "Markdown";
}

TEST(DoctorCommand, SaysWhatIsMissingAndHowToGetIt)
{
    EXPECT_EQ(outcomeOf(cli::doctorCommand(), { u"model.pte"_s }).exitCode, cli::Usage)
        << "what it does not look at is not left out in silence";
    qputenv("EXECUTORCH_ROOT", temporaryDir().toUtf8()); // empty: no checkout
    const auto outcome = outcomeOf(cli::doctorCommand(), { u"--json"_s });
    qunsetenv("EXECUTORCH_ROOT");
    const auto tools = outcome.json().value(u"tools"_s).toArray();
    EXPECT_EQ(outcome.exitCode,
        outcome.json().value(u"canCompile"_s).toBool() ? cli::Fine : cli::ToolFailed);
    QStringList kinds;
    for (const auto &value : tools) {
        const auto tool = value.toObject();
        kinds.append(tool.value(u"kind"_s).toString());
        const bool isThere = tool.value(u"state"_s) == u"fits"_s;
        const bool isNeeded = tool.value(u"name"_s) != u"other Pythons"_s;
        EXPECT_EQ(tool.value(u"state"_s) == u"not-needed"_s, !isNeeded);
        EXPECT_TRUE(isThere || !isNeeded || tool.value(u"kind"_s) == u"serial"_s
            || !tool.value(u"remedy"_s).toArray().isEmpty())
            << qPrintable(tool.value(u"name"_s).toString());
        if (tool.value(u"kind"_s) == u"executorch"_s) {
            EXPECT_EQ(tool.value(u"state"_s), u"missing"_s);
            EXPECT_EQ(tool.value(u"license"_s), u"BSD-3-Clause"_s);
        }
    }
    for (const auto &kind : { u"compilers"_s, u"arm-toolchain"_s, u"fvp"_s, u"executorch"_s,
             u"serial"_s, u"cluster"_s })
        EXPECT_TRUE(kinds.contains(kind)) << qPrintable(kind);
    EXPECT_EQ(kinds.count(u"fvp"_s), 3);
}

/// What is installed and does not work is not installed again; why, it says itself.
TEST(DoctorCommand, SaysTheWordsOfAToolThatFails)
{
    const auto sbatch = written(u"sbatch"_s,
        "#!/bin/sh\necho sbatch: error: no DNS record >&2\necho sbatch: fatal: no configuration "
        ">&2\nexit 1\n");
    ASSERT_TRUE(QFile::setPermissions(sbatch, QFile::ReadOwner | QFile::ExeOwner));
    const auto before = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(QFileInfo(sbatch).path()) + ':' + before);
    const auto outcome = outcomeOf(cli::doctorCommand(), { u"--json"_s });
    qputenv("PATH", before);
    const auto tools = outcome.json().value(u"tools"_s).toArray();
    const auto slurm = std::ranges::find_if(
        tools, [](const QJsonValue &tool) { return tool[u"name"_s] == u"Slurm"_s; });
    ASSERT_NE(slurm, tools.end());
    EXPECT_EQ((*slurm)[u"state"_s], u"broken"_s);
    EXPECT_TRUE((*slurm)[u"note"_s].toString().endsWith(u"sbatch: fatal: no configuration"_s))
        << qPrintable((*slurm)[u"note"_s].toString());
    const auto remedy = QJsonDocument((*slurm)[u"remedy"_s].toArray()).toJson();
    EXPECT_FALSE(remedy.contains("apt-get")) << remedy.constData();
}

/// A machine has many Pythons: those that nobody made for compilers are one row.
TEST(DoctorCommand, FoldsPythonsThatNobodyMeant)
{
    const auto pyenv = temporaryDir() + u"/pyenv"_s;
    for (const auto &version : { u"3.6.1"_s, u"3.7.1"_s, u"3.12.1"_s }) {
        const auto bin = pyenv + u"/versions/"_s + version + u"/bin"_s;
        ASSERT_TRUE(QDir().mkpath(bin));
        QFile python(bin + u"/python"_s);
        ASSERT_TRUE(python.open(QIODevice::WriteOnly));
        python.write("#!/bin/sh\nexit 1\n");
        ASSERT_TRUE(python.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    qputenv("PYENV_ROOT", pyenv.toUtf8());
    const auto named = pyenv + u"/versions/3.6.1/bin/python"_s;
    const auto outcome = outcomeOf(cli::doctorCommand(), { u"--json"_s, u"--python"_s, named });
    const auto text = outcomeOf(cli::doctorCommand(), { u"--python"_s, named }, { 80 }).out;
    qunsetenv("PYENV_ROOT");
    EXPECT_TRUE(text.contains(u"/3.12.1/"_s)) << qPrintable(text);
    for (const auto &line : text.split(u'\n')) {
        const auto words = line.trimmed();
        EXPECT_TRUE(line.size() <= 80 || words.startsWith(u"$ "_s) || !words.contains(u' '))
            << qPrintable(line);
    }
    int brokenRows = 0;
    int foldedRows = 0;
    for (const auto &value : outcome.json().value(u"tools"_s).toArray()) {
        if (value[u"kind"_s] != u"compilers"_s)
            continue;
        brokenRows += value[u"state"_s] == u"broken"_s;
        const auto note = value[u"note"_s].toString();
        const bool isFolded = note.contains(u"/3.7.1/"_s) && note.contains(u"/3.12.1/"_s);
        foldedRows += isFolded;
        EXPECT_TRUE(!isFolded || !note.contains(u"/3.6.1/"_s));
    }
    EXPECT_EQ(brokenRows, 1) << "the named one: " << qPrintable(outcome.out);
    EXPECT_EQ(foldedRows, 1) << qPrintable(outcome.out);
}

} // namespace tosaic::test::gatecommandtests
