// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"
#include "views/report/measuredsections.h"
#include "views/report/reportbuilder.h"
#include "views/report/reportcolours.h"
#include "views/report/reportdocument.h"
#include "views/report/reportfile.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QFile>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>

namespace tosaic::test::measuredreporttests {

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

/// Everything that was measured of a fixture, and of two runs that are compared.
report::Report measuredReport()
{
    static const auto joins = test::fixtureJoins();
    const auto &streams = joins.back().streams;
    auto subject = std::make_shared<ProfileSubject>();
    subject->streams = streams;
    const auto trace
        = test::generateTrace(test::rowsOf(streams.front()), streams.front().stream.get(), {});
    subject->table = std::make_shared<const profile::OperationTable>(
        profile::joinOperations(streams, trace.reads));
    subject->sources = { u"trace.json.gz"_s, u"network_debug.xml"_s };
    subject->product = u"U55"_s;
    subject->npuMacs = 128U;
    subject->clockHz = 500'000'000U;
    subject->memories.resize(streams.size());
    subject->memories.front()
        = analysis::bundledSystem(u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s);
    views::MeasuredMaterial material{ .profile = subject };
    for (const double factor : { 1.0, 1.08 }) {
        profile::MeasuredRun run{ .name = factor > 1 ? u"vela-5.2.csv"_s : u"vela-4.5.csv"_s,
            .origin = Origin::Estimate,
            .kind = u"vela-per-layer"_s };
        run.run = std::make_shared<const profile::Run>();
        double total = 0;
        for (int i = 0; i < 40; ++i) {
            const auto cycles = 1000.0 * i * (i % 3 == 0 ? factor : 1);
            run.values.push_back(
                { u"operator"_s, {}, u"tosa_conv2d_default_%1"_s.arg(i), u"cycles"_s, 0, cycles });
            total += cycles;
        }
        run.values.push_back({ u"counter"_s, {}, u"total cycles"_s, u"cycles"_s, 0, total });
        run.conditions.tools = { { u"vela"_s, factor > 1 ? u"5.2.0"_s : u"4.5.0"_s } };
        material.runs.push_back(std::move(run));
    }
    const std::vector olds{ material.runs[0] };
    const std::vector news{ material.runs[1] };
    material.comparison = views::comparisonForReport(olds, news);
    return views::buildReport({ .runSections = views::measuredSections(material) });
}

} // namespace

TEST(MeasuredReport, IsWrittenInEveryForm)
{
    const auto report = measuredReport();
    ASSERT_EQ(report.sections.size(), 5U);
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES", test::temporaryDir());
    for (const auto &suffix : { u"html"_s, u"pdf"_s, u"md"_s, u"json"_s, u"csv"_s }) {
        const auto path = folder + u"/measured."_s + suffix;
        const auto saved = views::saveReport(report, *views::reportFormat(path), path);
        ASSERT_TRUE(saved) << qPrintable(saved.error().toText());
        EXPECT_GT(QFile(path).size(), 2000);
    }
}

/// Texts change from dark to light, so what they stand on must, too.
TEST(MeasuredReport, ColoursOfADarkPageKeepTheirContrast)
{
    const report::Report report{ .sections
        = { { u"s"_s,
            { report::Picture{ {},
                "<svg><rect fill=\"#FDE725\"/><rect fill=\"#440154\"/><rect "
                "fill=\"#ffffff\"/></svg>" } } } } };
    const auto dark = views::darkColoursOf(report);
    ASSERT_EQ(dark.size(), 3);
    const auto brightness = [&](const QString &name) { return qGray(QColor(dark[name]).rgb()); };
    EXPECT_LT(brightness(u"#fde725"_s), 70) << "yellow under a light text";
    EXPECT_GT(brightness(u"#440154"_s), 160) << "violet under a dark text";
    EXPECT_EQ(QColor(dark[u"#ffffff"_s]), views::Theme::darkColors().surface);
}

TEST(MeasuredReport, NoLineEndsBetweenANumberAndItsUnit)
{
    const report::Report report{ .sections
        = { { u"s"_s,
            { report::Statement{ Severity::Info, u"SRAM 27.2 KiB, 5.8 % of 2 steps"_s } } } } };
    QTextDocument document;
    views::fillDocument(document, report, views::Theme::lightColors(), 600);
    EXPECT_TRUE(document.toRawText().contains(u"SRAM 27.2\u00a0KiB, 5.8\u00a0% of 2 steps"_s))
        << document.toRawText().toStdString();
}

/// As in the sentences of the summary, the charts and the window.
TEST(MeasuredReport, ClocksAreSaidInMegahertz)
{
    int clocks = 0;
    for (const auto &section : measuredReport().sections) {
        for (const auto &block : section.blocks) {
            const auto *list = std::get_if<report::FactList>(&block);
            for (const auto &fact : list ? list->facts : std::vector<report::Fact>()) {
                EXPECT_FALSE(fact.value.contains(u" Hz"_s)) << fact.value.toStdString();
                clocks += fact.value.contains(u"500 MHz"_s);
            }
        }
    }
    EXPECT_GE(clocks, 2) << "of the operators and of the roofline";
}

TEST(MeasuredReport, FactsKeepOffTheSentencesAboveThem)
{
    const report::FactList facts{ { { .name = u"Target"_s, .value = u"Ethos-U55-128"_s } } };
    const report::Statement sentence{ Severity::Info, u"Everything runs on the NPU."_s };
    QTextDocument document;
    views::fillDocument(document, { .sections = { { u"s"_s, { sentence, facts } } } },
        views::Theme::lightColors(), 600);
    const auto frames = document.rootFrame()->childFrames();
    ASSERT_EQ(frames.size(), 1);
    const auto *layout = document.documentLayout();
    qreal bottom = 0;
    for (auto block = document.begin(); block.isValid(); block = block.next()) {
        if (block.text().contains(sentence.text))
            bottom = layout->blockBoundingRect(block).bottom();
    }
    EXPECT_GE(layout->frameBoundingRect(frames.front()).top() - bottom, 4);
}

TEST(MeasuredReport, NoTableIsWiderThanThePage)
{
    constexpr int Width = 620; // of an A4 page between its margins, as the PDF takes it
    QTextDocument document;
    views::fillDocument(document, measuredReport(), views::Theme::lightColors(), Width);
    document.setTextWidth(Width + 2 * document.documentMargin());
    // For the eye, where a folder is given.
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        document.setPageSize({ 660, 930 });
        for (int page = 0; page < document.pageCount(); ++page) {
            QImage image(660, 930, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.translate(0, -930 * page);
            document.drawContents(&painter, QRectF(0, 930 * page, 660, 930));
            painter.end();
            image.save(u"%1/page%2.png"_s.arg(folder).arg(page));
        }
        return;
    }
    EXPECT_LE(document.idealWidth(), Width + 2 * document.documentMargin() + 1);
}

} // namespace tosaic::test::measuredreporttests
