// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// HostRun with a driver that stands in for the real one, for an ordinary Python.
#include "profiler/targets/hostrun.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::profile::hostruntests {

namespace {

constexpr int Patience = 60000; // ms

const auto Preamble = QByteArray(R"(import argparse, json, os, signal, sys, time
parser = argparse.ArgumentParser()
parser.add_argument("--job")
parser.add_argument("--events-fd", type=int)
arguments = parser.parse_args()
job = json.load(open(arguments.job))
def event(**values):
    os.write(arguments.events_fd, (json.dumps(values) + "\n").encode())
def result(**values):
    values = {"formatVersion": 1, "engine": "python", "method": job["method"]} | values
    json.dump(values, open(os.path.join(job["outputDir"], "result.json"), "w"))
)");

const auto Succeeds = QByteArray(R"(
print("1 inferences finished")
event(event="progress", fraction=0.5)
open(os.path.join(job["outputDir"], "run.etdp"), "wb").write(b"dump")
result(status="succeeded", iterations=[1200, 800], warmups=job["warmups"], pteSha256="ab", problems=[],
       environment={"executorch": "1.5.1", "machine": "x86_64", "threads": 2, "cpu": "A CPU"},
       inputs=[{"dtype": "float32", "shape": [1, 8], "fill": "random"}, {"dtype": "float", "shape": [], "fill": "program", "value": 0.5}],
       outputs=[{"dtype": "int8", "shape": [4], "variants": 2}],
       artefacts=[{"kind": "etdump", "path": "run.etdp", "sha256": "cd", "size": 4}])
)");

class HostRunTest : public testing::Test
{
protected:
    void SetUp() override
    {
        python = QStandardPaths::findExecutable(u"python3"_s);
        if (python.isEmpty())
            GTEST_SKIP() << "no python3 is here";
    }
    void useDriver(const QByteArray &body)
    {
        QFile script(folder + u"/tosaic_run.py"_s);
        ASSERT_TRUE(script.open(QIODevice::WriteOnly));
        script.write(Preamble + body);
    }
    void begin()
    {
        run = std::make_unique<HostRun>();
        run->setDrivers(folder);
        run->setTimeLimit(timeLimit);
        finished = std::make_unique<QSignalSpy>(run.get(), &HostRun::finished);
        QObject::connect(run.get(), &HostRun::output, run.get(),
            [this](const QByteArray &bytes) { console += bytes; });
        run->start(target, python, folder + u"/out"_s);
        EXPECT_EQ(finished->count(), 0); // never from inside start()
    }
    HostRun::State end()
    {
        EXPECT_TRUE(QTest::qWaitFor([this] { return finished->count() > 0; }, Patience));
        EXPECT_EQ(finished->count(), 1);
        EXPECT_TRUE(run->hasEnded());
        return run->state();
    }
    HostRun::State runDriver(const QByteArray &body)
    {
        useDriver(body);
        begin();
        return end();
    }
    QString problemId() const { return run->problem() ? run->problem()->id : QString(); }

    QString folder = test::temporaryDir();
    QString python;
    HostTarget target{
        .pte = u"/models/net.pte"_s, .method = u"encode"_s, .seed = 7, .warmups = 2
    };
    int timeLimit = 0;
    QByteArray console;
    std::unique_ptr<HostRun> run;
    std::unique_ptr<QSignalSpy> finished;
};

} // namespace

TEST_F(HostRunTest, ReadsWhatTheDriverLeaves)
{
    EXPECT_EQ(runDriver(Succeeds), HostRun::State::Complete);
    EXPECT_EQ(console, "1 inferences finished\n");
    EXPECT_FALSE(run->problem());
    const auto facts = run->facts();
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->method, u"encode"_s);
    EXPECT_EQ(facts->warmups, 2U);
    EXPECT_EQ(facts->iterationNs, (std::vector<quint64>{ 1200, 800 }));
    ASSERT_EQ(facts->inputs.size(), 2U);
    EXPECT_EQ(facts->inputs[0].shape, (std::vector<qint64>{ 1, 8 }));
    EXPECT_EQ(facts->inputs[1].value, u"0.5"_s);
    EXPECT_EQ(facts->outputs.at(0).variants, quint64(2));
    EXPECT_EQ(facts->threads, quint64(2));
    const auto files = run->files();
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].role, u"etdump"_s);
    EXPECT_EQ(files[0].size, 4U);
    EXPECT_EQ(files[1].role, u"result"_s);
    const auto conditions = run->conditions();
    EXPECT_EQ(conditions.target, u"x86_64"_s);
    EXPECT_EQ(conditions.tools.at(u"executorch"_s), u"1.5.1"_s);
    EXPECT_EQ(conditions.artefacts.at(u"pte"_s), u"ab"_s);
    EXPECT_EQ(conditions.artefacts.at(u"etdump"_s), u"cd"_s);
    EXPECT_EQ(conditions.repeats, quint64(10));
}

