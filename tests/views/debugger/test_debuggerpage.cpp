// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/modeldocument.h"
#include "core/documents/openmodel.h"
#include "core/documents/selection.h"
#include "core/npusim/invocation.h"
#include "tests/support/samples.h"
#include "tests/views/widgettest.h"
#include "views/canvas/hexview.h"
#include "views/canvas/histogrampicture.h"
#include "views/debugger/debuggerpage.h"
#include "views/debugger/mappicture.h"
#include "views/models/columnmodel.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views::debuggerpagetests {

namespace {

constexpr int Patience = 60'000; // ms, for a machine under load

class DebuggerPageTest : public testing::Test
{
protected:
    DebuggerPageTest() : page(document, selection, theme)
    {
        theme.apply(*qApp, ThemeMode::Light);
        page.resize(1000, 600);
        page.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
    }
    void open(const QString &fixture)
    {
        const auto opened = openDocument(test::fixturePath(fixture));
        ASSERT_TRUE(opened);
        document.set(*opened);
        ASSERT_TRUE(waitForPlace(u"Before operation"_s));
    }
    template <typename Widget>
    Widget &child(const QString &name)
    {
        return test::childOf<Widget>(page, name);
    }
    QString place() { return child<QLabel>(u"debugPlace"_s).text(); }
    bool waitForPlace(const QString &begin)
    {
        return QTest::qWaitFor(
            [&] { return page.session().run() && place().startsWith(begin); }, Patience);
    }
    void click(const QString &name)
    {
        auto &button = child<QPushButton>(name);
        EXPECT_TRUE(button.isEnabled()) << name.toStdString();
        QTest::mouseClick(&button, Qt::LeftButton);
        EXPECT_TRUE(QTest::qWaitFor([&] { return page.session().run() != nullptr; }, Patience));
    }
    void runTo(const QString &text)
    {
        auto &line = child<QLineEdit>(u"debugTarget"_s);
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, text);
        QTest::keyClick(&line, Qt::Key_Return);
        EXPECT_TRUE(QTest::qWaitFor([&] { return page.session().run() != nullptr; }, Patience));
    }
    void showPane(int index) { child<QTabWidget>(u"debugPanes"_s).setCurrentIndex(index); }

    Theme theme;
    ModelDocument document;
    SelectionContext selection;
    DebuggerPage page;
};

const auto Softmax = u"softmax-u85-256/softmax.pte"_s;
const auto Network = u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s;

} // namespace

