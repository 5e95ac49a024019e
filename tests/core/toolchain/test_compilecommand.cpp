// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"
#include "tests/support/processes.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace tosaic::compilecommandtests {

namespace {

constexpr int Patience = 30000; // ms

/// The program tosaic-cli with the fake tools.
class CompileCommand : public testing::Test
{
protected:
    CompileCommand()
    {
        input = write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA....", 12));
        spec = write(u"spec.json"_s, R"({"target":"ethos-u55-128"})");
    }
    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(folder + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    void start(QProcess &process, const QStringList &arguments, const QString &mode)
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TOSAIC_FAKE_MODE"_s, mode);
        environment.insert(u"TOSAIC_PYTHON"_s, python);
        environment.insert(u"XDG_DATA_HOME"_s, folder);
        environment.insert(u"XDG_CONFIG_HOME"_s, folder + u"/config"_s);
        environment.remove(u"VIRTUAL_ENV"_s);
        environment.remove(u"CONDA_PREFIX"_s);
        process.setProcessEnvironment(environment);
        process.start(test::programPath(u"tosaic-cli"_s), arguments);
    }
    int run(const QStringList &arguments, const QString &mode = u"ok"_s)
    {
        return runCommand(QStringList{ u"compile"_s } + arguments, mode);
    }
    int runCommand(const QStringList &arguments, const QString &mode = u"ok"_s)
    {
        QProcess process;
        start(process, arguments, mode);
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, Patience));
        output = process.readAllStandardOutput();
        errors = process.readAllStandardError();
        return process.exitCode();
    }
    QStringList usual(const QStringList &more = {}) const
    {
        return QStringList{ input, u"--spec"_s, spec, u"-o"_s, out, u"--json"_s } + more;
    }
    /// A program that leaves a mark when it is started.
    QString evil()
    {
        const auto program
            = write(u"evil.sh"_s, "#!/bin/sh\ntouch " + mark.toUtf8() + "\nexit 1\n");
        QFile(program).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return program;
    }
    /// As it comes from somebody else: not written through Tosaic on this machine.
    QString workspaceNaming(const QString &program)
    {
        const auto foreign = folder + u"/foreign.tosaic"_s;
        const auto file = workspace::Workspace::openOrCreate(foreign);
        EXPECT_TRUE(file && (*file)->setSetting(workspace::InterpreterKey, program));
        EXPECT_TRUE((*file)->setSetting(workspace::SecondInterpreterKey, program));
        return foreign;
    }
    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
    QString firstProblem() const
    {
        return json().value(u"problems"_s).toArray().first().toObject().value(u"code"_s).toString();
    }

    ~CompileCommand() override { qputenv("PATH", path); }

    const QByteArray path = qgetenv("PATH");
    QString folder = test::temporaryDir();
    QString out = folder + u"/out"_s;
    QString python = test::programPath(u"tosaic-faketool"_s);
    QString mark = folder + u"/has-run"_s;
    QString input;
    QString spec;
    QByteArray output;
    QByteArray errors;
};

TEST_F(CompileCommand, PrintsOneJsonDocumentAndProgressElsewhere)
{
    ASSERT_EQ(run(usual({ u"--workspace"_s, folder + u"/w.tosaic"_s })), 0) << errors.constData();
    EXPECT_EQ(json().value(u"status"_s).toString(), u"succeeded"_s);
    EXPECT_EQ(json().value(u"tools"_s).toObject().value(u"vela"_s).toString(), u"5.1.0"_s);
    EXPECT_EQ(json().value(u"summary"_s).toObject().value(u"cyclesTotal"_s).toInt(), 100);
    EXPECT_FALSE(json().value(u"artefacts"_s).toArray().isEmpty());
    EXPECT_TRUE(errors.contains("[1/2] vela"));
    EXPECT_TRUE(QFileInfo::exists(folder + u"/w.tosaic"_s));
}

