// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "tests/core/accuracy/keptrun.h"
#include "views/accuracy/accuracycolours.h"
#include "views/accuracy/accuracypage.h"
#include "views/models/columnmodel.h"
#include "views/widgets/statestack.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::accuracypagetests {

namespace {

/// The transformer with a scale that is wrong in its program, or as it should be.
std::shared_ptr<const accuracy::AccuracyResult> measured(bool isFaulty)
{
    const auto &fixture = transformer();
    const ProgramStreams streams(fixture.bytes);
    const auto &placed = streams.placed.front();
    const auto operation
        = std::ranges::find_if(placed.stream->operations, [](const npu::Operation &one) {
              return !one.scales.empty() && one.scales.front().region == 0;
          });
    accuracy::AccuracyRequest request;
    request.compile = *compiled::readCompileResult(fixture.folder);
    request.program = isFaulty
        ? written(u"faulty.pte"_s, withWrongScale(fixture.bytes, placed, *operation, 1))
        : fixture.program;
    request.kept[0] = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    auto result = accuracy::measureAccuracy(request);
    EXPECT_TRUE(result);
    return std::make_shared<const accuracy::AccuracyResult>(std::move(*result));
}

struct Page
{
    Page()
    {
        page.resize(1100, 640);
        page.show();
    }
    template <typename Widget>
    Widget *find(const QString &name) const
    {
        return page.findChild<Widget *>(name);
    }
    QString verdict() const { return find<QLabel>(u"accuracyVerdict"_s)->text(); }

    views::Theme theme;
    SelectionContext selection;
    views::AccuracyPage page{ selection, theme };
};

void keepPicture(Page &page, const QString &name)
{
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    if (!folder.isEmpty())
        EXPECT_TRUE(page.page.grab().save(u"%1/%2.png"_s.arg(folder, name)));
}

} // namespace

/// In the smallest window, beside the list of runs: the table is what one reads, so all else
/// scrolls rather than squeeze it.
TEST(AccuracyPage, TheTableKeepsItsRowsInASmallWindow)
{
    Page page;
    page.page.resize(600, 420);
    page.page.setView({ .hasCompile = true, .result = measured(true) });
    QTest::qWait(50);
    keepPicture(page, u"accuracy-small"_s);
    const auto *table = page.find<QTableView>(u"accuracyTable"_s);
    EXPECT_GE(table->viewport()->height(), 5 * table->rowHeight(0));
}

TEST(AccuracyPage, NamesTheFirstOperatorThatBreaks)
{
    Page page;
    const auto result = measured(true);
    page.page.setView({ .hasCompile = true, .result = result });
    ASSERT_TRUE(page.find<views::StateStack>(u"accuracyStates"_s)->isContentShown());
    const auto *first = result->table.first();
    ASSERT_TRUE(first);
    EXPECT_TRUE(page.verdict().contains(first->node)) << page.verdict().toStdString();
    EXPECT_EQ(page.find<QLabel>(u"accuracyVerdict"_s)->property("verdict").toString(), u"bad"_s);
    EXPECT_TRUE(page.find<QWidget>(u"accuracyDetails"_s)->isVisible());
    EXPECT_TRUE(page.find<QLabel>(u"accuracyCloser"_s)->text().contains(u"channel 1: bias"_s));
    for (const auto mode : { views::ThemeMode::Dark, views::ThemeMode::Light }) {
        page.theme.apply(*qApp, mode);
        QTest::qWait(50);
        keepPicture(
            page, mode == views::ThemeMode::Dark ? u"accuracy-dark"_s : u"accuracy-light"_s);
    }
    auto *table = page.find<QTableView>(u"accuracyTable"_s);
    ASSERT_EQ(table->model()->rowCount(), int(result->table.operators().size()));
    // A click leads to the node in the graph.
    const auto column = views::columnOf(*table->model(), u"node");
    int row = 0;
    while (table->model()->index(row, column).data().toString() != first->node)
        ASSERT_LT(++row, table->model()->rowCount());
    const auto cell = table->model()->index(row, column);
    table->scrollTo(cell);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    EXPECT_EQ(page.selection.current().kind, model::EntityRef::Kind::Node);
    EXPECT_EQ(page.selection.current().name, first->node);
}

