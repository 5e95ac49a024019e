// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "tests/profiler/consolegenerator.h"
#include "tests/profiler/runspagefixture.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::runstatementstests {
namespace {

/// What the user states of runs, one or several.
class RunStatementsTest : public RunsPageFixture
{
protected:
    void addGenerated(const QString &name = u"generated.log"_s)
    {
        test::GeneratedProfile profile{ .inferences = 1, .npuCycles = 1'000'000 };
        quint64 value = 10'000;
        for (const auto &event : test::runnerEvents(u"U85"_s))
            profile.counters.emplace_back(event, value += 1000);
        const auto run = profile::parseConsole(
            test::generateConsole({ .pteBytes = 4096, .profiles = { profile } }));
        ASSERT_TRUE(run);
        runs.add({ .name = name, .run = std::make_shared<const profile::Run>(*run) });
        QCoreApplication::processEvents();
    }
};

TEST_F(RunStatementsTest, TheChosenTabStaysAtAnotherRun)
{
    addGenerated();
    auto *tabs = find<QTabWidget>(u"runTabs"_s);
    tabs->setCurrentIndex(1);
    addGenerated(u"other.log"_s);
    EXPECT_EQ(tabs->currentIndex(), 1) << "metrics of two runs are compared by going to and fro";
    profile::Run failed{ .status = profile::RunStatus::Failed };
    failed.errors = { { .line = 3, .text = u"Invoke failed."_s } };
    runs.add({ .name = u"bad.log"_s, .run = std::make_shared<const profile::Run>(failed) });
    EXPECT_EQ(tabs->currentIndex(), 3);
    runs.setCurrentIndex(0);
    EXPECT_EQ(tabs->currentIndex(), 1);
}

TEST_F(RunStatementsTest, CountersThatTheLogDoesNotNameCanBeNamed)
{
    profile::Run run{ .family = profile::LogFamily::Other, .status = profile::RunStatus::Complete };
    run.profiles = { { .counters = { { u"CYCLE_COUNTER"_s, 1000, u"cycles"_s },
                           { u"cntr0"_s, 900, {} }, { u"cntr1"_s, 50, {} } } } };
    const auto raw = std::make_shared<const profile::Run>(run);
    addGenerated();
    EXPECT_FALSE(find<QPushButton>(u"nameCountersButton"_s)->isVisible());
    runs.add({ .name = u"raw.log"_s, .run = raw });
    auto *button = find<QPushButton>(u"nameCountersButton"_s);
    ASSERT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    auto *dialog = page->findChild<QDialog *>(u"counterNamesDialog"_s);
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QComboBox *>(u"counterName-cntr0"_s)
        ->setCurrentText(u"ETHOSU_PMU_NPU_ACTIVE"_s);
    dialog->findChild<QComboBox *>(u"counterName-cntr1"_s)->setCurrentText(u"NO_SUCH_EVENT"_s);
    dialog->accept();
    EXPECT_TRUE(dialog->isVisible()) << "no NPU has such an event";
    const auto *refusal = dialog->findChild<QLabel *>(u"counterNamesRefusal"_s);
    EXPECT_TRUE(refusal->isVisible());
    EXPECT_TRUE(refusal->text().contains(u"NO_SUCH_EVENT"_s)) << refusal->text().toStdString();
    dialog->findChild<QComboBox *>(u"counterName-cntr1"_s)->setCurrentText(QString());
    dialog->accept();
    const auto &profile = runs.current()->run->profiles[0];
    ASSERT_NE(profile.counter(u"NPU_ACTIVE"_s), nullptr);
    EXPECT_EQ(profile.counter(u"NPU_ACTIVE"_s)->unit, u"cycles"_s);
    EXPECT_NE(profile.counter(u"cntr1"_s), nullptr) << "still not known";
    EXPECT_EQ(runs.current()->conditions.events, QStringList{ u"cntr0=NPU_ACTIVE"_s });
    EXPECT_TRUE(find<DataTable>(u"countersTable"_s)->selectionAsTsv().contains(u"NPU_ACTIVE"));
    runs.nameCounters(1, { { u"cntr0"_s, QString() } });
    EXPECT_NE(runs.current()->run->profiles[0].counter(u"cntr0"_s), nullptr);
    EXPECT_TRUE(runs.current()->conditions.events.isEmpty());
}

/// In a window of 900x560 the page has this size.
TEST_F(RunStatementsTest, CountersHaveRoomInALowWindow)
{
    profile::Run run{ .family = profile::LogFamily::Other, .status = profile::RunStatus::Complete };
    run.profiles = { { .counters = { { u"CYCLE_COUNTER"_s, 1000, u"cycles"_s },
                           { u"cntr0"_s, 900, {} }, { u"cntr1"_s, 50, {} } } } };
    runs.add({ .name = u"raw.log"_s, .run = std::make_shared<const profile::Run>(run) });
    page->resize(604, 380);
    QTest::qWait(50);
    const auto *table = find<DataTable>(u"countersTable"_s);
    EXPECT_GE(table->viewport()->height(), 2 * table->rowHeight(0)) << table->height();
    const auto *button = find<QPushButton>(u"nameCountersButton"_s);
    EXPECT_GE(button->mapTo(page.get(), QPoint()).x(), 8) << "in line with the texts above it";
}

/// A soak test has more measurements than are kept: the page of the run says so, too.
TEST_F(RunStatementsTest, MeasurementsThatWereNotKeptAreSaid)
{
    profile::Run run{ .family = profile::LogFamily::Mlek,
        .status = profile::RunStatus::Complete,
        .profiles = { { .counters = { { u"CYCLE_COUNTER"_s, 1000, u"cycles"_s } } } } };
    run.diagnostics = { { .id = u"log.limit"_s,
        .severity = Severity::Warning,
        .text
        = u"10000 of 104000 measurements were kept; the others are in none of the numbers"_s } };
    runs.add({ .name = u"soak.log"_s, .run = std::make_shared<const profile::Run>(run) });
    const auto facts = find<DataTable>(u"factsTable"_s)->selectionAsTsv();
    EXPECT_TRUE(facts.contains(run.diagnostics[0].text)) << facts.toStdString();
}

TEST_F(RunStatementsTest, WhatIsStatedIsStatedOfAllSelectedRuns)
{
    for (const auto &name : { u"a.log"_s, u"b.log"_s, u"c.log"_s })
        addGenerated(name);
    runs.setSelected({ 0, 2 });
    auto *scope = find<QLabel>(u"statementScope"_s);
    EXPECT_TRUE(scope->isVisible());
    EXPECT_TRUE(scope->text().contains(u"2"_s)) << scope->text().toStdString();
    auto *origin = find<QComboBox>(u"originCombo"_s);
    Q_EMIT origin->activated(origin->findData(static_cast<int>(Origin::Board)));
    auto *clock = find<QDoubleSpinBox>(u"clockSpin"_s);
    clock->setValue(400);
    EXPECT_EQ(runs.runs()[0].origin, Origin::Board);
    EXPECT_FALSE(runs.runs()[1].origin) << "it is not selected";
    EXPECT_EQ(runs.runs()[2].origin, Origin::Board);
    EXPECT_EQ(runs.runs()[0].clockHz, 400'000'000U);
    runs.setCurrentIndex(1); // beside the selection: only that
    EXPECT_EQ(runs.selected(), QList<int>{ 1 });
    EXPECT_FALSE(scope->isVisible());
}

/// Merged, the runs know what each of them knows; what nobody told is stated of all at once.
TEST_F(RunStatementsTest, TheModelGoesWithTheRunsThatAreMerged)
{
    addGenerated(u"a.log"_s);
    addGenerated(u"b.log"_s);
    auto result = std::make_shared<compiled::CompileResult>();
    result->spec.target = u"ethos-u85-256"_s;
    result->summary.macs = 128'000'000;
    result->artefacts = { { .kind = u"pte"_s, .path = u"mv2.pte"_s, .sha256 = u"aa"_s } };
    ResultsDocument results;
    results.add(result);
    page->setResults(&results);
    const auto utilisation = [&] {
        for (auto *table : page->findChildren<DataTable *>(u"metricsTable"_s)) {
            if (!table->isVisible())
                continue;
            for (const auto &line : table->selectionAsTsv().split(u'\n')) {
                if (line.startsWith(u"MAC utilisation"))
                    return line;
            }
        }
        return QString();
    };
    page->showMerged({ 0, 1 });
    find<QTabWidget>(u"mergedTabs"_s)->setCurrentIndex(1);
    EXPECT_TRUE(utilisation().contains(u"Not known")) << utilisation().toStdString();
    runs.attach(0, u"aa"_s);
    runs.attach(1, u"aa"_s);
    EXPECT_TRUE(utilisation().contains(u"128000000")) << utilisation().toStdString();
    EXPECT_TRUE(find<QLabel>(u"mergedNotes"_s)->text().contains(u"origin"_s));
    auto *origin = find<QComboBox>(u"mergedOriginCombo"_s);
    Q_EMIT origin->activated(origin->findData(static_cast<int>(Origin::Fvp)));
    EXPECT_EQ(runs.runs()[0].origin, Origin::Fvp);
    EXPECT_EQ(runs.runs()[1].origin, Origin::Fvp);
    EXPECT_FALSE(find<QLabel>(u"mergedNotes"_s)->text().contains(u"origin"_s));
}

} // namespace
} // namespace tosaic::views::runstatementstests