TEST_F(CompileCommand, ExitCodesSayWhoseFaultItIs)
{
    EXPECT_EQ(run({}), 2);
    EXPECT_EQ(run({ input }), 2);
    EXPECT_EQ(run(usual({ u"--nonsense"_s })), 2);
    EXPECT_EQ(run({ u"--help"_s }), 0);
    EXPECT_TRUE(output.contains("--spec"));

    EXPECT_EQ(run(usual(), u"error"_s), 1);
    EXPECT_EQ(firstProblem(), u"compile.refused"_s);
    out = folder + u"/crash"_s;
    EXPECT_EQ(run(usual(), u"crash"_s), 3);
    EXPECT_EQ(firstProblem(), u"tool.crashed"_s);
    out = folder + u"/slow"_s;
    EXPECT_EQ(run(usual({ u"--timeout"_s, u"0.5"_s }), u"hang"_s), 3);
    EXPECT_EQ(firstProblem(), u"tool.timeout"_s);
    out = folder + u"/python"_s;
    EXPECT_EQ(run(usual({ u"--python"_s, u"/nonexistent/python"_s })), 3);
    EXPECT_EQ(firstProblem(), u"tool.missing"_s);
}

TEST_F(CompileCommand, BadSpecAndBadInputAreTheInputsFault)
{
    spec = write(u"bad.json"_s, R"({"target":"ethos-u55-128","debug":"all"})");
    EXPECT_EQ(run(usual()), 1);
    EXPECT_EQ(firstProblem(), u"spec.invalid"_s);
    spec = write(u"wrong.json"_s, R"({"target":"ethos-u55-128","memoryMode":"Dedicated_Sram"})");
    EXPECT_EQ(run(usual()), 1);
    EXPECT_EQ(firstProblem(), u"spec.memory-mode-system"_s);
    spec = write(u"spec.json"_s, R"({"target":"ethos-u55-128"})");
    input = write(u"notes.tosa"_s, "just a text");
    out = folder + u"/notes"_s;
    EXPECT_EQ(run(usual()), 1);
    EXPECT_EQ(firstProblem(), u"format.unknown"_s);
    out = folder + u"/headline"_s;
    EXPECT_EQ(run({ input, u"--spec"_s, spec, u"-o"_s, out }), 1);
    EXPECT_TRUE(output.startsWith("failed: notes.tosa for ethos-u55-128\n")) << output.constData();
    spec = write(u"bad.json"_s, "{}");
    EXPECT_EQ(run({ input, u"--spec"_s, spec, u"-o"_s, folder + u"/nothing"_s }), 1);
    EXPECT_TRUE(output.startsWith("failed: notes.tosa\n")) << output.constData();
}

TEST_F(CompileCommand, PythonModelsNeedTrust)
{
    input = write(u"model.py"_s, "ModelUnderTest = None\n");
    EXPECT_EQ(run(usual()), 2);
    EXPECT_EQ(firstProblem(), u"trust.needed"_s);
    out = folder + u"/trusted"_s;
    EXPECT_EQ(run(usual({ u"--trust"_s })), 0) << errors.constData();
}

/// torch.load() runs the pickled parts of a .pt2.
TEST_F(CompileCommand, ExportedProgramsNeedTrustAsMuch)
{
    input = write(u"evil.pt2"_s, "PK\x03\x04....");
    EXPECT_EQ(run(usual()), 2);
    EXPECT_EQ(firstProblem(), u"trust.needed"_s);
    EXPECT_TRUE(json().value(u"tools"_s).toObject().isEmpty()) << "nothing was started";
    out = folder + u"/trusted"_s;
    EXPECT_EQ(run(usual({ u"--trust"_s })), 0) << errors.constData();
    // Or once for this content, on this machine.
    EXPECT_EQ(runCommand({ u"trust"_s, u"add"_s, u"--model"_s, input }), 0);
    out = folder + u"/approved"_s;
    EXPECT_EQ(run(usual()), 0) << errors.constData();
    input = write(u"evil.pt2"_s, "PK\x03\x04.changed");
    out = folder + u"/changed"_s;
    EXPECT_EQ(run(usual()), 2);
}

