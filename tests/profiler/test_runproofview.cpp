// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runproofview.h"
#include "views/runs/runspage.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::runproofviewtests {
namespace {

using profile::ProofState;
using profile::ProofStep;

struct Page
{
    Page()
    {
        auto console = std::make_shared<profile::Run>();
        runs.add({ .name = u"console.txt"_s, .run = console });
        page.resize(900, 600);
        page.show();
    }
    const QLabel &label(const QString &name) const { return *page.findChild<QLabel *>(name); }
    QString verdict() const { return label(u"runProofVerdict"_s).property("verdict").toString(); }

    Theme theme;
    SelectionContext selection;
    RunsDocument runs;
    RunsPage page{ runs, selection, theme };
};

} // namespace

TEST(RunProofView, IsRedUntilAllOfItIsProven)
{
    Page page;
    auto *frame = page.page.findChild<QWidget *>(u"runProof"_s);
    ASSERT_TRUE(frame);
    EXPECT_TRUE(frame->isVisible());
    EXPECT_EQ(page.verdict(), u"bad"_s) << "nobody judged it yet";
    profile::RunProof proof{ { { ProofStep::Started, ProofState::Proven, u"a runner printed"_s },
        { ProofStep::Elf, ProofState::Unproven, u"the ELF is not known"_s },
        { ProofStep::Program, ProofState::Proven, u"4096 bytes"_s },
        { ProofStep::Finished, ProofState::Proven, u"complete"_s },
        { ProofStep::Outputs, ProofState::Proven, u"all numbers are equal"_s } } };
    page.page.setProof(proof);
    EXPECT_EQ(page.label(u"runProofVerdict"_s).text(), u"Not proven: right ELF"_s);
    EXPECT_EQ(page.verdict(), u"bad"_s);
    EXPECT_TRUE(
        page.label(u"runProofFacts"_s).text().contains(u"? right ELF: the ELF is not known"_s));
    proof.facts[1].state = ProofState::Proven;
    page.page.setProof(proof);
    EXPECT_TRUE(page.label(u"runProofVerdict"_s).text().startsWith(u"Proven"_s));
    EXPECT_EQ(page.verdict(), u"good"_s);
    proof.facts[4].state = ProofState::Refuted;
    page.page.setProof(proof);
    EXPECT_EQ(page.label(u"runProofVerdict"_s).text(), u"Refuted: outputs"_s);
    EXPECT_EQ(page.verdict(), u"bad"_s);
}

TEST(RunProofView, IsAboutConsolesAlone)
{
    Page page;
    auto report = page.runs.runs().front();
    report.kind = u"vela-summary"_s;
    page.runs.add(report);
    QCoreApplication::processEvents();
    EXPECT_FALSE(page.page.findChild<QWidget *>(u"runProof"_s)->isVisible());
    page.runs.setCurrentIndex(0);
    EXPECT_TRUE(page.page.findChild<QWidget *>(u"runProof"_s)->isVisible());
}

} // namespace tosaic::views::runproofviewtests
