// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/roles.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"
#include "views/workspace/provenanceview.h"
#include "views/workspace/specdifferenceview.h"
#include "views/workspace/workspacepanel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

namespace tosaic::test::workspacepaneltests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

const auto Hash = QString(64, u'a');

std::shared_ptr<workspace::Contents> contents()
{
    auto all = std::make_shared<workspace::Contents>();
    all->path = u"/work/mv2.tosaic"_s;
    const QDateTime when({ 2026, 3, 4 }, { 5, 6, 7 }, Qt::UTC);
    all->models.push_back({ .id = workspace::ModelId(1),
        .path = u"/models/mobilenet_v2.py"_s,
        .sha256 = Hash,
        .size = 4000,
        .hasCopy = true,
        .added = when });
    all->specs.push_back({ .id = workspace::SpecId(1),
        .name = u"smallest"_s,
        .spec = { { u"target"_s, u"ethos-u55-128"_s } },
        .saved = when,
        .versions = 3 });
    for (const int id : { 1, 2 }) {
        workspace::JobRecord job{ .id = workspace::JobId(id),
            .kind = u"executorch"_s,
            .status = u"succeeded"_s,
            .started = when,
            .ended = when.addDays(id),
            .sourceName = u"mobilenet_v2.py"_s,
            .folder = u"/out/%1"_s.arg(id),
            .spec = { { u"target"_s, u"ethos-u55-128"_s } } };
        job.summary = { { u"cyclesTotal"_s, 1234567 }, { u"sramBytes"_s, 786432 } };
        job.isPinned = id == 1;
        all->jobs.push_back(job);
        all->artefacts.push_back({ .id = workspace::ArtefactId(id),
            .job = job.id,
            .kind = u"pte"_s,
            .path = u"/out/%1/mobilenet_v2.pte"_s.arg(id),
            .relativePath = u"mobilenet_v2.pte"_s,
            .sha256 = QString(64, id == 1 ? u'b' : u'c'),
            .size = 3'500'000,
            .hasCopy = true });
    }
    all->runs.push_back({ .id = workspace::RunId(1),
        .name = u"console.log"_s,
        .origin = u"fvp"_s,
        .imported = when });
    all->notes.push_back({ .id = workspace::NoteId(1),
        .subject = u"job 2"_s,
        .text = u"faster than the one before"_s,
        .written = when });
    all->notes.push_back({ .id = workspace::NoteId(2),
        .subject = {},
        .text = u"ask the board team"_s,
        .written = when });
    return all;
}

class WorkspacePanelTest : public testing::Test
{
protected:
    WorkspacePanelTest()
    {
        theme.apply(*qApp, ThemeMode::Light);
        panel.resize(1000, 320);
        panel.show();
        panel.activateWindow(); // shortcuts belong to the active window
        EXPECT_TRUE(QTest::qWaitForWindowActive(&panel));
    }

    QTreeView &tree() { return *panel.findChild<QTreeView *>(u"workspaceTree"_s); }
    QModelIndex row(const QString &text)
    {
        const auto found = tree().model()->match(tree().model()->index(0, 0), Qt::DisplayRole, text,
            1, Qt::MatchRecursive | Qt::MatchStartsWith);
        EXPECT_FALSE(found.isEmpty()) << qPrintable(text);
        return found.value(0);
    }
    void choose(const QString &text)
    {
        tree().setCurrentIndex(row(text));
        tree().setFocus();
    }
    QAction &action(const QString &name) { return *panel.findChild<QAction *>(name); }

    Theme theme;
    WorkspacePanel panel{ theme };
};

} // namespace

TEST_F(WorkspacePanelTest, TheModelHoldsWhenItIsFilledAgain)
{
    WorkspaceModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setContents(contents());
    EXPECT_EQ(model.rowCount(), 5);
    model.setContents(std::make_shared<workspace::Contents>());
    EXPECT_EQ(model.rowCount(), 0);
    model.setContents(nullptr);
}

TEST_F(WorkspacePanelTest, SaysWhatAWorkspaceIsWhileNoneIsOpen)
{
    const QSignalSpy save(&panel, &WorkspacePanel::saveRequested);
    auto *states = panel.findChild<StateStack *>();
    EXPECT_FALSE(states->isContentShown());
    auto *button = states->currentWidget()->findChild<QPushButton *>();
    ASSERT_TRUE(button);
    button->click();
    EXPECT_EQ(save.count(), 1);
    panel.setContents(contents());
    EXPECT_TRUE(states->isContentShown());
    panel.setError({ .code = ErrorCode::WorkspaceVersion });
    EXPECT_FALSE(states->isContentShown());
}