TEST_F(CompileCommand, AWorkspacesInterpreterRunsOnlyWhenThisUserApprovedIt)
{
    const auto program = evil();
    const QStringList where{ u"--workspace"_s, workspaceNaming(program) };
    python.clear(); // TOSAIC_PYTHON comes before the workspace
    EXPECT_EQ(run(usual(where)), 2);
    EXPECT_EQ(firstProblem(), u"trust.needed"_s);
    EXPECT_TRUE(errors.contains(program.toUtf8())) << errors.constData();
    EXPECT_TRUE(errors.contains("tosaic-cli trust add --interpreter")) << errors.constData();
    EXPECT_FALSE(QFile::exists(out)) << "it was not begun";
    ASSERT_EQ(runCommand(QStringList{ u"trust"_s, u"show"_s, u"--json"_s } + where), 0);
    const auto names = json().value(u"names"_s).toArray();
    ASSERT_EQ(names.size(), 2);
    EXPECT_EQ(names[0][u"what"_s].toString(), program);
    EXPECT_EQ(names[0][u"state"_s].toString(), u"not-approved"_s);
    ASSERT_FALSE(QFile::exists(mark)) << "looking runs nothing";

    ASSERT_EQ(runCommand({ u"trust"_s, u"add"_s, u"--interpreter"_s, program }), 0)
        << errors.constData();
    run(usual(where));
    EXPECT_TRUE(QFile::exists(mark)) << "approved, it is used";
    ASSERT_TRUE(QFile::remove(mark));
    evil();
    QFile file(program);
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("# another content\n");
    file.close();
    out = folder + u"/changed"_s;
    EXPECT_EQ(run(usual(where)), 2);
    EXPECT_FALSE(QFile::exists(mark));

    // What is withdrawn is asked about again.
    evil();
    ASSERT_EQ(runCommand({ u"trust"_s, u"list"_s, u"--json"_s }), 0);
    const auto id = json().value(u"approvals"_s)[0][u"id"_s].toString();
    EXPECT_EQ(runCommand({ u"trust"_s, u"remove"_s, id }), 0) << errors.constData();
    EXPECT_EQ(runCommand({ u"trust"_s, u"remove"_s, id }), 1);
    EXPECT_EQ(run(usual(where)), 2);
    EXPECT_FALSE(QFile::exists(mark));
}

TEST_F(CompileCommand, NoOtherCommandStartsWhatAWorkspaceNames)
{
    const QStringList where{ u"--workspace"_s, workspaceNaming(evil()) };
    python.clear();
    const auto program = test::fixturePath(u"add-u55-128/add.pte"_s);
    const auto grid = write(u"grid.json"_s, R"({"targets":["ethos-u55-128"]})");
    const std::vector<QStringList> commands{
        { u"estimate"_s, program, u"--spec"_s, spec },
        { u"sweep"_s, program, u"--grid"_s, grid, u"-o"_s, folder + u"/sweep"_s },
        { u"respec"_s, program, u"--spec"_s, spec, u"-o"_s, folder + u"/new.pte"_s },
        { u"budget"_s, program, u"--board"_s, u"corstone-300"_s },
        { u"workspace"_s, u"jobs"_s },
        { u"runs"_s },
    };
    for (const auto &command : commands) {
        EXPECT_NE(runCommand(command + where), 2)
            << qPrintable(command.front()) << ' ' << errors.constData();
        EXPECT_FALSE(QFile::exists(mark)) << qPrintable(command.front());
    }
}

/// Nor does one load a model that nobody approved.
TEST_F(CompileCommand, EveryCommandThatLoadsAModelAsksFirst)
{
    const auto model = write(u"model.py"_s, "open('" + mark.toUtf8() + "', 'w')\n");
    const auto grid = write(u"grid.json"_s, R"({"targets":["ethos-u55-128"]})");
    const auto result = test::fixturePath(u"add-u55-128"_s);
    const std::vector<QStringList> commands{
        { u"compile"_s, model, u"--spec"_s, spec, u"-o"_s, folder + u"/compiled"_s },
        { u"sweep"_s, model, u"--grid"_s, grid, u"-o"_s, folder + u"/sweep"_s },
        { u"partition"_s, model, u"--spec"_s, spec },
        { u"accuracy"_s, result, u"--model"_s, model },
        { u"gate"_s, model, u"--spec"_s, spec, u"--store"_s, folder + u"/w.tosaic"_s,
            u"--baseline"_s, u"main"_s },
    };
    for (const auto &command : commands) {
        EXPECT_EQ(runCommand(command), 2) << qPrintable(command.front());
        EXPECT_TRUE(errors.contains("trust.needed"))
            << qPrintable(command.front()) << ' ' << errors.constData();
        EXPECT_FALSE(QFile::exists(mark)) << qPrintable(command.front());
    }
}

