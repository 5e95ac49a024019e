// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runscontroller.h"
#include "app/shell/workspacecontroller.h"
#include "app/shell/workspaceruns.h"
#include "profiler/parsers/etdump.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

/// A window with an empty workspace.
class RunsWindow : public WindowTest
{
protected:
    void SetUp() override
    {
        path = dir + u"/work.tosaic"_s;
        window->workspace().saveAs(path);
        ASSERT_TRUE(waitFor([this] { return window->workspace().store().contents() != nullptr; }));
        ASSERT_TRUE(waitForIdle());
    }
    bool waitFor(const std::function<bool()> &condition)
    {
        return QTest::qWaitFor(condition, 20'000);
    }
    const NamedRun &run(size_t index) { return session->runs().runs().at(index); }
    bool waitForKept(size_t count)
    {
        return waitFor([&] {
            const auto &runs = session->runs().runs();
            return runs.size() == count && std::ranges::all_of(runs, [&](const NamedRun &one) {
                return one.stored && one.storedIn == path;
            });
        });
    }
    std::vector<NamedRun> kept()
    {
        const auto file = workspace::Workspace::open(path);
        EXPECT_TRUE(file);
        return *shell::listRuns(**file);
    }
    QString writeFile(const QString &name, const QByteArray &content)
    {
        QFile file(dir + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return file.fileName();
    }
    shell::RunsController &controller() { return *window->findChild<shell::RunsController *>(); }

    QString path;
};

} // namespace

TEST_F(RunsWindow, AnOpenedConsoleIsKeptAndWhatIsStatedLaterToo)
{
    open(writeConsole(dir));
    ASSERT_TRUE(waitForKept(1));
    session->runs().setOrigin(0, Origin::Board);
    session->runs().setName(0, u"before the change"_s);
    session->runs().setClock(0, 400'000'000U);
    ASSERT_TRUE(waitFor([this] {
        const auto runs = kept();
        return runs.size() == 1 && runs[0].clockHz == 400'000'000U;
    }));
    const auto runs = kept();
    EXPECT_EQ(runs[0].name, u"before the change"_s);
    EXPECT_EQ(runs[0].origin, Origin::Board);
    // Opened anew it is all there.
    ASSERT_TRUE(waitForIdle());
    restart();
    open(path);
    ASSERT_EQ(session->runs().runs().size(), 1U);
    EXPECT_EQ(run(0).name, u"before the change"_s);
    EXPECT_TRUE(run(0).stored);
}

TEST_F(RunsWindow, ARemovedRunIsRemovedButClosingTheListIsNot)
{
    open(writeConsole(dir));
    ASSERT_TRUE(waitForKept(1));
    session->runs().clear(); // another workspace is opened
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(kept().size(), 1U);
    open(path);
    ASSERT_TRUE(waitForKept(1));
    session->runs().remove(0);
    EXPECT_TRUE(waitFor([this] { return kept().empty(); }));
}

TEST_F(RunsWindow, ReportsOfVelaAreImportedAndListedAgain)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/vela/kws-u55-128-v5.2.0/"_s;
    QSignalSpy imported(&controller(), &shell::RunsController::imported);
    controller().importFiles({ folder + u"kws_ref_model_per-layer.csv"_s, folder + u"console.txt"_s,
        folder + u"command.txt"_s });
    ASSERT_TRUE(waitFor([&] { return !imported.isEmpty(); }));
    ASSERT_TRUE(waitForKept(2)); // the third has no numbers
    EXPECT_FALSE(run(0).values.empty());
    EXPECT_EQ(run(1).kind, u"vela-console"_s);
    const auto runs = kept();
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].values, run(0).values);
    // The same file again is the same run.
    controller().importFiles({ folder + u"console.txt"_s });
    ASSERT_TRUE(waitFor([&] { return imported.size() == 2; }));
    EXPECT_EQ(session->runs().runs().size(), 2U);
    EXPECT_EQ(session->runs().currentIndex(), 1);
}

