// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

// tosaic-cli mlflow against a stand-in for the server.
namespace tosaic::test::mlflowcommandtests {

namespace {

class Mlflow : public testing::Test
{
protected:
    ~Mlflow() override
    {
        m_server.kill();
        m_server.waitForFinished();
    }
    void start(const QStringList &more = {})
    {
        const auto python = QStandardPaths::findExecutable(u"python3"_s);
        if (python.isEmpty())
            GTEST_SKIP() << "no python3 on PATH";
        m_kept = temporaryDir() + u"/kept.json"_s;
        m_server.start(
            python, QStringList{ sourcePath(u"tests/app/cli/mlflowserver.py"_s), m_kept } + more);
        ASSERT_TRUE(m_server.waitForReadyRead(30000));
        m_url = u"http://127.0.0.1:"_s + QString::fromLatin1(m_server.readLine()).trimmed();
    }
    Outcome send(const QStringList &arguments)
    {
        return outcomeOf(cli::mlflowCommand(),
            arguments
                + QStringList{ u"--server"_s, m_url, u"--experiment"_s, u"a & b"_s, u"--json"_s });
    }
    QJsonObject kept() const
    {
        QFile file(m_kept);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }

    QProcess m_server;
    QString m_kept;
    QString m_url;
};

} // namespace

TEST_F(Mlflow, GetsACompileWithItsOriginAndFiles)
{
    start();
    qputenv("MLFLOW_TRACKING_TOKEN", "secret");
    const auto folder = fixturePath(u"add-u55-128"_s);
    const auto sent = send({ folder });
    qunsetenv("MLFLOW_TRACKING_TOKEN");
    ASSERT_EQ(sent.exitCode, cli::Fine) << qPrintable(sent.err);
    EXPECT_EQ(send({ folder, u"--no-files"_s }).exitCode, cli::Fine);
    const auto all = kept();
    EXPECT_EQ(all[u"experiments"_s].toObject().keys(), QStringList{ u"a & b"_s }) << "made once";
    const auto run = all[u"runs"_s][u"run0"_s].toObject();
    EXPECT_EQ(run[u"status"_s].toString(), u"FINISHED"_s);
    EXPECT_EQ(run[u"metrics"_s][u"est.cyclesTotal"_s].toDouble(), 97);
    EXPECT_EQ(run[u"params"_s][u"target"_s].toString(), u"ethos-u55-128"_s);
    EXPECT_EQ(run[u"params"_s][u"tool.vela"_s].toString(), u"5.1.0"_s);
    const auto files = all[u"files"_s].toObject();
    EXPECT_EQ(
        files[u"1/run0/artifacts/add.pte"_s].toInt(), int(QFile(folder + u"/add.pte"_s).size()));
    EXPECT_TRUE(files.contains(u"1/run0/artifacts/partition0/vela.npz"_s));
    for (const auto &name : files.keys())
        EXPECT_FALSE(name.startsWith(u"1/run1/"_s)) << qPrintable(name);
}

TEST_F(Mlflow, GetsASweepAsARunForEachCell)
{
    start({ u"--elsewhere"_s });
    const auto folder = temporaryDir();
    QFile results(folder + u"/results.json"_s);
    ASSERT_TRUE(results.open(QIODevice::WriteOnly));
    results.write(R"({"input":"add","status":"partial","cells":[
        {"index":0,"status":"estimated","target":"ethos-u55-32","memoryMode":"Sram_Only",
         "environment":"5.2","key":"k0","vela":"5.2.0","summary":{"cyclesTotal":120},
         "sramNeedBytes":4096},
        {"index":1,"status":"failed","target":"ethos-u55-64","memoryMode":"Sram_Only"}]})");
    results.close();
    const auto sent = send({ folder });
    ASSERT_EQ(sent.exitCode, cli::Fine) << qPrintable(sent.err);
    EXPECT_TRUE(sent.err.contains(u"mlflow.files"_s)) << "they would go past the server";
    const auto runs = kept()[u"runs"_s].toObject();
    ASSERT_EQ(runs.size(), 2);
    EXPECT_EQ(runs[u"run1"_s][u"tags"_s][u"mlflow.parentRunId"_s].toString(), u"run0"_s);
    EXPECT_EQ(runs[u"run1"_s][u"metrics"_s][u"est.cyclesTotal"_s].toDouble(), 120);
    EXPECT_EQ(runs[u"run1"_s][u"metrics"_s][u"est.sramNeedBytes"_s].toDouble(), 4096);
    EXPECT_EQ(runs[u"run1"_s][u"params"_s][u"vela"_s].toString(), u"5.2.0"_s);
    EXPECT_FALSE(runs[u"run0"_s][u"tags"_s].toObject().contains(u"mlflow.parentRunId"_s));
}

TEST_F(Mlflow, GetsAMeasuredRunWithWhoMeasuredIt)
{
    start();
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    {
        auto file = *workspace::Workspace::create(path);
        const workspace::RunRecord run{ .name = u"on the desk"_s, .origin = u"board"_s };
        std::vector<workspace::RunValue> values;
        for (const auto ns : { 3000.0, 1000.0, 2000.0 })
            values.push_back(
                { u"time"_s, {}, u"time"_s, u"ns"_s, static_cast<quint64>(values.size()), ns });
        ASSERT_TRUE(file->addRun(run, values, {}));
    }
    EXPECT_EQ(send({ u"on the desk"_s, u"--workspace"_s, path }).exitCode, cli::Fine);
    const auto run = kept()[u"runs"_s][u"run0"_s].toObject();
    EXPECT_EQ(run[u"metrics"_s][u"board.time"_s].toDouble(), 2000) << "the median";
    EXPECT_EQ(run[u"tags"_s][u"unit.board.time"_s].toString(), u"ns"_s);
    EXPECT_EQ(send({ u"another"_s, u"--workspace"_s, path }).exitCode, cli::BadInput);
}

TEST_F(Mlflow, SaysWhatWentWrong)
{
    start({ u"--refuse"_s, u"runs/log-batch"_s });
    const auto folder = fixturePath(u"add-u55-128"_s);
    const auto refused = send({ folder });
    EXPECT_EQ(refused.exitCode, cli::BadInput);
    EXPECT_TRUE(refused.err.contains(u"refused on purpose"_s)) << qPrintable(refused.err);
    EXPECT_EQ(kept()[u"runs"_s][u"run0"_s][u"status"_s].toString(), u"FAILED"_s)
        << "half a run does not look like a whole one";
    m_server.kill();
    m_server.waitForFinished();
    EXPECT_EQ(send({ folder }).exitCode, cli::ToolFailed) << "nobody there";
    for (const auto &url : { u"ftp://host"_s, u"http://user:word@host"_s, u"nothing"_s })
        EXPECT_EQ(outcomeOf(cli::mlflowCommand(),
                      { folder, u"--server"_s, url, u"--experiment"_s, u"x"_s })
                      .exitCode,
            cli::Usage)
            << qPrintable(url);
}

} // namespace tosaic::test::mlflowcommandtests
