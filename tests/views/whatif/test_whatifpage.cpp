// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/spec/specrules.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/whatif/whatiffixture.h"
#include "views/whatif/enginedialog.h"
#include "views/whatif/modelsdialog.h"
#include "views/whatif/parallelchart.h"
#include "views/whatif/whatifmodel.h"
#include "views/whatif/whatifwords.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::whatifpagetests {

namespace {

using sweep::CellResult;
using sweep::CellStatus;
using sweep::Metric;
using views::WhatIfModel;
using views::WhatIfView;

/// Flash is the other way round: what is slow needs little.
WhatIfView viewWithFlash()
{
    auto view = fullView();
    auto result = *view.result;
    for (std::size_t i = 0; i < result.cells.size(); ++i)
        result.cells[i].need.places[1].parts[0].bytes = i == 0 ? 1 : 1000;
    view.result = std::make_shared<const sweep::SweepResult>(std::move(result));
    return view;
}

/// Each cell in two environments, side by side.
WhatIfView twoVersions()
{
    auto view = fullView();
    auto result = *view.result;
    const auto first = result.cells;
    result.cells.clear();
    for (auto row : first) {
        row.cell.environment = u"in use"_s;
        result.cells.push_back(row);
        row.cell.environment = u"second"_s;
        row.velaVersion = u"5.2.0"_s;
        row.summary.cyclesTotal = *row.summary.cyclesTotal / 2;
        result.cells.push_back(row);
    }
    view.result = std::make_shared<const sweep::SweepResult>(std::move(result));
    return view;
}

/// The same cells of another model behind them, twice as slow.
WhatIfView twoModels()
{
    auto view = fullView();
    auto result = *view.result;
    const auto shown = result.cells;
    for (auto &row : result.cells)
        row.cell.model = u"shown.pte"_s;
    for (auto row : shown) {
        row.cell.model = u"other.pte"_s;
        row.summary.cyclesTotal = *row.summary.cyclesTotal * 2;
        result.cells.push_back(row);
    }
    view.model = u"shown.pte"_s;
    view.otherModels = 1;
    view.result = std::make_shared<const sweep::SweepResult>(std::move(result));
    return view;
}

} // namespace

TEST_F(WhatIfPageTest, EmptySaysWhatToDo)
{
    QSignalSpy open(page.get(), &views::WhatIfPage::openRequested);
    QSignalSpy tools(page.get(), &views::WhatIfPage::toolsWanted);
    QSignalSpy run(page.get(), &views::WhatIfPage::sweepRequested);
    page->setView({});
    EXPECT_FALSE(states->isContentShown());
    Q_EMIT states->actionTriggered();
    EXPECT_EQ(open.size(), 1);
    page->setView({ .hasInput = true });
    Q_EMIT states->actionTriggered();
    EXPECT_EQ(tools.size(), 1);
    page->setView({ .hasInput = true, .hasTools = true });
    EXPECT_FALSE(states->isContentShown());
    Q_EMIT states->actionTriggered();
    EXPECT_EQ(run.size(), 1);
}

TEST_F(WhatIfPageTest, TableShowsTheMetric)
{
    page->setView(fullView());
    ASSERT_TRUE(states->isContentShown());
    ASSERT_EQ(table->model()->rowCount(), 2);
    ASSERT_EQ(table->model()->columnCount(), 3);
    EXPECT_EQ(table->model()->headerData(0, Qt::Vertical).toString(), u"ethos-u55-32"_s);
    EXPECT_EQ(table->model()->headerData(0, Qt::Horizontal).toString(), u"Sram_Only"_s);
    EXPECT_EQ(text(0, 0), QLocale().toString(8000));
    EXPECT_TRUE(text(1, 0).contains(u"★"_s)) << "least time";
    EXPECT_TRUE(text(1, 0).contains(u"over"_s));
    EXPECT_TRUE(text(1, 1).contains(u"★"_s));
    EXPECT_FALSE(text(0, 1).contains(u"★"_s)) << "as much SRAM, and slower";
    EXPECT_EQ(text(0, 2), u"—"_s);
    EXPECT_TRUE(
        table->model()->index(0, 2).data(Qt::ToolTipRole).toString().contains(u"needs DRAM"_s));
    // More is another colour.
    EXPECT_NE(table->model()->index(0, 0).data(Qt::BackgroundRole),
        table->model()->index(1, 0).data(Qt::BackgroundRole));
    auto *metric = child<QComboBox>(*page, u"whatIfMetric"_s);
    metric->setCurrentIndex(metric->findData(static_cast<int>(Metric::Sram)));
    EXPECT_EQ(text(0, 0), formatBytes(64 * 1024));
    metric->setCurrentIndex(metric->findData(static_cast<int>(Metric::Flash)));
    EXPECT_TRUE(text(0, 0).contains(u"Not known"_s)) << "never 0";
}

