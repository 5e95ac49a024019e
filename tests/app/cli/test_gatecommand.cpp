// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

// tosaic-cli gate on compiles that are there already, and tosaic-cli doctor.
namespace tosaic::test {

namespace {

Outcome gate(const QString &input, const QString &store, const QStringList &more = {})
{
    return outcomeOf(cli::gateCommand(),
        QStringList{ input, u"--store"_s, store, u"--baseline"_s, u"main"_s } + more);
}

/// The fixture, as if this many more cycles had been estimated.
QString slower(const QString &fixture, double factor)
{
    const auto folder = temporaryDir() + u"/slower"_s;
    EXPECT_TRUE(QDir().mkpath(folder));
    QFile file(fixturePath(fixture) + u"/result.json"_s);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    auto object = QJsonDocument::fromJson(file.readAll()).object();
    auto summary = object.value(u"summary"_s).toObject();
    summary[u"cyclesTotal"_s] = summary.value(u"cyclesTotal"_s).toDouble() * factor;
    object[u"summary"_s] = summary;
    QFile made(folder + u"/result.json"_s);
    EXPECT_TRUE(made.open(QIODevice::WriteOnly));
    made.write(QJsonDocument(object).toJson());
    return folder;
}

const auto Add = u"add-u55-128"_s;

} // namespace

TEST(GateCommand, HoldsTheNewestOfTheBaseline)
{
    const auto store = temporaryDir() + u"/team.tosaic"_s;
    const auto alone = gate(fixturePath(Add), store);
    EXPECT_EQ(alone.exitCode, cli::BadInput);
    EXPECT_TRUE(alone.err.contains(u"gate.no-baseline"_s)) << qPrintable(alone.err);
    EXPECT_EQ(gate(fixturePath(Add), store, { u"--as"_s, u"main"_s }).exitCode, cli::Fine)
        << "the first of its branch";
    const auto same = gate(fixturePath(Add), store, { u"--fail-above"_s, u"2"_s });
    EXPECT_EQ(same.exitCode, cli::Fine) << qPrintable(same.err);
    EXPECT_FALSE(same.out.isEmpty()) << "Markdown";
    const auto worse = gate(slower(Add, 1.1), store, { u"--fail-above"_s, u"2"_s, u"--json"_s });
    EXPECT_EQ(worse.exitCode, cli::BadInput);
    EXPECT_FALSE(worse.json().value(u"gate"_s)[u"passed"_s].toBool(true));
    EXPECT_EQ(gate(slower(Add, 1.1), store, { u"--fail-above"_s, u"20"_s }).exitCode, cli::Fine);
    // Another target has no baseline.
    EXPECT_EQ(gate(fixturePath(u"add-u65-256"_s), store).exitCode, cli::BadInput);
    const auto file = workspace::Workspace::open(store);
    ASSERT_TRUE(file);
    const auto jobs = (*file)->jobHeads();
    ASSERT_TRUE(jobs);
    EXPECT_EQ(std::ranges::count(*jobs, u"main"_s, &workspace::JobRecord::name), 1);
    EXPECT_TRUE(
        std::ranges::all_of(*jobs, [](const auto &job) { return job.status == u"succeeded"_s; }));
}

TEST(GateCommand, UsageAndBadInput)
{
    const auto store = temporaryDir() + u"/team.tosaic"_s;
    EXPECT_EQ(outcomeOf(cli::gateCommand(), { fixturePath(Add) }).exitCode, cli::Usage);
    EXPECT_EQ(gate(fixturePath(Add), u"postgresql://server/team"_s).exitCode, cli::Usage);
    EXPECT_EQ(gate(fixturePath(Add), store, { u"--fail-above"_s, u"x"_s }).exitCode, cli::Usage);
    EXPECT_EQ(gate(fixturePath(Add) + u"/add.pte"_s, store).exitCode, cli::Usage) << "no spec";
    EXPECT_EQ(gate(temporaryDir(), store).exitCode, cli::BadInput);
}

TEST(DoctorCommand, SaysWhatIsMissingAndHowToGetIt)
{
    qputenv("EXECUTORCH_ROOT", temporaryDir().toUtf8()); // empty: no checkout
    const auto outcome = outcomeOf(cli::doctorCommand(), { u"--json"_s });
    qunsetenv("EXECUTORCH_ROOT");
    const auto tools = outcome.json().value(u"tools"_s).toArray();
    EXPECT_EQ(outcome.exitCode,
        outcome.json().value(u"canCompile"_s).toBool() ? cli::Fine : cli::ToolFailed);
    QStringList kinds;
    for (const auto &value : tools) {
        const auto tool = value.toObject();
        kinds.append(tool.value(u"kind"_s).toString());
        const bool isThere = tool.value(u"state"_s) == u"fits"_s;
        EXPECT_TRUE(isThere || tool.value(u"kind"_s) == u"serial"_s
            || !tool.value(u"remedy"_s).toArray().isEmpty())
            << qPrintable(tool.value(u"name"_s).toString());
        if (tool.value(u"kind"_s) == u"executorch"_s) {
            EXPECT_EQ(tool.value(u"state"_s), u"missing"_s);
            EXPECT_EQ(tool.value(u"license"_s), u"BSD-3-Clause"_s);
        }
    }
    for (const auto &kind : { u"compilers"_s, u"arm-toolchain"_s, u"fvp"_s, u"executorch"_s,
             u"serial"_s, u"cluster"_s })
        EXPECT_TRUE(kinds.contains(kind)) << qPrintable(kind);
    EXPECT_EQ(kinds.count(u"fvp"_s), 3);
}

} // namespace tosaic::test
