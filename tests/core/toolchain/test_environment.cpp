// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environment.h"
#include "core/toolchain/environmentcreator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::environmenttests {

namespace {

constexpr int Patience = 60000; // ms, for a machine under load

void writeScript(const QString &path, const QByteArray &text)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
}

ToolEnvironment probe(const QString &interpreter, int timeLimit = Patience)
{
    EnvironmentProbe prober;
    prober.setTimeLimit(timeLimit);
    std::optional<ToolEnvironment> found;
    QObject::connect(&prober, &EnvironmentProbe::finished, &prober,
        [&](const ToolEnvironment &environment) { found = environment; });
    prober.start({ interpreter, u"chosen"_s });
    EXPECT_TRUE(QTest::qWaitFor([&] { return found.has_value(); }, Patience));
    return found.value_or(ToolEnvironment());
}

TEST(EnvironmentPins, AreThoseOfTheDrivers)
{
    const auto pins = readEnvironmentPins();
    ASSERT_TRUE(pins) << qPrintable(pins.error().toText());
    EXPECT_EQ(pins->minimumPython, u"3.10"_s);
    EXPECT_EQ(pins->belowPython, u"3.15"_s);
    ASSERT_EQ(pins->steps.size(), 2U);
    EXPECT_EQ(pins->steps[1].packages, QStringList{ u"executorch[ethos-u]==1.5.1"_s });
    EXPECT_EQ(pins->versions.at(u"ethos-u-vela"_s), u"5.1.0"_s);
    const auto commands = creationCommands(*pins, u"/home/me/my env"_s);
    ASSERT_EQ(commands.size(), 3);
    EXPECT_EQ(commands[0], u"python3 -m venv '/home/me/my env'"_s);
    EXPECT_TRUE(commands[2].endsWith("'executorch[ethos-u]==1.5.1'"_L1));
    EXPECT_FALSE(readEnvironmentPins(test::temporaryDir()));
}

TEST(EnvironmentProbe, ComparesWithThePins)
{
    const auto pins = readEnvironmentPins();
    ASSERT_TRUE(pins);
    const auto object = QJsonDocument::fromJson(R"({"python":"3.9.1","packages":
        {"torch":"2.13.0+cpu","executorch":"0.9.0","torchao":"0.18.0"}})")
                            .object();
    const auto found = environmentFromProbe(u"/x/python"_s, object, *pins);
    EXPECT_FALSE(found.hasVela());
    EXPECT_FALSE(found.hasExecuTorch());
    QStringList said;
    for (const auto &problem : found.problems)
        said.append(problem.id + u' ' + problem.text.section(u' ', 0, 0));
    EXPECT_EQ(said,
        (QStringList{ u"tool.version Python"_s, u"tool.missing ethos-u-vela"_s,
            u"tool.version executorch"_s, u"tool.missing tosa-tools"_s }));
}

TEST(EnvironmentProbe, WherePipRefusesAnEnvironmentOfItsOwnIsTheWay)
{
    const auto pins = readEnvironmentPins();
    ASSERT_TRUE(pins);
    const auto found = environmentFromProbe(u"/usr/bin/python3"_s,
        { { u"python"_s, u"3.11.2"_s }, { u"externallyManaged"_s, true } }, *pins);
    ASSERT_EQ(found.problems.size(), pins->versions.size());
    EXPECT_TRUE(found.problems[0].text.startsWith("ethos-u-vela is not installed; "_L1));
    EXPECT_TRUE(found.problems[0].text.contains("/usr/bin/python3 -m venv "_L1));
    QString all;
    for (const auto &problem : found.problems)
        all += problem.text + u'\n';
    EXPECT_FALSE(all.contains("/usr/bin/python3 -m pip"_L1)) << qPrintable(all);
    EXPECT_EQ(all.count("-m venv "_L1), 1) << "said once";

    const auto own
        = environmentFromProbe(u"/my env/bin/python"_s, { { u"python"_s, u"3.11.2"_s } }, *pins);
    EXPECT_TRUE(
        own.problems[0].text.contains("'/my env/bin/python' -m pip install ethos-u-vela==5.1.0"_L1))
        << qPrintable(own.problems[0].text);
}

