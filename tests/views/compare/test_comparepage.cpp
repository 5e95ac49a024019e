// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visibletext.h"
#include "core/compiled/resultreader.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/widgettest.h"
#include "views/compare/changechart.h"
#include "views/compare/comparemodels.h"
#include "views/compare/comparepage.h"
#include "views/compare/compilecolumns.h"
#include "views/compare/costchanges.h"
#include "views/widgets/changewords.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace tosaic::test::comparepagetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

std::shared_ptr<const compiled::CompileResult> fixture(const QString &name)
{
    return std::make_shared<const compiled::CompileResult>(
        *compiled::readCompileResult(test::fixturePath(name)));
}

class ComparePageTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_theme.apply(*qApp, ThemeMode::Light);
        m_page = std::make_unique<ComparePage>(m_results, m_selection, m_theme);
        m_page->resize(900, 800);
        m_page->show();
    }

    void addBoth()
    {
        m_results.add(fixture(u"mobilenet_v2-u55-128"_s));
        m_results.add(fixture(u"mobilenet_v2-u55-128-conv_on_cpu"_s));
    }

    template <typename T>
    T *find(const QString &name)
    {
        auto *widget = m_page->findChild<T *>(name);
        EXPECT_NE(widget, nullptr) << qPrintable(name);
        return widget;
    }

    Theme m_theme;
    ResultsDocument m_results;
    SelectionContext m_selection;
    std::unique_ptr<ComparePage> m_page;
};

} // namespace

TEST_F(ComparePageTest, EmptyItAsksForACompile)
{
    QSignalSpy asked(m_page.get(), &ComparePage::compileRequested);
    auto *button = find<QPushButton>(u"emptyAction"_s);
    ASSERT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(asked.size(), 1);
    EXPECT_FALSE(m_page->comparison());
    m_results.add(fixture(u"mobilenet_v2-u55-128"_s));
    EXPECT_TRUE(button->isVisible()); // one is not two
}

TEST_F(ComparePageTest, TwoResultsStandSideBySideByThemselves)
{
    addBoth();
    ASSERT_TRUE(m_page->comparison());
    EXPECT_TRUE(find<QTableView>(u"metricTable"_s)->isVisible());
    EXPECT_EQ(find<QLabel>(u"outcome"_s)->text(),
        withUnitsAttached(outcomeSentence(*m_page->comparison())));
    EXPECT_TRUE(find<QLabel>(u"specSentence"_s)->text().contains(u"aten_convolution_default"_s));
    EXPECT_EQ(find<QTableView>(u"moveTable"_s)->model()->rowCount(), 1);
    EXPECT_EQ(find<QTableView>(u"comparedPartitions"_s)->model()->rowCount(), 2);
    EXPECT_FALSE(find<QLabel>(u"noMoves"_s)->isVisible());
}

/// Whatever had the focus before, and wherever the page was scrolled to.
TEST_F(ComparePageTest, ANewComparisonBeginsAtItsOutcome)
{
    m_page->resize(900, 420);
    m_results.add(fixture(u"mobilenet_v2-u55-128"_s));
    find<QPushButton>(u"emptyAction"_s)->setFocus();
    m_results.add(fixture(u"mobilenet_v2-u55-128-conv_on_cpu"_s));
    auto *bar = find<QScrollArea>(u"compareScroll"_s)->verticalScrollBar();
    EXPECT_TRUE(QTest::qWaitFor([bar] { return bar->maximum() > 0; }));
    QTest::qWait(0);
    EXPECT_EQ(bar->value(), 0);
    bar->setValue(bar->maximum());
    m_page->hide();
    m_results.add(fixture(u"mobilenet_v2-u55-128"_s));
    m_page->show();
    QTest::qWait(0);
    EXPECT_EQ(bar->value(), 0) << "of another pair";
    bar->setValue(bar->maximum());
    m_page->hide();
    m_page->show();
    QTest::qWait(0);
    EXPECT_EQ(bar->value(), bar->maximum()) << "who comes back is where he was";
}

TEST_F(ComparePageTest, TitlesOfTheSidesBeginWithWhatTellsThemApart)
{
    addBoth();
    const auto text = [this](const QString &name) { return find<QComboBox>(name)->currentText(); };
    EXPECT_TRUE(text(u"oldPicker"_s).startsWith(u"1: ethos-u55-128"_s))
        << text(u"oldPicker"_s).toStdString();
    EXPECT_FALSE(text(u"oldPicker"_s).contains(u"pin"_s));
    EXPECT_TRUE(text(u"newPicker"_s).contains(u" · 1 pin"_s)) << text(u"newPicker"_s).toStdString();
    m_results.add(fixture(u"add-u55-128"_s));
    EXPECT_TRUE(text(u"oldPicker"_s).contains(u"mobilenet_v2"_s)) << "one of two models";
}

