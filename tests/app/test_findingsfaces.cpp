// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What matters first of a compile and of a run is the same sentences above the window's page, from
// the command line and at the start of a report: totals with what they include, ports as a share of
// their configured bandwidth, and everything that is doubtful.
#include "app/cli/frame/commands.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "profiler/imports/runimport.h"
#include "profiler/store/runstore.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/findings/findingspanel.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::test::findingsfacestests {

namespace {

struct Told
{
    QStringList kinds;
    QStringList sentences;
    QJsonArray all;

    QJsonObject of(const QString &kind) const
    {
        for (const auto &one : all) {
            if (one[u"kind"_s] == kind)
                return one.toObject();
        }
        return {};
    }
};

Told toldByCommand(const QStringList &arguments)
{
    const auto outcome = outcomeOf(
        cli::findingsCommand(), arguments + QStringList{ u"--json"_s, u"--no-advice"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    Told told;
    told.all = outcome.json().value(u"findings"_s).toArray();
    for (const auto &one : std::as_const(told.all)) {
        told.kinds << one[u"kind"_s].toString();
        told.sentences << one[u"sentence"_s].toString();
    }
    return told;
}

QStringList toldByReport(const QStringList &arguments, const QString &folder)
{
    const auto path = folder + u"/findings.json"_s;
    const auto outcome = outcomeOf(cli::reportCommand(), arguments + QStringList{ u"-o"_s, path });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    QStringList sentences;
    const auto report = QJsonDocument::fromJson(file.readAll()).object();
    for (const auto &section : report.value(u"sections"_s).toArray()) {
        for (const auto &block : section[u"blocks"_s].toArray()) {
            if (block[u"kind"_s] == u"finding"_s)
                sentences << block[u"text"_s].toString();
        }
    }
    return sentences;
}

class FindingsFaces : public WindowTest
{
protected:
    QStringList toldByWindow(shell::Mode mode, const QStringList &expected)
    {
        window->resize(1280, 800);
        window->show();
        window->show(mode);
        auto *panel = window->pages().page(mode)->findChild<views::FindingsPanel *>();
        EXPECT_TRUE(panel);
        if (!panel)
            return {};
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return panel->findings().size() == size_t(expected.size()); }, 30'000));
        return panel->text().split(u'\n');
    }
};

} // namespace

TEST_F(FindingsFaces, OfACompileAreTheSameSentences)
{
    const auto folder = fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto told = toldByCommand({ folder });
    for (const auto &kind : { u"totals"_s, u"pace"_s, u"costliest"_s, u"memory"_s, u"ports"_s,
             u"processor"_s, u"doubt.random-calibration"_s, u"doubt.estimate-only"_s,
             u"doubt.processor-not-included"_s })
        EXPECT_TRUE(told.kinds.contains(kind)) << kind.toStdString();
    const auto ports = told.of(u"ports"_s);
    EXPECT_EQ(ports[u"evidence"_s].toArray().size(), 2) << "each port by itself";
    EXPECT_TRUE(ports[u"sentence"_s].toString().contains(u"% of its bandwidth"_s));
    EXPECT_EQ(told.of(u"totals"_s)[u"evidence"_s][0][u"includes"_s], u"npu-model"_s);

    const auto reported = toldByReport({ folder }, dir);
    for (const auto &sentence : told.sentences)
        EXPECT_TRUE(reported.contains(sentence)) << sentence.toStdString();
    open(folder);
    EXPECT_EQ(toldByWindow(shell::Mode::Model, told.sentences), told.sentences);
}

TEST_F(FindingsFaces, OfARunAreTheSameSentencesWithEveryDoubt)
{
    const auto log = dir + u"/once.log"_s;
    {
        QFile file(log);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        for (const auto *line : { "NPU Inferences : 1", "Profiler report, CPU cycles per operator:",
                 "Operator(s) total: 4900 CPU cycles", "Inference runtime: 5000 CPU cycles total",
                 "Ethos-U PMU report:", "ethosu_pmu_cycle_cntr : 1000", "ethosu_pmu_cntr0 : 250",
                 "Ethos-U PMU Events:[ETHOSU_PMU_AXI0_RD_DATA_BEAT_RECEIVED]" })
            file.write("I [executorch:arm_perf_monitor.cpp:168] " + QByteArray(line) + '\n');
        file.write("I [executorch:arm_executor_runner.cpp:900] Program complete, exiting.\n");
    }
    const auto path = dir + u"/runs.tosaic"_s;
    {
        auto read = profile::readRunFile(log);
        ASSERT_TRUE(read);
        read->origin = Origin::Fvp;
        read->conditions.mode = u"fast"_s;
        const auto file = workspace::Workspace::create(path);
        ASSERT_TRUE(file && profile::RunStore(**file).save(*read));
    }
    const auto told = toldByCommand({ u"once.log"_s, u"--workspace"_s, path });
    for (const auto &kind : { u"totals"_s, u"ports"_s, u"doubt.fast-mode"_s, u"doubt.one-repeat"_s,
             u"doubt.fvp-processor"_s })
        EXPECT_TRUE(told.kinds.contains(kind)) << kind.toStdString();
    QStringList included;
    for (const auto &number : told.of(u"totals"_s)[u"evidence"_s].toArray())
        included << number[u"includes"_s].toString();
    EXPECT_TRUE(included.contains(u"npu-counter"_s) && included.contains(u"inference"_s))
        << "side by side, each with what it includes: " << included.join(u' ').toStdString();

    const auto reported = toldByReport({ u"--workspace"_s, path }, dir);
    for (const auto &sentence : told.sentences)
        EXPECT_TRUE(reported.contains(sentence)) << sentence.toStdString();
    open(path);
    EXPECT_EQ(toldByWindow(shell::Mode::Runs, told.sentences), told.sentences);
}

} // namespace tosaic::test::findingsfacestests
