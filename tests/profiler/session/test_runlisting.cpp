// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A list of runs takes as long for large consoles as for small ones: it opens none.
#include "core/base/bytesource.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "profiler/session/workspaceruns.h"
#include "tests/support/samples.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include <algorithm>

namespace tosaic::test::runlistingtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;

namespace {

void expectSame(const Run &is, const Run &was, const QString &name)
{
    SCOPED_TRACE(name.toStdString());
    EXPECT_EQ(runToJson(is), runToJson(was));
    EXPECT_EQ(is.diagnostics, was.diagnostics);
    EXPECT_EQ(is.etdump, was.etdump);
    ASSERT_EQ(is.profiles.size(), was.profiles.size());
    for (size_t i = 0; i < is.profiles.size(); ++i) {
        const auto &counters = is.profiles[i].counters;
        const auto &before = was.profiles[i].counters;
        ASSERT_EQ(counters.size(), before.size());
        for (size_t j = 0; j < counters.size(); ++j) { // in the order of the log
            EXPECT_EQ(counters[j].name, before[j].name);
            EXPECT_EQ(counters[j].value, before[j].value);
            EXPECT_EQ(counters[j].label, before[j].label);
        }
    }
}

/// No console can be read any more.
void breakConsoles(const QString &path)
{
    SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
    database.exec("UPDATE runs SET console = x'00' WHERE kind = 'console'");
    database.exec("UPDATE console_parts SET packed = x'00'");
}

} // namespace

TEST(RunListing, ListsWhatConsolesSaidWithoutOpeningOne)
{
    TOSAIC_NEED_SAMPLES();
    const auto path = test::temporaryDir() + u"/listed.tosaic"_s;
    std::vector<MeasuredRun> saved;
    const QDir logs(test::samplesDir() + u"/logs"_s);
    const auto file = *workspace::Workspace::create(path);
    for (const auto &name : logs.entryList({ u"*.log"_s, u"*.txt"_s }, QDir::Files)) {
        MeasuredRun run{ .name = name, .console = *ByteSource::map(logs.filePath(name)) };
        auto parsed = parseConsole(run.console->bytes(), consoleFamilies().rules);
        ASSERT_TRUE(parsed) << qPrintable(name);
        run.run = std::make_shared<const profile::Run>(std::move(*parsed));
        ASSERT_TRUE(RunStore(*file).save(run)) << qPrintable(name);
        saved.push_back(std::move(run));
    }
    breakConsoles(path);
    const auto listed = listRuns(*file);
    ASSERT_TRUE(listed);
    ASSERT_EQ(listed->size(), saved.size());
    for (size_t i = 0; i < saved.size(); ++i) {
        const auto &run = listed->at(i);
        EXPECT_EQ(run.sha256, sha256Hex(saved[i].console->bytes()));
        EXPECT_FALSE(run.console);
        expectSame(*run.run, *saved[i].run, run.name);
        const auto whole = RunStore(*file).load(run.stored);
        EXPECT_TRUE(!whole || runToJson(*whole->run) != runToJson(*run.run)) << "it was opened";
    }
}

/// A console that was read with a family of its own keeps its numbers where that is not at hand.
TEST(RunListing, WhatAFamilyReadStaysWithoutIt)
{
    const auto folder = test::temporaryDir();
    const auto written = [&](const QString &name, const QByteArray &bytes) {
        QFile made(folder + u'/' + name);
        EXPECT_TRUE(made.open(QIODevice::WriteOnly));
        made.write(bytes);
        return made.fileName();
    };
    const auto family = written(u"own.json"_s,
        R"json({"formatVersion":1,"title":"Own","rules":[
            {"pattern":"npu cycles = (\\d+)","field":"cycles"}]})json");
    const auto log = written(u"own.log"_s, "booted\nnpu cycles = 413814\n");
    const auto path = folder + u"/own.tosaic"_s;
    const auto file = *workspace::Workspace::create(path);
    qputenv(profile::FamiliesVariable, family.toUtf8());
    const auto read = profile::readRunFile(log);
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    const auto id = RunStore(*file).save(*read);
    qunsetenv(profile::FamiliesVariable);
    ASSERT_TRUE(id);
    const auto expectCycles = [](const MeasuredRun &run) {
        ASSERT_EQ(run.run->profiles.size(), 1U);
        EXPECT_EQ(run.run->profiles[0].counter(u"CYCLE_COUNTER"_s)->value, 413'814U);
        EXPECT_EQ(
            std::ranges::count(run.run->diagnostics, u"log.family-missing"_s, &Diagnostic::id), 1);
    };
    expectCycles(*RunStore(*file).load(*id));
    for (int time = 0; time < 2; ++time) { // the first keeps what it found
        const auto listed = listRuns(*file);
        ASSERT_TRUE(listed);
        expectCycles(listed->front());
    }
    expectCycles(*RunStore(*file).load(*id));
}

TEST(RunListing, WhatAnotherReaderKeptIsReadOnceMoreAndKeptAnew)
{
    TOSAIC_NEED_SAMPLES();
    const auto path = test::temporaryDir() + u"/old.tosaic"_s;
    const auto file = *workspace::Workspace::create(path);
    const QDir logs(test::samplesDir() + u"/logs"_s);
    const auto names = logs.entryList({ u"*.log"_s }, QDir::Files);
    ASSERT_FALSE(names.isEmpty());
    MeasuredRun run{ .console = *ByteSource::map(logs.filePath(names.front())) };
    run.run = std::make_shared<const profile::Run>(*parseConsole(run.console->bytes()));
    ASSERT_TRUE(RunStore(*file).save(run));
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        database.exec("UPDATE runs SET summary = '{}'"); // as before anything was kept
    }
    const auto first = listRuns(*file);
    ASSERT_TRUE(first);
    ASSERT_EQ(first->size(), 1U);
    EXPECT_FALSE(first->front().run->profiles.empty());
    breakConsoles(path);
    const auto second = listRuns(*file);
    ASSERT_TRUE(second);
    expectSame(*second->front().run, *first->front().run, names.front());
}

} // namespace tosaic::test::runlistingtests