TEST_F(ComparePageTest, SeveralCompilesStandAsColumns)
{
    addBoth();
    auto *columns = find<CompileColumns>(u"compileColumns"_s);
    EXPECT_FALSE(columns->isVisible()) << "two stand in the table of metrics";
    m_results.add(fixture(u"mobilenet_v2-u85-256"_s));
    m_results.add(fixture(u"add-u55-128"_s));
    m_results.compare(m_results.results()[0], m_results.results()[1]);
    EXPECT_TRUE(columns->isVisible());
    auto *table = find<QTableView>(u"columnsTable"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->columnCount() == 4; }))
        << "three of one model; the other model waits in the menu";
    const auto title = [table](int column) {
        return table->model()->headerData(column, Qt::Horizontal).toString();
    };
    EXPECT_TRUE(title(1).startsWith(u"1: ethos-u55-128"_s)) << title(1).toStdString();
    EXPECT_EQ(table->horizontalHeader()->textElideMode(), Qt::ElideRight)
        << "a title that is cut begins with what it is";
    auto *menu = find<QToolButton>(u"chooseCompiles"_s)->menu();
    ASSERT_TRUE(QTest::qWaitFor([&] { return menu->actions().size() == 4; }));
    EXPECT_FALSE(menu->actions().at(1)->isEnabled()) << "the new side stays";
    menu->actions().at(3)->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->columnCount() == 5; }));
    EXPECT_TRUE(title(1).contains(u"mobilenet_v2"_s)) << title(1).toStdString();
    const auto cycles = table->model()->index(0, 2).data().toString();
    EXPECT_TRUE(cycles.contains(u'%')) << cycles.toStdString();
}

TEST_F(ComparePageTest, AMovedOperatorSelectsItsNodeEverywhere)
{
    addBoth();
    auto *table = find<QTableView>(u"moveTable"_s);
    const auto row = table->model()->index(0, 0);
    QTest::mouseClick(
        table->viewport(), Qt::LeftButton, Qt::NoModifier, table->visualRect(row).center());
    EXPECT_EQ(m_selection.current(), model::EntityRef::node(row.data().toString()));
}

TEST_F(ComparePageTest, FollowsASelectionMadeElsewhere)
{
    addBoth();
    auto *table = find<QTableView>(u"comparedPartitions"_s);
    m_selection.select(model::EntityRef::partition(1));
    ASSERT_EQ(table->selectionModel()->selectedRows().size(), 1);
    EXPECT_EQ(table->selectionModel()->selectedRows().first().row(), 1);
    m_selection.select(model::EntityRef::node(u"something else"_s));
    EXPECT_TRUE(table->selectionModel()->selectedRows().isEmpty());
}

TEST_F(ComparePageTest, PartitionsAreReachedInTheChartByKeyAndClick)
{
    addBoth();
    auto *chart = find<ChangeChart>(u"changeChart"_s);
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Right);
    EXPECT_EQ(m_selection.current(), model::EntityRef::partition(0));
    QTest::keyClick(chart, Qt::Key_Right);
    EXPECT_EQ(m_selection.current(), model::EntityRef::partition(1));
    QTest::mouseClick(
        chart->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(80, 76)); // new side, start
    EXPECT_EQ(m_selection.current(), model::EntityRef::partition(0));
}

TEST_F(ComparePageTest, TheChartAnswersTheKeysOfAllPictures)
{
    addBoth();
    test::CanvasKeys(*find<ChangeChart>(u"changeChart"_s)).expectAll();
}

TEST_F(ComparePageTest, SidesCanBeSwappedAndPicked)
{
    addBoth();
    const auto before = m_page->comparison()->metric(analysis::Metric::CyclesTotal).difference();
    QTest::mouseClick(find<QToolButton>(u"swapSides"_s), Qt::LeftButton);
    EXPECT_EQ(m_page->comparison()->metric(analysis::Metric::CyclesTotal).difference(), -*before);

    m_results.add(fixture(u"mobilenet_v2-u85-256"_s));
    auto *picker = find<QComboBox>(u"oldPicker"_s);
    ASSERT_EQ(picker->count(), 3);
    picker->setCurrentIndex(1);
    Q_EMIT picker->activated(1);
    EXPECT_EQ(m_results.oldSide(), m_results.results()[1]);
    EXPECT_EQ(m_results.newSide(), m_results.results()[2]);
}

