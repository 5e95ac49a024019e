// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/columns.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/operations/subjects.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/operations/barsview.h"
#include "views/operations/deviationmodel.h"
#include "views/operations/operationspage.h"
#include "views/operations/operationtable.h"
#include "views/operations/operationtablemodel.h"
#include "views/operations/treemapview.h"
#include "views/operations/unmatchedpanel.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/statestack.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::operationspagetests {

namespace {

using model::EntityRef;
using Column = views::OperationTableModel;

/// A fifth more than Vela estimates for every second operator.
void measureOnBoard(ProfileSubject &subject)
{
    const auto sums = profile::operatorRows(*subject.table);
    for (size_t i = 0; i < sums.size(); i += 2) {
        if (sums[i].origin.key && sums[i].estimate)
            subject.board.push_back(
                { sums[i].stream, *sums[i].origin.key, *sums[i].estimate * 1.2 });
    }
}

class Operations : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page.resize(1280, 760);
        page.show();
        table = child<views::OperationTable>(page, u"operationTable"_s);
        bars = child<views::BarsView>(page, u"operationBars"_s);
        treemap = child<views::TreemapView>(page, u"operationTreemap"_s);
        states = child<views::StateStack>(page, u"operationsStates"_s);
    }
    void show(const Subject &subject)
    {
        QSignalSpy shown(&page, &views::OperationsPage::shown);
        profile.set(subject);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.isEmpty(); }));
        QApplication::processEvents();
    }
    void recomputed(const std::function<void()> &change)
    {
        QSignalSpy shown(&page, &views::OperationsPage::shown);
        change();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.isEmpty(); }));
        QApplication::processEvents();
    }
    void press(const QString &button) { child<QToolButton>(page, button)->click(); }
    size_t row(const QString &name) const
    {
        return static_cast<size_t>(rowNamed(*page.operations(), name));
    }
    QString text(int tableRow, int column) const
    {
        return table->model()->index(tableRow, column).data().toString();
    }
    QStringList selectedNames() const
    {
        QStringList names;
        for (const auto &index :
            table->selectionModel()->selectedRows(test::column<Column>(u"name")))
            names.append(index.data().toString());
        return names;
    }
    void choose(const QString &combo, int index)
    {
        auto *box = child<QComboBox>(page, combo);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

    ProfileDocument profile;
    views::OperationsPage page{ profile, selection, theme };
    views::OperationTable *table = nullptr;
    views::BarsView *bars = nullptr;
    views::TreemapView *treemap = nullptr;
    views::StateStack *states = nullptr;
};

} // namespace

TEST_F(Operations, NothingYetOffersBothWaysIn)
{
    EXPECT_FALSE(states->isContentShown());
    EXPECT_EQ(child<QLabel>(page, u"emptyTitle"_s)->text(), u"No operator times yet"_s);
    QSignalSpy compile(&page, &views::OperationsPage::compileRequested);
    QSignalSpy open(&page, &views::OperationsPage::openRequested);
    child<QPushButton>(page, u"emptyAction"_s)->click();
    child<QPushButton>(page, u"openProfile"_s)->click();
    EXPECT_EQ(compile.size(), 1);
    EXPECT_EQ(open.size(), 1);
    profile.setLoading(true);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return states->currentWidget()->objectName() == "loadingState"_L1; }));
    profile.setLoading(false);
    EXPECT_EQ(states->currentWidget()->objectName(), u"emptyState"_s);
    profile.set(std::make_shared<ProfileSubject>());
    EXPECT_EQ(states->currentWidget()->objectName(), u"emptyState"_s) << "no operation is known";
}

TEST_F(Operations, WhatIsShownStaysWhileAnotherProfileIsMade)
{
    show(smallSubject());
    const auto before = page.operations();
    auto *loading = child<QLabel>(page, u"operationsLoading"_s);
    EXPECT_FALSE(loading->isVisible());
    profile.setLoading(true);
    EXPECT_TRUE(loading->isVisible());
    EXPECT_TRUE(states->isContentShown());
    profile.setLoading(false);
    EXPECT_FALSE(loading->isVisible());
    EXPECT_EQ(page.operations(), before) << "nothing to compute anew";
    profile.set(nullptr);
    EXPECT_FALSE(states->isContentShown());
    EXPECT_FALSE(page.operations());
}

