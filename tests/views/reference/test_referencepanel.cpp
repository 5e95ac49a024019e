// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "tests/views/widgettest.h"
#include "views/reference/referencepanel.h"
#include "views/widgets/statestack.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace tosaic::test::referencepaneltests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

using compiled::Status;
using toolchain::ReferenceArray;
using toolchain::ReferenceResult;

/// A .npy of int8.
void writeArray(const QString &path, const std::vector<qint8> &values)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QByteArray header = "{'descr': '|i1', 'fortran_order': False, 'shape': ("
        + QByteArray::number(values.size()) + ",), }";
    header = header.leftJustified(117) + '\n';
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(
        QByteArray("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header);
    file.write(reinterpret_cast<const char *>(values.data()), static_cast<qint64>(values.size()));
}

class ReferencePanelTest : public testing::Test
{
protected:
    ReferencePanelTest()
    {
        panel.resize(760, 320);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel));
        panel.setGraphs(graphs);
    }

    template <typename Widget>
    Widget &child(const QString &name)
    {
        return test::childOf<Widget>(panel, name);
    }
    void click(const QString &name)
    {
        auto &button = child<QPushButton>(name);
        EXPECT_TRUE(button.isEnabled()) << name.toStdString();
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    QString summary() { return child<QLabel>(u"referenceSummary"_s).text(); }
    bool waitForSummary(const QString &part)
    {
        return QTest::qWaitFor([&] { return summary().contains(part); });
    }
    bool waitForValues(const QString &text)
    {
        auto &values = child<QPlainTextEdit>(u"referenceValues"_s);
        return QTest::qWaitFor([&] { return values.toPlainText() == text; });
    }

    ReferenceResult result(const QString &run, const std::vector<qint8> &output)
    {
        const auto folder = dir + u'/' + run;
        writeArray(folder + u"/outputs/y.npy"_s, output);
        writeArray(folder + u"/inputs/x.npy"_s, { 1, 2, 3 });
        writeArray(folder + u"/intermediates/m.npy"_s, { 7, 7 });
        const auto size = static_cast<qint64>(output.size());
        return { .folder = folder,
            .status = Status::Succeeded,
            .inputs = { { u"x"_s, u"INT8"_s, { 3 }, u"inputs/x.npy"_s, {} } },
            .outputs = { { u"y"_s, u"INT8"_s, { 1, size }, u"outputs/y.npy"_s, {} } },
            .intermediates = { { u"m"_s, u"INT8"_s, { 2 }, u"intermediates/m.npy"_s, {} } } };
    }
    QString file(const QString &name, const std::vector<qint8> &values)
    {
        const auto path = dir + u'/' + name;
        writeArray(path, values);
        return path;
    }
    QString cell(int row, int column)
    {
        return panel.arrays().index(row, column).data().toString();
    }

    const std::vector<ReferencePanel::Graph> graphs{ { u"Partition 0"_s, u"/c/0.tosa"_s },
        { u"Partition 1"_s, u"/c/1.tosa"_s } };
    QString dir = test::temporaryDir();
    ReferencePanel panel;
};

} // namespace

TEST(ArraysModel, IsAProperModel)
{
    ArraysModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    ArrayRow row{ .array = { u"y"_s, u"INT8"_s, { 1, 4 }, u"outputs/y.npy"_s, {} } };
    model.set({ row, { .role = ArrayRow::Role::Input, .array = { .name = u"x"_s } } });
    EXPECT_EQ(model.index(0, test::column<ArraysModel>(u"shape")).data().toString(), u"1\u00d74"_s);
    EXPECT_EQ(
        model.index(1, test::column<ArraysModel>(u"shape")).data().toString(), u"one value"_s);
    row.difference = analysis::ArrayDifference{ .elements = 1000, .different = 3, .largest = 2 };
    model.replace(0, row);
    EXPECT_EQ(
        model.index(0, test::column<ArraysModel>(u"outcome")).data().toString(), u"differs"_s);
    EXPECT_EQ(model.index(0, test::column<ArraysModel>(u"different")).data().toString(),
        u"3 of %1"_s.arg(QLocale().toString(1000)));
    model.set({});
    EXPECT_EQ(model.rowCount(), 0);
}