TEST_F(WorkspacePanelTest, ShowsJobsWithTheirResultNewestFirstAndNotesBelow)
{
    panel.setContents(contents());
    const auto jobs = row(u"Jobs"_s);
    ASSERT_EQ(tree().model()->rowCount(jobs), 2);
    const auto newest = tree().model()->index(0, 0, jobs);
    EXPECT_EQ(newest.data().toString(), u"mobilenet_v2.py for ethos-u55-128"_s);
    const auto summary = newest.siblingAtColumn(1).data().toString();
    EXPECT_TRUE(summary.contains(u"cycles (est)"_s)) << qPrintable(summary);
    EXPECT_TRUE(summary.contains(u"768"_s)) << qPrintable(summary);
    EXPECT_EQ(tree().model()->rowCount(newest), 2); // note and program
    EXPECT_EQ(row(u"faster than"_s).parent(), newest);
    EXPECT_EQ(row(u"ask the board"_s).parent().data().toString(), u"Notes"_s);
}

TEST_F(WorkspacePanelTest, FindsByAnyColumnAndKeepsTheParents)
{
    panel.setContents(contents());
    panel.findChild<QLineEdit *>(u"workspaceFilter"_s)->setText(u"faster"_s);
    EXPECT_EQ(tree().model()->rowCount(), 1);
    EXPECT_TRUE(row(u"faster than"_s).isValid());
    EXPECT_TRUE(tree().isExpanded(row(u"Jobs"_s)));
}

TEST_F(WorkspacePanelTest, EnterOpensWhatIsChosen)
{
    panel.setContents(contents());
    const QSignalSpy models(&panel, &WorkspacePanel::openModelRequested);
    const QSignalSpy jobs(&panel, &WorkspacePanel::openJobRequested);
    const QSignalSpy artefacts(&panel, &WorkspacePanel::openArtefactRequested);
    const QSignalSpy specs(&panel, &WorkspacePanel::loadSpecRequested);
    const QSignalSpy runs(&panel, &WorkspacePanel::openRunRequested);
    for (const auto &text : { u"mobilenet_v2.py"_s, u"mobilenet_v2.py for"_s, u"mobilenet_v2.pte"_s,
             u"smallest"_s, u"console.log"_s }) {
        choose(text);
        QTest::keyClick(&tree(), Qt::Key_Return);
    }
    EXPECT_EQ(models.count(), 1);
    EXPECT_EQ(jobs.count(), 1);
    EXPECT_EQ(artefacts.count(), 1);
    EXPECT_EQ(specs.count(), 1);
    EXPECT_EQ(runs.count(), 1);
}