TEST_F(RunsWindow, AnEtDumpIsReadWhenItIsLookedAt)
{
    TOSAIC_NEED_SAMPLES();
    open(samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s);
    ASSERT_TRUE(waitForKept(1));
    open(writeConsole(dir));
    ASSERT_TRUE(waitForKept(2));
    ASSERT_TRUE(waitForIdle());
    restart();
    open(path);
    ASSERT_EQ(session->runs().runs().size(), 2U);
    EXPECT_FALSE(run(0).etdump);
    EXPECT_FALSE(run(0).values.empty()); // its numbers are there all the same
    session->runs().setCurrentIndex(0);
    ASSERT_TRUE(waitFor([this] { return run(0).etdump != nullptr; }));
    EXPECT_EQ(run(0).etdump->runs.empty(), false);
}

/// The newest run is current when a workspace opens: it is looked at without being chosen.
TEST_F(RunsWindow, TheRunThatIsCurrentAtOnceIsReadWithItsStatus)
{
    TOSAIC_NEED_SAMPLES();
    open(samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s);
    ASSERT_TRUE(waitForKept(1));
    ASSERT_TRUE(waitForIdle());
    {
        const auto file = workspace::Workspace::open(path);
        auto record = (*file)->run(run(0).stored);
        ASSERT_TRUE(record);
        record->status = u"failed"_s;
        const auto values = (*file)->runValues(run(0).stored);
        ASSERT_TRUE(values && (*file)->finishRun(run(0).stored, *record, *values));
    }
    restart();
    bool wasLoading = false;
    const auto &document = session->runs();
    QObject::connect(&document, &RunsDocument::loadingChanged, window.get(),
        [&] { wasLoading = wasLoading || document.isLoading(); });
    open(path);
    ASSERT_TRUE(waitFor([this] { return run(0).etdump != nullptr; }));
    EXPECT_TRUE(wasLoading);
    EXPECT_FALSE(session->runs().isLoading());
    EXPECT_EQ(run(0).status, u"failed"_s);
}

/// Only a log that proves it ran the open model is joined to it without being asked.
TEST_F(RunsWindow, WhatMayBeOfAnotherProgramIsNotAttached)
{
    TOSAIC_NEED_SAMPLES();
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    const auto mlek = writeFile(u"mlek.log"_s,
        "INFO - Profile for Inference:\nINFO - NPU AXI0_RD_DATA_BEAT_RECEIVED beats: 50\n"
        "INFO - NPU ACTIVE cycles: 900\nINFO - NPU IDLE cycles: 100\nINFO - NPU TOTAL cycles: "
        "1000\n");
    open(mlek);
    open(samplesDir() + u"/generated/host/etdump/cnn_c_3_debug.etdp"_s);
    ASSERT_TRUE(waitFor([this] { return session->runs().runs().size() == 2; }));
    EXPECT_EQ(run(0).modelSha256, QString());
    EXPECT_EQ(run(1).modelSha256, QString()) << "a dump names no program";
    const QFileInfo model(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    QFile console(writeConsole(dir));
    ASSERT_TRUE(console.open(QIODevice::ReadOnly));
    auto text = console.readAll();
    ASSERT_TRUE(text.contains("PTE Model loaded. Size: 4425968 bytes"));
    text.replace("PTE Model loaded. Size: 4425968", // as the runner says it
        "PTE Model data loaded. Size: " + QByteArray::number(model.size()));
    open(writeFile(u"proof.log"_s, text));
    ASSERT_TRUE(waitFor([this] { return session->runs().runs().size() == 3; }));
    EXPECT_FALSE(run(2).modelSha256.isEmpty());
}

TEST_F(RunsWindow, RunsGoAlongIntoAnotherWorkspace)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/vela/kws-u55-128-v5.2.0/"_s;
    const auto copy = dir + u"/report.csv"_s;
    ASSERT_TRUE(QFile::copy(folder + u"kws_ref_model_per-layer.csv"_s, copy));
    controller().importFiles({ copy });
    ASSERT_TRUE(waitForKept(1));
    ASSERT_TRUE(waitForIdle());
    restart();
    open(path);
    ASSERT_EQ(session->runs().runs().size(), 1U);
    path = dir + u"/other.tosaic"_s;
    window->workspace().saveAs(path);
    ASSERT_TRUE(waitForKept(1));
    EXPECT_EQ(kept()[0].values, run(0).values);
}

} // namespace tosaic::test
