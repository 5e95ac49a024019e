// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/pages/pagefixtures.h"
#include "views/whatif/paretochart.h"
#include "views/whatif/pinsearchdialog.h"
#include "views/widgets/datatable.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::pinsearchdialogtests {

namespace {

using pinsearch::Goal;
using pinsearch::GoalKind;
using views::PinSearchDialog;

pinsearch::Found foundWith(const QStringList &nodes, double cycles, double cpuCycles, quint64 sram)
{
    pinsearch::Found one;
    one.row.cell.spec = { .target = u"ethos-u55-128"_s, .keepOnCpu = { .nodes = nodes } };
    one.row.status = sweep::CellStatus::Estimated;
    one.row.summary.cyclesTotal = cycles;
    one.row.need.places = { { analysis::Memory::Sram, { { analysis::PartKind::Scratch, sram } } } };
    one.numbers = { .cycles = cycles,
        .sramBytes = double(sram),
        .cpuCycles = cpuCycles,
        .boundaries = 4,
        .boundaryBytes = 2048,
        .conversions = 2,
        .cpuOperators = quint64(nodes.size()) };
    return one;
}

/// The second is best, the third is beaten by the first; made-up numbers.
views::PinSearchView foundView()
{
    pinsearch::SearchResult result{ .request = { .goal = { GoalKind::Sram, 8192 } } };
    result.found = { foundWith({}, 9000, 1000, 20000), foundWith({ u"relu"_s }, 7000, 2000, 8000),
        foundWith({ u"relu"_s, u"conv"_s }, 6000, 90000, 20000) };
    result.front = { 1, 0 };
    result.previews = 12;
    result.compiles = 3;
    result.skippedPreviews = 2;
    return { .result = std::make_shared<const pinsearch::SearchResult>(result),
        .current = { .target = u"ethos-u55-128"_s } };
}

class PinSearchDialogTest : public testing::Test
{
protected:
    template <typename Widget>
    Widget *child(const char *name)
    {
        return dialog.findChild<Widget *>(QString::fromLatin1(name));
    }
    void show()
    {
        dialog.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&dialog));
    }

    views::Theme theme;
    PinSearchDialog dialog{ theme };
};

TEST_F(PinSearchDialogTest, AsksForTheGoalThatIsChosen)
{
    show();
    QSignalSpy asked(&dialog, &PinSearchDialog::searchRequested);
    auto *limit = child<QSpinBox>("pinSearchLimit");
    EXPECT_FALSE(limit->isVisible());
    QTest::mouseClick(child<QPushButton>("pinSearchRun"), Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.back()[0].value<Goal>(), Goal{ GoalKind::Cycles });
    EXPECT_EQ(asked.back()[1].toInt(), 8);

    QTest::keyClick(child<QComboBox>("pinSearchGoal"), Qt::Key_Down);
    EXPECT_TRUE(limit->isVisible());
    limit->setFocus();
    limit->selectAll();
    QTest::keyClicks(limit, u"40"_s);
    QTest::mouseClick(child<QPushButton>("pinSearchRun"), Qt::LeftButton);
    ASSERT_EQ(asked.size(), 2);
    EXPECT_EQ(asked.back()[0].value<Goal>(), (Goal{ GoalKind::Sram, 40 * 1024 }));
}

TEST_F(PinSearchDialogTest, StopsWithEscAndClosesWithTheNext)
{
    show();
    auto view = foundView();
    view.isRunning = true;
    view.done = 3;
    view.all = 9;
    dialog.setView(view);
    EXPECT_TRUE(child<QProgressBar>("pinSearchProgress")->isVisible());
    EXPECT_EQ(child<QProgressBar>("pinSearchProgress")->maximum(), 9);
    QSignalSpy stopped(&dialog, &PinSearchDialog::cancelRequested);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    EXPECT_EQ(stopped.size(), 1);
    EXPECT_TRUE(dialog.isVisible());
    dialog.setView(foundView());
    EXPECT_EQ(child<views::DataTable>("pinSearchTable")->model()->rowCount(), 3) << "kept";
    QTest::keyClick(&dialog, Qt::Key_Escape);
    EXPECT_FALSE(dialog.isVisible());
}

TEST_F(PinSearchDialogTest, GivesPinsToTheSpecWithOneClick)
{
    show();
    dialog.setView(foundView());
    QTest::qWait(0);
    auto *table = child<views::DataTable>("pinSearchTable");
    const auto text = [&](int row, const char *column) {
        return table->model()
            ->index(row, table->columnOf(QString::fromLatin1(column)))
            .data()
            .toString();
    };
    EXPECT_EQ(text(0, "pins"), u"operator relu"_s);
    EXPECT_EQ(text(0, "front"), u"★"_s);
    EXPECT_EQ(text(0, "total").remove(u','), u"9000"_s) << "of NPU and CPU";
    EXPECT_EQ(text(1, "pins"), u"no pins"_s);
    EXPECT_EQ(text(2, "front"), QString());
    EXPECT_TRUE(child<QLabel>("pinSearchStatus")->text().contains(u"goal is met"_s));
    EXPECT_TRUE(child<QLabel>("pinSearchDetails")->text().contains(u"operator relu"_s));
    auto *chart = dialog.findChild<views::ParetoChart *>();
    ASSERT_TRUE(chart->markOf(1));
    ASSERT_TRUE(chart->markOf(2));
    EXPECT_GT(chart->markOf(2)->x(), chart->markOf(0)->x()) << "the CPU's cycles count";

    QSignalSpy used(&dialog, &PinSearchDialog::useRequested);
    QTest::mouseClick(child<QPushButton>("pinSearchUse"), Qt::LeftButton);
    ASSERT_EQ(used.size(), 1);
    EXPECT_EQ(used.back()[0].value<spec::CompileSpec>().keepOnCpu.nodes, QStringList{ u"relu"_s });
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, chart->markOf(2)->toPoint());
    QTest::mouseClick(child<QPushButton>("pinSearchUse"), Qt::LeftButton);
    ASSERT_EQ(used.size(), 2);
    EXPECT_EQ(used.back()[0].value<spec::CompileSpec>().keepOnCpu.nodes.size(), 2);
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        dialog.grab().save(folder + u"/pinsearch.png"_s);
}

TEST_F(PinSearchDialogTest, SaysWhyItCannotSearch)
{
    show();
    dialog.setView({ .obstacle = u"No Python."_s });
    EXPECT_FALSE(child<QPushButton>("pinSearchRun")->isEnabled());
    EXPECT_EQ(child<QLabel>("pinSearchStatus")->text(), u"No Python."_s);
    pinsearch::SearchResult nothing;
    nothing.problems.push_back({ u"tool.missing"_s, Severity::Error, {}, u"no ExecuTorch"_s });
    dialog.setView({ .result = std::make_shared<const pinsearch::SearchResult>(nothing) });
    EXPECT_TRUE(child<QLabel>("pinSearchStatus")->text().contains(u"no ExecuTorch"_s));
    EXPECT_FALSE(child<QPushButton>("pinSearchUse")->isEnabled());
}

} // namespace

} // namespace tosaic::test::pinsearchdialogtests
