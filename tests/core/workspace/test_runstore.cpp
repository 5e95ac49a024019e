// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "profiler/store/runstore.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

namespace tosaic::test::runstoretests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;

TEST(RunStore, GivesBackEveryRealConsoleByteForByteAndParsedAlike)
{
    TOSAIC_NEED_SAMPLES();
    const auto path = test::temporaryDir() + u"/runs.tosaic"_s;
    std::vector<MeasuredRun> saved;
    {
        const auto file = *workspace::Workspace::create(path);
        RunStore store(*file);
        const QDir logs(test::samplesDir() + u"/logs"_s);
        for (const auto &name : logs.entryList({ u"*.log"_s, u"*.txt"_s }, QDir::Files)) {
            MeasuredRun run{ .name = name,
                .origin = Origin::Fvp,
                .clockHz = 500'000'000U,
                .console = *ByteSource::map(logs.filePath(name)) };
            auto parsed = parseConsole(run.console->bytes());
            ASSERT_TRUE(parsed) << qPrintable(name);
            run.run = std::make_shared<const profile::Run>(std::move(*parsed));
            ASSERT_TRUE(store.save(run)) << qPrintable(name);
            saved.push_back(std::move(run));
        }
    }
    ASSERT_GT(saved.size(), 10U);
    const auto file = *workspace::Workspace::open(path);
    const auto heads = file->runHeads();
    ASSERT_TRUE(heads);
    ASSERT_EQ(heads->size(), saved.size());
    for (size_t i = 0; i < saved.size(); ++i) {
        const auto loaded = RunStore(*file).load(heads->at(i).id);
        ASSERT_TRUE(loaded);
        const auto &run = *loaded;
        EXPECT_EQ(run.console->bytes(), saved[i].console->bytes());
        EXPECT_EQ(run.sha256, heads->at(i).consoleSha256) << "as the file states it";
        EXPECT_EQ(run.sha256, sha256Hex(run.console->bytes()));
        EXPECT_EQ(runToJson(*run.run), runToJson(*saved[i].run)) << qPrintable(run.name);
        EXPECT_EQ(run.origin, Origin::Fvp);
        EXPECT_EQ(run.clockHz, 500'000'000U);
    }
}

TEST(RunStore, AConsoleThatIsNoLongerUnderstoodIsKeptAndSaid)
{
    const auto file = *workspace::Workspace::create(test::temporaryDir() + u"/odd.tosaic"_s);
    RunStore store(*file);
    const auto id
        = store.save({ .name = u"odd"_s, .console = ByteSource::fromBytes("nothing of an NPU") });
    ASSERT_TRUE(id);
    const auto run = store.load(*id);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->console->bytes(), "nothing of an NPU");
    ASSERT_EQ(run->run->diagnostics.size(), 1U);
    EXPECT_EQ(run->run->diagnostics[0].id, u"format.unknown"_s);
    EXPECT_FALSE(run->origin);
}

TEST(RunStore, ARunThatAnotherProgramRemovedIsAbsentAndNoError)
{
    const auto path = test::temporaryDir() + u"/two.tosaic"_s;
    const auto file = *workspace::Workspace::create(path);
    const auto id = RunStore(*file).save(
        { .name = u"gone"_s, .console = ByteSource::fromBytes("nothing of an NPU") });
    ASSERT_TRUE(id);
    EXPECT_EQ(RunStore(*file).find(*id)->value().name, u"gone"_s);
    const auto other = *workspace::Workspace::open(path);
    ASSERT_TRUE(other->removeRun(*id));
    const auto found = RunStore(*file).find(*id);
    ASSERT_TRUE(found);
    EXPECT_FALSE(*found);
}

} // namespace tosaic::test::runstoretests
