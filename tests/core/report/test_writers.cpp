// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/formats/zip/ziparchive.h"
#include "core/report/htmlwriter.h"
#include "core/report/textwriters.h"
#include "core/report/xlsxwriter.h"
#include "tests/htmlpage.h"
#include "tests/reporttables.h"

#include <gtest/gtest.h>

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QXmlStreamReader>

#include <limits>

namespace tosaic::test::writerstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::report;

namespace {

// clang-format off
const QByteArray Svg = R"svg(<?xml version="1.0"?>
<svg width="10mm" height="5mm" viewBox="0 0 100 50" xmlns="http://www.w3.org/2000/svg"
     xmlns:xlink="http://www.w3.org/1999/xlink" onload="steal()">
<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
<rect x="1" y="1" width="98" height="48" fill="url(#g)" style="background:url(http://evil/)"/>
<script>steal()</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>
<a xlink:href="javascript:steal()"><text x="3" y="9">link</text></a>
<image xlink:href="http://evil/x.png" width="1" height="1"/>
<rect fill="url(http://evil/#g)" width="1" height="1"/>
<use xlink:href="#g"/><text x="3" y="20">a &lt; b &amp; c</text></svg>)svg";
// clang-format on

report::Table counters()
{
    auto table = test::reportTable({ u"Counter"_s, u"Value"_s },
        { { test::textCell(u"NPU|ACTIVE_x"_s), { 1234, u"1,234"_s } },
            { test::textCell(u"with, comma"_s), { 0, u"0"_s } } });
    table.caption = u"Counters"_s;
    table.data.columns[1].unit = u"cycles"_s;
    return table;
}

/// Of the files of tables the one with that number, from 1.
QString csvTable(const Report &report, size_t number)
{
    return QString::fromUtf8(toCsv(report).at(number).bytes);
}

Report small()
{
    return { .title = u"mv2 <b>.pte"_s,
        .subtitle = u"two lines"_s,
        .sections = { { .title = u"Facts & figures"_s,
                          .blocks = { Text{ u"First.\nSecond."_s },
                              FactList{ { { u"Cycles"_s, u"849,502"_s, u"est"_s },
                                  { u"Name"_s, u"\"quoted\""_s, {} } } } } },
            { .title = u"Table"_s, .blocks = { counters(), Picture{ u"The graph"_s, Svg } } } } };
}

void expectWellFormed(const QByteArray &html)
{
    QXmlStreamReader reader(test::asXml(html));
    while (!reader.atEnd())
        reader.readNext();
    EXPECT_FALSE(reader.hasError())
        << qPrintable(reader.errorString()) << " in line " << reader.lineNumber();
}

} // namespace

/// Its texts are English wherever it is made; a reader's voice goes by this.
TEST(HtmlWriter, SaysTheLanguageOfItsTextsNotThatOfTheSystem)
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::Turkish));
    const auto html = toHtml(small());
    QLocale::setDefault(before);
    ASSERT_TRUE(html);
    EXPECT_TRUE(html->contains("<html lang=\"en\""));
}

TEST(HtmlWriter, IsWellFormedAndNeedsNothingElse)
{
    const auto html = toHtml(small());
    ASSERT_TRUE(html) << qPrintable(html.error().toText());
    expectWellFormed(*html);
    EXPECT_TRUE(html->startsWith("<!DOCTYPE html>"));
    for (const auto *reference : { "http:", "https:", "file:", "src=", "@import", "<link",
             "<iframe", "javascript:", "onload" })
        EXPECT_FALSE(html->contains(reference)) << reference;
    // One script, which the page knows by its hash; no other would run.
    ASSERT_EQ(html->count("<script"), 1);
    const auto from = html->indexOf("<script>") + 8;
    const auto script = html->mid(from, html->indexOf("</script>") - from);
    const auto hash = QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64();
    EXPECT_TRUE(html->contains("default-src 'none'"));
    EXPECT_TRUE(html->contains("script-src 'sha256-" + hash + "'"));
    EXPECT_TRUE(html->contains("prefers-color-scheme: dark"));
    EXPECT_TRUE(html->contains("@media print"));
    EXPECT_FALSE(html->contains("{{"));
}