TEST_F(WhatIfPageTest, TheEditedSpecIsInSightInALongTable)
{
    sweep::SweepResult result;
    for (const auto &target : spec::targets())
        result.cells.push_back(row(target, u"Sram_Only"_s, 8000, 64 * 1024));
    const auto edited = spec::targets().last();
    page->resize(1100, 400);
    page->setView({ .hasInput = true,
        .hasTools = true,
        .result = std::make_shared<const sweep::SweepResult>(std::move(result)),
        .current = specOf(edited, u"Sram_Only"_s) });
    const auto *model = table->model();
    const auto last = model->index(model->rowCount() - 1, 0);
    EXPECT_EQ(
        model->headerData(last.row(), Qt::Vertical, Qt::DisplayRole).toString().trimmed(), edited);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return table->viewport()->rect().contains(table->visualRect(last)); }, 5000));
}

TEST_F(WhatIfPageTest, CellSaysWhatItChangesAndIsTaken)
{
    page->setView(fullView());
    QSignalSpy used(page.get(), &views::WhatIfPage::useRequested);
    EXPECT_FALSE(use->isEnabled());
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 1));
    EXPECT_TRUE(details->text().contains(u"ethos-u55-32 → ethos-u55-256"_s))
        << qPrintable(details->text());
    EXPECT_FALSE(details->text().contains(u"memory mode"_s, Qt::CaseInsensitive))
        << "the default is the same mode";
    EXPECT_TRUE(details->text().contains(u"Vela 5.1.0"_s));
    EXPECT_TRUE(details->text().contains(u"Against the current spec: Cycles −55.6 %, SRAM "_s))
        << qPrintable(details->text());
    ASSERT_TRUE(use->isEnabled());
    QTest::mouseClick(use, Qt::LeftButton);
    ASSERT_EQ(used.size(), 1);
    EXPECT_EQ(used[0][0].value<spec::CompileSpec>(), specOf(u"ethos-u55-256"_s, u"Shared_Sram"_s));
    // By keyboard.
    QTest::keyClick(table, Qt::Key_Left);
    EXPECT_TRUE(details->text().contains(u"SRAM 96 KiB with weights and commands"_s));
    EXPECT_TRUE(details->text().contains(u"SRAM: 96 KiB needed, 80 KiB there"_s))
        << qPrintable(details->text());
    QTest::keyClick(table, Qt::Key_Return);
    ASSERT_EQ(used.size(), 2);
    EXPECT_EQ(used[1][0].value<spec::CompileSpec>().memoryMode, u"Sram_Only"_s);
    // What does not exist cannot be taken.
    table->setCurrentIndex(table->model()->index(0, 2));
    EXPECT_FALSE(use->isEnabled());
    EXPECT_TRUE(details->text().contains(u"needs DRAM"_s)) << qPrintable(details->text());
    EXPECT_TRUE(table->model()
                    ->index(0, 0)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(u"ethos-u55-32"_s));
}

