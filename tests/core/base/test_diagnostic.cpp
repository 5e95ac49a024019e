// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/diagnostic.h"
#include "core/base/error.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::diagnostictests {

TEST(Location, NamesOnlyWhatIsKnown)
{
    EXPECT_TRUE(Location{}.isEmpty());
    EXPECT_EQ(Location{}.toText(), QString());
    const Location place{ .file = u"m.pte"_s, .offset = 64, .section = u"segment 2"_s };
    EXPECT_EQ(place.toText(), u"m.pte, segment 2, offset 64"_s);
    EXPECT_EQ((Location{ .file = u"m.py"_s, .line = 7 }).toText(), u"m.py:7"_s);
    EXPECT_EQ((Location{ .line = 7 }).toText(), u"line 7"_s);
}

TEST(Diagnostic, IsOneLineOfSeverityCodeLocationText)
{
    const Diagnostic diagnostic{ u"pte.segment-outside-file"_s, Severity::Error, { .offset = 128 },
        u"segment 1 ends behind the file"_s };
    EXPECT_EQ(diagnostic.toText(),
        u"error: pte.segment-outside-file: offset 128: segment 1 ends behind the file"_s);
}

TEST(Diagnostic, LeavesTheWordsOfAToolBelowItsReason)
{
    const Diagnostic diagnostic{ u"model.export-failed"_s, Severity::Error,
        { .file = u"m.py"_s, .line = 4 }, u"`if x > 0` depends on data\n\nCould not guard\n"_s };
    EXPECT_EQ(
        diagnostic.toText(), u"error: model.export-failed: m.py:4: `if x > 0` depends on data"_s);
    EXPECT_EQ(diagnostic.reason(), u"`if x > 0` depends on data"_s);
    const Diagnostic headed{ .text
        = u"failed: Validation error:\nAdd:\n - input1\n   - float\nstack"_s };
    EXPECT_EQ(headed.reason(), u"failed: Validation error: Add: - input1 - float"_s);
}

TEST(Diagnostic, KeepsTheCodeOfAnError)
{
    const Error error{ ErrorCode::IoDiskFull, u"no space left"_s, { .file = u"a.pte"_s } };
    EXPECT_EQ(error.toText(), u"io.disk-full: a.pte: no space left"_s);
    EXPECT_EQ(diagnosticOf(error).id, u"io.disk-full"_s);
    EXPECT_EQ(diagnosticOf(error).severity, Severity::Error);
}

TEST(DiagnosticSink, KeepsTheFirstOfEachKindAndCountsTheRest)
{
    DiagnosticSink sink(2);
    for (int i = 0; i < 5; ++i)
        sink.add(u"a"_s, Severity::Warning, QString::number(i));
    sink.add(u"b"_s, Severity::Info, u"other"_s);
    const auto kept = sink.take();
    ASSERT_EQ(kept.size(), 4U);
    EXPECT_EQ(kept[0].text, u"0"_s);
    EXPECT_EQ(kept[1].text, u"1"_s);
    EXPECT_EQ(kept[2].id, u"b"_s);
    EXPECT_EQ(kept[3].text, u"3 more of this kind left out"_s);
    EXPECT_TRUE(sink.isEmpty());
    EXPECT_TRUE(sink.take().empty());
}

TEST(ErrorCodes, HaveDistinctDottedNames)
{
    QStringList names;
    for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code)
        names << codeText(static_cast<ErrorCode>(code));
    EXPECT_EQ(names.removeDuplicates(), 0);
}

} // namespace tosaic::diagnostictests
