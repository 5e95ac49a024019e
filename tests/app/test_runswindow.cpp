// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/pages.h"
#include "app/shell/frame/runsarea.h"
#include "app/shell/runs/runimporter.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/etdump.h"
#include "profiler/session/workspaceruns.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/findings/findingspanel.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace tosaic::test::runswindowtests {

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
    const profile::MeasuredRun &run(size_t index) { return session->runs().runs().at(index); }
    bool waitForKept(size_t count)
    {
        return waitFor([&] {
            const auto &runs = session->runs().runs();
            return runs.size() == count
                && std::ranges::all_of(runs, [&](const profile::MeasuredRun &one) {
                       return one.stored && one.storedIn == path;
                   });
        });
    }
    std::vector<profile::MeasuredRun> kept()
    {
        const auto file = workspace::Workspace::open(path);
        EXPECT_TRUE(file);
        const auto runs = listRuns(**file);
        EXPECT_TRUE(runs) << "reading fails while the window writes";
        return runs.value_or(std::vector<profile::MeasuredRun>());
    }
    QString writeFile(const QString &name, const QByteArray &content)
    {
        QFile file(dir + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return file.fileName();
    }
    shell::RunImporter &importer() { return *window->findChild<shell::RunImporter *>(); }

    /// As another window or `tosaic-cli import` does.
    workspace::RunId keepElsewhere(const QString &file)
    {
        const auto read = profile::readRunFile(file);
        const auto other = workspace::Workspace::open(path);
        EXPECT_TRUE(read && other);
        const auto id = profile::storeRun(**other, *read);
        EXPECT_TRUE(id);
        return id.value_or(workspace::RunId());
    }

    QString path;
};

} // namespace

TEST_F(RunsWindow, TheChosenRunHasItsFindingsAboveIt)
{
    const auto console = [](int cycles) {
        return QByteArray("INFO - Final results:\nINFO - Total number of inferences: 1\nINFO - "
                          "Profile for Inference:\nINFO - NPU ACTIVE cycles: ")
            + QByteArray::number(cycles) + "\nINFO - NPU IDLE cycles: " + QByteArray::number(cycles)
            + "\nINFO - NPU TOTAL cycles: " + QByteArray::number(2 * cycles) + "\n";
    };
    importer().importFiles({ writeFile(u"first.log"_s, console(1000)) });
    ASSERT_TRUE(waitForKept(1));
    importer().importFiles({ writeFile(u"second.log"_s, console(4000)) });
    ASSERT_TRUE(waitForKept(2));
    window->show();
    window->show(shell::Mode::Runs);
    auto *page = window->pages().page(shell::Mode::Runs);
    auto &panel = *page->findChild<views::FindingsPanel *>();
    ASSERT_TRUE(waitFor([&] { return panel.text().contains(u"8000 NPU"_s); }))
        << panel.text().toStdString();
    EXPECT_TRUE(panel.isVisible());
    EXPECT_TRUE(panel.text().contains(u"50.0 %"_s)) << "waiting: " << panel.text().toStdString();
    session->runs().setCurrentIndex(0);
    EXPECT_TRUE(waitFor([&] { return panel.text().contains(u"2000 NPU"_s); }));
    EXPECT_FALSE(panel.text().contains(u"8000 NPU"_s));
    // One step leads to what it stands on.
    auto *area = static_cast<shell::RunsArea *>(page);
    area->showTab(u"roofline"_s);
    Q_EMIT panel.findChild<QLabel *>(u"finding0"_s)->linkActivated(u"page"_s);
    EXPECT_EQ(area->currentTab(), u"counters"_s);
    while (!session->runs().isEmpty())
        session->runs().remove(0);
    EXPECT_TRUE(waitFor([&] { return panel.findings().empty(); })) << "nothing is open";
}

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