TEST_F(DebuggerPageTest, SaysWhatItNeedsWhereNothingIsOpen)
{
    EXPECT_FALSE(page.canStep(DebuggerPage::Step::Operation));
    bool isAsked = false;
    QObject::connect(&page, &DebuggerPage::openRequested, &page, [&] { isAsked = true; });
    for (auto *button : page.findChildren<QPushButton *>()) {
        if (button->isVisible() && button->text() == u"Open…"_s)
            QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_TRUE(isAsked);
}

TEST_F(DebuggerPageTest, StepsForthAndBackAndLeadsTheSelection)
{
    open(Network);
    EXPECT_FALSE(child<QPushButton>(u"debugBack"_s).isEnabled());
    const auto total = page.session().run()->stream().operations.size();
    auto &table = child<QTableView>(u"debugOperations"_s);
    EXPECT_EQ(size_t(table.model()->rowCount()), total);
    click(u"debugOver"_s);
    click(u"debugOver"_s);
    const auto there = place();
    EXPECT_EQ(selection.current().kind, model::EntityRef::Kind::NpuOperation);
    const int operation = selection.current().subIndex;
    EXPECT_GE(operation, 2);
    EXPECT_EQ(table.currentIndex().row(), operation);
    click(u"debugOver"_s);
    EXPECT_NE(place(), there);
    click(u"debugBack"_s);
    EXPECT_EQ(place(), there);
    click(u"debugInto"_s);
    EXPECT_NE(place(), there);
    page.step(DebuggerPage::Step::BackCommand);
    EXPECT_TRUE(waitForPlace(there));
    click(u"debugEnd"_s);
    EXPECT_TRUE(place().startsWith(u"At the end"_s)) << place().toStdString();
    EXPECT_FALSE(child<QPushButton>(u"debugOver"_s).isEnabled());
    click(u"debugRestart"_s);
    EXPECT_TRUE(place().startsWith(u"Before operation 0"_s)) << place().toStdString();
    // Another view chooses an operation: it is marked, and can be run to.
    selection.select(model::EntityRef::npuOperation(page.session().analysis()->owner(), 9));
    EXPECT_EQ(table.currentIndex().row(), 9);
    page.step(DebuggerPage::Step::ToSelected);
    EXPECT_TRUE(waitForPlace(u"Before operation 9"_s)) << place().toStdString();
}

TEST_F(DebuggerPageTest, RunsToPlacesAndRefusesOthers)
{
    open(Network);
    runTo(u"op:12"_s);
    EXPECT_TRUE(place().startsWith(u"Before operation 12"_s)) << place().toStdString();
    const auto before = page.session().run()->place();
    const auto offset = page.session().run()->stream().operations[5].offset;
    runTo(u"offset:0x%1"_s.arg(offset, 0, 16));
    EXPECT_TRUE(place().startsWith(u"Before operation 5"_s)) << place().toStdString();
    EXPECT_LT(page.session().run()->place(), before) << "it went back";
    for (const auto &wrong : { u"op:9999"_s, u"nonsense"_s, u"write:1"_s, u"offset:3"_s }) {
        const auto here = page.session().run()->place();
        runTo(wrong);
        EXPECT_EQ(page.session().run()->place(), here) << wrong.toStdString();
        EXPECT_TRUE(place().contains(wrong)) << place().toStdString();
    }
    runTo(u"write:1+0x100000000"_s);
    EXPECT_TRUE(place().contains(u"did not come"_s)) << place().toStdString();
}

TEST_F(DebuggerPageTest, ShowsMapsBytesRegistersAndChanges)
{
    open(Network);
    runTo(u"op:6"_s);
    auto &maps = child<QComboBox>(u"debugMap"_s);
    ASSERT_GT(maps.count(), 0);
    const auto &values = child<QTableView>(u"debugMapTable"_s);
    EXPECT_GT(values.model()->rowCount(), 1);
    EXPECT_GT(values.model()->columnCount(), 1);
    auto &picture = child<MapPicture>(u"debugMapPicture"_s);
    EXPECT_EQ(picture.image().height(), values.model()->rowCount());
    EXPECT_FALSE(child<HistogramPicture>(u"debugHistogram"_s).bins().counts.empty());
    const auto first = values.model()->index(0, 0).data().toInt();
    test::keepPictures(page, theme, u"debugger-maps"_s);
    child<QSpinBox>(u"debugChannel"_s).setValue(1);
    EXPECT_EQ(values.model()->index(0, 0).data().isValid(), true) << first;
    showPane(1);
    auto &bytes = child<HexView>(u"hexView"_s);
    ASSERT_TRUE(bytes.source());
    bytes.setSelection(bytes.marked().size > 0 ? bytes.marked().offset : 0, 1);
    EXPECT_TRUE(child<QLabel>(u"debugByteUse"_s).text().contains(u"operation"_s))
        << child<QLabel>(u"debugByteUse"_s).text().toStdString();
    test::keepPictures(page, theme, u"debugger-bytes"_s);
    showPane(2);
    EXPECT_GT(child<QTableView>(u"debugRegisters"_s).model()->rowCount(), 10);
    test::keepPictures(page, theme, u"debugger-registers"_s);
    showPane(3);
    EXPECT_GT(child<QTableView>(u"debugChanges"_s).model()->rowCount(), 0);
    showPane(0);
    page.resize(700, 330);
    test::keepPictures(page, theme, u"debugger-small"_s);
}

TEST_F(DebuggerPageTest, AnotherFileOrInputBeginsAnew)
{
    open(Network);
    click(u"debugEnd"_s);
    open(Softmax);
    EXPECT_TRUE(place().startsWith(u"Before operation 0"_s));
    const auto owner = page.session().analysis()->owner().index;
    page.setInputs({ { owner, { QByteArray(3, 'x') } } });
    auto *state = &page;
    EXPECT_TRUE(QTest::qWaitFor([&] { return state->session().error().has_value(); }, Patience))
        << "an input of another size is told, not taken";
    document.clear();
    EXPECT_FALSE(page.session().isOpen());
    EXPECT_FALSE(page.canStep(DebuggerPage::Step::Operation));
}

/// Commands and weights that lie in .ptd files beside the program are those of the compile.
TEST_F(DebuggerPageTest, ReadsCommandsAndWeightsFromPtdFilesBesideTheProgram)
{
    const auto folder = u"two_partitions-u85-256-external/"_s;
    const auto resultOf = [&](const QString &file) {
        open(folder + file);
        click(u"debugEnd"_s);
        EXPECT_TRUE(place().startsWith(u"At the end"_s)) << place().toStdString();
        const auto *run = page.session().run();
        const auto &outputs = page.session().analysis()->placed.place.payload->outputs;
        return npusim::outputOf(run->simulator().memory(), outputs.front()).value();
    };
    const auto right = resultOf(u"partition0/vela.npz"_s);
    EXPECT_EQ(resultOf(u"two_partitions.pte"_s), right);
    EXPECT_GT(std::set(right.begin(), right.end()).size(), 10U);
    EXPECT_GT(child<QTableView>(u"debugOperations"_s).model()->rowCount(), 1);
    auto &streams = child<QComboBox>(u"debugStream"_s);
    ASSERT_EQ(streams.count(), 2);
    streams.setCurrentIndex(1);
    EXPECT_TRUE(waitForPlace(u"Before operation 0"_s)) << "the other delegate";
}

TEST_F(DebuggerPageTest, SaysThatPtdFilesAreMissing)
{
    const auto alone = test::temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(
        test::fixturePath(u"two_partitions-u85-256-external/two_partitions.pte"_s), alone));
    const auto opened = openModel(alone);
    ASSERT_TRUE(opened);
    document.set(*opened);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.session().error().has_value(); }, Patience));
    bool isTold = false;
    for (const auto *label : page.findChildren<QLabel *>())
        isTold
            = isTold || (label->isVisible() && label->text().contains(u"not beside the program"_s));
    EXPECT_TRUE(isTold);
    EXPECT_FALSE(page.canStep(DebuggerPage::Step::Operation));
}