TEST(HtmlWriter, ShowsEveryBlock)
{
    const auto html = *toHtml(small());
    EXPECT_TRUE(html.contains("<p>First.</p>"));
    EXPECT_TRUE(html.contains("<p>Second.</p>"));
    EXPECT_TRUE(html.contains("<dt>Cycles</dt><dd>849,502<span class=\"tag\">est</span></dd>"));
    EXPECT_TRUE(html.contains("<caption>Counters</caption>"));
    EXPECT_TRUE(html.contains("<td class=\"number\" data-v=\"1234\">1,234</td>"));
    EXPECT_TRUE(html.contains("<figcaption>The graph</figcaption>"));
    EXPECT_TRUE(html.contains("<a href=\"#section-2\">Table</a>"));
}

TEST(HtmlWriter, HostileNamesStayText)
{
    const auto evil = u"<script>alert(1)</script>\" onclick='x' {{TITLE}} "_s + QChar(1);
    auto table = test::reportTable({ evil }, { { test::textCell(evil) } });
    table.caption = evil;
    Report report{ .title = evil, .subtitle = evil, .author = evil, .note = evil };
    report.sections = { { .title = evil,
        .blocks = { Text{ evil }, FactList{ { { evil, evil, evil } } }, table,
            Statement{ Severity::Warning, evil }, Picture{ evil, "<svg/>" },
            Picture{ evil, "not a picture" } } } };
    const auto html = *toHtml(report);
    EXPECT_EQ(html.count("<script"), 1) << "the page's own";
    EXPECT_FALSE(html.contains("onclick='"));
    EXPECT_TRUE(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    EXPECT_TRUE(html.contains("{{TITLE}}")); // text of a value is no template
    EXPECT_FALSE(html.contains('\x01'));
    expectWellFormed(html);
}

TEST(HtmlWriter, AnotherTemplateIsUsedAndABrokenOneIsSaid)
{
    const auto own = toHtml(small(), u"<h1>{{TITLE:h}}</h1>"_s);
    ASSERT_TRUE(own);
    EXPECT_EQ(*own, "<h1>mv2 &lt;b&gt;.pte</h1>");
    const auto broken = toHtml(small(), u"{{#SECTION}} never closed"_s);
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, ErrorCode::FormatDamaged);
}

TEST(SafeSvg, KeepsTheDrawingAndNothingThatActs)
{
    const auto svg = safeSvg(Svg, u"p7-"_s);
    EXPECT_TRUE(svg.startsWith("<svg role=\"img\" viewBox=\"0 0 100 50\">")) << svg.constData();
    for (const auto *harm : { "script", "steal", "evil", "foreignObject", "onload", "style",
             "xmlns", "<a", "link", "10mm" })
        EXPECT_FALSE(svg.contains(harm)) << harm << " in " << svg.constData();
    EXPECT_TRUE(svg.contains("id=\"p7-g\""));
    EXPECT_TRUE(svg.contains("fill=\"url(#p7-g)\""));
    EXPECT_TRUE(svg.contains("href=\"#p7-g\""));
    EXPECT_TRUE(svg.contains("a &lt; b &amp; c"));
}