/// A panel below the graph is low: what to do stands above the empty table, not out of sight.
TEST_F(ReferencePanelTest, WhatToDoStandsAboveTheTable)
{
    const auto *summary = &child<QLabel>(u"referenceSummary"_s);
    const auto *table = &child<QTableView>(u"referenceArrays"_s);
    EXPECT_FALSE(summary->text().isEmpty());
    EXPECT_LT(summary->mapTo(&panel, QPoint(0, summary->height())).y(),
        table->mapTo(&panel, QPoint()).y());
}

TEST_F(ReferencePanelTest, WithoutAGraphItOffersToOpenOne)
{
    auto &states = *panel.findChild<StateStack *>();
    EXPECT_TRUE(states.isContentShown());
    panel.setGraphs({});
    EXPECT_FALSE(states.isContentShown());
    const QSignalSpy asked(&panel, &ReferencePanel::openRequested);
    for (auto *button : states.currentWidget()->findChildren<QPushButton *>()) {
        if (button->isVisible())
            QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_EQ(asked.count(), 1);
}

TEST_F(ReferencePanelTest, ARunIsAskedForAsChosen)
{
    child<QComboBox>(u"referenceGraph"_s).setCurrentIndex(1);
    child<QSpinBox>(u"referenceSeed"_s).setValue(42);
    child<QCheckBox>(u"referenceIntermediates"_s).click();
    panel.setInputFiles({ u"/a/x.npy"_s });
    EXPECT_TRUE(child<QPushButton>(u"referenceInputs"_s).text().contains(u'1'));
    const QSignalSpy asked(&panel, &ReferencePanel::runRequested);
    click(u"referenceRun"_s);
    EXPECT_EQ(asked.count(), 1);
    const auto request = panel.request();
    EXPECT_EQ(request.tosaPath, u"/c/1.tosa"_s);
    EXPECT_EQ(request.seed, 42);
    EXPECT_TRUE(request.withIntermediates);
    EXPECT_EQ(request.inputFiles, (std::map<QString, QString>{ { u"x"_s, u"/a/x.npy"_s } }));
    QTest::mouseClick(&child<QToolButton>(u"referenceClearInputs"_s), Qt::LeftButton);
    EXPECT_TRUE(panel.request().inputFiles.empty());
}

TEST_F(ReferencePanelTest, FilesGoToTheInputsOfTheirNameAndThenInOrder)
{
    auto known = result(u"run1"_s, { 1 });
    known.inputs = { { .name = u"a"_s }, { .name = u"b"_s }, { .name = u"c"_s } };
    panel.showResult(known);
    panel.setInputFiles({ u"/d/other.npy"_s, u"/d/a.npy"_s, u"/d/more.npy"_s });
    EXPECT_EQ(panel.request().inputFiles,
        (std::map<QString, QString>{ { u"a"_s, u"/d/a.npy"_s }, { u"b"_s, u"/d/other.npy"_s },
            { u"c"_s, u"/d/more.npy"_s } }));
}

TEST_F(ReferencePanelTest, WhileItRunsTheButtonCancels)
{
    const QSignalSpy run(&panel, &ReferencePanel::runRequested);
    const QSignalSpy cancelled(&panel, &ReferencePanel::cancelRequested);
    panel.setRunning(true);
    EXPECT_EQ(child<QPushButton>(u"referenceRun"_s).text(), u"Cancel"_s);
    EXPECT_FALSE(child<QComboBox>(u"referenceGraph"_s).isEnabled());
    click(u"referenceRun"_s);
    EXPECT_EQ(run.count(), 0);
    EXPECT_EQ(cancelled.count(), 1);
    panel.setRunning(false);
    panel.showResult({ .status = Status::Cancelled });
    EXPECT_TRUE(summary().startsWith(u"Cancelled"_s));
    EXPECT_EQ(child<QPushButton>(u"referenceRun"_s).text(), u"Run"_s);
    EXPECT_TRUE(child<QComboBox>(u"referenceGraph"_s).isEnabled());
}

TEST_F(ReferencePanelTest, AResultIsShownWithItsNumbers)
{
    panel.showResult(result(u"run1"_s, { -3, 0, 12 }));
    ASSERT_EQ(panel.arrays().rowCount(), 3);
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"name")), u"y"_s);
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"role")), u"Output"_s);
    EXPECT_EQ(cell(1, test::column<ArraysModel>(u"role")), u"Input"_s);
    EXPECT_EQ(cell(2, test::column<ArraysModel>(u"name")), u"m"_s);
    EXPECT_TRUE(waitForValues(u"-3  0 12"_s));
    const auto facts = child<QLabel>(u"referenceFacts"_s).text();
    EXPECT_TRUE(facts.contains(u"int8"_s) && facts.contains(u"from -3 to 12, mean 3"_s))
        << facts.toStdString();
    child<QTableView>(u"referenceArrays"_s).selectRow(1);
    EXPECT_TRUE(waitForValues(u"1 2 3"_s));
    QFile::remove(dir + u"/run1/intermediates/m.npy"_s);
    child<QTableView>(u"referenceArrays"_s).selectRow(2);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return child<QLabel>(u"referenceFacts"_s).text().startsWith(u"m cannot be shown"_s);
    }));
}

