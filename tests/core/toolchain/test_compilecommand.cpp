// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic {

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
    int run(const QStringList &arguments, const QString &mode = u"ok"_s)
    {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"TOSAIC_FAKE_MODE"_s, mode);
        environment.insert(u"TOSAIC_PYTHON"_s, python);
        environment.insert(u"XDG_DATA_HOME"_s, folder);
        environment.remove(u"VIRTUAL_ENV"_s);
        environment.remove(u"CONDA_PREFIX"_s);
        process.setProcessEnvironment(environment);
        process.start(
            QStringLiteral(TOSAIC_BIN_DIR "/tosaic-cli"), QStringList{ u"compile"_s } + arguments);
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
    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
    QString firstProblem() const
    {
        return json().value(u"problems"_s).toArray().first().toObject().value(u"code"_s).toString();
    }

    ~CompileCommand() override { qputenv("PATH", path); }

    const QByteArray path = qgetenv("PATH");
    QString folder = test::temporaryDir();
    QString out = folder + u"/out"_s;
    QString python = QStringLiteral(TOSAIC_BIN_DIR "/tosaic-faketool");
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

} // namespace

} // namespace tosaic