TEST_F(DebuggerPageTest, OperatorsCanBeReadInASmallWindow)
{
    open(u"two_partitions-u55-128/two_partitions.pte"_s);
    auto &table = child<DataTable>(u"debugOperations"_s);
    EXPECT_TRUE(table.isColumnHidden(table.columnOf(u"name"))) << "nobody knows them";
    page.setOperators({ u"tosa_conv2d_default"_s, u"tosa_conv2d_default_1"_s });
    page.resize(604, 420);
    QTest::qWait(1);
    const auto cell = table.visualRect(table.model()->index(1, table.columnOf(u"name")));
    EXPECT_LE(cell.right(), table.viewport()->width()) << "not behind the edge";
    EXPECT_GE(cell.width(), table.fontMetrics().horizontalAdvance(u"conv2d_1"_s) + 16);
}

TEST_F(DebuggerPageTest, NoButtonIsCutInASmallWindow)
{
    open(u"two_partitions-u55-128/two_partitions.pte"_s);
    page.resize(590, 360);
    QTest::qWait(1);
    for (const auto *button : page.findChildren<QPushButton *>()) {
        if (button->isVisible())
            EXPECT_GE(button->width(), button->sizeHint().width())
                << button->objectName().toStdString();
    }
    EXPECT_GE(child<QComboBox>(u"debugStream"_s).width(),
        child<QComboBox>(u"debugStream"_s).sizeHint().width());
    auto &table = child<QTableView>(u"debugMapTable"_s);
    EXPECT_FALSE(table.isVisible()) << "before the first operation there is no map";
    click(u"debugOver"_s);
    EXPECT_TRUE(table.isVisible());
    test::paintInBothThemes(page, theme, u"debugger-steps"_s, { { 590, 360 }, { 980, 600 } });
}