TEST(AccuracyPage, SaysWhenNothingBreaksAndWhenNothingWasCompared)
{
    Page page;
    page.page.setView({ .hasCompile = true, .result = measured(false) });
    EXPECT_TRUE(page.verdict().startsWith(u"Nothing breaks"_s)) << page.verdict().toStdString();
    EXPECT_FALSE(page.find<QWidget>(u"accuracyDetails"_s)->isVisible());
    page.page.setView(
        { .hasCompile = true, .result = std::make_shared<const accuracy::AccuracyResult>() });
    EXPECT_EQ(page.verdict(), u"Nothing was compared"_s);
    EXPECT_EQ(page.find<QLabel>(u"accuracyVerdict"_s)->property("verdict").toString(), u"bad"_s);
}

TEST(AccuracyPage, AsksForWhatItNeeds)
{
    Page page;
    int measures = 0;
    int opens = 0;
    int stops = 0;
    QObject::connect(&page.page, &views::AccuracyPage::measureRequested, [&] { ++measures; });
    QObject::connect(&page.page, &views::AccuracyPage::openRequested, [&] { ++opens; });
    QObject::connect(&page.page, &views::AccuracyPage::cancelRequested, [&] { ++stops; });
    const auto click = [&](const QString &text) {
        for (auto *button : page.page.findChildren<QPushButton *>()) {
            if (button->isVisible() && button->text() == text) {
                QTest::mouseClick(button, Qt::LeftButton);
                return true;
            }
        }
        return false;
    };
    EXPECT_TRUE(click(u"Open…"_s));
    page.page.setView({ .hasCompile = true });
    EXPECT_TRUE(click(u"Measure"_s));
    page.page.setView(
        { .hasCompile = true, .error = Error{ ErrorCode::FormatDamaged, u"no such thing"_s, {} } });
    EXPECT_TRUE(click(u"Measure again"_s));
    page.page.setView({ .hasCompile = true, .isRunning = true });
    EXPECT_TRUE(QTest::qWaitFor([&] { return click(u"Cancel"_s); }, 5000)) << "loading shows late";
    EXPECT_EQ(opens, 1);
    EXPECT_EQ(measures, 2);
    EXPECT_EQ(stops, 1);
}

TEST(AccuracyPage, TakesInputsSamplesAndTheModelsSource)
{
    Page page;
    const auto *form = page.find<QWidget>(u"accuracyForm"_s);
    EXPECT_FALSE(form->isVisible()) << "there is nothing to measure";
    page.page.setView({ .hasCompile = true, .model = u"/there/net.py"_s });
    EXPECT_TRUE(form->isVisible());
    EXPECT_EQ(page.page.question(), (views::AccuracyQuestion{ .model = u"/there/net.py"_s }));
    const auto write = [&page](const QString &name, const QString &text) {
        auto *line = page.find<QLineEdit>(name);
        ASSERT_TRUE(line);
        QTest::mouseClick(line, Qt::LeftButton);
        line->selectAll();
        QTest::keyClicks(line, text);
    };
    write(u"accuracyInputs"_s, u"/a.npy;/b.npy"_s);
    write(u"accuracySamples"_s, u"/set"_s);
    write(u"accuracyModel"_s, u"/mine.py"_s);
    write(u"accuracyBoard"_s, u"/run.txt"_s);
    page.find<QSpinBox>(u"accuracySeed"_s)->setValue(3);
    page.find<QSpinBox>(u"accuracyLeast"_s)->setValue(40);
    EXPECT_EQ(page.page.question(),
        (views::AccuracyQuestion{
            { u"/a.npy"_s, u"/b.npy"_s }, u"/set"_s, u"/mine.py"_s, u"/run.txt"_s, 3, 40 }));
    page.page.setView({ .hasCompile = true, .isRunning = true });
    EXPECT_FALSE(form->isEnabled()) << "what is measured with does not change while it runs";
}

