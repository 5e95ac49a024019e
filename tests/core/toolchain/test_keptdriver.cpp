// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// KeptDriver and who waits for it, with a driver that stands in for the real one.
#include "core/toolchain/driverwait.h"
#include "core/toolchain/keptdriver.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTest>

#include <csignal>
#include <future>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::keptdrivertests {

namespace {

/// Tells its process, then does what the job says; each start leaves a line in `starts`.
const auto Driver = QByteArray(R"(import argparse, json, os, signal, sys, time
parser = argparse.ArgumentParser()
parser.add_argument("--serve", action="store_true")
parser.add_argument("--job")
parser.add_argument("--events-fd", type=int)
arguments = parser.parse_args()
def event(**values):
    os.write(arguments.events_fd, (json.dumps(values) + "\n").encode())
open(os.path.join(os.path.dirname(sys.argv[0]), "starts"), "a").write("served\n" if arguments.serve else "once\n")
def work(path):
    job = json.load(open(path))
    event(event="problem", severity="info", code="its.process", text=str(os.getpid()))
    if "dies" in job:
        os.kill(os.getpid(), signal.SIGKILL)
    if "hangs" in job:
        open(job["hangs"], "w").write(str(os.getpid()))
        time.sleep(600)
    if job.get("fails"):
        event(event="problem", severity="error", code=job["fails"], text="it does not fit")
    event(event="finished", status="failed" if "fails" in job else "succeeded")
    if not arguments.serve:
        open(os.path.join(job["outputDir"], "result.json"), "w").write("{}")
if not arguments.serve:
    sys.exit(work(arguments.job))
if os.path.exists(os.path.join(os.path.dirname(sys.argv[0]), "cannot")):
    sys.exit(3)
event(event="ready", tools={})
for line in sys.stdin:
    work(json.loads(line)["job"])
)");

class KeptDriverTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (test::python().isEmpty())
            GTEST_SKIP() << "no python3 on PATH";
        write(u"driver.py"_s, Driver);
    }
    void write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(folder + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QByteArrayList starts() const
    {
        return test::fileBytes(folder + u"/starts"_s).split('\n').mid(0, 9);
    }
    /// Of a job without a wish: the process that did it.
    static qint64 processOf(const Result<std::optional<std::vector<Diagnostic>>> &told)
    {
        EXPECT_TRUE(told && *told && (*told)->size() == 1);
        return told && *told && !(*told)->empty() ? (*told)->front().text.toLongLong() : 0;
    }
    Result<std::optional<std::vector<Diagnostic>>> run(const QJsonObject &job)
    {
        write(u"job.json"_s, QJsonDocument(job).toJson());
        return kept.run(folder + u"/job.json"_s, {});
    }
    WaitedDriver asked(const QJsonObject &job) const
    {
        auto whole = job;
        whole[u"outputDir"_s] = folder + u"/out"_s;
        return { .request = { .script = u"driver.py"_s,
                     .interpreter = test::python(),
                     .job = whole,
                     .outputFolder = folder + u"/out"_s,
                     .drivers = folder },
            .badInput = u"its.input"_s };
    }
    static bool isGone(qint64 process) { return ::kill(static_cast<pid_t>(process), 0) != 0; }

    QString folder = test::temporaryDir();
    KeptDriver kept{ { test::python(), folder + u"/driver.py"_s } };
};

} // namespace

TEST_F(KeptDriverTest, OneProcessDoesTheJobsOfAllThreads)
{
    const auto first = processOf(run({}));
    auto elsewhere = std::async(std::launch::async, [this] { return processOf(run({})); });
    EXPECT_EQ(elsewhere.get(), first);
    EXPECT_EQ(processOf(run({})), first);
    EXPECT_FALSE(isGone(first));
    EXPECT_EQ(starts(), (QByteArrayList{ "served", "" }));
}

TEST_F(KeptDriverTest, ItsProcessEndsWithIt)
{
    auto own = std::make_unique<KeptDriver>(
        DriverWorker::Program{ test::python(), folder + u"/driver.py"_s });
    write(u"job.json"_s, "{}");
    const auto process = processOf(own->run(folder + u"/job.json"_s, {}));
    EXPECT_FALSE(isGone(process));
    own.reset();
    EXPECT_TRUE(isGone(process));
}

