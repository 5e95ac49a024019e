// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cycletext.h"
#include "core/report/textwriters.h"
#include "views/findings/advicesection.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::advicesectiontests {
namespace {

using advice::Advice;

advice::Costs numbers(double cycles, quint64 sram)
{
    return { cycles, cycles / 500e6,
        { { { analysis::Memory::Sram, { { analysis::PartKind::Scratch, sram } } } }, {} } };
}

Advice mode(const QString &name, double cycles)
{
    Advice advice{ .before = numbers(1000, 4096), .after = numbers(cycles, 4096) };
    advice.candidate.rule.sources = { u"a document"_s };
    advice.candidate.asked = { .target = u"ethos-u55-128"_s };
    advice.candidate.spec = { .target = u"ethos-u55-128"_s, .memoryMode = name };
    advice.candidate.change = { { u"memoryMode"_s, name } };
    advice.evidence = { { u"sramBytes"_s, { 149'488, u"bytes"_s, Origin::Estimate } } };
    judge(advice);
    return advice;
}

advice::AdviceResult resultOf(std::vector<Advice> advice)
{
    advice::AdviceResult result{
        .baseline = numbers(1000, 4096), .advice = std::move(advice), .velaVersion = u"5.1.0"_s
    };
    rank(result.advice);
    return result;
}

QString markdownOf(const report::Section &section)
{
    return QString::fromUtf8(report::toMarkdown({ .title = u"t"_s, .sections = { section } }));
}

} // namespace

TEST(AdviceSection, TellsWhatWasTriedWithItsDifferenceAndItsReason)
{
    Advice asked;
    asked.candidate.modelChange = u"channels-last"_s;
    const auto section = views::adviceSection(resultOf({ asked, mode(u"Sram_Only"_s, 900) }));
    ASSERT_TRUE(section);
    const auto text = markdownOf(*section);
    for (const auto &part : { u"Vela 5.1.0"_s, formatCycles(1000) + u" cycles, 4 KiB of SRAM"_s,
             u"900"_s, u"10.0 %"_s, u"{\"memoryMode\":\"Sram_Only\"}"_s, u"SRAM 146 KiB (est)"_s,
             u"a document"_s, u"needs a compile"_s, u"the model changes, not the spec"_s })
        EXPECT_TRUE(text.contains(part)) << part.toStdString() << " in " << text.toStdString();
}

TEST(AdviceSection, NothingIsToldAsTriedThatWasNot)
{
    EXPECT_FALSE(views::adviceSection({}));
    EXPECT_TRUE(views::adviceStatements({}).empty());
    Advice asked;
    asked.candidate.modelChange = u"channels-last"_s;
    auto untried = resultOf({ asked });
    untried.untried = 7;
    EXPECT_FALSE(views::adviceSection(untried)) << "no number, no section";
    const auto statements = views::adviceStatements(untried);
    ASSERT_EQ(statements.size(), 1U);
    EXPECT_TRUE(statements[0].text.startsWith(u"7 "_s)) << statements[0].text.toStdString();
}

TEST(AdviceSection, TheStartOfAReportHasWhatHelpsMost)
{
    const auto statements = views::adviceStatements(resultOf({ mode(u"a"_s, 900), mode(u"b"_s, 800),
        mode(u"c"_s, 700), mode(u"d"_s, 600), mode(u"e"_s, 1200) }));
    ASSERT_EQ(statements.size(), 3U);
    EXPECT_TRUE(statements[0].text.contains(u"600 cycles"_s)) << statements[0].text.toStdString();
    const auto none = views::adviceStatements(resultOf({ mode(u"a"_s, 1200) }));
    ASSERT_EQ(none.size(), 1U);
    EXPECT_TRUE(none[0].text.startsWith(u"None of the 1 "_s)) << none[0].text.toStdString();
}

} // namespace tosaic::test::advicesectiontests