TEST_F(WorkspacePanelTest, PinsRemovesAndAsksForProvenanceWithKeys)
{
    panel.setContents(contents());
    const QSignalSpy pinned(&panel, &WorkspacePanel::pinRequested);
    const QSignalSpy removed(&panel, &WorkspacePanel::removeRequested);
    const QSignalSpy traced(&panel, &WorkspacePanel::provenanceRequested);
    const QSignalSpy noted(&panel, &WorkspacePanel::noteRequested);
    choose(u"mobilenet_v2.py for"_s);
    action(u"workspacePin"_s).trigger();
    ASSERT_EQ(pinned.count(), 1);
    EXPECT_TRUE(pinned.front().at(1).toBool());
    action(u"workspaceNote"_s).trigger();
    EXPECT_EQ(noted.front().front().toString(), u"job 2"_s);
    QTest::keyClick(&tree(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_EQ(traced.count(), 1);
    EXPECT_EQ(traced.front().at(1).toString(), QString(64, u'c')); // the job's program
    QTest::keyClick(&tree(), Qt::Key_Delete);
    EXPECT_EQ(removed.count(), 1);
    choose(u"mobilenet_v2.pte"_s);
    EXPECT_FALSE(action(u"workspaceRemove"_s).isEnabled());
    EXPECT_FALSE(action(u"workspacePin"_s).isEnabled());
}

TEST_F(WorkspacePanelTest, SaysWhatADamagedWorkspaceHasLostAndChangesNothing)
{
    auto damaged = contents();
    damaged->isReadOnly = true;
    damaged->salvage = { { .table = u"jobs"_s, .read = 2, .lost = 1 },
        { .table = u"runs"_s, .read = 1, .isCut = true }, { .table = u"notes"_s, .read = 2 } };
    panel.setContents(damaged);
    const auto *text = panel.findChild<QLabel *>(u"salvageText"_s);
    EXPECT_TRUE(text->isVisible());
    EXPECT_TRUE(text->text().contains(u"Jobs"_s)) << qPrintable(text->text());
    EXPECT_TRUE(text->text().contains(u"Runs"_s));
    EXPECT_FALSE(text->text().contains(u"Notes"_s));
    EXPECT_FALSE(text->text().contains(u'%')) << qPrintable(text->text());
    const QSignalSpy saved(&panel, &WorkspacePanel::salvageSaveRequested);
    panel.findChild<QPushButton *>(u"salvageSave"_s)->click();
    EXPECT_EQ(saved.count(), 1);
    choose(u"mobilenet_v2.py for"_s);
    EXPECT_FALSE(action(u"workspacePin"_s).isEnabled());
    EXPECT_FALSE(action(u"workspaceRemove"_s).isEnabled());
    EXPECT_TRUE(action(u"workspaceOpen"_s).isEnabled());
}

TEST_F(WorkspacePanelTest, WhatIsChosenStaysChosenWhenAnotherWindowWrites)
{
    panel.setContents(contents());
    choose(u"console.log"_s);
    auto more = contents();
    more->notes.push_back({ .id = workspace::NoteId(3), .subject = {}, .text = u"new"_s });
    panel.setContents(more);
    EXPECT_EQ(tree().currentIndex().data().toString(), u"console.log"_s);
    EXPECT_TRUE(row(u"new"_s).isValid());
}

TEST_F(WorkspacePanelTest, ShowsTheChainAndOpensItsFiles)
{
    using Step = workspace::ProvenanceStep;
    panel.setContents(contents());
    EXPECT_TRUE(panel.provenance().isEmpty());
    workspace::Provenance chain{ .sha256 = Hash };
    chain.steps.push_back({ .kind = Step::Kind::File,
        .name = u"mobilenet_v2.pte"_s,
        .path = u"/out/1/mobilenet_v2.pte"_s,
        .sha256 = Hash,
        .state = workspace::FileState::Present });
    chain.steps.push_back({ .kind = Step::Kind::Job,
        .path = u"/out/1"_s,
        .job = workspace::JobId(1),
        .facts = { { u"status"_s, u"succeeded"_s } } });
    chain.steps.push_back({ .kind = Step::Kind::Source,
        .name = u"model"_s,
        .path = u"/models/mobilenet_v2.py"_s,
        .sha256 = Hash,
        .state = workspace::FileState::Changed,
        .isKept = true });
    chain.steps.push_back({ .kind = Step::Kind::SpecResolved,
        .facts = { { u"target"_s, u"ethos-u55-128"_s }, { u"memoryMode"_s, u"Shared_Sram"_s } } });
    chain.steps.push_back({ .kind = Step::Kind::Tools,
        .facts = { { u"vela"_s, u"5.1.0"_s }, { u"interpreter"_s, u"/venv/bin/python"_s } } });
    panel.showProvenance(chain);
    auto *steps = panel.findChild<DataTable *>(u"provenanceSteps"_s);
    const auto *rows = steps->model();
    std::vector<int> places; // of steps; what is known of each stands below it
    for (int row = 0; row < rows->rowCount(); ++row) {
        if (!rows->index(row, 0).data(IndentRole).toBool())
            places.push_back(row);
    }
    ASSERT_EQ(places.size(), 5U);
    EXPECT_EQ(rows->index(places[2], 0).data().toString(), u"Model source"_s);
    EXPECT_TRUE(rows->index(places[2], 1).data().toString().contains(u"changed since"_s));
    EXPECT_EQ(rows->index(places[4], 1).data().toString(), u"vela 5.1.0"_s);
    EXPECT_EQ(rows->index(places[3] + 1, 1).data().toString(), u"Shared_Sram"_s);
    steps->selectAll();
    EXPECT_TRUE(steps->selectionAsTsv().contains(u"Model source\t"_s)) << "copied like every table";
    const QSignalSpy opened(&panel, &WorkspacePanel::openFileRequested);
    steps->setCurrentSourceRow(places[2]);
    steps->setFocus();
    QTest::keyClick(steps, Qt::Key_Return);
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened.front().front().toString(), u"/models/mobilenet_v2.py"_s);
}

TEST_F(WorkspacePanelTest, VersionsOfASpecAreListedUsedAndCompared)
{
    auto all = contents();
    const auto spec = [](const QString &mode) {
        return QJsonObject{ { u"target"_s, u"ethos-u55-128"_s }, { u"memoryMode"_s, mode } };
    };
    const auto when = all->specs[0].saved;
    all->specs[0].spec = spec(u"Sram_Only"_s);
    all->specVersions = { { all->specs[0].id, spec(u"Sram_Only"_s), when },
        { all->specs[0].id, spec(u"Shared_Sram"_s), when.addDays(-1) },
        { all->specs[0].id, { { u"target"_s, u"ethos-u65-256"_s } }, when.addDays(-2) } };
    panel.setContents(all);
    const auto parent = row(u"smallest"_s);
    ASSERT_EQ(tree().model()->rowCount(parent), 3);
    const auto text = [&](int row, int column) {
        return tree().model()->index(row, column, parent).data().toString();
    };
    EXPECT_EQ(text(0, 0), u"Version 3 of \"smallest\", now"_s);
    EXPECT_TRUE(text(0, 1).contains(u"memory mode Shared_Sram \u2192 Sram_Only"_s));
    EXPECT_EQ(text(1, 0), u"Version 2 of \"smallest\""_s);
    EXPECT_TRUE(text(1, 1).contains(u"target ethos-u65-256 \u2192 ethos-u55-128"_s));
    EXPECT_FALSE(text(1, 2).isEmpty());
    EXPECT_EQ(text(2, 1), u"The oldest that is kept"_s);

    const QSignalSpy load(&panel, &WorkspacePanel::loadSpecRequested);
    choose(u"Version 2"_s);
    EXPECT_FALSE(action(u"workspaceRemove"_s).isEnabled());
    action(u"workspaceOpen"_s).trigger();
    ASSERT_EQ(load.size(), 1);
    EXPECT_EQ(load.first().first().toJsonObject(), spec(u"Shared_Sram"_s));

    const QSignalSpy compare(&panel, &WorkspacePanel::compareSpecsRequested);
    action(u"workspaceCompareSpecs"_s).trigger();
    ASSERT_EQ(compare.size(), 1);
    using Specs = QList<std::pair<QString, QJsonObject>>;
    EXPECT_EQ(compare[0][0].value<Specs>().size(), 1);
    tree().selectionModel()->select(
        row(u"Version 3"_s), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    EXPECT_FALSE(action(u"workspaceOpen"_s).isEnabled()) << "which of the two?";
    action(u"workspaceCompareSpecs"_s).trigger();
    ASSERT_EQ(compare.size(), 2);
    const auto two = compare[1][0].value<Specs>();
    ASSERT_EQ(two.size(), 2);
    EXPECT_EQ(two[0].second, spec(u"Shared_Sram"_s)) << "the older one comes first";
    EXPECT_EQ(two[1].second, spec(u"Sram_Only"_s));
    tree().selectionModel()->select(
        row(u"mobilenet_v2.py"_s), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    EXPECT_FALSE(action(u"workspaceCompareSpecs"_s).isEnabled()) << "a model is no spec";

    panel.showSpecDifference(
        { u"one"_s, { .target = u"ethos-u55-128"_s, .memoryMode = u"Sram_Only"_s } },
        { u"other"_s, { .target = u"ethos-u55-128"_s } });
    auto *fields = panel.findChild<views::DataTable *>(u"specDifferenceFields"_s);
    ASSERT_TRUE(fields->isVisible());
    const auto &model = *fields->model();
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.headerData(2, Qt::Horizontal).toString(), u"other"_s);
    EXPECT_EQ(model.index(0, 1).data().toString(), u"Sram_Only"_s);
    EXPECT_EQ(model.index(0, 2).data().toString(), u"Default"_s);
    EXPECT_TRUE(fields->selectionAsTsv().contains(u"Sram_Only\tDefault"_s));
    panel.setContents(nullptr);
    EXPECT_FALSE(fields->isVisible());
}

TEST_F(WorkspacePanelTest, ACompileThatWasKilledSaysSo)
{
    auto all = contents();
    all->jobs.back().status = u"cut-off"_s;
    panel.setContents(all);
    const auto job = row(u"mobilenet_v2.py for"_s); // the newest comes first
    EXPECT_TRUE(job.siblingAtColumn(1).data().toString().startsWith(u"Ended without a result"_s));
    EXPECT_TRUE(job.data(Qt::ToolTipRole).toString().contains(u"killed"_s));
}

} // namespace tosaic::test::workspacepaneltests