TEST(AccuracyPage, OffersWhatToTryAndShowsWhatItDid)
{
    Page page;
    const auto result = measured(true);
    views::AccuracyView view{ .hasCompile = true, .result = result, .whyNoTries = u"no source"_s };
    const auto compile = *compiled::readCompileResult(transformer().folder);
    for (auto &change : accuracy::triesFor(compile, result->table, {}))
        view.tries.push_back({ .tried = { .change = change } });
    ASSERT_EQ(view.tries.size(), 3U) << "16 bits, calibration, CPU";
    page.page.setView(view);
    auto *all = page.find<QPushButton>(u"accuracyTryAll"_s);
    EXPECT_FALSE(all->isEnabled());
    const auto *note = page.find<QLabel>(u"accuracyTriesNote"_s);
    EXPECT_TRUE(note->text().startsWith(u"no source There are: 16-bit activations"_s))
        << note->text().toStdString();
    EXPECT_EQ(note->text().count(u';'), 2) << "each of them is named";
    EXPECT_FALSE(page.find<QTableView>(u"accuracyTryTable"_s)->isVisible());
    view.whyNoTries.clear();
    page.page.setView(view);
    EXPECT_TRUE(page.find<QTableView>(u"accuracyTryTable"_s)->isVisible());
    QList<int> wanted;
    int stops = 0;
    QObject::connect(&page.page, &views::AccuracyPage::tryRequested,
        [&wanted](const QList<int> &rows) { wanted = rows; });
    QObject::connect(&page.page, &views::AccuracyPage::cancelRequested, [&stops] { ++stops; });
    QTest::mouseClick(all, Qt::LeftButton);
    EXPECT_EQ(wanted, (QList<int>{ 0, 1, 2 }));
    auto *table = page.find<QTableView>(u"accuracyTryTable"_s);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
        table->visualRect(table->model()->index(1, 0)).center());
    QTest::mouseClick(page.find<QPushButton>(u"accuracyTry"_s), Qt::LeftButton);
    EXPECT_EQ(wanted, QList<int>{ 1 });
    view.tries[0].state = views::TryRow::State::Done;
    view.tries[0].tried.sqnrBeforeDb = 20;
    view.tries[0].tried.sqnrDb = 31;
    view.tries[1].state = views::TryRow::State::Running;
    page.page.setView(view);
    const auto text = [table](int row, const QString &key) {
        return table->model()->index(row, views::columnOf(*table->model(), key)).data().toString();
    };
    EXPECT_EQ(text(0, u"state"_s), u"closer to the float model"_s);
    EXPECT_EQ(text(0, u"sqnrDb"_s), u"31"_s);
    keepPicture(page, u"accuracy-tries"_s);
    QTest::mouseClick(all, Qt::LeftButton);
    EXPECT_EQ(stops, 1) << "while one runs, the button stops it";
}

TEST(AccuracyPage, ColoursOperatorsByTheirSqnr)
{
    Page page;
    const auto result = measured(true);
    page.page.setView({ .hasCompile = true, .result = result });
    bool isWanted = false;
    QObject::connect(&page.page, &views::AccuracyPage::colourRequested,
        [&isWanted](bool wanted) { isWanted = wanted; });
    QTest::mouseClick(page.find<QPushButton>(u"accuracyColour"_s), Qt::LeftButton);
    EXPECT_TRUE(isWanted);
    const auto data = views::sqnrColours(result->table);
    const auto *first = result->table.first();
    ASSERT_TRUE(data.results.contains(first->node));
    EXPECT_EQ(data.results[first->node].number, first->measures.sqnrDb());
    EXPECT_EQ(data.results[first->name].number, first->measures.sqnrDb());
    const auto &sound = result->table.operators().front();
    ASSERT_NE(&sound, first);
    EXPECT_EQ(data.results[sound.name].text, u"exact"_s);
    EXPECT_NE(data.colorOf(data.range()->first), data.colorOf(data.range()->second));
    EXPECT_TRUE(views::sqnrColours(accuracy::AccuracyTable()).results.isEmpty());
}

TEST(AccuracyPage, OutputsOfABoardThatDifferAreNotGood)
{
    Page page;
    auto result = std::make_shared<accuracy::AccuracyResult>();
    accuracy::OutputAccuracy output{ .index = 1, .against = accuracy::Against::Board };
    output.measures.add(1, 2);
    output.measures.add(3, 3);
    result->outputs.push_back(output);
    page.page.setView({ .hasCompile = true, .result = result });
    EXPECT_TRUE(page.find<QLabel>(u"accuracySides"_s)->text().contains(u"output 1: 1 of 2"_s));
    EXPECT_EQ(page.find<QLabel>(u"accuracyVerdict"_s)->property("verdict").toString(), u"bad"_s);
    EXPECT_TRUE(page.verdict().contains(u"board"_s)) << page.verdict().toStdString();
}

} // namespace tosaic::test::accuracypagetests