TEST_F(WhatIfPageTest, ACellThatNeedsACompileHasTheButtonForIt)
{
    auto view = fullView();
    auto result = *view.result;
    result.cells[3].status = CellStatus::NeedsCompile;
    view.result = std::make_shared<const sweep::SweepResult>(std::move(result));
    page->setView(view);
    auto *compile = child<QPushButton>(*page, u"whatIfCompile"_s);
    table->setCurrentIndex(table->model()->index(0, 1));
    EXPECT_FALSE(compile->isVisible()) << "this one is estimated";
    table->setCurrentIndex(table->model()->index(1, 1));
    ASSERT_TRUE(compile->isVisible());
    picture(*page, u"whatif-needs-compile"_s);
    QSignalSpy used(page.get(), &views::WhatIfPage::useRequested);
    QSignalSpy compiled(page.get(), &views::WhatIfPage::compileRequested);
    QTest::mouseClick(compile, Qt::LeftButton);
    ASSERT_EQ(used.size(), 1);
    EXPECT_EQ(used[0][0].value<spec::CompileSpec>(), specOf(u"ethos-u55-256"_s, u"Shared_Sram"_s));
    EXPECT_EQ(compiled.size(), 1);
}

TEST_F(WhatIfPageTest, TheChartAnswersTheKeysOfAllPictures)
{
    page->setView(fullView());
    CanvasKeys(*chart).expectAll();
}

TEST_F(WhatIfPageTest, ChartAndTableChooseTheSame)
{
    page->setView(fullView());
    QSignalSpy used(page.get(), &views::WhatIfPage::useRequested);
    const auto mark = chart->markOf(0);
    ASSERT_TRUE(mark);
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, mark->toPoint());
    EXPECT_EQ(table->currentIndex(), table->model()->index(0, 0));
    // Hovering shows another one for as long as the pointer is there.
    QTest::mouseMove(table->viewport(), table->visualRect(table->model()->index(1, 1)).center());
    EXPECT_TRUE(details->text().contains(u"ethos-u55-256"_s)) << qPrintable(details->text());
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(table->viewport(), &leave);
    EXPECT_FALSE(details->text().contains(u"ethos-u55-256"_s));
    QTest::mouseMove(chart->viewport(), chart->markOf(3)->toPoint());
    EXPECT_TRUE(details->text().contains(u"ethos-u55-256"_s)) << qPrintable(details->text());
    QTest::mouseMove(chart->viewport(), QPoint(2, 2));
    EXPECT_FALSE(details->text().contains(u"ethos-u55-256"_s));
    // Left to right: the fastest first.
    chart->setFocus();
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(chart, Qt::Key_Left);
    EXPECT_EQ(table->currentIndex(), table->model()->index(1, 0));
    QTest::keyClick(chart, Qt::Key_Right);
    EXPECT_EQ(table->currentIndex(), table->model()->index(1, 1));
    EXPECT_TRUE(chart->accessibleDescription().contains(u"ethos-u55-256"_s));
    QTest::keyClick(chart, Qt::Key_Return);
    QTest::mouseDClick(chart->viewport(), Qt::LeftButton, {}, chart->markOf(2)->toPoint());
    ASSERT_EQ(used.size(), 2);
    EXPECT_EQ(used[1][0].value<spec::CompileSpec>(), specOf(u"ethos-u55-256"_s, u"Sram_Only"_s));
}

