// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/widgettest.h"
#include "views/findings/findingspanel.h"
#include "views/findings/findingwords.h"
#include "views/widgets/errortext.h"

#include <QClipboard>
#include <QLabel>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views::findingspaneltests {
namespace {

const auto Hostile = u"<script>alert(1)</script>"_s;

std::vector<Finding> someFindings()
{
    Finding totals{ .kind = Finding::Kind::Totals };
    totals.evidence = { { u"cyclesTotal"_s, 902'227.0, u"cycles"_s, Origin::Estimate } };
    Finding costliest{ .kind = Finding::Kind::Costliest };
    costliest.operators.push_back({ .name = Hostile, .operations = { 4, 5 }, .share = 0.5 });
    costliest.operators.push_back({ .name = u"conv"_s, .operations = { 9 }, .share = 0.25 });
    Finding doubt{ .kind = Finding::Kind::Doubt,
        .doubt = Finding::Doubt::EstimateOnly,
        .severity = Severity::Warning };
    return { totals, costliest, doubt };
}

class FindingsPanelTest : public testing::Test
{
protected:
    FindingsPanelTest()
    {
        theme.apply(*qApp, ThemeMode::Light);
        panel.resize(700, 120);
        panel.setFindings(someFindings());
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel));
    }
    QLabel &sentence(int row) { return test::childOf<QLabel>(panel, u"finding%1"_s.arg(row)); }
    /// Goes to the next link of a sentence by keys, and follows it.
    void followNext(int row)
    {
        sentence(row).setFocus(Qt::OtherFocusReason);
        QTest::keyClick(&sentence(row), Qt::Key_Tab);
        QTest::keyClick(&sentence(row), Qt::Key_Return);
    }

    Theme theme;
    FindingsPanel panel;
};

TEST_F(FindingsPanelTest, ShowsTheSentencesAndMarksWhatIsDoubtful)
{
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(sentence(i).accessibleName(),
            findingSentence(panel.findings()[static_cast<size_t>(i)]));
    EXPECT_EQ(panel.text().split(u'\n').size(), 3);
    const auto named = [this](const QString &name) {
        const auto labels = panel.findChildren<QLabel *>();
        return std::ranges::count(labels, name, &QWidget::accessibleName);
    };
    EXPECT_EQ(named(severityText(Severity::Warning)), 1);
    test::keepPictures(panel, theme, u"findings"_s);
}

TEST_F(FindingsPanelTest, NamesOutOfFilesStayText)
{
    EXPECT_TRUE(sentence(1).accessibleName().contains(Hostile));
    EXPECT_FALSE(sentence(1).text().contains(u"<script"));
    EXPECT_TRUE(sentence(1).text().contains(Hostile.toHtmlEscaped()));
}

/// Not the events of the file, and no half of a tick.
TEST_F(FindingsPanelTest, KernelsHaveTheNamesOfTheirTable)
{
    Finding finding{ .kind = Finding::Kind::Kernels };
    finding.evidence
        = { { u"native_call_add.out (chain 0, instruction 3)"_s, 1730.5, u"ticks"_s } };
    const auto sentence = findingSentence(finding);
    EXPECT_TRUE(sentence.contains(u": add.out (instruction 3) ("_s)) << sentence.toStdString();
    EXPECT_FALSE(sentence.contains(u".5"_s)) << sentence.toStdString();
}

TEST_F(FindingsPanelTest, DelegatesOfOtherBackendsAreCounted)
{
    model::Program program;
    program.methods.emplace_back().delegates = { { .id = u"XnnpackBackend"_s } };
    OpenedModel opened;
    opened.program = std::make_shared<const model::Program>(program);
    const auto findings = findingsOf(opened, nullptr);
    const auto found = std::ranges::find(findings, Finding::Kind::Processor, &Finding::kind);
    ASSERT_NE(found, findings.end());
    EXPECT_EQ(findingSentence(*found),
        u"0 operator(s) on the NPU, 1 delegate(s) of other backends, 0 on the CPU, 0 step(s) at "
        u"the "
        "boundary."_s);
}

TEST_F(FindingsPanelTest, StepsThatLeadToNoOperatorOfTheNpuAreTold)
{
    Finding finding{ .kind = Finding::Kind::Processor };
    finding.evidence = { { u"boundaryOperators"_s, 7 }, { u"idleSteps"_s, 2 },
        { u"boundaryBytes"_s, 1024, u"bytes"_s }, { u"boundaryConversions"_s, 7 } };
    EXPECT_EQ(findingSentence(finding),
        u"7 step(s) at the boundary; 1 KiB cross between them, with 7 conversion(s). 2 step(s) "
        "quantise a value of the CPU and give it back to the CPU: work for nothing."_s);
}

/// A network that Vela compiled says in its tables alone what it left to the CPU.
TEST_F(FindingsPanelTest, CyclesThatLackOperatorsOfTheCpuAreDoubted)
{
    profile::OperationTable table{ .origin = Origin::Estimate };
    table.operations.push_back({ .kind = u"Conv2D"_s, .name = u"a"_s, .estimatedCycles = 60 });
    auto &left = table.operations.emplace_back();
    left.stream = -1;
    left.leaveToCpu();
    ProfileSubject subject;
    subject.table = std::make_shared<const profile::OperationTable>(table);
    const auto findings = findingsOf({}, &subject);
    const auto costliest = std::ranges::find(findings, Finding::Kind::Costliest, &Finding::kind);
    ASSERT_NE(costliest, findings.end());
    EXPECT_EQ(costliest->operators.size(), 1U);
    EXPECT_TRUE(std::ranges::any_of(findings, [](const Finding &finding) {
        return findingSentence(finding)
            == u"1 operator(s) on the CPU are in none of these cycles."_s;
    }));
}

TEST_F(FindingsPanelTest, OneStepLeadsToTheOperatorAndToThePage)
{
    QSignalSpy operators(&panel, &FindingsPanel::operatorRequested);
    followNext(1);
    ASSERT_EQ(operators.size(), 1);
    EXPECT_EQ(operators[0][0].value<std::vector<size_t>>(), (std::vector<size_t>{ 4, 5 }));
    followNext(1);
    ASSERT_EQ(operators.size(), 2);
    EXPECT_EQ(operators[1][0].value<std::vector<size_t>>(), std::vector<size_t>{ 9 });
    QSignalSpy pages(&panel, &FindingsPanel::pageRequested);
    followNext(1);
    followNext(0);
    ASSERT_EQ(pages.size(), 2);
    EXPECT_EQ(pages[0][0].value<EvidencePage>(), EvidencePage::Operators);
    EXPECT_EQ(pages[1][0].value<EvidencePage>(), EvidencePage::Operators);
}

TEST_F(FindingsPanelTest, FoldsToTheFirstSentence)
{
    auto &fold = test::childOf<QToolButton>(panel, u"findingsFold"_s);
    const auto open = panel.sizeHint().height();
    QSignalSpy folded(&panel, &FindingsPanel::folded);
    QTest::mouseClick(&fold, Qt::LeftButton);
    ASSERT_EQ(folded.size(), 1);
    EXPECT_TRUE(panel.isFolded());
    EXPECT_FALSE(sentence(0).isVisible());
    EXPECT_EQ(test::childOf<QLabel>(panel, u"findingsHead"_s).text(),
        findingSentence(panel.findings().front()));
    EXPECT_LT(panel.sizeHint().height(), open);
    fold.setFocus();
    QTest::keyClick(&fold, Qt::Key_Space);
    EXPECT_FALSE(panel.isFolded());
    EXPECT_TRUE(sentence(0).isVisible());
}

TEST_F(FindingsPanelTest, KeepsItsHeightWhenNumbersArrive)
{
    const auto before = panel.sizeHint().height();
    auto more = someFindings();
    for (int i = 0; i < 4; ++i)
        more.push_back(more.back());
    panel.setFindings(more);
    EXPECT_EQ(panel.sizeHint().height(), before);
    panel.setFindings({ more.front() });
    EXPECT_EQ(panel.sizeHint().height(), before);
    EXPECT_FALSE(sentence(2).isVisible());
    panel.setFindings({});
    EXPECT_FALSE(panel.isVisible()) << "nothing to tell";
}

TEST_F(FindingsPanelTest, TakesTheHeightItNeedsWhenNothingMoreCan)
{
    const auto open = panel.sizeHint().height();
    panel.setFindings({ someFindings().front() });
    EXPECT_EQ(panel.sizeHint().height(), open) << "more may come";
    panel.setComplete(true);
    const auto one = panel.sizeHint().height();
    EXPECT_LT(one, open - 2 * panel.fontMetrics().lineSpacing()) << "one sentence, one line";
    panel.resize(panel.width(), one);
    QCoreApplication::processEvents();
    const auto &rows = test::childOf<QScrollArea>(panel, u"findingsRows"_s);
    EXPECT_GE(rows.viewport()->height(), sentence(0).height());
    auto more = someFindings();
    for (int i = 0; i < 6; ++i)
        more.push_back(more.back());
    panel.setFindings(more);
    EXPECT_EQ(panel.sizeHint().height(), open) << "never more than five lines";
    panel.setFindings({ someFindings().front() });
    panel.resize(180, panel.sizeHint().height());
    QCoreApplication::processEvents();
    EXPECT_GT(panel.sizeHint().height(), one) << "it wraps";
}

TEST_F(FindingsPanelTest, CutsNoLineWhereSentencesWrap)
{
    auto findings = someFindings();
    for (int i = 0; i < 4; ++i)
        findings.push_back(findings.back());
    panel.setFindings(findings);
    const auto &viewport = *test::childOf<QScrollArea>(panel, u"findingsRows"_s).viewport();
    bool hasWrapped = false;
    for (int width = 700; width >= 300; width -= 40) {
        panel.resize(width, panel.sizeHint().height());
        QCoreApplication::processEvents();
        for (int row = 0; row < static_cast<int>(findings.size()); ++row) {
            const auto &label = sentence(row);
            const auto top = label.mapTo(&viewport, QPoint()).y();
            const auto lines = std::max(1, label.height() / label.heightForWidth(100'000));
            hasWrapped |= lines > 1;
            for (int i = 0; i < lines; ++i) {
                const auto at = top + label.height() * i / lines;
                const auto end = top + label.height() * (i + 1) / lines;
                EXPECT_FALSE(at + 1 < viewport.height() && end - 1 > viewport.height())
                    << "line " << i << " of sentence " << row << " at width " << width;
            }
        }
    }
    EXPECT_TRUE(hasWrapped);
    panel.resize(420, panel.sizeHint().height());
    QCoreApplication::processEvents();
    test::keepPictures(panel, theme, u"findings-wrapped"_s);
}

TEST_F(FindingsPanelTest, NoNumberPartsFromItsUnit)
{
    const auto joined = [](QString text) { return text.replace(u' ', QChar(QChar::Nbsp)); };
    EXPECT_TRUE(sentence(0).text().contains(joined(u"902227 NPU cycles"_s)))
        << sentence(0).text().toStdString();
    EXPECT_TRUE(sentence(1).text().contains(joined(u"(50.0 %"_s)))
        << sentence(1).text().toStdString();
}

/// Two models in one console: without their names the numbers seem to contradict each other.
TEST_F(FindingsPanelTest, NamesTheMeasurementWhereARunHasSeveral)
{
    const auto timeOf = [](const QString &measurement, double seconds) {
        Finding totals{
            .kind = Finding::Kind::Totals, .subject = u"log"_s, .measurement = measurement
        };
        totals.evidence
            = { { u"inferenceTime"_s, seconds, u"s"_s, Origin::Board, u"inference"_s } };
        return totals;
    };
    panel.setFindings({ timeOf(u"one.tflite"_s, 0.002), timeOf(Hostile, 0.003) });
    EXPECT_TRUE(sentence(0).accessibleName().startsWith(u"one.tflite: "_s));
    EXPECT_TRUE(panel.text().contains(Hostile + u": "_s));
    EXPECT_FALSE(sentence(1).text().contains(Hostile)) << "escaped";
    panel.setFindings({ timeOf({}, 0.002) });
    EXPECT_EQ(panel.text(), findingSentence(panel.findings().front()));
}

TEST_F(FindingsPanelTest, CopiesTheSentences)
{
    QTest::mouseClick(&test::childOf<QToolButton>(panel, u"findingsCopy"_s), Qt::LeftButton);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), panel.text());
}

} // namespace
/// As pages and reports do; Vela's own spelling stays in JSON.
TEST(FindingWords, MemoriesAreWrittenOneWay)
{
    Finding ports{ .kind = Finding::Kind::Ports };
    ports.evidence = { { u"AXI0 (Sram), read"_s, 0.25, u"share"_s, Origin::Fvp },
        { u"AXI1 (OffChipFlash)"_s, 0.5, u"share"_s, Origin::Fvp },
        { u"SRAM (Sram)"_s, 0.125, u"share"_s, Origin::Fvp } };
    const auto sentence = findingSentence(ports);
    EXPECT_TRUE(sentence.contains(u"AXI0 (SRAM), read 25.0 %"_s)) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(u"AXI1 (Off-chip flash) 50.0 %"_s)) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(u", SRAM 12.5 %"_s)) << sentence.toStdString();
    Finding memory{ .kind = Finding::Kind::Memory };
    memory.evidence = { { u"flash"_s, 1024, u"bytes"_s, Origin::Estimate } };
    EXPECT_EQ(findingSentence(memory), u"It needs 1 KiB of flash (est)."_s);
}

} // namespace tosaic::views::findingspaneltests
