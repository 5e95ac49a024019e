// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::snapshotstests {

using profile::ConsoleParser;

TEST(Snapshots, ALineThatHasNotEndedIsNotRead)
{
    ConsoleParser parser;
    parser.feed("I [executorch:x.cpp:1 main()] ethosu_pmu_cycle_cntr : 4711\n"
                "I [executorch:x.cpp:2 main()] ethosu_pmu_cntr0 : 12");
    const auto before = parser.snapshot();
    ASSERT_TRUE(before);
    ASSERT_EQ(before->profiles.size(), 1U);
    EXPECT_FALSE(before->profiles[0].counter(u"cntr0"_s)) << "12 is the beginning of 1234";
    parser.feed("34\n");
    const auto after = parser.snapshot();
    ASSERT_TRUE(after);
    ASSERT_TRUE(after->profiles[0].counter(u"cntr0"_s));
    EXPECT_EQ(after->profiles[0].counter(u"cntr0"_s)->value, 1234U);
}

TEST(Snapshots, NothingIsKnownBeforeTheFirstLineOfNote)
{
    ConsoleParser parser;
    EXPECT_FALSE(parser.snapshot());
    parser.feed("booting\n");
    EXPECT_FALSE(parser.snapshot());
}

TEST(Snapshots, TheyDoNotChangeWhatIsRead)
{
    TOSAIC_NEED_SAMPLES();
    const QDir folder(samplesDir() + u"/logs"_s);
    const auto names = folder.entryList({ u"*.log"_s }, QDir::Files);
    ASSERT_FALSE(names.isEmpty());
    for (const auto &name : names) {
        const auto text = contentOf(folder.filePath(name));
        const auto whole = profile::parseConsole(text);
        ConsoleParser parser;
        const auto piece = std::max<qsizetype>(1, text.size() / 40);
        for (qsizetype at = 0; at < text.size(); at += piece) {
            parser.feed(QByteArrayView(text).sliced(at, std::min(piece, text.size() - at)));
            static_cast<void>(parser.snapshot().has_value());
        }
        const auto inPieces = parser.finish();
        ASSERT_EQ(whole.has_value(), inPieces.has_value()) << name.toStdString();
        if (!whole)
            continue;
        EXPECT_EQ(profile::runToJson(*whole), profile::runToJson(*inPieces)) << name.toStdString();
    }
}

} // namespace tosaic::test::snapshotstests