TEST_F(ComparePageTest, TrafficOfEachMemoryStandsSideBySide)
{
    auto *costs = find<CostChanges>(u"costChanges"_s);
    QSignalSpy shown(costs, &CostChanges::shown);
    m_results.add(fixture(u"two_partitions-u55-128"_s));
    m_results.add(fixture(u"two_partitions-u65-256-shared"_s));
    ASSERT_TRUE(QTest::qWaitFor([&] { return costs->comparison().hasMemories; }, 20000));
    auto *memories = find<QTableView>(u"memoryTable"_s);
    EXPECT_TRUE(memories->isVisible());
    QStringList names;
    for (int row = 0; row < memories->model()->rowCount(); ++row)
        names += memories->model()->index(row, 0).data().toString();
    EXPECT_TRUE(names.contains(u"SRAM: feature maps read"_s)) << qPrintable(names.join(u'|'));
    EXPECT_TRUE(names.filter(u"in use"_s).isEmpty()) << "the need stands among the metrics";
    EXPECT_TRUE(names.filter(u"On-chip flash"_s).isEmpty()) << "neither side has any";
    EXPECT_FALSE(find<QLabel>(u"memoryNote"_s)->isVisible());

    auto *operators = find<QTableView>(u"comparedOperators"_s);
    EXPECT_EQ(
        operators->model()->rowCount(), static_cast<int>(costs->comparison().operators.size()));
    auto *by = find<QComboBox>(u"costsBy"_s);
    by->setFocus();
    QTest::keyClick(by, Qt::Key_Down);
    EXPECT_EQ(operators->model()->rowCount(), static_cast<int>(costs->comparison().kinds.size()));
}

TEST_F(ComparePageTest, OperatorsOfDifferentGraphsAreMatchedByTheirPlaceAndItSaysSo)
{
    auto *costs = find<CostChanges>(u"costChanges"_s);
    addBoth(); // one operator less is lowered: names of the others shift
    ASSERT_TRUE(QTest::qWaitFor([&] { return costs->comparison().hasOperators; }, 20000));
    EXPECT_GE(costs->comparison().matchedOperators, 81) << "of 83";
    EXPECT_TRUE(find<QLabel>(u"operatorNote"_s)->text().contains(u"place in the model"_s));
    const auto rows = operatorRows(costs->comparison());
    const auto byPlace = std::ranges::count_if(rows,
        [](const ChangeRow &row) { return row.detail.contains(u"its place in the model"_s); });
    EXPECT_GE(byPlace, 81);
}

TEST_F(ComparePageTest, SaysWhichOperatorsAreTheSameAndWhyMovedChangedGoneAndAddedApart)
{
    auto *matches = find<QLabel>(u"matches"_s);
    addBoth();
    EXPECT_EQ(matches->text().toStdString(),
        "101 operator(s) in both: matched by its name in the same model.\n"
        "Changed: aten_convolution_default_23 (int8 1x24x6x6 \u2192 float32 1x24x6x6).")
        << "on the CPU nothing quantises it";
    auto edited = std::make_shared<compiled::CompileResult>(*fixture(u"mobilenet_v2-u55-128"_s));
    edited->sourceSha256 = u"edited"_s;
    const auto isConvolution = [](const compiled::ModelNode &node) {
        return node.target == u"aten.convolution.default"_s;
    };
    auto &first = *std::ranges::find_if(edited->nodes, isConvolution);
    ASSERT_TRUE(first.shape && !first.shape->empty());
    first.shape->back() += 1;
    const auto changed = first.name;
    edited->nodes.push_back({ .name = u"brand_new"_s, .target = u"aten.sin.default"_s });
    m_results.add(edited);
    const auto text = matches->text();
    EXPECT_TRUE(text.contains(u"matched by its place in the model, kind and shape"_s))
        << qPrintable(text);
    EXPECT_TRUE(text.contains(u"Changed: "_s + changed)) << qPrintable(text);
    EXPECT_TRUE(text.contains(u"Added: brand_new"_s)) << qPrintable(text);
    EXPECT_FALSE(text.contains(u"Gone"_s)) << qPrintable(text);
}

