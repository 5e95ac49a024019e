// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cycletext.h"
#include "tests/views/widgettest.h"
#include "views/findings/advicepage.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::advicepagetests {
namespace {

using advice::Advice;

advice::Costs costs(double cycles, quint64 sram)
{
    return { cycles, cycles / 500e6,
        { { { analysis::Memory::Sram, { { analysis::PartKind::Scratch, sram } } } }, {} } };
}

Advice memoryMode()
{
    Advice advice{ .before = costs(1000, 4096), .after = costs(900, 8192) };
    advice.candidate.rule.sources = { u"a document"_s };
    advice.candidate.asked = { .target = u"ethos-u55-128"_s };
    advice.candidate.spec = { .target = u"ethos-u55-128"_s, .memoryMode = u"Sram_Only"_s };
    judge(advice);
    return advice;
}

Advice modelChange()
{
    Advice advice;
    advice.candidate.modelChange = u"channels-last"_s;
    return advice;
}

class AdvicePageTest : public testing::Test
{
protected:
    void show(std::vector<Advice> advice)
    {
        auto result = std::make_shared<advice::AdviceResult>();
        result->velaVersion = u"5.1.0"_s;
        result->baseline = costs(1000, 4096);
        result->advice = std::move(advice);
        page.setView({ .hasInput = true, .hasTools = true, .hasModel = true, .result = result });
        page.resize(900, 500);
        page.show();
    }
    QString cell(int row, QStringView key) const
    {
        const auto *model = table->model();
        return model->index(row, table->columnOf(key)).data().toString();
    }

    views::Theme theme;
    views::AdvicePage page{ theme };
    views::DataTable *table = page.findChild<views::DataTable *>();
    QPushButton *use = page.findChild<QPushButton *>(u"adviceUse"_s);
};

TEST_F(AdvicePageTest, SaysWhatEachChangeMakesOfCyclesAndMemory)
{
    show({ memoryMode() });
    ASSERT_EQ(table->model()->rowCount(), 1);
    EXPECT_TRUE(cell(0, u"step").contains(u"Sram_Only"_s)) << cell(0, u"step").toStdString();
    EXPECT_EQ(cell(0, u"cycles"), u"900"_s);
    EXPECT_TRUE(cell(0, u"cyclesChange").contains(u"10.0 %"_s));
    EXPECT_EQ(cell(0, u"time"), u"1.80 µs"_s) << "fewer cycles of a slower clock take longer";
    EXPECT_TRUE(cell(0, u"sramChange").contains(u"100.0 %"_s));
    const auto details = page.findChild<QLabel *>(u"adviceDetails"_s)->text();
    EXPECT_TRUE(details.contains(u"Source: a document"_s)) << details.toStdString();
    const auto status = page.findChild<QLabel *>(u"adviceStatus"_s)->text();
    EXPECT_TRUE(status.contains(formatCycles(1000) + u" cycles, 4 KiB of SRAM (est)"_s))
        << status.toStdString();
}

TEST_F(AdvicePageTest, TakesAChangeOfTheSpecWithOneClick)
{
    show({ memoryMode(), modelChange() });
    QSignalSpy wanted(&page, &views::AdvicePage::useRequested);
    QTest::mouseClick(use, Qt::LeftButton);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].value<spec::CompileSpec>().memoryMode, u"Sram_Only"_s);
    QTest::keyClick(table, Qt::Key_Down);
    EXPECT_FALSE(use->isEnabled()) << "the model changes, not the spec";
    EXPECT_EQ(cell(1, u"cycles"), cell(1, u"sram")) << "nobody measured it";
}

TEST_F(AdvicePageTest, CompilesWhatOnlyACompileTells)
{
    auto *compile = page.findChild<QPushButton *>(u"adviceCompile"_s);
    show({ memoryMode(), modelChange() });
    EXPECT_FALSE(compile->isVisible()) << "Vela has told it";
    QTest::keyClick(table, Qt::Key_Down);
    ASSERT_TRUE(compile->isVisible() && compile->isEnabled());
    QSignalSpy wanted(&page, &views::AdvicePage::compileRequested);
    QTest::mouseClick(compile, Qt::LeftButton);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].value<Advice>().candidate.modelChange, u"channels-last"_s);

    auto answered = modelChange();
    answered.before = costs(1000, 4096);
    answered.after = costs(500, 4096);
    judge(answered);
    show({ answered, memoryMode() });
    EXPECT_EQ(table->currentSourceRow(), 0) << "where the same change stands now";
    EXPECT_FALSE(compile->isVisible());
    EXPECT_TRUE(cell(0, u"cyclesChange").contains(u"50.0 %"_s));
    const auto details = page.findChild<QLabel *>(u"adviceDetails"_s)->text();
    EXPECT_TRUE(details.contains(u"500 cycles"_s)) << details.toStdString();

    page.setView({ .hasInput = true, .hasTools = true, .result = [] {
                      auto result = std::make_shared<advice::AdviceResult>();
                      result->advice = { modelChange() };
                      return result;
                  }() });
    EXPECT_FALSE(compile->isEnabled()) << "a program alone cannot be lowered";
}

TEST_F(AdvicePageTest, LeadsToTheSearchForPins)
{
    auto *pins = page.findChild<QPushButton *>(u"advicePins"_s);
    auto freed = modelChange();
    freed.candidate.rule.id = u"cpu.free"_s;
    show({ memoryMode(), freed });
    EXPECT_FALSE(pins->isVisible());
    QTest::keyClick(table, Qt::Key_Down);
    ASSERT_TRUE(pins->isVisible());
    QSignalSpy wanted(&page, &views::AdvicePage::pinSearchRequested);
    QTest::mouseClick(pins, Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(AdvicePageTest, SaysWhatIsMissing)
{
    auto *states = page.findChild<views::StateStack *>(u"adviceStates"_s);
    QSignalSpy opened(&page, &views::AdvicePage::openRequested);
    Q_EMIT states->actionTriggered();
    EXPECT_EQ(opened.size(), 1);
    page.setView({ .hasInput = true });
    QSignalSpy tools(&page, &views::AdvicePage::toolsWanted);
    Q_EMIT states->actionTriggered();
    EXPECT_EQ(tools.size(), 1);
    page.setView({ .hasInput = true, .hasTools = true });
    EXPECT_FALSE(states->isContentShown());
    QSignalSpy tried(&page, &views::AdvicePage::tryRequested);
    Q_EMIT states->actionTriggered();
    EXPECT_EQ(tried.size(), 1);
    page.setView({ .hasInput = true, .hasTools = true, .isRunning = true, .done = 3, .all = 12 });
    EXPECT_TRUE(states->isContentShown());
    QSignalSpy cancelled(&page, &views::AdvicePage::cancelRequested);
    page.findChild<QPushButton *>(u"adviceRun"_s)->click();
    EXPECT_EQ(cancelled.size(), 1);
}

} // namespace
} // namespace tosaic::test::advicepagetests