TEST_F(WhatIfPageTest, RunningPartialAndStale)
{
    auto view = fullView();
    auto result = *view.result;
    result.cells[0] = { .cell = result.cells[0].cell };
    result.cells[1] = { .cell = result.cells[1].cell,
        .status = CellStatus::NeedsCompile,
        .loweringKeys = { u"target"_s } };
    result.cells[2] = { .cell = result.cells[2].cell,
        .status = CellStatus::Failed,
        .problems = { { u"vela.failed"_s, Severity::Error, {}, u"not this one"_s } } };
    view.result = std::make_shared<const sweep::SweepResult>(result);
    view.isRunning = true;
    page->setView(view);
    auto *run = child<QPushButton>(*page, u"whatIfRun"_s);
    auto *progress = child<QProgressBar>(*page, u"whatIfProgress"_s);
    QSignalSpy cancelled(page.get(), &views::WhatIfPage::cancelRequested);
    EXPECT_TRUE(progress->isVisible());
    EXPECT_EQ(progress->value(), 3);
    EXPECT_EQ(text(0, 1), u"needs a compile"_s);
    EXPECT_EQ(text(1, 0), u"failed"_s);
    EXPECT_TRUE(
        child<QLabel>(*page, u"whatIfStatus"_s)->text().contains(u"1 failed (not this one)"_s));
    QTest::mouseClick(run, Qt::LeftButton);
    EXPECT_EQ(cancelled.size(), 1);
    table->setCurrentIndex(table->model()->index(1, 0));
    EXPECT_TRUE(details->text().contains(u"not this one"_s));
    // Numbers that come in do not move what is chosen.
    view.isRunning = false;
    view.isStale = true;
    view.result = fullView().result;
    page->setView(view);
    EXPECT_EQ(table->currentIndex(), table->model()->index(1, 0));
    EXPECT_FALSE(progress->isVisible());
    const auto status = child<QLabel>(*page, u"whatIfStatus"_s)->text();
    EXPECT_TRUE(status.contains(u"4 of 4"_s)) << qPrintable(status);
    EXPECT_TRUE(status.contains(u"2 do not exist"_s));
    EXPECT_TRUE(status.contains(u"estimate again"_s));
    // Painted in both themes without a mark outside.
    for (const auto mode : { views::ThemeMode::Light, views::ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        picture(*page, mode == views::ThemeMode::Light ? u"whatif-light"_s : u"whatif-dark"_s);
        for (std::size_t cell = 0; cell < 4; ++cell)
            EXPECT_TRUE(QRectF(chart->rect()).contains(*chart->markOf(cell)));
    }
}

TEST_F(WhatIfPageTest, VersionsStandInRowsOfTheirOwn)
{
    page->setView(twoVersions());
    const auto &model = *table->model();
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.headerData(0, Qt::Vertical), u"ethos-u55-32 · Vela 5.1.0"_s);
    EXPECT_EQ(model.headerData(1, Qt::Vertical), u"ethos-u55-32 · Vela 5.2.0"_s);
    EXPECT_TRUE(model.index(0, 0).data().toString().contains(formatCount(8000)));
    EXPECT_TRUE(model.index(1, 0).data().toString().contains(formatCount(4000)));
    EXPECT_EQ(model.index(1, 2).data(), u"—"_s) << "exists for no compiler";
}