TEST_F(DebuggerPageTest, CountsSaturationOfWhatWasExecuted)
{
    open(Network);
    auto &table = child<QTableView>(u"debugOperations"_s);
    const auto cell = [&table](int row) {
        return table.model()->index(row, columnOf(*table.model(), u"saturated")).data();
    };
    const auto &operations = page.session().run()->stream().operations;
    int convolution = 0;
    while (!operations[size_t(convolution)].ofm)
        ++convolution;
    EXPECT_TRUE(cell(convolution).toString().isEmpty()) << "not executed yet";
    click(u"debugEnd"_s);
    EXPECT_FALSE(cell(convolution).toString().isEmpty());
    const auto &use = page.session().run()->rangeUse().at(quint32(convolution));
    const auto shape = operations[size_t(convolution)].ofm->memoryShape();
    EXPECT_EQ(use.elements(), quint64(shape[0]) * quint64(shape[1]) * quint64(shape[2]));
    click(u"debugRestart"_s);
    runTo(u"op:%1"_s.arg(convolution + 1));
    auto &maps = child<QComboBox>(u"debugMap"_s);
    maps.setCurrentIndex(maps.findData(u"ofm"_s));
    EXPECT_TRUE(
        child<QLabel>(u"debugMapFacts"_s)
            .text()
            .contains(u"%1 of %2 elements saturated"_s.arg(*use.saturated()).arg(use.elements())))
        << child<QLabel>(u"debugMapFacts"_s).text().toStdString();
}

TEST_F(DebuggerPageTest, StepsByTheOperatorsOfTheCompiler)
{
    open(Network);
    auto &button = child<QPushButton>(u"debugOperator"_s);
    EXPECT_FALSE(button.isEnabled()) << "nobody said which operators there are";
    // Each takes four operations; a transfer in between has no name.
    std::vector<QString> names;
    const auto count = page.session().run()->stream().operations.size();
    for (size_t i = 0; i < count; ++i)
        names.push_back(i == 8 ? QString() : u"operator%1"_s.arg(i / 4));
    page.setOperators(names);
    auto &table = child<QTableView>(u"debugOperations"_s);
    EXPECT_EQ(table.model()->index(5, columnOf(*table.model(), u"name")).data().toString(),
        u"operator1"_s);
    click(u"debugOperator"_s);
    EXPECT_TRUE(place().startsWith(u"Before operation 4 "_s)) << place().toStdString();
    click(u"debugOver"_s);
    click(u"debugOperator"_s);
    EXPECT_TRUE(place().startsWith(u"Before operation 9 "_s)) << place().toStdString();
    runTo(u"operator5"_s);
    EXPECT_TRUE(place().startsWith(u"Before operation 20 "_s)) << place().toStdString();
    runTo(u"op:%1"_s.arg(count - 1));
    click(u"debugOperator"_s);
    EXPECT_TRUE(place().startsWith(u"At the end"_s)) << "there is no other operator";
    open(Softmax);
    EXPECT_FALSE(button.isEnabled()) << "of another stream";
}

TEST_F(DebuggerPageTest, RunsBehindTheFirstDifference)
{
    open(Network);
    int asked = 0;
    QObject::connect(&page, &DebuggerPage::differenceRequested, &page, [&asked] { ++asked; });
    auto &button = child<QPushButton>(u"debugDifference"_s);
    page.setWhyNoDifference(u"no compile"_s);
    EXPECT_FALSE(button.isEnabled());
    EXPECT_EQ(button.toolTip(), u"no compile"_s);
    page.setWhyNoDifference({});
    QTest::mouseClick(&button, Qt::LeftButton);
    EXPECT_EQ(asked, 1);
    page.showDifference(4, u"tosa_conv is the first that differs: 3 of 8 elements."_s);
    ASSERT_TRUE(waitForPlace(u"tosa_conv is the first"_s)) << place().toStdString();
    EXPECT_EQ(page.session().run()->simulator().operation()->index, 4U) << "behind it";
    click(u"debugOver"_s);
    EXPECT_TRUE(place().startsWith(u"Before operation"_s)) << "it is said once";
    page.say(u"nothing differs"_s);
    EXPECT_EQ(place(), u"nothing differs"_s);
}

} // namespace tosaic::views::debuggerpagetests