/// Serial lines have noise. What the command line reads, the window reads.
TEST_F(RunsWindow, AConsoleWithJunkBytesIsReadAsTheCommandLineDoes)
{
    QFile clean(writeConsole(dir));
    ASSERT_TRUE(clean.open(QIODevice::ReadOnly));
    const auto console = clean.readAll();
    const std::pair<QString, QByteArray> noises[] = { { u"controls.log"_s, "\x01\x02\x1f\x7f\r\n" },
        { u"nuls.log"_s, QByteArray(64, '\0') + "\x03\n" },
        { u"bytes.log"_s, QByteArray("\xfe\x80\x01\x90\xff\x02").repeated(20) + '\n' } };
    size_t count = 0;
    for (const auto &[name, noise] : noises) {
        const auto file = writeFile(name, noise + console);
        const auto told = profile::readRunFile(file);
        ASSERT_TRUE(told) << name.toStdString();
        open(file);
        ASSERT_EQ(session->runs().runs().size(), ++count) << name.toStdString();
        EXPECT_EQ(run(count - 1).kind, u"console"_s);
        ASSERT_EQ(run(count - 1).run->profiles.size(), told->run->profiles.size());
        EXPECT_EQ(run(count - 1).run->profiles[0].counters.size(),
            told->run->profiles[0].counters.size());
    }
    ASSERT_TRUE(waitForKept(3)) << "and it can be kept";
    open(writeFile(u"rubbish.log"_s, QByteArray("\x01\x02rubbish").repeated(100)));
    EXPECT_EQ(session->runs().runs().size(), count) << "what is no console is none";
}

/// 200 MB that a board wrote over night, with measurements at both ends.
TEST_F(RunsWindow, AConsoleOf200MegabytesIsReadAsTheCommandLineDoes)
{
    QFile clean(writeConsole(dir));
    ASSERT_TRUE(clean.open(QIODevice::ReadOnly));
    const auto console = clean.readAll();
    const auto file = writeFile(u"long.log"_s, console);
    {
        QFile whole(file);
        ASSERT_TRUE(whole.open(QIODevice::Append));
        const auto block = QByteArray("[ 1.25] nothing to do, waiting\n").repeated(1 << 17);
        while (whole.size() < 200'000'000)
            ASSERT_EQ(whole.write(block), block.size());
        whole.write(console);
    }
    const auto told = profile::readRunFile(file);
    ASSERT_TRUE(told);
    ASSERT_EQ(told->run->profiles.size(),
        2 * profile::readRunFile(clean.fileName())->run->profiles.size());
    open(file);
    ASSERT_EQ(session->runs().runs().size(), 1U);
    EXPECT_EQ(run(0).run->profiles.size(), told->run->profiles.size());
    EXPECT_EQ(
        run(0).run->profiles.back().counters.size(), told->run->profiles.back().counters.size());
    ASSERT_TRUE(waitForKept(1)) << "and it can be kept";
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
    QSignalSpy imported(&importer(), &shell::RunImporter::imported);
    importer().importFiles({ folder + u"kws_ref_model_per-layer.csv"_s, folder + u"console.txt"_s,
        folder + u"command.txt"_s });
    ASSERT_TRUE(waitFor([&] { return !imported.isEmpty(); }));
    ASSERT_TRUE(waitForKept(2)); // the third has no numbers
    EXPECT_FALSE(run(0).values.empty());
    EXPECT_EQ(run(1).kind, u"vela-console"_s);
    const auto runs = kept();
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].values, run(0).values);
    // The same file again is the same run.
    importer().importFiles({ folder + u"console.txt"_s });
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

TEST_F(RunsWindow, StatedWarmUpsAreKeptWithTheNumbersThatFollow)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s;
    open(dump);
    ASSERT_TRUE(waitForKept(1));
    session->runs().setWarmups(0, 5);
    const auto expected = profile::readRunFile(dump, 5);
    ASSERT_TRUE(expected);
    EXPECT_EQ(run(0).values, expected->values);
    ASSERT_TRUE(waitFor([&] {
        const auto runs = kept();
        return runs.size() == 1 && runs[0].conditions.warmups == 5U;
    }));
    EXPECT_EQ(kept()[0].values, expected->values);
    ASSERT_TRUE(waitForIdle());
    restart();
    open(path);
    ASSERT_TRUE(waitFor([this] { return run(0).etdump != nullptr; }));
    EXPECT_EQ(warmupsOf(run(0)), 5U);
    EXPECT_EQ(run(0).values, expected->values);
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

