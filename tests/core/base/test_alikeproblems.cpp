// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/alikeproblems.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::alikeproblemstests {

namespace {

Diagnostic constantAt(int offset, const QString &file = u"a.pte"_s)
{
    return { u"pte.constant-outside-segment"_s, Severity::Error,
        { .file = file, .offset = quint64(offset) },
        u"%1 bytes do not lie inside the segment"_s.arg(offset) };
}

using Groups = std::vector<std::vector<size_t>>;

} // namespace

TEST(AlikeProblems, ManyOfAKindAreOneInThePlaceOfTheFirst)
{
    const Diagnostic other{ u"pte.truncated"_s, Severity::Error, { .file = u"a.pte"_s }, u"cut"_s };
    const std::vector problems{ other, constantAt(1), constantAt(22), other, constantAt(333),
        constantAt(4) };
    EXPECT_EQ(alikeProblems(problems), (Groups{ { 0 }, { 1, 2, 4, 5 }, { 3 } }));
    EXPECT_TRUE(alikeProblems({}).empty());
}

TEST(AlikeProblems, AFewAndThoseOfOtherFilesStayByThemselves)
{
    const std::vector few{ constantAt(1), constantAt(2), constantAt(3) };
    EXPECT_EQ(alikeProblems(few), (Groups{ { 0 }, { 1 }, { 2 } }));
    auto warning = constantAt(4);
    warning.severity = Severity::Warning;
    const std::vector several{ constantAt(1), constantAt(2), constantAt(3),
        constantAt(4, u"b.pte"_s), warning };
    EXPECT_EQ(alikeProblems(several).size(), 5U);
}

} // namespace tosaic::alikeproblemstests
