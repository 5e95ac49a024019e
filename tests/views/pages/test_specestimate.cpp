// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/estimatedocument.h"
#include "tests/views/pages/specfixture.h"
#include "views/spec/estimatestrip.h"

#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <QApplication>

using namespace Qt::StringLiterals;

namespace tosaic::test::specestimatetests {

namespace {

using compiled::ChangeKind;

std::shared_ptr<const compiled::Estimate> estimateOf(
    double cycles, quint64 sram, std::optional<quint64> flash, std::optional<quint64> dram = {})
{
    compiled::Estimate estimate;
    estimate.summary = {
        .cyclesTotal = cycles, .sramBytes = sram, .dramBytes = dram, .offChipFlashBytes = flash
    };
    compiled::VelaSummary vela;
    vela.summary = estimate.summary;
    vela.coreClockHz = 500e6;
    vela.arenaLimitBytes = 393216;
    estimate.partitions.push_back({ .partition = 0, .vela = vela });
    return std::make_shared<const compiled::Estimate>(estimate);
}

analysis::MemoryNeed needOf(
    quint64 sram, std::optional<quint64> flash, std::optional<quint64> dram = {})
{
    using analysis::Memory;
    using analysis::PartKind;
    analysis::MemoryNeed need;
    need.places.push_back({ Memory::Sram, { { PartKind::Scratch, sram } } });
    if (flash)
        need.places.push_back({ Memory::Flash, { { PartKind::Weights, flash } } });
    if (dram)
        need.places.push_back({ Memory::Dram, { { PartKind::Weights, dram } } });
    return need;
}

class SpecEstimate : public SpecTest
{
protected:
    void SetUp() override
    {
        SpecTest::SetUp();
        page.setEstimate(&estimate);
        page.setInput(u"/models/net.py"_s);
        page.show();
        view.hasInput = true;
        view.baseline = EstimateBaseline{ .spec = spec.spec(),
            .summary = { .cyclesTotal = 1000000, .sramBytes = 149504, .offChipFlashBytes = 400000 },
            .isCompiled = true,
            .need = needOf(149504, 400000) };
        view.estimate = estimateOf(900000, 160000, 400000);
        view.need = needOf(160000, 400000);
        view.change = ChangeKind::Payload;
        view.canApply = true;
    }
    QString text(const QString &name) { return field<QLabel>(name)->text(); }
    QString sentence() { return text(u"estimateSentence"_s); }
    QPushButton *button() { return field<QPushButton>(u"estimateAction"_s); }

