// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Accuracy and the debugger of an open compile, in the window; the reference model only with
// TOSAIC_PYTHON.
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "core/base/approvals.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/graph/graphpage.h"
#include "views/models/columnmodel.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace tosaic::test::accuracywindowtests {

namespace {

constexpr int Patience = 300'000; // ms, for a machine under load

class AccuracyWindow : public WindowTest
{
protected:
    void SetUp() override { open(fixturePath(u"transformer_block-u85-256"_s)); }

    void click(const QString &text)
    {
        for (auto *button : find<QWidget>(u"accuracyPage"_s)->findChildren<QPushButton *>()) {
            if (button->isVisible() && button->text() == text)
                return QTest::mouseClick(button, Qt::LeftButton);
        }
        ADD_FAILURE() << "no button " << text.toStdString();
    }
};

} // namespace

TEST_F(AccuracyWindow, AsksBeforeTheCodeOfTheModelRuns)
{
    trigger(u"runs.accuracy"_s);
    auto *line = find<QLineEdit>(u"accuracyModel"_s);
    ASSERT_TRUE(line->isVisible());
    QFile model(dir + u"/net.py"_s);
    ASSERT_TRUE(model.open(QIODevice::WriteOnly));
    model.write("raise SystemExit('this must not run')\n");
    model.close();
    QTest::keyClicks(line, model.fileName());
    click(u"Measure"_s);
    ASSERT_EQ(window->notices().current(), u"accuracy.trust"_s);
    clickNotice(1);
    EXPECT_TRUE(window->notices().current().isEmpty());
    EXPECT_TRUE(line->isEnabled()) << "nothing runs";
    EXPECT_FALSE(session->approvals().allows(modelSubject(model.fileName())));
}

TEST_F(AccuracyWindow, MeasuresAndColoursTheGraph)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no reference model";
    trigger(u"runs.accuracy"_s);
    auto *verdict = find<QLabel>(u"accuracyVerdict"_s);
    // The tools are looked for when the window opens.
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            if (!find<QLineEdit>(u"accuracyInputs"_s)->isEnabled())
                return false; // it runs
            if (verdict->isVisible() && verdict->text().startsWith(u"Nothing breaks"_s))
                return true;
            click(verdict->isVisible() ? u"Measure again"_s : u"Measure"_s);
            QTest::qWait(500);
            return false;
        },
        Patience))
        << verdict->text().toStdString();
    QTest::mouseClick(find<QPushButton>(u"accuracyColour"_s), Qt::LeftButton);
    EXPECT_EQ(window->modes().current(), shell::Mode::Model);
    const auto title = [this] {
        const auto drawing = window->pages().graph().drawing();
        return drawing ? drawing->overlay.title : QString();
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return title().startsWith(u"SQNR"_s); }, Patience))
        << title().toStdString();
    open(fixturePath(u"add-u55-128/add.pte"_s));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !title().startsWith(u"SQNR"_s); }, Patience))
        << "the colours were those of another program";
}

TEST_F(AccuracyWindow, TriesAChangeAndSaysWhatItDid)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON")
        || qEnvironmentVariableIsEmpty("TOSAIC_FULL_MATRIX"))
        GTEST_SKIP() << "TOSAIC_FULL_MATRIX is not set: it compiles a model";
    const auto model = sourcePath(u"tests/fixtures/models/transformer_block.py"_s);
    ASSERT_TRUE(session->approvals().approve(modelSubject(model)));
    trigger(u"runs.accuracy"_s);
    QTest::keyClicks(find<QLineEdit>(u"accuracyModel"_s), model);
    const auto *note = find<QLabel>(u"accuracyTriesNote"_s);
    const auto *sides = find<QLabel>(u"accuracySides"_s);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            if (!find<QLineEdit>(u"accuracyInputs"_s)->isEnabled())
                return false; // it runs
            if (sides->isVisible() && sides->text().contains(u"float: compared"_s))
                return true;
            click(sides->isVisible() ? u"Measure again"_s : u"Measure"_s);
            QTest::qWait(500);
            return false;
        },
        5 * Patience))
        << sides->text().toStdString();
    ASSERT_TRUE(note->isVisible());
    auto *table = find<QTableView>(u"accuracyTryTable"_s);
    const auto state = [table](int row) {
        return table->model()
            ->index(row, views::columnOf(*table->model(), u"state"))
            .data()
            .toString();
    };
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
        table->visualRect(table->model()->index(0, 0)).center());
    QTest::mouseClick(find<QPushButton>(u"accuracyTry"_s), Qt::LeftButton);
    EXPECT_TRUE(state(0).startsWith(u"compiling"_s)) << state(0).toStdString();
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return state(0) == u"closer to the float model"_s; }, 5 * Patience))
        << state(0).toStdString();
    EXPECT_EQ(state(1), u"not tried"_s);
}

TEST_F(AccuracyWindow, TheDebuggerKnowsTheOperatorsOfTheCompile)
{
    trigger(u"runs.debugger"_s);
    const auto *table = find<QTableView>(u"debugOperations"_s);
    const auto name = [table] {
        return table->model()->rowCount() > 1
            ? table->model()->index(1, views::columnOf(*table->model(), u"name")).data().toString()
            : QString();
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return name().startsWith(u"tosa_"_s); }, Patience))
        << name().toStdString();
    EXPECT_TRUE(find<QPushButton>(u"debugDifference"_s)->isEnabled());
    EXPECT_TRUE(window->actions().action(u"debug.operator"_s)->isEnabled());
}

} // namespace tosaic::test::accuracywindowtests