TEST_F(KeptDriverTest, AProcessThatDiesCostsOneJob)
{
    const auto first = processOf(run({}));
    const auto died = run({ { u"dies"_s, true } });
    ASSERT_FALSE(died);
    EXPECT_EQ(died.error().code, ErrorCode::ToolFailed);
    EXPECT_TRUE(died.error().detail.contains(u"SIGKILL"_s)) << died.error().detail.toStdString();
    const auto second = processOf(run({}));
    EXPECT_NE(second, 0);
    EXPECT_NE(second, first);
}

TEST_F(KeptDriverTest, AFailureWithoutAReasonIsAFailure)
{
    const auto failed = run({ { u"fails"_s, u""_s } });
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::ToolFailed);
}

TEST_F(KeptDriverTest, IsCancelledFromAnyThread)
{
    std::promise<std::function<void()>> offered;
    int taken = 0;
    const auto setCancel = [&](const std::function<void()> &end) {
        if (end)
            offered.set_value(end);
        else
            ++taken;
    };
    const auto hangs = folder + u"/hangs"_s;
    write(u"hangs"_s, {});
    write(u"job.json"_s, QJsonDocument(QJsonObject{ { u"hangs"_s, hangs } }).toJson());
    auto canceller = std::async(std::launch::async, [&] {
        const auto cancel = offered.get_future().get();
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return !test::fileBytes(hangs).isEmpty(); }, test::Patience));
        cancel();
    });
    const auto told = kept.run(folder + u"/job.json"_s, setCancel);
    canceller.wait();
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(taken, 1) << "nobody may end what comes later";
    EXPECT_TRUE(isGone(test::fileBytes(hangs).toLongLong()));
    EXPECT_NE(processOf(run({})), 0);
}

TEST_F(KeptDriverTest, WhatCannotBeKeptRunsOnceForEachJob)
{
    write(u"cannot"_s, "x");
    for (int i = 0; i < 2; ++i) {
        const auto done = runAndWait(asked({}), kept);
        EXPECT_TRUE(done) << done.error().toText().toStdString();
    }
    EXPECT_EQ(starts(), (QByteArrayList{ "served", "once", "once", "" }))
        << "it is not tried again";
}

TEST_F(KeptDriverTest, TellsProblemsAsADriverThatRunsOnceDoes)
{
    for (const auto &[id, code] : { std::pair{ u"its.input"_s, ErrorCode::SpecInvalid },
             std::pair{ u"its.fault"_s, ErrorCode::ToolFailed },
             std::pair{ u"tool.missing"_s, ErrorCode::ToolMissing } }) {
        auto driver = asked({ { u"fails"_s, id } });
        const auto served = runAndWait(driver, kept);
        const auto once = runAndWait(driver);
        ASSERT_TRUE(!served && !once);
        EXPECT_EQ(served.error().code, code);
        EXPECT_EQ(once.error().code, code);
        EXPECT_EQ(served.error().detail, u"it does not fit"_s);
    }
    QStringList notes;
    auto driver = asked({});
    driver.tell = [&](const Diagnostic &note) { notes += note.id; };
    EXPECT_TRUE(runAndWait(driver, kept));
    EXPECT_EQ(notes, QStringList{ u"its.process"_s });
}

/// /bin/true is no Python: it ends well and does nothing.
TEST_F(KeptDriverTest, WhatIsNoPythonIsNamed)
{
    auto driver = asked({});
    for (const auto &[program, code, words] :
        { std::tuple{ u"/bin/true"_s, ErrorCode::ToolFailed,
              u"'/bin/true' ended with exit code 0 before Tosaic's driver ran"_s },
            std::tuple{ u"/nowhere/python"_s, ErrorCode::ToolMissing,
                u"the Python interpreter does not start"_s } }) {
        driver.request.interpreter = program;
        KeptDriver other{ { program, folder + u"/driver.py"_s } };
        const auto done = runAndWait(driver, other);
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, code);
        EXPECT_TRUE(done.error().detail.contains(words)) << done.error().detail.toStdString();
    }
}

} // namespace tosaic::toolchain::keptdrivertests