TEST_F(Operations, TheSentenceTheTableAndTheBarsSayTheSame)
{
    show(smallSubject());
    ASSERT_TRUE(states->isContentShown());
    EXPECT_TRUE(child<views::PartsLabel>(page, u"operationsSummary"_s)
                    ->text()
                    .startsWith(u"4 operator(s), 210 cycles FVP"_s));
    EXPECT_EQ(child<QLabel>(page, u"operationsConfidence"_s)->text(), u"Confidence: Medium"_s);
    EXPECT_EQ(table->model()->rowCount(), 5);
    EXPECT_EQ(bars->rows().size(), 5u);
    EXPECT_FALSE(bars->barRect(0, Origin::Fvp).isEmpty());
    EXPECT_NEAR(bars->barRect(0, Origin::Fvp).width() / bars->barRect(0, Origin::Estimate).width(),
        130.0 / 210, 0.01);
    EXPECT_TRUE(bars->barRect(row(u"fc"_s), Origin::Fvp).isEmpty()) << "not known is no bar of 0";
    EXPECT_TRUE(table->isColumnHidden(test::column<Column>(u"board")));
    EXPECT_FALSE(table->isColumnHidden(test::column<Column>(u"deviation")));
}

TEST_F(Operations, AClickOnABarSelectsEverywhere)
{
    show(smallSubject());
    EXPECT_EQ(text(1, test::column<Column>(u"share")), u"in its leader"_s);
    QSignalSpy selected(&selection, &SelectionContext::changed);
    const auto add = row(u"add"_s);
    QTest::mouseClick(bars->viewport(), Qt::LeftButton, {}, bars->rowRect(add).center().toPoint());
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selection.current(), EntityRef::networkOperator(0, 3));
    EXPECT_EQ(selectedNames(), QStringList{ u"add"_s });
    QTest::keyClick(bars, Qt::Key_Up);
    EXPECT_EQ(selectedNames(), QStringList{ u"Waits for DMA"_s });
    EXPECT_EQ(selection.current().kind, EntityRef::Kind::NpuOperation);
    QTest::keyClick(bars, Qt::Key_Home);
    EXPECT_EQ(selectedNames(), QStringList{ u"conv"_s });
    QTest::keyClick(bars, Qt::Key_End);
    EXPECT_EQ(selectedNames(), QStringList{ u"fc"_s });
    QSignalSpy activated(&selection, &SelectionContext::activated);
    QTest::keyClick(bars, Qt::Key_Return);
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated[0][0].value<EntityRef>(), EntityRef::networkOperator(0, 4));
    QTest::mouseDClick(bars->viewport(), Qt::LeftButton, {}, bars->rowRect(add).center().toPoint());
    EXPECT_EQ(activated.size(), 2);
}

TEST_F(Operations, TheTableSelectsSortsAndCopies)
{
    show(smallSubject());
    table->sortByColumn(test::column<Column>(u"cycles"), Qt::DescendingOrder);
    EXPECT_EQ(text(0, test::column<Column>(u"name")), u"conv"_s);
    EXPECT_EQ(text(1, test::column<Column>(u"name")), u"add"_s);
    const auto second
        = table->visualRect(table->model()->index(1, test::column<Column>(u"name"))).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, second);
    EXPECT_EQ(selection.current(), EntityRef::networkOperator(0, 3));
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const auto lines = QApplication::clipboard()->text().split(u'\n');
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0].contains(u"\tCycles (FVP)\t"_s)) << lines[0].toStdString();
    EXPECT_TRUE(lines[1].contains(u"add\t60\t"_s)) << lines[1].toStdString();
    QSignalSpy activated(&selection, &SelectionContext::activated);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, second);
    EXPECT_EQ(activated.size(), 1);
}