/// Patterns are printed as a bitmap for each area (Chromium), are lost where colours are exchanged,
/// and are unknown to what paints on paper.
TEST(SafeSvg, HatchesAreLines)
{
    const auto svg = safeSvg(
        "<svg><defs><mask id=\"patternmask12\" fill=\"#ffffff\"><rect x=\"7\"/></mask>"
        "<pattern id=\"fillpattern12_c2650a\"><rect mask=\"url(#patternmask12)\"/></pattern></defs>"
        "<g fill=\"url(#fillpattern12_c2650a)\" fill-opacity=\"0.5\">"
        "<rect x=\"10\" y=\"0\" width=\"12\" height=\"8\"/><path d=\"M0,0\"/></g>"
        "<rect x=\"1\" fill=\"url(#gradient)\"/></svg>");
    for (const auto *tile : { "pattern", "mask", "#p" })
        EXPECT_FALSE(svg.contains(tile)) << tile << " in " << svg.constData();
    EXPECT_TRUE(svg.contains("stroke=\"#c2650a\" stroke-opacity=\"0.5\"")) << svg.constData();
    EXPECT_TRUE(svg.contains("d=\"M10,6L16,0M16,8L22,2\"")) << "inside: " << svg.constData();
    EXPECT_TRUE(svg.contains("<rect fill=\"none\" x=\"10\"")) << svg.constData();
    EXPECT_TRUE(svg.contains("<g fill=\"#c2650a\" fill-opacity=\"0.2\">"))
        << "what is no rectangle is light: " << svg.constData();
    EXPECT_TRUE(svg.contains("url(#gradient)")) << "a pattern of nobody else's";
}

/// Of the styles that have lines, those in their directions; never more than a reader could see.
TEST(SafeSvg, EveryHatchHasItsLines)
{
    const auto linesOf = [](int style, const QByteArray &size) {
        const auto svg = safeSvg("<svg><g fill=\"url(#fillpattern" + QByteArray::number(style)
            + "_000000)\"><rect x=\"0\" y=\"0\" " + size + "/></g></svg>");
        const auto from = svg.indexOf(" d=\"") + 4;
        return from < 4 ? QByteArray() : svg.mid(from, svg.indexOf('"', from) - from);
    };
    const QByteArray size("width=\"16\" height=\"8\"");
    EXPECT_EQ(linesOf(Qt::HorPattern, size), "M0,4L16,4");
    EXPECT_EQ(linesOf(Qt::VerPattern, size), "M4,0L4,8M12,0L12,8");
    EXPECT_EQ(linesOf(Qt::CrossPattern, size), "M0,4L16,4M4,0L4,8M12,0L12,8");
    EXPECT_EQ(linesOf(Qt::BDiagPattern, size), "M0,8L8,0M8,8L16,0");
    EXPECT_EQ(linesOf(Qt::FDiagPattern, size), "M0,0L8,8M8,0L16,8");
    EXPECT_EQ(linesOf(Qt::DiagCrossPattern, size), "M0,8L8,0M8,8L16,0M0,0L8,8M8,0L16,8");
    EXPECT_EQ(linesOf(Qt::Dense6Pattern, size), "");
    EXPECT_EQ(linesOf(Qt::BDiagPattern, "width=\"1e9\" height=\"8\""), "");
    EXPECT_EQ(linesOf(Qt::BDiagPattern, "width=\"nan\" height=\"8\""), "");
}

/// Titles would follow the mouse over the whole picture, with the program's name.
TEST(SafeSvg, LeavesOutWhatSaysNothing)
{
    EXPECT_EQ(safeSvg("<svg viewBox=\"0 0 1 1\" baseProfile=\"tiny\"><title>Tosaic</title>"
                      "<desc>Generated with Qt</desc><g transform=\"matrix(1,0,0,1,0,0)\">"
                      "<text xml:space=\"preserve\">a</text></g>"
                      "<g transform=\"matrix(1,0,0,1,2,0)\"><path vector-effect=\"none\"/></g>"
                      "</svg>"),
        "<svg role=\"img\" viewBox=\"0 0 1 1\"><g><text>a</text></g>"
        "<g transform=\"matrix(1,0,0,1,2,0)\"><path/></g></svg>");
}