TEST_F(ReferencePanelTest, OnlyTheFirstValuesOfALargeArrayAreShown)
{
    panel.showResult(result(u"run1"_s, std::vector<qint8>(1000, 5)));
    auto &values = child<QPlainTextEdit>(u"referenceValues"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !values.toPlainText().isEmpty(); }));
    EXPECT_EQ(values.toPlainText().count(u'5'), 64);
    EXPECT_TRUE(child<QLabel>(u"referenceFacts"_s).text().contains(u"first 64"_s));
}

TEST_F(ReferencePanelTest, ComparesWithAFileUnderTheTolerances)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    panel.compareWith(0, file(u"same.npy"_s, { 1, 2, 3 }));
    ASSERT_TRUE(waitForSummary(u"within the tolerance"_s));
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"outcome")), u"within the tolerance"_s);

    const auto other = file(u"other.npy"_s, { 1, 4, 3 });
    panel.compareWith(0, other);
    ASSERT_TRUE(waitForSummary(u"differ"_s));
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"outcome")), u"differs"_s);
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"different")), u"1 of 3"_s);
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"largest")), u"2"_s);

    child<QDoubleSpinBox>(u"referenceAbsolute"_s).setValue(2);
    panel.compareWith(0, other);
    ASSERT_TRUE(waitForSummary(u"within the tolerance"_s));
    child<QDoubleSpinBox>(u"referenceAbsolute"_s).setValue(0);
    child<QDoubleSpinBox>(u"referenceRelative"_s).setValue(0.5);
    panel.compareWith(0, file(u"half.npy"_s, { 1, 4, 3 }));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return panel.arrays().rows()[0].comparedWith.endsWith(u"half.npy"_s); }));
    EXPECT_TRUE(panel.arrays().rows()[0].difference->isWithin());
}

TEST_F(ReferencePanelTest, WhatCannotBeComparedSaysWhy)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    panel.compareWith(0, file(u"longer.npy"_s, { 1, 2, 3, 4 }));
    ASSERT_TRUE(waitForSummary(u"y cannot be compared"_s));
    EXPECT_TRUE(summary().contains(u"3 elements"_s)) << summary().toStdString();
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"outcome")), u"cannot be compared"_s);
    panel.compareWith(0, dir + u"/nowhere.npy"_s);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return panel.arrays().rows()[0].comparedWith.endsWith(u"nowhere.npy"_s); }));
    EXPECT_FALSE(panel.arrays().rows()[0].problem.isEmpty());
    panel.compareWith(7, file(u"same.npy"_s, { 1, 2, 3 })); // there is no such row
}

TEST_F(ReferencePanelTest, AFileIsChosenInADialog)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    const auto path = file(u"same.npy"_s, { 1, 2, 3 });
    click(u"referenceCompare"_s);
    auto *dialog = panel.findChild<QFileDialog *>(u"referenceCompareDialog"_s);
    ASSERT_TRUE(dialog);
    dialog->setDirectory(dir);
    dialog->selectFile(path);
    QMetaObject::invokeMethod(dialog, "accept");
    EXPECT_TRUE(waitForSummary(u"within the tolerance"_s));
}