TEST_F(Operations, FollowsTheSelectionOfOthers)
{
    show(smallSubject());
    choose(u"groupBy"_s, 1); // operations
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 6; }));
    QSignalSpy selected(&selection, &SelectionContext::changed);
    selection.select(EntityRef::networkOperator(0, 1));
    EXPECT_EQ(selected.size(), 1) << "following must not select anew";
    EXPECT_EQ(selectedNames(), (QStringList{ u"conv"_s, u"conv"_s })) << "both of its operations";
    selection.select(EntityRef::file());
    EXPECT_TRUE(selectedNames().isEmpty());
    // What was selected before the page had anything is marked as well.
    selection.select(EntityRef::networkOperator(0, 3));
    show(smallSubject());
    EXPECT_EQ(selectedNames(), QStringList{ u"add"_s });
}

TEST_F(Operations, TheFilterNarrowsTableAndBarsTogether)
{
    show(smallSubject());
    auto *filter = child<QLineEdit>(page, u"searchLine"_s);
    EXPECT_TRUE(filter->isClearButtonEnabled()) << "the window's find action looks for it";
    QTest::keyClicks(filter, u"model.py:1"_s);
    EXPECT_EQ(table->model()->rowCount(), 2);
    EXPECT_EQ(bars->rows().size(), 2u);
    const auto *said = child<QLabel>(page, u"operationsSummary"_s);
    EXPECT_TRUE(said->toolTip().startsWith(u"2 of 5 row"_s)) << said->toolTip().toStdString();
    filter->setText(u"/(/"_s);
    EXPECT_TRUE(said->toolTip().contains(u"parenthesis"_s)) << said->toolTip().toStdString();
    QTest::keyClick(filter, Qt::Key_Escape);
    EXPECT_EQ(table->model()->rowCount(), 5);
}

TEST_F(Operations, GroupsAndInferencesAreChosen)
{
    show(smallSubject());
    auto *inference = child<QComboBox>(page, u"inference"_s);
    ASSERT_TRUE(inference->isVisible());
    ASSERT_EQ(inference->count(), 3);
    recomputed([&] { choose(u"inference"_s, 2); });
    EXPECT_EQ(text(0, test::column<Column>(u"cycles")), u"140"_s);
    EXPECT_EQ(inference->currentIndex(), 2);
    recomputed([&] { choose(u"groupBy"_s, 3); });
    EXPECT_EQ(text(0, test::column<Column>(u"name")), u"features.0"_s);
    show(estimatedSubject());
    EXPECT_FALSE(inference->isVisible());
    EXPECT_FALSE(page.operations()->options.pass);
    EXPECT_TRUE(child<QLabel>(page, u"operationsNote"_s)->text().contains(u"estimate"_s));
    EXPECT_FALSE(child<QLabel>(page, u"operationsConfidence"_s)->isVisible());
}

TEST_F(Operations, ARangeOfTimeIsSaidAndTakenAway)
{
    show(smallSubject());
    auto *whole = child<QPushButton>(page, u"wholeRun"_s);
    EXPECT_FALSE(whole->isVisible());
    recomputed([&] { profile.setRange(ProfileDocument::Range(0, 150)); });
    EXPECT_TRUE(whole->isVisible());
    EXPECT_TRUE(child<QLabel>(page, u"operationsRange"_s)->text().contains(u"150 cycles"_s));
    EXPECT_EQ(table->model()->rowCount(), 3);
    EXPECT_EQ(bars->rows().size(), 3u);
    EXPECT_EQ(text(0, test::column<Column>(u"cycles")), u"100"_s);
    EXPECT_TRUE(page.operations()->options.isRange);
    recomputed([&] { QTest::mouseClick(whole, Qt::LeftButton); });
    EXPECT_FALSE(profile.range());
    EXPECT_EQ(table->model()->rowCount(), 5);
    EXPECT_EQ(text(0, test::column<Column>(u"cycles")), u"130"_s);
    EXPECT_FALSE(whole->isVisible());
    show(estimatedSubject());
    recomputed([&] { profile.setRange(ProfileDocument::Range(0, 150)); });
    EXPECT_FALSE(page.operations()->options.isRange);
    EXPECT_TRUE(child<QLabel>(page, u"operationsRange"_s)->text().contains(u"does not narrow"_s));
    EXPECT_EQ(text(0, test::column<Column>(u"cycles")), u"210"_s);
}