TEST(SafeSvg, RefusesWhatIsNoPicture)
{
    EXPECT_TRUE(safeSvg({}).isEmpty());
    EXPECT_TRUE(safeSvg("plain text").isEmpty());
    EXPECT_TRUE(safeSvg("<svg><rect></svg>").isEmpty());
    EXPECT_TRUE(safeSvg("<html><svg/></html>").isEmpty());
    QByteArray deep("<svg>");
    for (int i = 0; i < 100000; ++i)
        deep += "<g>";
    EXPECT_TRUE(safeSvg(deep).isEmpty());
    // Entities that multiply ("billion laughs") end in an error, not in memory.
    EXPECT_TRUE(
        safeSvg("<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                "aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c "
                "\"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><svg><text>&c;&c;&c;</text></svg>")
            .isEmpty());
}

TEST(MarkdownWriter, EscapesWhatMarkdownWouldRead)
{
    const auto text = QString::fromUtf8(toMarkdown(small()));
    EXPECT_TRUE(text.startsWith(u"# mv2 \\<b\\>.pte\n\ntwo lines\n\n## Facts \\& figures\n"_s));
    EXPECT_TRUE(text.contains(u"- **Cycles:** 849,502 (est)\n"_s));
    EXPECT_TRUE(text.contains(u"| Counter | Value |\n|---|---:|\n| NPU\\|ACTIVE_x | 1,234 |\n"_s));
    EXPECT_TRUE(text.contains(u"*The graph*"_s));
}

TEST(JsonWriter, HoldsTheSameBlocks)
{
    const auto root = QJsonDocument::fromJson(toJson(small())).object();
    EXPECT_EQ(root.value(u"title"_s).toString(), u"mv2 <b>.pte"_s);
    const auto sections = root.value(u"sections"_s).toArray();
    ASSERT_EQ(sections.size(), 2);
    const auto facts = sections[0].toObject().value(u"blocks"_s).toArray()[1].toObject();
    EXPECT_EQ(facts.value(u"kind"_s).toString(), u"facts"_s);
    const auto fact = facts.value(u"facts"_s).toArray()[0].toObject();
    EXPECT_EQ(fact.value(u"origin"_s).toString(), u"est"_s);
    const auto table = sections[1].toObject().value(u"blocks"_s).toArray()[0].toObject();
    EXPECT_EQ(table.value(u"rows"_s).toArray().size(), 2);
    EXPECT_EQ(table.value(u"units"_s)[1].toString(), u"cycles"_s);
    EXPECT_EQ(table.value(u"numbers"_s)[0][1].toDouble(), 1234);
}

TEST(CsvWriter, QuotesByTheRule)
{
    const auto text = QString::fromUtf8(toCsv(small()).front().bytes);
    EXPECT_TRUE(text.startsWith(u"section,kind,name,value,origin\r\n"_s));
    EXPECT_TRUE(text.contains(u"Facts & figures,fact,Cycles,\"849,502\",est\r\n"_s));
    EXPECT_TRUE(text.contains(u"Facts & figures,fact,Name,\"\"\"quoted\"\"\",\r\n"_s));
    EXPECT_EQ(csvTable(small(), 1),
        u"Counter,Value (cycles)\r\nNPU|ACTIVE_x,1234\r\n\"with, comma\",0\r\n"_s);
}

TEST(CsvWriter, ATableIsAFileThatTheFirstOneNames)
{
    auto report = small();
    report.sections.push_back(report.sections[1]);
    const auto files = toCsv(report);
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(files[1].suffix, u"-01-counters"_s);
    EXPECT_EQ(files[2].suffix, u"-02-counters"_s);
    EXPECT_TRUE(files[0].bytes.contains("Table,table,Counters,01-counters,\r\n"));
}

TEST(CsvWriter, NothingBecomesAFormula)
{
    std::vector<std::vector<TableCell>> rows;
    for (const auto &text : { u"=cmd()"_s, u"@x"_s, u"+1+cmd()"_s, u"-5 %"_s, u"-"_s, u"-cmd"_s })
        rows.push_back({ test::textCell(text) });
    const Report report{ .sections
        = { { .title = u"s"_s, .blocks = { test::reportTable({ u"c"_s }, rows) } } } };
    EXPECT_EQ(csvTable(report, 1), u"c\r\n'=cmd()\r\n'@x\r\n'+1+cmd()\r\n-5 %\r\n-\r\n'-cmd\r\n"_s);
}