    EstimateDocument estimate;
    EstimateView view;
};

} // namespace

TEST_F(SpecEstimate, ShowsTheNumbersAndWhatTheyAreHeldAgainst)
{
    estimate.setView(view);
    EXPECT_EQ(text(u"estimateValue-cycles"_s), u"900,000"_s);
    EXPECT_EQ(text(u"estimateDifference-cycles"_s), u"−10.0 % better"_s);
    EXPECT_EQ(text(u"estimateRemark-cycles"_s), u"1.80 ms at 500 MHz"_s);
    EXPECT_TRUE(text(u"estimateDifference-sram"_s).endsWith(u"worse"_s));
    EXPECT_TRUE(text(u"estimateDifference-sram"_s).startsWith(u'+'));
    EXPECT_TRUE(text(u"estimateRemark-sram"_s).startsWith(u"fits"_s));
    EXPECT_TRUE(text(u"estimateTitle-far"_s).contains(u"Flash"_s));
    EXPECT_TRUE(text(u"estimateTitle-far"_s).contains(u"est"_s)) << "its origin";
    EXPECT_TRUE(text(u"estimateDifference-far"_s).endsWith(u"the same"_s));
    takePicture(u"spec-estimate-light"_s);
}

/// Weights that move from flash into the SRAM are no saving.
TEST_F(SpecEstimate, WeightsInTheSramCountThere)
{
    view.need = needOf(149504, {});
    view.need.places[0].parts.push_back({ analysis::PartKind::Weights, 385024 });
    estimate.setView(view);
    EXPECT_EQ(text(u"estimateValue-sram"_s), u"522 KiB"_s);
    EXPECT_EQ(text(u"estimateDifference-sram"_s), u"+376 KiB worse"_s);
    EXPECT_TRUE(text(u"estimateTitle-far"_s).contains(u"Flash"_s));
    EXPECT_EQ(text(u"estimateValue-far"_s), u"0 bytes"_s);
    EXPECT_TRUE(text(u"estimateDifference-far"_s).endsWith(u"better"_s));
    EXPECT_TRUE(child<QWidget>(page, u"estimate-sram"_s)
                    ->toolTip()
                    .contains(u"scratch 146 KiB, weights 376 KiB"_s));
    view.need.places[0].parts.push_back({ analysis::PartKind::Commands, {} });
    estimate.setView(view);
    EXPECT_EQ(text(u"estimateValue-sram"_s), u"at least 522 KiB"_s);
    EXPECT_EQ(text(u"estimateDifference-sram"_s), QString()) << "nothing to subtract from";
}

TEST_F(SpecEstimate, SaysWhichKindOfChangeThisIs)
{
    QSignalSpy respec(&page, &views::SpecPage::respecRequested);
    QSignalSpy compile(&page, &views::SpecPage::compileRequested);
    estimate.setView(view);
    EXPECT_TRUE(sentence().startsWith(u"Vela alone"_s));
    EXPECT_EQ(button()->text(), u"Write new .pte"_s);
    QTest::mouseClick(button(), Qt::LeftButton);
    EXPECT_EQ(respec.size(), 1);
    view.change = ChangeKind::Lowering;
    view.loweringKeys = { u"quantizer"_s };
    view.canApply = false;
    estimate.setView(view);
    EXPECT_EQ(sentence(),
        u"Needs ExecuTorch again: quantiser changed. The numbers are about the kept TOSA."_s);
    EXPECT_EQ(button()->text(), u"Compile"_s);
    QTest::mouseClick(button(), Qt::LeftButton);
    EXPECT_EQ(compile.size(), 1);
    EXPECT_EQ(respec.size(), 1);
    view.change = ChangeKind::None;
    estimate.setView(view);
    EXPECT_FALSE(button()->isVisible()) << "nothing to do";
}

/// Beside the figures or below them.
TEST_F(SpecEstimate, TheSentenceIsWholeInWindowsOfUsualWidths)
{
    QMenu versions;
    field<QPushButton>(u"estimateVersions"_s)->setMenu(&versions);
    view.change = ChangeKind::Lowering;
    view.loweringKeys = { u"target"_s, u"quantizer"_s };
    view.canApply = false;
    for (int width = 830; width <= 1600; width += 35) {
        page.resize(width, 600);
        estimate.setView(view);
        QCoreApplication::processEvents();
        ASSERT_TRUE(field<QPushButton>(u"estimateVersions"_s)->isVisible());
        EXPECT_FALSE(sentence().contains(u'…')) << width << ": " << sentence().toStdString();
        const auto *label = field<QLabel>(u"estimateSentence"_s);
        EXPECT_GE(label->height(), label->heightForWidth(label->width())) << width;
    }
    field<QPushButton>(u"estimateVersions"_s)->setMenu(nullptr);
}

TEST_F(SpecEstimate, SaysWhatIsMissingAndWhatToDo)
{
    estimate.setView({});
    EXPECT_TRUE(sentence().contains(u"Compile once"_s));
    EXPECT_EQ(text(u"estimateValue-cycles"_s), u"Not known"_s);
    EXPECT_FALSE(button()->isVisible()) << "Compile stands above";
    view.estimate.reset();
    view.canApply = false;
    view.problems = { { u"tool.missing"_s, Severity::Error, {}, u"no vela"_s } };
    estimate.setView(view);
    EXPECT_TRUE(sentence().contains(u"No Python with Vela"_s));
    QTest::mouseClick(button(), Qt::LeftButton);
    EXPECT_EQ(page.currentTab(), u"compilers"_s);
}

TEST_F(SpecEstimate, NothingMovesWhileNumbersCome)
{
    estimate.setView(view);
    auto *strip = child<QWidget>(page, u"estimateStrip"_s);
    const auto places = [&] {
        QList<QRect> all{ strip->geometry() };
        for (const auto &name : { u"estimate-cycles"_s, u"estimate-sram"_s, u"estimate-far"_s,
                 u"estimateSentence"_s, u"estimateAction"_s })
            all << child<QWidget>(page, name)->geometry();
        return all;
    };
    QCoreApplication::processEvents();
    const auto before = places();
    view.isBusy = view.isStale = true;
    estimate.setView(view);
    QCoreApplication::processEvents();
    EXPECT_TRUE(field<QProgressBar>(u"estimateBusy"_s)->isVisible());
    EXPECT_LT(
        field<QLabel>(u"estimateValue-cycles"_s)->palette().color(QPalette::WindowText).alpha(),
        255)
        << "old numbers are dimmed";
    EXPECT_EQ(places(), before);
    view.isBusy = view.isStale = false;
    view.estimate = estimateOf(123456789, 93, {}, 12345678);
    view.need = needOf(93, {}, 12345678);
    view.canApply = false;
    estimate.setView(view);
    QCoreApplication::processEvents();
    EXPECT_EQ(places(), before);
    EXPECT_TRUE(text(u"estimateTitle-far"_s).contains(u"DRAM"_s));
    EXPECT_EQ(text(u"estimateDifference-far"_s), QString()) << "flash before: not comparable";
}

TEST_F(SpecEstimate, NumbersOfAnotherModelThanTheOneToCompileAreSaidSo)
{
    view.otherSubject = u"add.pte"_s;
    estimate.setView(view);
    EXPECT_TRUE(sentence().contains(u"about add.pte"_s)) << qPrintable(sentence());
    view.otherSubject.clear();
    estimate.setView(view);
    EXPECT_FALSE(sentence().contains(u"add.pte"_s));
}

TEST_F(SpecEstimate, OverBudgetIsSaidInWords)
{
    page.setBudget({ .board = u"Corstone-300"_s, .sramBytes = 100000, .flashBytes = 8388608 });
    estimate.setView(view);
    EXPECT_TRUE(text(u"estimateRemark-sram"_s).startsWith(u"over 97.7 KiB"_s));
    EXPECT_TRUE(child<QWidget>(page, u"estimate-sram"_s)
                    ->toolTip()
                    .contains(u"over 97.7 KiB of Corstone-300"_s));
    EXPECT_TRUE(text(u"estimateRemark-far"_s).startsWith(u"fits 8.00 MiB"_s));
    view.estimate = estimateOf(900000, 500000, 400000);
    page.setBudget({});
    estimate.setView(view);
    EXPECT_EQ(text(u"estimateRemark-sram"_s), u"over 384 KiB of the mode"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    takePicture(u"spec-over-budget-dark"_s);
}

} // namespace tosaic::test::specestimatetests