/// A spec is taken from cells of the model that is shown, and only from them.
TEST_F(WhatIfPageTest, ModelsStandInRowsOfTheirOwn)
{
    const auto view = twoModels();
    page->setView(view);
    const auto &model = *table->model();
    ASSERT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.headerData(0, Qt::Vertical), u"shown.pte · ethos-u55-32"_s);
    EXPECT_EQ(model.headerData(2, Qt::Vertical), u"other.pte · ethos-u55-32"_s);
    EXPECT_TRUE(model.index(0, 0).data().toString().contains(formatCount(8000)));
    EXPECT_TRUE(model.index(2, 0).data().toString().contains(formatCount(16000)));
    EXPECT_EQ(model.index(2, 2).data(), u"—"_s) << "exists for no model";
    EXPECT_TRUE(model.index(3, 0).data().toString().contains(u"★"_s)) << "a front of its own";
    EXPECT_TRUE(model.index(0, 1).data(Qt::FontRole).value<QFont>().bold());
    EXPECT_FALSE(model.index(2, 1).data(Qt::FontRole).value<QFont>().bold())
        << "what is edited is the spec of the shown model";

    QSignalSpy used(page.get(), &views::WhatIfPage::useRequested);
    table->setCurrentIndex(model.index(2, 0));
    EXPECT_TRUE(details->text().startsWith(u"other.pte: ethos-u55-32"_s))
        << qPrintable(details->text());
    EXPECT_FALSE(use->isEnabled());
    Q_EMIT table->activated(model.index(2, 0));
    EXPECT_TRUE(used.isEmpty());
    table->setCurrentIndex(model.index(0, 0));
    EXPECT_TRUE(use->isEnabled());
    Q_EMIT table->activated(model.index(0, 0));
    EXPECT_EQ(used.size(), 1);
    picture(*page, u"whatif-models"_s);

    QSignalSpy wanted(page.get(), &views::WhatIfPage::modelsWanted);
    auto *models = child<QPushButton>(*page, u"whatIfModels"_s);
    EXPECT_TRUE(models->text().contains(u"1 more"_s)) << qPrintable(models->text());
    QTest::mouseClick(models, Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(WhatIfPageTest, FurtherModelsAreChosen)
{
    views::ModelsDialog dialog(
        u"/a/shown.pte"_s, { u"/a/open.pte"_s, u"/a/idle.pte"_s }, { u"/a/open.pte"_s });
    dialog.show();
    auto *list = child<QListWidget>(dialog, u"gridModels"_s);
    ASSERT_EQ(list->count(), 3);
    EXPECT_EQ(list->item(0)->text(), u"shown.pte (shown)"_s);
    EXPECT_EQ(list->item(1)->checkState(), Qt::Checked);
    EXPECT_EQ(list->item(2)->checkState(), Qt::Unchecked);
    EXPECT_EQ(dialog.chosen(), QStringList{ u"/a/open.pte"_s });
    dialog.add({ u"/b/new.tosa"_s, u"/a/shown.pte"_s, u"/a/idle.pte"_s });
    ASSERT_EQ(list->count(), 4) << "each once";
    list->item(1)->setCheckState(Qt::Unchecked);
    QSignalSpy chosen(&dialog, &views::ModelsDialog::modelsChosen);
    QSignalSpy files(&dialog, &views::ModelsDialog::filesWanted);
    QTest::mouseClick(child<QPushButton>(dialog, u"modelsAdd"_s), Qt::LeftButton);
    EXPECT_EQ(files.size(), 1);
    picture(dialog, u"whatif-models-dialog"_s);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    QTest::mouseClick(
        child<QDialogButtonBox>(dialog, u"modelsButtons"_s)->button(QDialogButtonBox::Ok),
        Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(
        chosen.front().front().toStringList(), (QStringList{ u"/a/idle.pte"_s, u"/b/new.tosa"_s }));
}

/// Each cell a line over all numbers; it chooses as the table does.
TEST_F(WhatIfPageTest, ParallelCoordinatesChooseTheSame)
{
    page->setView(fullView());
    auto *choice = child<QComboBox>(*page, u"whatIfPicture"_s);
    auto *lines = child<views::ParallelChart>(*page, u"whatIfParallel"_s);
    EXPECT_FALSE(lines->isVisible());
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    ASSERT_TRUE(lines->isVisible());
    EXPECT_FALSE(chart->isVisible());
    EXPECT_EQ(lines->metrics(), (std::vector{ Metric::Cycles, Metric::Time, Metric::Sram }))
        << "what is not known has no axis";
    const auto point = lines->pointOf(2, 1);
    ASSERT_TRUE(point);
    EXPECT_GT(point->y(), lines->pointOf(1, 1)->y()) << "less is below";
    QTest::mouseClick(lines->viewport(), Qt::LeftButton, {}, point->toPoint());
    EXPECT_EQ(table->currentIndex(), table->model()->index(1, 0));
    picture(*page, u"whatif-parallel"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(*page, u"whatif-parallel-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    CanvasKeys(*lines).expectAll();
}

TEST_F(WhatIfPageTest, TheFrontIsAskedOverTheMemoryThatIsChosen)
{
    page->setView(viewWithFlash());
    auto *second = child<QComboBox>(*page, u"whatIfSecond"_s);
    EXPECT_FALSE(text(0, 0).contains(u"★"_s)) << "slower than others with less SRAM";
    second->setCurrentIndex(second->findData(static_cast<int>(Metric::Flash)));
    EXPECT_TRUE(text(0, 0).contains(u"★"_s)) << "least flash";
    EXPECT_TRUE(text(1, 0).contains(u"★"_s)) << "least cycles";
    EXPECT_FALSE(text(1, 1).contains(u"★"_s));
    EXPECT_TRUE(chart->markOf(0)) << "the chart has the same axis";
}

TEST_F(WhatIfPageTest, TheFrontTakesAThirdNumber)
{
    const auto view = viewWithFlash();
    const auto &result = *view.result;
    page->setView(view);
    auto *third = child<QComboBox>(*page, u"whatIfThird"_s);
    const auto before = result.front(Metric::Time, Metric::Sram);
    ASSERT_FALSE(text(0, 0).contains(u"★"_s)) << "slower than others with less SRAM";
    third->setCurrentIndex(third->findData(static_cast<int>(Metric::Flash)));
    EXPECT_TRUE(text(0, 0).contains(u"★"_s)) << "least flash";
    const auto front = result.front(Metric::Time, Metric::Sram, Metric::Flash);
    EXPECT_EQ(front.size(), before.size() + 1);
    EXPECT_TRUE(chart->accessibleDescription().contains(u"%1 of"_s.arg(front.size())))
        << "the chart marks what the table stars: " << qPrintable(chart->accessibleDescription());
    picture(*page, u"whatif-three-numbers"_s);
    third->setCurrentIndex(third->findData(static_cast<int>(Metric::Sram)));
    EXPECT_FALSE(text(0, 0).contains(u"★"_s)) << "the same number twice is one";
}

TEST_F(WhatIfPageTest, WhereItRunsIsSaidAndChosen)
{
    auto view = fullView();
    view.engine = u"slurm:short"_s;
    page->setView(view);
    auto *engine = child<QPushButton>(*page, u"whatIfEngine"_s);
    EXPECT_TRUE(engine->text().contains(u"Slurm, queue short"_s)) << qPrintable(engine->text());
    QSignalSpy wanted(page.get(), &views::WhatIfPage::engineWanted);
    QTest::mouseClick(engine, Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);

    views::EngineDialog dialog(view.engine);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    auto *kind = child<QComboBox>(dialog, u"engineKind"_s);
    auto *place = child<QLineEdit>(dialog, u"enginePlace"_s);
    auto *ok = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    EXPECT_EQ(dialog.engine(), u"slurm:short"_s);
    EXPECT_TRUE(ok->isEnabled());
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Up);
    QTest::keyClicks(place, u"tcp://elsewhere:8786"_s);
    EXPECT_FALSE(ok->isEnabled()) << "not encrypted";
    EXPECT_TRUE(child<QLabel>(dialog, u"engineNote"_s)->text().contains(u"tls://"_s));
    place->clear();
    QTest::keyClicks(place, u"tls://elsewhere:8786"_s);
    ASSERT_TRUE(ok->isEnabled());
    QSignalSpy chosen(&dialog, &views::EngineDialog::engineChosen);
    QTest::mouseClick(ok, Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.front().front().toString(), u"tls://elsewhere:8786"_s);
}

TEST_F(WhatIfPageTest, ASecondCompilerIsChosenWhereCompilersAre)
{
    auto *compilers = child<QComboBox>(*page, u"whatIfCompilers"_s);
    QSignalSpy wanted(page.get(), &views::WhatIfPage::toolsWanted);
    auto view = fullView();
    page->setView(view);
    compilers->setFocus();
    QTest::keyClick(compilers, Qt::Key_Down);
    EXPECT_EQ(wanted.size(), 1) << "there is none yet";
    EXPECT_FALSE(page->compilers() == views::WhatIfPage::Compilers::WithSecond);
    view.hasSecond = true;
    page->setView(view);
    QTest::keyClick(compilers, Qt::Key_Down);
    EXPECT_EQ(wanted.size(), 1);
    EXPECT_TRUE(page->compilers() == views::WhatIfPage::Compilers::WithSecond);
}

} // namespace tosaic::test::whatifpagetests