TEST_F(CompileCommand, ASpecWritesBelowTheOutputFolderUnlessApproved)
{
    input = write(u"model.py"_s, "ModelUnderTest = None\n");
    const auto elsewhere = folder + u"/elsewhere"_s;
    spec = write(u"foreign.json"_s,
        "{\"target\":\"ethos-u55-128\",\"intermediates\":\"" + elsewhere.toUtf8() + "\"}");
    EXPECT_EQ(run(usual({ u"--trust"_s })), 2);
    EXPECT_TRUE(errors.contains("trust.folder")) << errors.constData();
    EXPECT_TRUE(errors.contains("tosaic-cli trust add --folder " + elsewhere.toUtf8()))
        << errors.constData();
    EXPECT_EQ(runCommand({ u"trust"_s, u"add"_s, u"--folder"_s, elsewhere }), 0);
    EXPECT_EQ(run(usual({ u"--trust"_s })), 0) << errors.constData();
}

TEST_F(CompileCommand, WithoutAnEnvironmentItPrintsTheCommandsThatMakeOne)
{
    // Named, but not there: that one is told, and no other is taken instead.
    python = u"/nonexistent/python"_s;
    EXPECT_EQ(run(usual()), 3);
    EXPECT_EQ(firstProblem(), u"tool.missing"_s);
    EXPECT_TRUE(errors.contains("/nonexistent/python"));

    // None at all: an empty PATH has no python3 either.
    python.clear();
    qputenv("PATH", "");
    out = folder + u"/none"_s;
    EXPECT_EQ(run(usual()), 3);
    EXPECT_EQ(firstProblem(), u"tool.missing"_s);
    EXPECT_TRUE(errors.contains("-m venv"));
    EXPECT_TRUE(errors.contains("executorch[ethos-u]==1.5.1"));
}

TEST_F(CompileCommand, TheSameCommandWorksOnceItIsTrusted)
{
    input = write(u"model.py"_s, "ModelUnderTest = None\n");
    EXPECT_EQ(run(usual()), 2);
    EXPECT_EQ(run(usual({ u"--timeout"_s, u"0.5"_s, u"--trust"_s }), u"hang"_s), 3);
    EXPECT_EQ(firstProblem(), u"tool.timeout"_s) << output.constData();
    EXPECT_EQ(run(usual({ u"--trust"_s })), 0) << errors.constData();
    EXPECT_EQ(run(usual({ u"--trust"_s })), 1);
    EXPECT_EQ(firstProblem(), u"output.exists"_s);
}

TEST_F(CompileCommand, AWorkspaceThatCannotBeUsedStopsItBeforeAnythingRuns)
{
    const auto workspace = write(u"w.tosaic"_s, "this is no workspace");
    EXPECT_EQ(run(usual({ u"--workspace"_s, workspace })), 1);
    EXPECT_TRUE(errors.contains("workspace.damaged")) << errors.constData();
    EXPECT_FALSE(QFileInfo::exists(out));
    EXPECT_EQ(run(usual({ u"--workspace"_s, folder + u"/nowhere/w.tosaic"_s })), 1);
    EXPECT_FALSE(QFileInfo::exists(out));
    EXPECT_EQ(run(usual()), 0) << errors.constData();
}

TEST_F(CompileCommand, AfterAKillTheSameCommandWorks)
{
    const auto marker = out + u"/.tosaic-compile.json"_s;
    QProcess process;
    start(process, QStringList{ u"compile"_s } + usual(), u"hang"_s);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return QFileInfo::exists(out + u"/console.txt"_s); }, Patience));
    EXPECT_EQ(run(usual()), 1) << "it is still at work";
    EXPECT_EQ(firstProblem(), u"output.busy"_s);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    process.waitForFinished();
    write(u"out/model_vela.npz"_s, "half a model");
    const auto notes = write(u"out/notes.txt"_s, "mine");
    EXPECT_TRUE(QFileInfo::exists(marker));
    EXPECT_EQ(run(usual()), 0) << output.constData() << errors.constData();
    EXPECT_FALSE(QFileInfo::exists(marker));
    EXPECT_TRUE(QFileInfo::exists(notes));
    EXPECT_EQ(run(usual()), 1);
    EXPECT_EQ(firstProblem(), u"output.exists"_s) << "a result that is complete stays";
    EXPECT_FALSE(QFileInfo::exists(marker));
}