TEST_F(RunsWindow, WhatAnotherProgramKeepsIsListedAndWhatIsLookedAtStays)
{
    open(writeConsole(dir));
    ASSERT_TRUE(waitForKept(1));
    const auto other = writeFile(u"other.log"_s,
        "INFO - Profile for Inference:\nINFO - NPU ACTIVE cycles: 900\nINFO - NPU TOTAL cycles: "
        "1000\n");
    QSignalSpy currentChanged(&session->runs(), &RunsDocument::currentChanged);
    const auto id = keepElsewhere(other);
    ASSERT_TRUE(waitForKept(2));
    EXPECT_EQ(run(1).stored, id);
    EXPECT_EQ(run(1).name, u"other.log"_s);
    ASSERT_TRUE(run(1).run);
    EXPECT_FALSE(run(1).run->profiles.empty());
    EXPECT_EQ(session->runs().currentIndex(), 0);
    EXPECT_TRUE(currentChanged.isEmpty());
    // The same file again is a run of its own, as it is when the workspace is opened.
    keepElsewhere(other);
    ASSERT_TRUE(waitForKept(3));
    // What is stated here about it is written, and what was removed does not come back.
    session->runs().setOrigin(1, Origin::Board);
    ASSERT_TRUE(waitFor([&] {
        const auto runs = kept();
        return runs.size() > 1 && runs[1].origin == Origin::Board;
    }));
    session->runs().remove(2);
    ASSERT_TRUE(waitFor([&] { return kept().size() == 2; }));
    keepElsewhere(other);
    ASSERT_TRUE(waitForKept(3));
    ASSERT_TRUE(waitForIdle());
    QTest::qWait(500); // nobody writes any more
    EXPECT_EQ(kept().size(), 3U);
    EXPECT_EQ(session->runs().runs().size(), 3U);
}

/// Nobody wrote down what this board prints: its console is there to be marked.
TEST_F(RunsWindow, ATextOfWhichNothingIsKnownIsImportedAsAConsole)
{
    const auto text = writeFile(u"board.txt"_s, "boot\nzorp: npu busy 1200 cycles\n");
    importer().importFiles({ text });
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(session->runs().isEmpty()) << "nobody says that it is one";
    trigger(u"run.importConsole"_s);
    chooseFile(u"importRunsDialog"_s, text);
    ASSERT_TRUE(waitForKept(1));
    EXPECT_TRUE(run(0).isConsole());
    EXPECT_TRUE(run(0).run->profiles.empty());
    EXPECT_TRUE(std::ranges::any_of(session->problems().all(),
        [](const auto &problem) { return problem.diagnostic.id == "log.unknown"_L1; }));
    ASSERT_EQ(kept().size(), 1U);
    importer().importConsoles({ writeFile(u"junk.bin"_s, QByteArray(4096, '\1')) });
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(session->runs().runs().size(), 1U) << "no text";
}

TEST_F(RunsWindow, TheRawConsoleOfAKeptRunIsAtHandWhenItIsLookedAt)
{
    const QByteArray text = "INFO - Profile for Inference:\nINFO - NPU ACTIVE cycles: 9\n";
    keepElsewhere(writeFile(u"one.log"_s, text));
    keepElsewhere(writeFile(u"two.log"_s, text + "INFO - NPU IDLE cycles: 2\n"));
    ASSERT_TRUE(waitForKept(2));
    session->runs().setCurrentIndex(0);
    ASSERT_TRUE(waitFor([this] { return run(0).console != nullptr; }));
    EXPECT_EQ(run(0).console->bytes(), text);
}

/// The notes of the list, of the panel of the workspace and of the command line are one.
TEST_F(RunsWindow, ANoteOnARunIsTheSameForEverybody)
{
    const auto id = keepElsewhere(writeFile(u"one.log"_s, "INFO - NPU ACTIVE cycles: 9\n"));
    ASSERT_TRUE(waitForKept(1));
    session->runs().setNote(0, u"a fan was on"_s);
    ASSERT_TRUE(waitFor([&] { return kept().front().note == u"a fan was on"_s; }));
    {
        const auto other = workspace::Workspace::open(path);
        const auto notes = (*other)->notes();
        ASSERT_TRUE(notes);
        ASSERT_EQ(notes->size(), 1U);
        EXPECT_EQ(notes->front().subject, u"run %1"_s.arg(id.value));
        ASSERT_TRUE((*other)->editNote(notes->front().id, u"no fan"_s));
    }
    ASSERT_TRUE(waitFor([this] { return run(0).note == u"no fan"_s; }));
}