TEST_F(ReferencePanelTest, ComparesEverythingWithTheRunBefore)
{
    const auto &button = child<QPushButton>(u"referenceComparePrevious"_s);
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    EXPECT_FALSE(button.isEnabled());
    panel.showResult(result(u"run2"_s, { 1, 2, 4 }));
    EXPECT_EQ(panel.folders(), (QStringList{ dir + u"/run2"_s, dir + u"/run1"_s }));
    click(u"referenceComparePrevious"_s);
    ASSERT_TRUE(waitForSummary(u"y differs in 1 of 3 elements, by 1 at most"_s));
    EXPECT_EQ(cell(0, test::column<ArraysModel>(u"outcome")), u"differs"_s);
    EXPECT_EQ(cell(1, test::column<ArraysModel>(u"outcome")), QString()); // inputs are not compared
    EXPECT_EQ(cell(2, test::column<ArraysModel>(u"outcome")), u"within the tolerance"_s);
}

TEST_F(ReferencePanelTest, AFailedRunSaysWhyAndLeavesWhatWasThere)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    panel.showResult({ .status = Status::Failed,
        .problems = { { u"reference.input-unknown"_s, Severity::Error, {}, u"no input 'q'"_s } } });
    EXPECT_EQ(summary(), u"The run failed: no input 'q'"_s);
    EXPECT_EQ(panel.arrays().rowCount(), 3);
    panel.showResult({ .status = Status::Failed });
    EXPECT_GT(summary().size(), u"The run failed: "_s.size());
}

TEST_F(ReferencePanelTest, AResultStaysWithItsGraph)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    panel.setInputFiles({ u"/d/x.npy"_s });
    panel.setGraphs({ graphs[0] }); // the list has changed, the chosen graph is still in it
    EXPECT_EQ(panel.arrays().rowCount(), 3);
    EXPECT_FALSE(panel.request().inputFiles.empty());
    panel.setRunning(true);
    panel.setGraphs({ graphs[1] });
    EXPECT_EQ(panel.arrays().rowCount(), 0);
    EXPECT_TRUE(panel.request().inputFiles.empty());
    panel.setRunning(false);
    panel.showResult(result(u"run2"_s, { 4 })); // that of the graph before
    EXPECT_EQ(panel.arrays().rowCount(), 0);
}

TEST_F(ReferencePanelTest, AnArrayIsSavedWhereTheUserWants)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    click(u"referenceSave"_s);
    auto *dialog = panel.findChild<QFileDialog *>(u"referenceSaveDialog"_s);
    ASSERT_TRUE(dialog);
    dialog->setDirectory(dir);
    dialog->selectFile(u"kept.npy"_s);
    QMetaObject::invokeMethod(dialog, "accept");
    ASSERT_TRUE(waitForSummary(u"kept.npy"_s));
    QFile kept(dir + u"/kept.npy"_s);
    QFile source(dir + u"/run1/outputs/y.npy"_s);
    ASSERT_TRUE(kept.open(QIODevice::ReadOnly) && source.open(QIODevice::ReadOnly));
    EXPECT_EQ(kept.readAll(), source.readAll());
}

TEST_F(ReferencePanelTest, SmallTolerancesAreWrittenShortly)
{
    auto &box = child<QDoubleSpinBox>(u"referenceAbsolute"_s);
    EXPECT_EQ(box.cleanText(), u"0"_s);
    box.setValue(0.00001);
    EXPECT_EQ(box.cleanText(), u"0"_s + QLocale().decimalPoint() + u"00001"_s);
    box.setValue(20);
    EXPECT_EQ(box.cleanText(), u"20"_s);
}

TEST_F(ReferencePanelTest, EverythingIsReachedByKeyAndHasAName)
{
    panel.showResult(result(u"run1"_s, { 1, 2, 3 }));
    panel.showResult(result(u"run2"_s, { 1, 2, 3 }));
    panel.setInputFiles({ u"/d/x.npy"_s });
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
    child<QComboBox>(u"referenceGraph"_s).setFocus();
    const auto reached = test::reachedByTab(30);
    for (const auto &name :
        { u"referenceGraph"_s, u"referenceSeed"_s, u"referenceInputs"_s, u"referenceClearInputs"_s,
            u"referenceIntermediates"_s, u"referenceRun"_s, u"referenceArrays"_s,
            u"referenceValues"_s, u"referenceAbsolute"_s, u"referenceRelative"_s,
            u"referenceComparePrevious"_s, u"referenceCompare"_s, u"referenceSave"_s })
        EXPECT_TRUE(reached.contains(name)) << name.toStdString();
}

} // namespace tosaic::test::referencepaneltests