TEST_F(HostRunTest, TellsTheDriverWhatIsAsked)
{
    target.dataFiles = { u"/models/a.ptd"_s };
    target.recordsOutputs = true;
    runDriver("print(json.dumps(job, sort_keys=True))\n" + Succeeds);
    const auto asked = console.left(console.indexOf('\n'));
    EXPECT_TRUE(asked.contains("\"dataFiles\": [\"/models/a.ptd\"]")) << asked.constData();
    EXPECT_TRUE(asked.contains("\"seed\": 7"));
    EXPECT_TRUE(asked.contains("\"warmups\": 2"));
    EXPECT_TRUE(asked.contains("\"recordsOutputs\": true"));
    EXPECT_TRUE(asked.contains("\"pte\": \"/models/net.pte\""));
}

TEST_F(HostRunTest, TakesTheProblemOfTheDriver)
{
    const auto state = runDriver(R"(
event(event="problem", severity="error", code="run.backend-missing", text="no such backend")
result(status="failed", failedStage="import", problems=[])
sys.exit(1)
)");
    EXPECT_EQ(state, HostRun::State::Failed);
    EXPECT_EQ(problemId(), u"run.backend-missing"_s);
    EXPECT_EQ(run->problem()->text, u"no such backend"_s);
    ASSERT_TRUE(run->facts());
    EXPECT_EQ(run->facts()->failedStage, u"import"_s);
}

TEST_F(HostRunTest, ACrashOrAMissingResultIsAProblem)
{
    EXPECT_EQ(runDriver("os.kill(os.getpid(), signal.SIGKILL)\n"), HostRun::State::Failed);
    EXPECT_EQ(problemId(), u"tool.crashed"_s);
    EXPECT_EQ(runDriver("sys.exit(4)\n"), HostRun::State::Failed);
    EXPECT_EQ(problemId(), u"tool.failed"_s);
    EXPECT_TRUE(run->problem()->text.contains(u"4"_s));
}

TEST_F(HostRunTest, AnOldResultIsNotTaken)
{
    ASSERT_EQ(runDriver(Succeeds), HostRun::State::Complete);
    EXPECT_EQ(runDriver("sys.exit(1)\n"), HostRun::State::Failed);
    EXPECT_FALSE(run->facts());
    EXPECT_TRUE(run->files().empty());
}

TEST_F(HostRunTest, EndsOnRequestAndInTime)
{
    useDriver("print('here', flush=True)\ntime.sleep(600)\n");
    begin();
    ASSERT_TRUE(QTest::qWaitFor([this] { return console.contains("here"); }, Patience));
    EXPECT_GT(run->processId(), 0);
    run->cancel();
    EXPECT_EQ(end(), HostRun::State::Cancelled);
    timeLimit = 1;
    begin();
    EXPECT_EQ(end(), HostRun::State::TimedOut);
    EXPECT_EQ(problemId(), u"tool.timeout"_s);
}

TEST_F(HostRunTest, SaysWhatIsMissing)
{
    python.clear();
    begin();
    EXPECT_EQ(end(), HostRun::State::Failed);
    EXPECT_EQ(problemId(), u"tool.missing"_s);
    python = u"/no/such/python"_s;
    useDriver(Succeeds);
    begin();
    EXPECT_EQ(end(), HostRun::State::Failed);
    EXPECT_EQ(problemId(), u"tool.missing"_s);
}

TEST(HostFacts, RefuseWhatIsNoResult)
{
    EXPECT_FALSE(readHostFacts("not json"));
    EXPECT_FALSE(readHostFacts(R"({"status": "succeeded", "spec": {}})")); // of a compile
}

} // namespace tosaic::profile::hostruntests
