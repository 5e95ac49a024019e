// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reporttables.h"
#include "views/report/reportpdf.h"
#include "views/report/tablecolumns.h"

#include <gtest/gtest.h>

#include <QGuiApplication>

#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {
namespace {

report::Table operators(int rows)
{
    std::vector<std::vector<TableCell>> cells;
    for (int i = 0; i < rows; ++i)
        cells.push_back({ test::textCell(u"tosa_depthwise_conv2d_default_%1"_s.arg(i)),
            { 1234567, u"1,234,567"_s }, { 128.25, u"128.25"_s } });
    return test::reportTable({ u"Operator"_s, u"Cycles"_s, u"Attainable MACs/cycle"_s }, cells);
}

TableMetrics metrics()
{
    const QFontMetricsF font(QGuiApplication::font());
    return { font, font, 6 };
}

double sumOf(const std::vector<double> &widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0.0);
}

/// Pages of a PDF, as its page tree lists them.
qsizetype pagesOf(const QByteArray &pdf)
{
    return pdf.count("/Type /Page\n");
}

} // namespace

TEST(TableColumns, NumbersKeepTheirLineAndNamesTakeTheRest)
{
    const auto table = operators(3);
    const auto font = metrics().cell;
    const auto widths = columnWidths(table, metrics(), 900);
    ASSERT_EQ(widths.size(), 3U);
    EXPECT_NEAR(sumOf(widths), 900, 0.5);
    EXPECT_GE(widths[0], font.horizontalAdvance(test::textsOf(table, 0)[0]));
    EXPECT_GE(widths[1], font.horizontalAdvance(test::textsOf(table, 0)[1]));
    EXPECT_GE(widths[2], font.horizontalAdvance(u"MACs/cycle"_s)) << "a title breaks at spaces";
    EXPECT_GT(widths[0], widths[2]);
}

TEST(TableColumns, WhatDoesNotFitIsNarrowedAndNothingLeavesThePage)
{
    const auto narrow = columnWidths(operators(3), metrics(), 100);
    EXPECT_NEAR(sumOf(narrow), 100, 0.5);
    EXPECT_TRUE(columnWidths({}, metrics(), 100).empty());
}

TEST(ReportPdf, LongTablesTakeAsManyPagesAsTheyNeed)
{
    const auto pdfOf = [](int rows) {
        const auto pdf
            = reportToPdf({ .title = u"t"_s, .sections = { { u"s"_s, { operators(rows) } } } });
        EXPECT_TRUE(pdf);
        return pdf ? *pdf : QByteArray();
    };
    EXPECT_EQ(pagesOf(pdfOf(3)), 1);
    EXPECT_GT(pagesOf(pdfOf(200)), 3);
    // A cell that no page can hold goes on on the next one.
    auto endless = operators(1);
    endless.data.rows[0][0].text = QString(u"reason "_s).repeated(3000);
    const auto pdf = reportToPdf({ .title = u"t"_s, .sections = { { u"s"_s, { endless } } } });
    ASSERT_TRUE(pdf);
    EXPECT_GT(pagesOf(*pdf), 1);
}

/// A picture that would have a page to itself is rather somewhat smaller below the text before it.
TEST(ReportPdf, APictureDoesNotLeaveHalfAPageEmpty)
{
    const report::Picture tall{
        u"tall"_s,
        "<svg viewBox=\"0 0 600 700\"><rect width=\"600\" height=\"700\" fill=\"#000000\"/></svg>"
    };
    report::Section section{ u"s"_s, {} };
    for (int i = 0; i < 12; ++i)
        section.blocks.emplace_back(report::Text{ u"a line of what was found"_s });
    section.blocks.emplace_back(tall);
    const auto pdf = reportToPdf({ .title = u"t"_s, .sections = { section } });
    ASSERT_TRUE(pdf);
    EXPECT_EQ(pagesOf(*pdf), 1);
    for (int i = 0; i < 20; ++i) // nothing would be seen in what is left
        section.blocks.insert(section.blocks.begin(), report::Text{ u"more of it"_s });
    const auto two = reportToPdf({ .title = u"t"_s, .sections = { section } });
    ASSERT_TRUE(two);
    EXPECT_EQ(pagesOf(*two), 2);
}

} // namespace tosaic::views