TEST_F(Operations, WhatWasNotMatchedIsListed)
{
    show(smallSubject());
    auto *button = child<QToolButton>(page, u"unmatchedButton"_s);
    auto *panel = child<views::UnmatchedPanel>(page, u"unmatchedPanel"_s);
    EXPECT_EQ(button->text(), u"12 not matched"_s);
    EXPECT_FALSE(panel->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(panel->isVisible());
    QTest::mouseClick(child<QToolButton>(page, u"unmatchedClose"_s), Qt::LeftButton);
    EXPECT_FALSE(panel->isVisible());
    EXPECT_FALSE(button->isChecked());
    show(estimatedSubject());
    EXPECT_FALSE(button->isEnabled());
    EXPECT_EQ(button->text(), u"Everything matched"_s);
}

TEST_F(Operations, TableAndPicturesAreSwitched)
{
    show(smallSubject());
    EXPECT_TRUE(table->isVisible());
    EXPECT_TRUE(bars->isVisible());
    press(u"showTable"_s);
    EXPECT_FALSE(table->isVisible());
    press(u"showBars"_s);
    EXPECT_TRUE(table->isVisible()) << "something is always shown";
    EXPECT_FALSE(bars->isVisible());
    press(u"showTreemap"_s);
    EXPECT_TRUE(treemap->isVisible());
    EXPECT_TRUE(table->isVisible());
    press(u"showDeviations"_s);
    EXPECT_FALSE(treemap->isVisible());
    EXPECT_TRUE(child<QWidget>(page, u"deviationTable"_s)->isVisible());
}

TEST_F(Operations, ItsPicturesAnswerTheKeysOfAllPictures)
{
    show(smallSubject());
    CanvasKeys(*bars).expectAll();
    press(u"showTreemap"_s);
    QApplication::processEvents();
    CanvasKeys(*treemap).expectAll();
}

TEST_F(Operations, TheTreemapGoesIntoModulesAndOut)
{
    show(smallSubject());
    press(u"showTreemap"_s);
    QApplication::processEvents();
    const auto conv = treemap->tree().leafOf(0);
    const auto features = treemap->tree().childToward(0, conv);
    const auto centre = treemap->tileRect(conv).center().toPoint();
    QTest::mouseClick(treemap->viewport(), Qt::LeftButton, {}, centre);
    EXPECT_EQ(selection.current(), EntityRef::networkOperator(0, 1));
    EXPECT_EQ(selectedNames(), QStringList{ u"conv"_s });
    QSignalSpy activated(&selection, &SelectionContext::activated);
    QTest::mouseDClick(treemap->viewport(), Qt::LeftButton, {}, centre);
    EXPECT_EQ(treemap->root(), features);
    EXPECT_EQ(activated.size(), 0);
    EXPECT_EQ(child<QLabel>(page, u"treemapHere"_s)->text(), u"features"_s);
    QTest::keyClick(treemap, Qt::Key_Return);
    EXPECT_EQ(activated.size(), 1) << "what is in no further module is opened";
    QTest::keyClick(treemap, Qt::Key_Backspace);
    EXPECT_EQ(treemap->root(), 0);
    treemap->setRoot(features);
    // A selection outside goes out as far as needed.
    selection.select(EntityRef::npuOperation(EntityRef::delegate(0, 0), 2));
    EXPECT_EQ(treemap->root(), 0);
    treemap->setRoot(features);
    QTest::mouseClick(child<QPushButton>(page, u"treemapTo0"_s), Qt::LeftButton);
    EXPECT_EQ(treemap->root(), 0);
}

TEST_F(Operations, TheTreemapIsWalkedByKeys)
{
    show(largeSubject(40));
    press(u"showTreemap"_s);
    QApplication::processEvents();
    QTest::keyClick(treemap, Qt::Key_Right);
    const auto first = selection.current();
    EXPECT_FALSE(first.isEmpty());
    QTest::keyClick(treemap, Qt::Key_Right);
    EXPECT_NE(selection.current(), first);
    QTest::keyClick(treemap, Qt::Key_Left);
    EXPECT_EQ(selection.current().kind, EntityRef::Kind::Operator);
}

TEST_F(Operations, TheTreemapStaysInItsModuleWhenNumbersChange)
{
    show(smallSubject());
    press(u"showTreemap"_s);
    treemap->setRoot(treemap->tree().childToward(0, treemap->tree().leafOf(0)));
    recomputed([&] { choose(u"inference"_s, 1); });
    EXPECT_EQ(treemap->tree().at(treemap->root()).name, u"features"_s);
}

TEST_F(Operations, DeviationsAreRankedForThePairChosen)
{
    auto subject = smallSubject();
    subject->board = { { 0, 1, 150 }, { 0, 3, 90 } };
    show(subject);
    press(u"showDeviations"_s);
    auto *ranking = child<views::DataTable>(page, u"deviationTable"_s);
    const auto name = [&](int at) {
        return ranking->model()
            ->index(at, test::column<views::DeviationModel>(u"name"))
            .data()
            .toString();
    };
    EXPECT_EQ(name(0), u"conv"_s);
    EXPECT_TRUE(
        child<QLabel>(page, u"deviationSentence"_s)->text().contains(u"\u221250\u00a0cycles"_s));
    recomputed([&] { choose(u"deviationPair"_s, 2); });
    EXPECT_EQ(name(0), u"add"_s);
    const auto cell = ranking->visualRect(ranking->model()->index(0, 1)).center();
    QTest::mouseClick(ranking->viewport(), Qt::LeftButton, {}, cell);
    EXPECT_EQ(selection.current(), EntityRef::networkOperator(0, 3));
    EXPECT_EQ(selectedNames(), QStringList{ u"add"_s });
    show(estimatedSubject());
    EXPECT_TRUE(
        child<QLabel>(page, u"deviationSentence"_s)->text().contains(u"nothing to compare"_s));
}

TEST_F(Operations, ColumnsAreHiddenAndShownByTheUser)
{
    show(smallSubject());
    auto *header = table->horizontalHeader();
    Q_EMIT header->customContextMenuRequested(QPoint(10, 5));
    auto *menu = child<QMenu>(page, u"operationColumns"_s);
    const auto actions = menu->actions();
    const auto macs = std::ranges::find(actions, u"MACs"_s, &QAction::text);
    ASSERT_NE(macs, actions.end());
    (*macs)->trigger();
    EXPECT_TRUE(table->isColumnHidden(test::column<Column>(u"macs")));
    menu->close();
    recomputed([&] { choose(u"inference"_s, 1); });
    EXPECT_TRUE(table->isColumnHidden(test::column<Column>(u"macs")))
        << "what the user chose stays";
    table->setColumnWanted(test::column<Column>(u"board"), true);
    EXPECT_FALSE(table->isColumnHidden(test::column<Column>(u"board")));
}

TEST_F(Operations, PicturesAreCopied)
{
    show(smallSubject());
    bars->setFocus(); // the table beside it copies its rows while it has the keys
    QTest::keyClick(bars, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->pixmap().size(), bars->viewport()->size());
    press(u"showTreemap"_s);
    QApplication::processEvents();
    treemap->setFocus();
    QTest::keyClick(treemap, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->pixmap().size(), treemap->size());
}

TEST_F(Operations, HoveringTellsAboutTheOperator)
{
    show(smallSubject());
    QTest::mouseMove(bars->viewport(), bars->rowRect(0).center().toPoint());
    auto *card = child<QLabel>(page, u"barsCard"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return card->isVisible(); }));
    EXPECT_TRUE(card->text().contains(u"130 FVP"_s)) << card->text().toStdString();
    EXPECT_TRUE(card->text().contains(u"210 est"_s));
    EXPECT_TRUE(bars->viewport()->rect().contains(card->geometry()));
}