TEST(CsvWriter, ATypographicMinusBecomesTheOneThatProgramsRead)
{
    const Report report{ .sections
        = { { u"s"_s,
            { test::reportTable({ u"n"_s }, { { test::textCell(u"\u2212124.5"_s) } }) } } } };
    EXPECT_TRUE(csvTable(report, 1).contains(u"-124.5"));
}

/// What a part of a workbook says; empty if it is not there.
QString partOf(const QByteArray &workbook, const QString &name)
{
    constexpr quint64 Largest = 1 << 20;
    auto archive = formats::ZipArchive::open(ByteSource::fromBytes(workbook, u"report.xlsx"_s));
    const auto member = archive ? archive->find(name) : std::nullopt;
    const auto content
        = member ? archive->read(*member, Largest) : fail(ErrorCode::FormatDamaged, {});
    return content ? QString::fromUtf8((*content)->bytes()) : QString();
}

TEST(XlsxWriter, ATableIsASheetThatTheFirstOneNames)
{
    auto report = small();
    report.sections.push_back(report.sections[1]);
    const auto workbook = toXlsx(report);
    ASSERT_TRUE(workbook);
    const auto names = partOf(*workbook, u"xl/workbook.xml"_s);
    for (const auto &name : { u"\"Report\""_s, u"\"Counters\""_s, u"\"Counters 2\""_s })
        EXPECT_TRUE(names.contains(u"<sheet name="_s + name)) << qPrintable(names);
    const auto texts = partOf(*workbook, u"xl/sharedStrings.xml"_s);
    for (const auto &text : { u">Value (cycles)<"_s, u">NPU|ACTIVE_x<"_s, u">849,502<"_s,
             u">Facts &amp; figures<"_s, u">First.\nSecond.<"_s })
        EXPECT_TRUE(texts.contains(text)) << qPrintable(text);
    const auto sheet = partOf(*workbook, u"xl/worksheets/sheet2.xml"_s);
    EXPECT_TRUE(sheet.contains(u"<c r=\"B2\"><v>1234</v></c>"_s)) << "a plain number";
    EXPECT_TRUE(sheet.contains(u"<pane ySplit=\"1\""_s)) << "titles stay in sight";
}

