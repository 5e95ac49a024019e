// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reporttables.h"
#include "views/report/reportpaper.h"
#include "views/report/reportpdf.h"
#include "views/report/tablecolumns.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QGuiApplication>
#include <QPageLayout>

#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views::tablecolumnstests {
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

/// On which page of A4 each section begins.
std::vector<int> sectionPages(const report::Report &report)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageLayout({ QPageSize(QPageSize::A4), QPageLayout::Portrait,
        QMarginsF(15, 16, 15, 12), QPageLayout::Millimeter });
    writer.setResolution(600);
    ReportPaper paper(writer, Theme::lightColors());
    paper.write(report);
    return paper.pages().sections;
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

TEST(ReportPdf, IsOnThePaperThatIsAskedFor)
{
    report::Report report{ .title = u"t"_s, .sections = { { u"s"_s, { operators(3) } } } };
    for (const auto &[paper, box] :
        { std::pair(report::Paper::A4, "595"), std::pair(report::Paper::Letter, "612") }) {
        report.paper = paper;
        const auto pdf = reportToPdf(report);
        ASSERT_TRUE(pdf);
        EXPECT_TRUE(pdf->contains(QByteArray("/MediaBox [0 0 ") + box)) << box;
    }
}

/// The words of a picture are words, neither outlines nor many times as large.
TEST(ReportPdf, ThePicturesOfALargeModelFitIntoAMail)
{
    const auto picture = [](const QByteArray &between) {
        QByteArray svg = "<svg viewBox=\"0 0 2000 2000\">";
        for (int i = 0; i < 600; ++i)
            svg += "<g transform=\"matrix(1,0,0,1," + QByteArray::number(i % 20 * 100) + ","
                + QByteArray::number(i / 20 * 60)
                + ")\"><rect width=\"90\" height=\"40\" "
                  "fill=\"#e5edf6\"/>"
                + between + "</g>";
        return report::Picture{ u"graph"_s, svg + "</svg>" };
    };
    const auto sizeOf = [](const report::Picture &one) {
        return reportToPdf({ .title = u"t"_s, .sections = { { u"s"_s, { one } } } })->size();
    };
    const auto boxes = sizeOf(picture({}));
    const auto words = sizeOf(
        picture("<text fill=\"#18212c\" stroke=\"none\" x=\"4\" y=\"20\" font-family=\"Sans "
                "Serif\" font-size=\"11\" font-weight=\"600\">convolution 1x64x112</text>"));
    EXPECT_LT(words - boxes, 60'000) << "as outlines it would be a megabyte";
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

/// What follows takes the rest of the page that a picture is too large for.
TEST(ReportPdf, WhatFollowsStandsBeforeAPictureThatDoesNotFit)
{
    const report::Picture tall{
        u"tall"_s,
        "<svg viewBox=\"0 0 600 700\"><rect width=\"600\" height=\"700\" fill=\"#000000\"/></svg>"
    };
    report::Section first{ u"first"_s, {} };
    for (int i = 0; i < 25; ++i)
        first.blocks.emplace_back(report::Text{ u"a line of what was found"_s });
    first.blocks.emplace_back(tall);
    report::Section second{ u"second"_s, {} };
    for (int i = 0; i < 10; ++i)
        second.blocks.emplace_back(report::Text{ u"a line of what was found"_s });
    EXPECT_EQ(
        sectionPages({ .title = u"t"_s, .sections = { first, second } }), (std::vector{ 1, 1 }));
    const auto pdf = reportToPdf({ .title = u"t"_s, .sections = { first, second } });
    ASSERT_TRUE(pdf);
    EXPECT_EQ(pagesOf(*pdf), 2) << "with the picture behind it";
    // A title is not left alone above what another section says.
    const report::Section drawn{ u"drawn"_s, { tall } };
    EXPECT_EQ(
        sectionPages({ .title = u"t"_s, .sections = { first, drawn } }), (std::vector{ 1, 3 }));
}

} // namespace tosaic::views::tablecolumnstests