/// What a frame costs goes by what is seen, not by how many operators there are; ratios of one run,
/// as machines differ.
TEST_F(Operations, FiveThousandOperatorsScrollSmoothly)
{
    const auto median = [](std::vector<qint64> times) {
        std::ranges::nth_element(times, times.begin() + qsizetype(times.size() / 2));
        return double(times[times.size() / 2]);
    };
    const auto frameTime = [&](QAbstractScrollArea &area) {
        std::vector<qint64> times;
        auto *bar = area.verticalScrollBar();
        for (int i = 0; i < 60; ++i) {
            bar->setValue(bar->maximum() * i / 60);
            QElapsedTimer timer;
            timer.start();
            area.viewport()->repaint();
            times.push_back(timer.nsecsElapsed());
        }
        return median(times);
    };
    show(largeSubject(200));
    press(u"showTable"_s);
    const auto few = frameTime(*bars);
    press(u"showTreemap"_s);
    const auto smallTreemap = frameTime(*treemap);
    show(largeSubject(5000));
    press(u"showTable"_s);
    ASSERT_GT(bars->verticalScrollBar()->maximum(), 5000);
    EXPECT_LT(frameTime(*bars), 4 * few) << "25 times as many operators";
    press(u"showTreemap"_s);
    EXPECT_LT(frameTime(*treemap), 60 * smallTreemap) << "no more than in proportion";
}

