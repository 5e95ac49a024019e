// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The examples of packaging/ci are run as they stand there.
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace tosaic::test::ciexamplestests {

namespace {

constexpr int PatienceMs = 600'000; // several compiles, one after the other
const auto MobileNet = u"mobilenet_v2-u55-128"_s;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

/// What the steps of an example run, in their order. An expression of the pipeline's becomes
/// `answer`.
QStringList commandsOf(const QString &example, const QString &answer = {})
{
    static const QRegularExpression expression(u"\\$\\{\\{.*?\\}\\}"_s);
    static const QRegularExpression start(u"^( *)(- )?(run: )?(\\||[a-z-]+(\\.sh)? .*)$"_s);
    const auto lines
        = QString::fromUtf8(contentOf(sourcePath(u"packaging/ci/"_s + example))).split(u'\n');
    QStringList commands;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto found = start.match(lines[i]);
        const auto command = found.captured(4);
        const bool isStep = !found.captured(3).isEmpty() || command.startsWith(u"tosaic-cli "_s)
            || command.startsWith(u"check-model.sh "_s);
        if (!found.hasMatch() || !isStep)
            continue;
        if (command != u"|"_s) {
            commands << command;
            continue;
        }
        QStringList block;
        const auto indent = found.captured(1).size() + 4;
        while (i + 1 < lines.size() && lines[i + 1].startsWith(QString(indent, u' ')))
            block << lines[++i].trimmed();
        commands << block.join(u'\n');
    }
    for (auto &command : commands)
        command.replace(expression, answer);
    return commands;
}

class CiExamples : public testing::Test
{
protected:
    struct Ended
    {
        int code = -1;
        QString text;
    };

    CiExamples()
    {
        const QStringList path{ QFileInfo(programPath(u"tosaic-cli"_s)).path(),
            sourcePath(u"packaging/ci"_s), qEnvironmentVariable("PATH") };
        environment.insert(u"PATH"_s, path.join(u':'));
        environment.insert(u"GITHUB_STEP_SUMMARY"_s, folder + u"/summary.md"_s);
        QFile spec(folder + u"/spec.json"_s);
        EXPECT_TRUE(spec.open(QIODevice::WriteOnly));
        spec.write(R"({"target":"ethos-u55-128"})");
    }
    /// As pipelines do: the first command that fails ends the step.
    Ended run(const QString &command)
    {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(u"bash"_s, { u"-e"_s, u"-c"_s, command });
        EXPECT_TRUE(process.waitForFinished(PatienceMs)) << command.toStdString();
        return { process.exitCode(), QString::fromUtf8(process.readAll()) };
    }
    Ended check(const QString &spec, const QString &compiled, const QString &accepted)
    {
        return run(u"check-model.sh %1 %2 %3 corstone-300 reports"_s.arg(
            spec, fixturePath(compiled), fixturePath(accepted)));
    }
    QString summary() const { return QString::fromUtf8(contentOf(folder + u"/summary.md"_s)); }

    QString folder = temporaryDir();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
};

} // namespace

TEST_F(CiExamples, TheCheckJudgesInAllFormsAndFailsIfOneOfThemDoes)
{
    const auto passed = check(u"spec.json"_s, MobileNet, MobileNet);
    EXPECT_EQ(passed.code, 0) << passed.text.toStdString();
    for (const auto &name : { u"spec"_s, u"program"_s, u"budget"_s, u"cycles"_s }) {
        const auto report = folder + u"/reports/"_s + name;
        EXPECT_TRUE(passed.text.contains(QString::fromUtf8(contentOf(report + u".md"_s))));
        EXPECT_TRUE(QJsonDocument::fromJson(contentOf(report + u".sarif"_s)).isObject());
        QXmlStreamReader xml(contentOf(report + u".xml"_s));
        while (!xml.atEnd())
            xml.readNext();
        EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    }
    EXPECT_EQ(check(u"spec.json"_s, MobileNet + u"-conv_on_cpu"_s, MobileNet).code, 1);
    EXPECT_TRUE(contentOf(folder + u"/reports/cycles.xml"_s).contains("<failure"));
    EXPECT_EQ(check(u"nowhere.json"_s, MobileNet, MobileNet).code, 1);
    EXPECT_TRUE(contentOf(folder + u"/reports/spec.xml"_s).contains("<failure"));
    environment.insert(u"TOSAIC_CLI"_s, u"/nowhere/tosaic-cli"_s);
    EXPECT_EQ(check(u"spec.json"_s, MobileNet, MobileNet).code, 1) << "nothing was judged";
}

TEST_F(CiExamples, ThePipelinesCompileAndJudge)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no compilers";
    ASSERT_TRUE(QFile::copy(fixturePath(u"../models/add.py"_s), folder + u"/model.py"_s));
    const auto github = commandsOf(u"github.yml"_s);
    ASSERT_EQ(github.size(), 3);
    const auto compiled = run(github[0]);
    ASSERT_EQ(compiled.code, 0) << compiled.text.toStdString();
    ASSERT_EQ(run(u"cp -r compiled accepted"_s).code, 0);
    const auto judged = run(github[1]);
    EXPECT_EQ(judged.code, 0) << judged.text.toStdString();
    EXPECT_EQ(run(github[2]).code, 0);
    EXPECT_EQ(summary().count(u"**\n"_s), 4) << "a sentence for each: " << summary().toStdString();
    EXPECT_EQ(commandsOf(u"gitlab.yml"_s), github.mid(0, 2)) << "which have just been run";

    const auto moved = commandsOf(u"gate.yml"_s, u"main"_s);
    ASSERT_EQ(moved.size(), 2);
    EXPECT_TRUE(moved[0].startsWith(u"name=main\ntosaic-cli gate "_s)) << moved[0].toStdString();
    const auto first = run(moved[0]);
    EXPECT_EQ(first.code, 0) << first.text.toStdString();
    const auto pull = commandsOf(u"gate.yml"_s, u"pull-7"_s);
    const auto second = run(pull[0]);
    EXPECT_EQ(second.code, 0) << second.text.toStdString();
    EXPECT_EQ(run(pull[1]).code, 0);
    EXPECT_GT(summary().count(u"**\n"_s), 4);
}

} // namespace tosaic::test::ciexamplestests