TEST(EnvironmentProbe, BrokenInterpretersAreToldWithWhatTheySaid)
{
    const auto folder = test::temporaryDir();
    writeScript(folder + u"/python"_s, "#!/bin/sh\necho segmentation fault, sort of\nexit 3\n");
    const auto broken = probe(folder + u"/python"_s);
    ASSERT_EQ(broken.problems.size(), 1U);
    EXPECT_EQ(broken.problems[0].id, u"tool.failed"_s);
    EXPECT_TRUE(
        broken.problems[0].text.endsWith("exit code 3 and said: segmentation fault, sort of"_L1));

    writeScript(folder + u"/killed"_s, "#!/bin/sh\nkill -KILL $$\n");
    const auto killed = probe(folder + u"/killed"_s);
    ASSERT_EQ(killed.problems.size(), 1U);
    EXPECT_EQ(killed.problems[0].id, u"tool.failed"_s);
    EXPECT_TRUE(killed.problems[0].text.contains("SIGKILL"_L1))
        << qPrintable(killed.problems[0].text);
    EXPECT_TRUE(killed.problems[0].text.endsWith("and said nothing"_L1));

    const auto missing = probe(folder + u"/none"_s);
    ASSERT_EQ(missing.problems.size(), 1U);
    EXPECT_EQ(missing.problems[0].id, u"tool.missing"_s);

    writeScript(folder + u"/slow"_s, "#!/bin/sh\nsleep 1000\n");
    const auto slow = probe(folder + u"/slow"_s, 200);
    ASSERT_EQ(slow.problems.size(), 1U);
    EXPECT_EQ(slow.problems[0].id, u"tool.timeout"_s);
}

/// What is missing is named, not the interpreter.
TEST(EnvironmentProbe, WithoutATemporaryFolderBlamesNoInterpreter)
{
    const auto before = qgetenv("TMPDIR");
    qputenv("TMPDIR", "/proc"); // nobody can make a folder there
    const auto found = probe(test::programPath(u"tosaic-faketool"_s));
    before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    ASSERT_EQ(found.problems.size(), 1U);
    EXPECT_EQ(found.problems[0].id, u"io.write"_s);
    EXPECT_EQ(found.problems[0].location.file, u"/proc"_s);
    EXPECT_TRUE(found.problems[0].text.contains("TMPDIR"_L1));
}

/// Tools are started in other folders than the one in which their interpreter was named.
TEST(EnvironmentSearch, ARelativeInterpreterHoldsEverywhere)
{
    const auto folder = QDir::currentPath();
    EXPECT_EQ(interpreterPath(u"venv/bin/../bin/python"_s), folder + u"/venv/bin/python"_s);
    EXPECT_EQ(interpreterPath(u"/mine/python"_s), u"/mine/python"_s);
    EXPECT_EQ(interpreterPath(u"python3"_s), u"python3"_s) << "on PATH";
    EXPECT_EQ(interpreterPath({}), QString());
    EXPECT_EQ(environmentCandidates(u"venv/bin/python"_s).front().interpreter,
        folder + u"/venv/bin/python"_s);
    const auto before = qgetenv("TOSAIC_PYTHON");
    qputenv("TOSAIC_PYTHON", "venv/bin/python");
    EXPECT_EQ(environmentCandidates().front().interpreter, folder + u"/venv/bin/python"_s);
    before.isEmpty() ? qunsetenv("TOSAIC_PYTHON") : qputenv("TOSAIC_PYTHON", before);
}

TEST(EnvironmentSearch, TheChosenInterpreterIsTheOnlyCandidate)
{
    const auto candidates = environmentCandidates(u"/mine/python"_s);
    ASSERT_EQ(candidates.size(), 1U);
    EXPECT_EQ(candidates[0].interpreter, u"/mine/python"_s);
}

/// Creation with a stand-in for python3, so that no network is needed.
class EnvironmentCreatorTest : public testing::Test
{
protected:
    /// `pip` is what the environment's own python does when it is called.
    void makePython(const QByteArray &pip)
    {
        writeScript(base, "#!/bin/sh\nmkdir -p \"$3/bin\"\ncp \"$0.pip\" \"$3/bin/python\"\n");
        writeScript(base + u".pip"_s, "#!/bin/sh\n" + pip);
    }
    void start()
    {
        EnvironmentCreator::Request request;
        request.folder = folder;
        request.basePython = base;
        QObject::connect(&creator, &EnvironmentCreator::finished, &creator,
            [this](bool ok, const ToolEnvironment &environment) {
                succeeded = ok;
                found = environment;
                isDone = true;
            });
        QObject::connect(&creator, &EnvironmentCreator::logLine, &creator,
            [this](const QString &line) { log.append(line); });
        QObject::connect(&creator, &EnvironmentCreator::stageChanged, &creator,
            [this](const QString &, int index, int) { stages.append(QString::number(index)); });
        creator.start(request);
    }
    bool wait()
    {
        return QTest::qWaitFor([this] { return isDone; }, Patience);
    }