TEST_F(CompileCommand, AfterAFullDiskTheSameCommandWorks)
{
    // A limit of 512 bytes for a file is reached by result.json alone, and fails as a full disk.
    QProcess limited;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TOSAIC_FAKE_MODE"_s, u"ok"_s);
    environment.insert(u"TOSAIC_PYTHON"_s, python);
    environment.insert(u"XDG_DATA_HOME"_s, folder);
    environment.insert(u"XDG_CONFIG_HOME"_s, folder + u"/config"_s);
    limited.setProcessEnvironment(environment);
    limited.start(u"/bin/sh"_s,
        QStringList{ u"-c"_s, u"trap '' XFSZ; ulimit -f 1; exec \"$@\""_s, u"sh"_s,
            test::programPath(u"tosaic-cli"_s), u"compile"_s }
            + usual());
    ASSERT_TRUE(limited.waitForFinished(Patience));
    output = limited.readAllStandardOutput();
    EXPECT_NE(limited.exitCode(), 0);
    EXPECT_TRUE(output.contains("io.disk-full")) << output.constData();
    EXPECT_TRUE(QFileInfo::exists(out + u"/model_vela.npz"_s)) << "it got as far as the model";
    EXPECT_FALSE(QFileInfo::exists(out + u"/result.json"_s));
    EXPECT_EQ(run(usual()), 0) << output.constData() << errors.constData();
}

TEST_F(CompileCommand, KilledItLeavesItsRecordAndNoProcess)
{
    const QStringList where{ u"--workspace"_s, folder + u"/w.tosaic"_s };
    const auto jobs = [&] {
        EXPECT_EQ(runCommand(QStringList{ u"workspace"_s, u"jobs"_s, u"--json"_s } + where), 0)
            << errors.constData();
        return json().value(u"jobs"_s).toArray();
    };
    QProcess process;
    start(process, QStringList{ u"compile"_s } + usual(where), u"stubborn"_s);
    // The supervisor, the compiler, and what that started.
    const auto tools = [&] {
        int count = 0;
        for (const auto &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
            QFile line(u"/proc/%1/cmdline"_s.arg(name));
            const auto id = name.toLongLong();
            if (id <= 0 || id == process.processId() || !line.open(QIODevice::ReadOnly))
                continue;
            const auto text = line.readAll();
            count += text.contains("tosaic-faketool") && text.contains(folder.toUtf8())
                && test::isAlive(id);
        }
        return count;
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return tools() >= 3; }, Patience));
    auto recorded = jobs();
    ASSERT_EQ(recorded.size(), 1);
    EXPECT_EQ(recorded[0][u"status"_s].toString(), u"running"_s);

    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    EXPECT_TRUE(QTest::qWaitFor([&] { return tools() == 0; }, 2000));
    process.waitForFinished();
    recorded = jobs();
    ASSERT_EQ(recorded.size(), 1);
    EXPECT_EQ(recorded[0][u"status"_s].toString(), u"cut-off"_s);
    EXPECT_EQ(recorded[0][u"source"_s].toString(), u"model.tosa"_s);
    EXPECT_EQ(recorded[0][u"folder"_s].toString(), out);
    EXPECT_TRUE(recorded[0][u"ended"_s].isUndefined());
    EXPECT_EQ(runCommand(QStringList{ u"workspace"_s, u"jobs"_s } + where), 0);
    const auto lines = output.split('\n');
    EXPECT_TRUE(std::ranges::any_of(lines, [](const QByteArray &line) {
        return line.contains("no result (killed)") && line.contains("model.tosa")
            && line.contains("ethos-u55-128");
    })) << output.constData();
    EXPECT_TRUE(QDir(folder).entryList({ u"*.lock"_s }).isEmpty());

    // What it left in its folder is not overwritten; elsewhere the command runs again.
    out = folder + u"/again"_s;
    EXPECT_EQ(run(usual(where)), 0) << errors.constData();
    recorded = jobs();
    ASSERT_EQ(recorded.size(), 2);
    EXPECT_EQ(recorded[0][u"status"_s].toString(), u"cut-off"_s);
    EXPECT_EQ(recorded[1][u"status"_s].toString(), u"succeeded"_s);
}

} // namespace

} // namespace tosaic::compilecommandtests