TEST_F(Operations, Pictures)
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    struct Shot
    {
        QLatin1StringView name;
        Subject subject;
    };
    const Shot shots[] = {
        { "mv2"_L1, realSubject(u"mobilenet_v2-u85-256/partition0"_s, 3, true) },
        { "mv2plain"_L1, realSubject(u"mobilenet_v2-u55-128/partition0"_s, 1) },
        { "transformer"_L1, realSubject(u"transformer_block-u85-256/partition0"_s, 0) },
    };
    for (const auto &shot : shots) {
        ASSERT_TRUE(shot.subject) << shot.name.data();
        if (shot.name == "mv2plain"_L1)
            measureOnBoard(*shot.subject);
        show(shot.subject);
        selection.select(shot.subject->entityOf(4));
        for (const auto dark : { false, true }) {
            theme.apply(*qApp, dark ? views::ThemeMode::Dark : views::ThemeMode::Light);
            for (const auto &size : { QSize(1280, 800), QSize(900, 560) }) {
                page.resize(size);
                for (const auto *picture : { "showBars", "showTreemap", "showDeviations" }) {
                    if (auto *button = child<QToolButton>(page, QString::fromLatin1(picture));
                        !button->isChecked())
                        button->click();
                    QApplication::processEvents();
                    test::picture(page,
                        u"%1-%2-%3-%4"_s.arg(shot.name, QLatin1StringView(picture),
                            dark ? u"dark"_s : u"light"_s, QString::number(size.width())));
                    EXPECT_LE(page.minimumSizeHint().width(), 900) << picture;
                }
            }
        }
    }
    page.resize(1280, 800);
    show(smallSubject());
    press(u"unmatchedButton"_s);
    recomputed([&] { profile.setRange(ProfileDocument::Range(0, 150)); });
    QTest::mouseMove(bars->viewport(), QPoint(200, 100));
    press(u"showBars"_s);
    QTest::mouseMove(bars->viewport(), QPoint(220, 60));
    test::picture(page, u"unmatched-range"_s);
    profile.set(nullptr);
    test::picture(page, u"empty"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    QLocale::setDefault(before);
}

} // namespace tosaic::test::operationspagetests