TEST_F(RunsWindow, ARunThatGoesOnElsewhereIsListedWhenItHasEnded)
{
    const auto other = workspace::Workspace::open(path);
    ASSERT_TRUE(other);
    workspace::RunRecord record{ .name = u"listened to"_s };
    record.status = u"running"_s;
    const auto id = (*other)->addRun(record);
    ASSERT_TRUE(id && (*other)->appendConsole(*id, "INFO - NPU ACTIVE cycles: 9\n"));
    const auto &contents = window->workspace().store();
    ASSERT_TRUE(waitFor([&] { return contents.contents() && !contents.contents()->runs.empty(); }));
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(session->runs().isEmpty());
    record.status = u"complete"_s;
    ASSERT_TRUE((*other)->finishRun(*id, record, {}));
    ASSERT_TRUE(waitForKept(1));
    EXPECT_EQ(run(0).status, u"complete"_s);
    EXPECT_EQ(session->runs().currentIndex(), 0) << "the first one is looked at";
}

TEST_F(RunsWindow, ARunThatWasGoingOnWhenItWasListedIsReadAgain)
{
    const auto other = workspace::Workspace::open(path);
    ASSERT_TRUE(other);
    workspace::RunRecord record{ .name = u"listened to"_s };
    record.status = u"running"_s;
    const auto id = (*other)->addRun(record);
    ASSERT_TRUE(id);
    restart();
    open(path);
    ASSERT_EQ(session->runs().runs().size(), 1U);
    EXPECT_EQ(run(0).status, u"running"_s);
    ASSERT_TRUE((*other)->appendConsole(*id,
        "INFO - Profile for Inference:\nINFO - NPU ACTIVE cycles: 900\nINFO - NPU TOTAL cycles: "
        "1000\n"));
    record.status = u"complete"_s;
    ASSERT_TRUE((*other)->finishRun(*id, record, {}));
    ASSERT_TRUE(waitFor([&] { return run(0).status == u"complete"_s; }));
    EXPECT_EQ(session->runs().runs().size(), 1U);
    EXPECT_FALSE(run(0).run->profiles.empty());
}

TEST_F(RunsWindow, RunsGoAlongIntoAnotherWorkspace)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/vela/kws-u55-128-v5.2.0/"_s;
    const auto copy = dir + u"/report.csv"_s;
    ASSERT_TRUE(QFile::copy(folder + u"kws_ref_model_per-layer.csv"_s, copy));
    importer().importFiles({ copy });
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

TEST_F(RunsWindow, JudgesAConsoleAgainstTheOpenProgram)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    open(program);
    QFile console(writeConsole(dir));
    ASSERT_TRUE(console.open(QIODevice::ReadOnly));
    auto text = console.readAll();
    text.replace("PTE Model loaded. Size: 4425968",
        "PTE Model data loaded. Size: " + QByteArray::number(QFileInfo(program).size()));
    open(writeFile(u"right.log"_s, text));
    ASSERT_TRUE(waitFor([this] { return session->runs().runs().size() == 1; }));
    trigger(u"runs.counters"_s);
    const auto *verdict = find<QLabel>(u"runProofVerdict"_s);
    const auto *facts = find<QLabel>(u"runProofFacts"_s);
    ASSERT_TRUE(verdict && facts);
    ASSERT_TRUE(waitFor([facts] { return !facts->text().isEmpty(); }));
    EXPECT_TRUE(facts->text().contains(u"✓ right program"_s)) << facts->text().toStdString();
    EXPECT_TRUE(facts->text().contains(u"? right ELF"_s)) << facts->text().toStdString();
    EXPECT_EQ(verdict->property("verdict").toString(), u"bad"_s) << "the ELF is not known";
    // Another program is open: it says nothing about this one.
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    EXPECT_TRUE(waitFor([facts] { return facts->text().contains(u"? right program"_s); }))
        << facts->text().toStdString();
}

} // namespace tosaic::test::runswindowtests