    QString root = test::temporaryDir();
    QString base = root + u"/python3"_s;
    QString folder = root + u"/environment"_s;
    EnvironmentCreator creator;
    QStringList log;
    QStringList stages;
    bool isDone = false;
    bool succeeded = false;
    ToolEnvironment found;
};

const QByteArray GoodPip = R"(case "$1" in
*tosaic_probe.py) echo '{"python":"3.11.2","packages":{"torch":"2.13.0","torchao":"0.18.0",
"executorch":"1.5.1","ethos-u-vela":"5.1.0","tosa-tools":"2026.5.0"}}';;
*) echo "installing $*";;
esac
)";

TEST_F(EnvironmentCreatorTest, MakesOneAndProbesIt)
{
    makePython(GoodPip);
    start();
    ASSERT_TRUE(wait());
    EXPECT_TRUE(succeeded);
    EXPECT_TRUE(found.hasExecuTorch());
    EXPECT_TRUE(found.problems.empty());
    EXPECT_EQ(stages, (QStringList{ u"0"_s, u"1"_s, u"2"_s, u"3"_s }));
    EXPECT_TRUE(QFileInfo::exists(interpreterOf(folder)));
    EXPECT_FALSE(isIncomplete(folder));
    EXPECT_TRUE(log.join(u'\n').contains("torch==2.13.0"_L1));
}

TEST_F(EnvironmentCreatorTest, AFailingStepLeavesNothingBehind)
{
    makePython("echo 'ERROR: No matching distribution found for torch'; exit 1\n");
    start();
    ASSERT_TRUE(wait());
    EXPECT_FALSE(succeeded);
    ASSERT_EQ(found.problems.size(), 1U);
    EXPECT_EQ(found.problems[0].id, u"tool.failed"_s);
    EXPECT_TRUE(found.problems[0].text.contains("No matching distribution"_L1));
    EXPECT_FALSE(QFileInfo::exists(folder));
}

TEST_F(EnvironmentCreatorTest, AFullDiskIsToldAsSuch)
{
    makePython("echo 'ERROR: [Errno 28] No space left on device'; exit 1\n");
    start();
    ASSERT_TRUE(wait());
    ASSERT_EQ(found.problems.size(), 1U);
    EXPECT_EQ(found.problems[0].id, u"io.disk-full"_s);
    EXPECT_FALSE(QFileInfo::exists(folder));
}

TEST_F(EnvironmentCreatorTest, CancelLeavesNothingBehind)
{
    makePython("echo downloading; sleep 1000\n");
    start();
    ASSERT_TRUE(QTest::qWaitFor([this] { return log.contains(u"downloading"_s); }, Patience));
    EXPECT_TRUE(isIncomplete(folder));
    creator.cancel();
    ASSERT_TRUE(wait());
    EXPECT_FALSE(succeeded);
    ASSERT_EQ(found.problems.size(), 1U);
    EXPECT_EQ(found.problems[0].id, u"cancelled"_s);
    EXPECT_FALSE(QFileInfo::exists(folder));
}

TEST_F(EnvironmentCreatorTest, AFolderOfTheUserIsNeverTouched)
{
    makePython(GoodPip);
    QDir().mkpath(folder);
    writeScript(folder + u"/precious"_s, "x");
    start();
    ASSERT_TRUE(wait());
    EXPECT_FALSE(succeeded);
    EXPECT_EQ(found.problems.at(0).id, u"io.write"_s);
    EXPECT_TRUE(QFileInfo::exists(folder + u"/precious"_s));
}

TEST_F(EnvironmentCreatorTest, WhatAKilledProgramLeftIsReplaced)
{
    makePython(GoodPip);
    QDir().mkpath(folder);
    writeScript(folder + u'/' + QLatin1StringView(IncompleteMark), "");
    writeScript(folder + u"/half"_s, "x");
    start();
    ASSERT_TRUE(wait());
    EXPECT_TRUE(succeeded);
    EXPECT_FALSE(QFileInfo::exists(folder + u"/half"_s));
}

} // namespace

} // namespace tosaic::toolchain::environmenttests