TEST_F(ComparePageTest, OperatorsThatNothingTellsApartAreNotMatchedAndItSaysSo)
{
    // Programs whose compile did not record what its TOSA operators come from.
    const auto unrecorded = [](const QString &name) {
        auto result = std::make_shared<compiled::CompileResult>(*fixture(name));
        result->origins.clear();
        return result;
    };
    auto *costs = find<CostChanges>(u"costChanges"_s);
    m_results.add(unrecorded(u"mobilenet_v2-u55-128"_s));
    m_results.add(unrecorded(u"mobilenet_v2-u55-128-conv_on_cpu"_s));
    ASSERT_TRUE(QTest::qWaitFor([&] { return costs->comparison().hasOperators; }, 20000));
    EXPECT_EQ(costs->comparison().matchedOperators, 0);
    EXPECT_TRUE(find<QLabel>(u"operatorNote"_s)->text().contains(u"different TOSA graphs"_s));
}

TEST_F(ComparePageTest, MissingReportsAreNotZero)
{
    auto old = std::make_shared<compiled::CompileResult>(*fixture(u"add-u55-128"_s));
    old->folder = u"/nowhere"_s;
    auto *costs = find<CostChanges>(u"costChanges"_s);
    QSignalSpy shown(costs, &CostChanges::shown);
    m_results.add(old);
    m_results.add(fixture(u"add-u55-128"_s));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.isEmpty(); }, 20000));
    EXPECT_EQ(find<QTableView>(u"memoryTable"_s)->model()->rowCount(), 0);
    EXPECT_TRUE(find<QLabel>(u"memoryNote"_s)->text().contains(u"summary.csv"_s));
}

TEST_F(ComparePageTest, ModelsKeepTheRulesOfModels)
{
    ChangeModel metrics(u"Metric"_s, false, nullptr);
    MoveModel moves;
    PartitionChangeModel partitions;
    const QAbstractItemModelTester m(
        &metrics, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester o(&moves, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester p(
        &partitions, QAbstractItemModelTester::FailureReportingMode::Fatal);
    addBoth();
    metrics.set(metricRows(m_page->comparison()->metrics));
    moves.set(m_page->comparison()->moves);
    partitions.set(*m_page->comparison(), *m_results.oldSide(), *m_results.newSide());
    ChangeModel costs(u"Operator"_s, true, nullptr);
    const QAbstractItemModelTester c(&costs, QAbstractItemModelTester::FailureReportingMode::Fatal);
    analysis::CostComparison comparison;
    comparison.operators.push_back(
        { { .oldValue = 3, .newValue = 0, .unit = unit::Cycles, .sides = Change::Sides::OnlyOld },
            u"y"_s, {}, {}, {} });
    costs.set(operatorRows(comparison));
    EXPECT_EQ(costs.index(0, costs.columnOf(u"new")).data().toString(), u"\u2014"_s);
    EXPECT_EQ(costs.index(0, costs.columnOf(u"difference")).data().toString(), u"\u22123 cycles"_s);
    EXPECT_EQ(partitions.index(0, test::column<PartitionChangeModel>(u"old")).data().toString(),
        u"\u2014"_s);
    EXPECT_GT(metrics.rowCount(), 5);
}

TEST_F(ComparePageTest, UnknownNumbersAreSaidSo)
{
    auto one = std::make_shared<compiled::CompileResult>(*fixture(u"add-u55-128"_s));
    auto other = std::make_shared<compiled::CompileResult>(*one);
    other->summary.cyclesTotal.reset();
    m_results.add(one);
    m_results.add(other);
    const auto *model = find<QTableView>(u"metricTable"_s)->model();
    EXPECT_EQ(model->index(0, columnOf(*model, u"new")).data().toString(), notKnownText());
    EXPECT_EQ(model->index(0, columnOf(*model, u"difference")).data().toString(), notKnownText());
}

TEST_F(ComparePageTest, EveryControlHasAName)
{
    addBoth();
    for (const auto *widget : m_page->findChildren<QWidget *>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(m_page.get()))
            continue;
        if (qobject_cast<const QTableView *>(widget) || qobject_cast<const QComboBox *>(widget)
            || qobject_cast<const QToolButton *>(widget)) {
            EXPECT_FALSE(widget->accessibleName().isEmpty()) << qPrintable(widget->objectName());
        }
    }
}

/// Writes pictures to look at where TOSAIC_PICTURES says.
TEST_F(ComparePageTest, PaintsInBothThemes)
{
    m_results.add(fixture(u"two_partitions-u55-128"_s));
    m_results.add(fixture(u"two_partitions-u65-256-shared"_s));
    auto *costs = find<CostChanges>(u"costChanges"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return costs->comparison().hasMemories; }, 20000));
    test::paintInBothThemes(*m_page, m_theme, u"compare"_s, { QSize(760, 900), QSize(1280, 2200) });
}

} // namespace tosaic::test::comparepagetests
