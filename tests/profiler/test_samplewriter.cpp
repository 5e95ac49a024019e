// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runstore.h"
#include "profiler/store/samplewriter.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::samplewritertests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;
using workspace::Workspace;

TEST(SampleWriter, KeepsAtMostOneChunkInMemory)
{
    const auto file = *Workspace::create(test::temporaryDir() + u"/w.tosaic"_s);
    const auto run = *RunStore(*file).begin({ .name = u"live"_s });
    const auto series = *file->addSeries(run, u"beats"_s, u"beats"_s, u"ns"_s);
    {
        SampleWriter writer(*file);
        for (qint64 i = 0; i < workspace::SamplesPerChunk - 1; ++i)
            ASSERT_TRUE(writer.add(series, { i, 1 }));
        EXPECT_EQ(file->seriesRecord(series)->count, 0U);
        EXPECT_EQ(writer.pending(), quint64(workspace::SamplesPerChunk - 1));
        ASSERT_TRUE(writer.add(series, { 5000, 1 }));
        EXPECT_EQ(writer.pending(), 0U);
        EXPECT_EQ(file->seriesRecord(series)->count, quint64(workspace::SamplesPerChunk));
        ASSERT_TRUE(writer.add(series, { 5001, 2 }));
    } // flushes
    EXPECT_EQ(file->seriesRecord(series)->count, quint64(workspace::SamplesPerChunk + 1));
    ASSERT_TRUE(file->appendConsole(run, "I [executorch:x.cpp:1] Model executed successfully.\n"));
    const auto finished = RunStore(*file).finish(run, u"complete"_s);
    ASSERT_TRUE(finished) << qPrintable(finished.error().toText());
    EXPECT_EQ(finished->status, u"complete"_s);
}

} // namespace tosaic::test::samplewritertests