TEST(XlsxWriter, NamesStayText)
{
    const auto evil = u"=HYPERLINK(\"http://evil\")<script>alert(1)</script>[x]:*?/\\"_s + QChar(1);
    auto table = test::reportTable({ evil },
        { { test::textCell(evil) }, { { std::numeric_limits<double>::quiet_NaN(), u"?"_s } } });
    table.caption = evil;
    const Report report{ .title = evil,
        .sections = { { .title = evil,
            .blocks = { table, table, FactList{ { { evil, evil, evil } } },
                Statement{ Severity::Warning, QString(40'000, u'x') } } } } };
    const auto workbook = toXlsx(report);
    ASSERT_TRUE(workbook);
    for (const auto &name :
        { u"xl/workbook.xml"_s, u"xl/sharedStrings.xml"_s, u"xl/worksheets/sheet1.xml"_s,
            u"xl/worksheets/sheet2.xml"_s, u"xl/worksheets/sheet3.xml"_s }) {
        const auto part = partOf(*workbook, name);
        ASSERT_FALSE(part.isEmpty()) << qPrintable(name);
        EXPECT_FALSE(part.contains(u"<script"_s)) << qPrintable(name);
        EXPECT_FALSE(part.contains(u"<f>"_s)) << "a formula in " << qPrintable(name);
        EXPECT_FALSE(part.contains(u"<hyperlink"_s)) << qPrintable(name);
        QXmlStreamReader reader(part);
        while (!reader.atEnd())
            reader.readNext();
        EXPECT_FALSE(reader.hasError()) << qPrintable(name);
    }
    EXPECT_TRUE(partOf(*workbook, u"xl/sharedStrings.xml"_s).contains(u"x\u2026<"_s))
        << "what is longer than a cell may be is cut, and says so";
}

TEST(HtmlWriter, NumbersDoNotBreak)
{
    const Report report{ .sections
        = { { u"s"_s,
            { Statement{
                Severity::Info, u"elementwise computation 9.1 %, tosa_conv2d_default_2"_s } } } } };
    const auto html = *toHtml(report);
    EXPECT_TRUE(html.contains("9.1\xC2\xA0%, tosa_<wbr/>conv2d_<wbr/>default_<wbr/>2"));
}

/// Nor do a number and its unit part, wherever they stand.
TEST(HtmlWriter, NoLineEndsBetweenANumberAndItsUnit)
{
    const auto sentence = u"it takes 58.3 % of 27.2 KiB and 902,227 NPU cycles"_s;
    auto table = test::reportTable({ u"n"_s }, { { test::textCell(sentence) } });
    table.caption = sentence;
    const Report report{ .title = u"t"_s,
        .sections = { { u"s"_s,
            { Statement{ Severity::Info, sentence }, Text{ sentence },
                FactList{ { { u"name"_s, sentence, {} } } }, table } } } };
    const auto html = QString::fromUtf8(*toHtml(report));
    EXPECT_EQ(html.count(u"58.3\u00A0% of 27.2\u00A0KiB and 902,227\u00A0NPU\u00A0cycles"_s), 5);
    EXPECT_FALSE(html.contains(u"58.3 %"_s));
    EXPECT_TRUE(toMarkdown(report).contains("58.3 % of 27.2 KiB")) << "plain where it is copied";
}

/// Browsers leave buttons out where they repeat the head of a table on the next printed page.
TEST(HtmlWriter, HeadsOfTablesArePrintedOnEveryPage)
{
    const auto html = *toHtml({ .title = u"t"_s });
    EXPECT_TRUE(html.contains("thead { display: table-header-group; }"));
    EXPECT_FALSE(html.contains("createElement('button')"));
    EXPECT_TRUE(html.contains("setAttribute('role', 'button')") && html.contains("'Enter'"))
        << "sorted by mouse and keys even so";
}

/// What belongs together is printed on one page: a caption with its table, a small table with
/// itself.
TEST(HtmlWriter, TablesArePrintedWithTheirCaptions)
{
    const auto html = *toHtml({ .title = u"t"_s });
    const auto print = html.mid(html.indexOf("@media print"));
    EXPECT_TRUE(print.contains("h2, caption { break-after: avoid; }"));
    EXPECT_TRUE(print.contains("tr, figure, caption, dt, dd { break-inside: avoid; }"));
    EXPECT_TRUE(print.contains("thead, tbody tr:nth-child(-n+2) { break-before: avoid; }"));
    EXPECT_TRUE(print.contains("table:not(:has(tbody tr:nth-child(9))) { break-inside: avoid; }"));
}

TEST(HtmlWriter, ThePaperIsThatOfTheReport)
{
    Report report{ .title = u"t"_s };
    EXPECT_FALSE(toHtml(report)->contains("14mm; size"));
    report.paper = Paper::Letter;
    EXPECT_TRUE(toHtml(report)->contains("@page { margin: 16mm 14mm; size: letter; }"));
    report.paper = Paper::A4;
    EXPECT_TRUE(toHtml(report)->contains("size: A4;"));
}

TEST(HtmlWriter, NamesBreakBehindTheirParts)
{
    const Report report{ .sections
        = { { u"s"_s,
            { test::reportTable(
                { u"n"_s }, { { test::textCell(u"tosa_depthwise_conv2d.default_1"_s) } }) } } } };
    EXPECT_TRUE(
        toHtml(report)->contains("tosa_<wbr/>depthwise_<wbr/>conv2d.<wbr/>default_<wbr/>1"));
}

TEST(HtmlWriter, PicturesAreDarkOnADarkPage)
{
    auto report = small();
    report.darkColours = { { u"#ffffff"_s, u"#1b2129"_s } };
    report.sections[1].blocks[1]
        = Picture{ u"The \"graph\""_s, "<svg><rect fill=\"#FFFFFF\" stroke=\"#123456\"/></svg>" };
    const auto html = *toHtml(report);
    EXPECT_TRUE(html.contains("fill=\"var(--cffffff,#ffffff)\" stroke=\"#123456\""));
    EXPECT_TRUE(html.contains("--cffffff:#1b2129;"));
    EXPECT_TRUE(html.contains("aria-label=\"The &quot;graph&quot;\"")) << "an alternative text";
    expectWellFormed(html);
}

TEST(HtmlWriter, SaysWhoMadeItAndWhatMattersFirst)
{
    auto report = small();
    report.author = u"A. Author"_s;
    report.note = u"One.\nTwo."_s;
    report.sections.insert(report.sections.begin(),
        Section{ u"Summary"_s,
            { Statement{ Severity::Info, u"Plain."_s },
                Statement{ Severity::Warning, u"Doubtful."_s } } });
    const auto html = *toHtml(report);
    EXPECT_TRUE(html.contains("<p class=\"author\">A. Author</p>"));
    EXPECT_TRUE(html.contains("<p class=\"note\">Two.</p>"));
    EXPECT_TRUE(html.contains("<p class=\"finding\">Plain.</p>"));
    EXPECT_TRUE(html.contains("<p class=\"finding doubt\">Doubtful.</p>"));
    EXPECT_LT(html.indexOf("Two."), html.indexOf("Plain."));
    EXPECT_TRUE(toMarkdown(report).contains("- **!** Doubtful."));
    const auto json = QJsonDocument::fromJson(toJson(report)).object();
    EXPECT_EQ(json.value(u"author"_s).toString(), u"A. Author"_s);
    EXPECT_EQ(json.value(u"sections"_s)[0][u"blocks"_s][1][u"severity"_s].toString(), u"warning"_s);
}

TEST(ReportWriters, RowsBeyondTheReadOnesAreOnlyInCsvAndJson)
{
    Report report = small();
    auto &table = std::get<report::Table>(report.sections[1].blocks[0]);
    table.read = 2;
    table.data.rows.push_back({ test::textCell(u"LAST_ONE"_s), { 7000, u"7,000"_s } });
    EXPECT_TRUE(csvTable(report, 1).contains(u"LAST_ONE"));
    EXPECT_FALSE(toMarkdown(report).contains("LAST_ONE"));
    EXPECT_FALSE(toHtml(report)->contains("LAST_ONE"));
    const auto json = QJsonDocument::fromJson(toJson(report)).object();
    const auto block = json.value(u"sections"_s)[1][u"blocks"_s][0].toObject();
    EXPECT_EQ(block.value(u"rows"_s).toArray().size(), 3);
    const auto numbers = block.value(u"numbers"_s).toArray();
    ASSERT_EQ(numbers.size(), 3);
    EXPECT_TRUE(numbers[0][0].isNull());
    EXPECT_EQ(numbers[2][1].toDouble(), 7000);
}

/// Where numbers that are read bear their units, a column of units would contradict them.
TEST(ReportWriters, UnitsOfExactNumbersStandBesideThem)
{
    auto table = test::reportTable({ u"name"_s, u"value"_s, u"exact unit"_s },
        { { test::textCell(u"time"_s), { 0.0018, u"1.80 ms"_s }, test::textCell(u"second"_s) } });
    table.data.columns[2].isForPrograms = true;
    const Report report{ .sections = { { .title = u"s"_s, .blocks = { table } } } };
    EXPECT_FALSE(toHtml(report)->contains("exact unit"));
    EXPECT_FALSE(toHtml(report)->contains("second"));
    EXPECT_FALSE(toMarkdown(report).contains("second"));
    EXPECT_TRUE(csvTable(report, 1).contains(u"second"_s));
    EXPECT_TRUE(toJson(report).contains("second"));
}

} // namespace tosaic::test::writerstests
