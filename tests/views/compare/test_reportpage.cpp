// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "core/report/htmlwriter.h"
#include "core/report/textwriters.h"
#include "tests/reporttables.h"
#include "tests/support/samples.h"
#include "tests/views/widgettest.h"
#include "views/report/reportbuilder.h"
#include "views/report/reportfile.h"
#include "views/report/reportpage.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTest>
#include <QTextBrowser>

#include <algorithm>

namespace tosaic::test::reportpagetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

constexpr auto Case = "two_partitions-u55-128";

/// A report of real fixtures, without anything that changes from day to day.
report::Report fixtureReport()
{
    static const auto result
        = *compiled::readCompileResult(test::fixturePath(QLatin1StringView(Case)));
    static const auto old
        = *compiled::readCompileResult(test::fixturePath(u"two_partitions-u65-256-shared"_s));
    const auto path = test::fixturePath(QLatin1StringView(Case)) + u"/two_partitions.pte"_s;
    static const auto program = *formats::readProgram(*ByteSource::map(path));
    return buildReport({ .modelPath = path,
        .program = program.get(),
        .result = &result,
        .oldResult = &old,
        .pictureSvg = "<svg viewBox='0 0 300 80' xmlns='http://www.w3.org/2000/svg'><rect "
                      "width='300' height='80' fill='#58AEF5'/></svg>",
        .made = QDateTime({ 2026, 1, 2 }, { 3, 4 }) });
}

const report::Section *section(const report::Report &report, const QString &title)
{
    for (const auto &candidate : report.sections) {
        if (candidate.title == title)
            return &candidate;
    }
    return nullptr;
}

/// Hashes and sizes of files change when the fixtures are made anew; the report's shape does not.
QByteArray normalised(const QByteArray &markdown)
{
    static const QRegularExpression hash(u"[0-9a-f]{64}"_s);
    static const QRegularExpression size(u"\\| [0-9,]+ \\| SHA256"_s);
    return QString::fromUtf8(markdown)
        .replace(hash, u"SHA256"_s)
        .replace(size, u"| BYTES | SHA256"_s)
        .toUtf8();
}

class ReportPageTest : public testing::Test
{
protected:
    void SetUp() override
    {
        QCoreApplication::setApplicationVersion(u"0.1.0"_s);
        m_theme.apply(*qApp, ThemeMode::Light);
        m_page = std::make_unique<ReportPage>(m_theme);
        m_page->resize(1000, 800);
        m_page->show();
    }

    template <typename T>
    T *find(const QString &name)
    {
        auto *widget = m_page->findChild<T *>(name);
        EXPECT_NE(widget, nullptr) << qPrintable(name);
        return widget;
    }

    Theme m_theme;
    std::unique_ptr<ReportPage> m_page;
};

} // namespace

TEST(ReportBuilder, AnswersFirstAndListsEverything)
{
    const auto report = fixtureReport();
    QStringList titles;
    for (const auto &part : report.sections)
        titles += part.title;
    EXPECT_EQ(titles,
        (QStringList{ u"Summary"_s, u"Comparison with the compile before"_s, u"Partitions"_s,
            u"Memory need"_s, u"Operators on the CPU"_s, u"Memory planned by ExecuTorch"_s,
            u"Compile spec"_s, u"Compile summary"_s, u"Model file"_s, u"Tools and files"_s,
            u"Problems"_s }
                .mid(0, titles.size())));
    const auto &text = std::get<report::Statement>(report.sections.front().blocks.front()).text;
    EXPECT_TRUE(text.startsWith(u"3 of 4 operators run on Ethos-U55-128"_s)) << qPrintable(text);
}

TEST(ReportBuilder, EveryReasonOfARefusalIsInTheReport)
{
    const auto report = fixtureReport();
    const auto result = *compiled::readCompileResult(test::fixturePath(QLatin1StringView(Case)));
    const auto *cpu = section(report, u"Operators on the CPU"_s);
    ASSERT_NE(cpu, nullptr);
    const auto &table = std::get<report::Table>(cpu->blocks.front());
    ASSERT_EQ(table.data.rows.size(), 1U);
    const auto *rejection = result.rejection(test::textsOf(table, 0)[0]);
    ASSERT_NE(rejection, nullptr);
    for (const auto &reason : rejection->reasons)
        EXPECT_TRUE(test::textsOf(table, 0).last().contains(reason));
}

TEST(ReportBuilder, WhatIsNotKnownIsWritten)
{
    compiled::CompileResult result{ .status = compiled::Status::Succeeded };
    result.spec.target = u"ethos-u55-128"_s;
    const auto report = buildReport({ .result = &result });
    const auto html = *report::toHtml(report);
    EXPECT_TRUE(html.contains("<dt>Cycles, total</dt><dd>Not known</dd>")) << html.constData();
    EXPECT_FALSE(html.contains("<dd></dd>"));
    EXPECT_FALSE(html.contains("<td></td>"));
}

/// A TFLite file: neither a .pte nor partitions, and yet on the NPU.
TEST(ReportBuilder, ACompileOfVelaAloneHasNoPartitions)
{
    compiled::CompileResult result{ .status = compiled::Status::Succeeded };
    result.resolvedSpec.target = u"ethos-u55-128"_s;
    result.summary.npuOperators = 56;
    result.summary.cpuOperators = 0;
    result.summary.sramBytes = 1024;
    const auto report = buildReport({ .result = &result });
    EXPECT_EQ(std::ranges::count(report.sections, u"Partitions"_s, &report::Section::title), 0);
    const auto text = QString::fromUtf8(report::toMarkdown(report));
    EXPECT_TRUE(text.contains(u"operators run on Ethos-U55-128."_s)) << text.toStdString();
    EXPECT_FALSE(text.contains(u".pte"_s)) << text.toStdString();
}

TEST(ReportBuilder, WithoutAnythingThereIsNoSection)
{
    EXPECT_TRUE(buildReport({}).sections.empty());
}

TEST(ReportBuilder, AHostileModelNameStaysText)
{
    const auto program
        = *formats::readProgram(*ByteSource::map(test::fixturePath(u"add-u55-128/add.pte"_s)));
    const auto report = buildReport(
        { .modelPath = u"/x/<script>alert(1)<\\script>.pte"_s, .program = program.get() });
    const auto html = *report::toHtml(report);
    EXPECT_EQ(html.count("<script"), 1) << "the page's own";
    EXPECT_TRUE(html.contains("&lt;script&gt;"));
}

TEST(ReportBuilder, MarkdownOfAFixtureIsAsBefore)
{
    QCoreApplication::setApplicationVersion(u"0.1.0"_s);
    const auto made = normalised(*renderReport(fixtureReport(), ReportPage::Format::Markdown));
    const auto path = test::sourcePath(u"tests/views/compare/golden/two_partitions.md"_s);
    if (qEnvironmentVariableIsSet("TOSAIC_UPDATE_GOLDEN")) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(made);
        return;
    }
    QFile golden(path);
    ASSERT_TRUE(golden.open(QIODevice::ReadOnly));
    EXPECT_EQ(QString::fromUtf8(made).toStdString(), golden.readAll().toStdString());
}

TEST(ReportFile, WritesEveryFormatItNames)
{
    const auto dir = test::temporaryDir();
    for (const auto &[name, begin] :
        { std::pair{ u"r.html"_s, "<!DOCTYPE" }, std::pair{ u"r.PDF"_s, "%PDF" },
            std::pair{ u"r.md"_s, "# two_partitions" }, std::pair{ u"r.json"_s, "{" },
            std::pair{ u"r.csv"_s, "section,kind" }, std::pair{ u"r.xlsx"_s, "PK" } }) {
        const auto path = dir + u'/' + name;
        const auto format = reportFormat(path);
        ASSERT_TRUE(format) << qPrintable(name);
        ASSERT_TRUE(saveReport(fixtureReport(), *format, path)) << qPrintable(name);
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_TRUE(file.readAll().startsWith(begin)) << qPrintable(name);
    }
    // Each table is a file with one line of titles, and rows as long as it.
    const auto tables = QDir(dir).entryList({ u"r-*.csv"_s });
    EXPECT_GT(tables.size(), 5);
    for (const auto &name : tables)
        EXPECT_GT(QFileInfo(QDir(dir).filePath(name)).size(), 0) << qPrintable(name);
    EXPECT_FALSE(reportFormat(u"r.doc"_s));
}

TEST(ReportFile, KeepsTheOldFileWhenTheNewCannotBeWritten)
{
    const auto saved = saveReport(
        fixtureReport(), ReportPage::Format::Html, test::temporaryDir() + u"/no/such/r.html"_s);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::IoWrite);
}

TEST_F(ReportPageTest, EmptyItOffersToOpenAFile)
{
    QSignalSpy asked(m_page.get(), &ReportPage::openModelRequested);
    QTest::mouseClick(find<QPushButton>(u"emptyAction"_s), Qt::LeftButton);
    EXPECT_EQ(asked.size(), 1);
}

TEST_F(ReportPageTest, ShowsTheDocumentAndLeavesOutWhatIsSwitchedOff)
{
    m_page->setReport(fixtureReport());
    auto *sheet = find<QTextBrowser>(u"reportSheet"_s);
    EXPECT_TRUE(sheet->toPlainText().contains(u"Compile spec"_s));
    auto *sections = find<QListWidget>(u"reportSections"_s);
    const auto count = m_page->chosenReport().sections.size();
    for (int i = 0; i < sections->count(); ++i) {
        if (sections->item(i)->text() == u"Compile spec"_s)
            sections->item(i)->setCheckState(Qt::Unchecked);
    }
    EXPECT_EQ(m_page->chosenReport().sections.size(), count - 1);
    EXPECT_FALSE(sheet->toPlainText().contains(u"Compile spec"_s));
    m_page->setReport(fixtureReport()); // rebuilt: the choice stays
    EXPECT_EQ(section(m_page->chosenReport(), u"Compile spec"_s), nullptr);
}

TEST_F(ReportPageTest, SectionsAreOrderedByKeysAndTheTemplateIsKept)
{
    m_page->setReport(fixtureReport());
    QSignalSpy changed(m_page.get(), &ReportPage::templateChanged);
    auto *sections = find<QListWidget>(u"reportSections"_s);
    const auto first = sections->item(0)->text();
    const auto second = sections->item(1)->text();
    m_page->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_page.get()));
    sections->setFocus();
    sections->setCurrentRow(1);
    QTest::keyClick(sections, Qt::Key_Up, Qt::ControlModifier);
    EXPECT_EQ(m_page->chosenReport().sections[0].title, second);
    EXPECT_EQ(m_page->chosenReport().sections[1].title, first);
    QTest::keyClicks(find<QLineEdit>(u"reportTitle"_s), u"Own"_s);
    QTest::keyClicks(find<QLineEdit>(u"reportAuthor"_s), u"A. Author"_s);
    QTest::keyClicks(find<QPlainTextEdit>(u"reportNote"_s), u"Why."_s);
    EXPECT_GE(changed.size(), 4);
    EXPECT_TRUE(find<QTextBrowser>(u"reportSheet"_s)->toPlainText().contains(u"A. Author"_s));
    const auto kept = ReportTemplate::fromText(m_page->reportTemplate().toText());
    EXPECT_EQ(kept, m_page->reportTemplate());

    ReportPage other(m_theme);
    other.setTemplate(kept);
    other.setReport(fixtureReport());
    const auto chosen = other.chosenReport();
    EXPECT_EQ(chosen.title, u"Own"_s);
    EXPECT_EQ(chosen.author, u"A. Author"_s);
    EXPECT_EQ(chosen.note, u"Why."_s);
    EXPECT_EQ(chosen.sections[0].title, second);
    EXPECT_FALSE(chosen.values.isEmpty()) << "what only JSON has stays";
}

TEST_F(ReportPageTest, ThePaperIsChosenAndKept)
{
    m_page->setReport(fixtureReport());
    auto *paper = find<QComboBox>(u"reportPaper"_s);
    QSignalSpy changed(m_page.get(), &ReportPage::templateChanged);
    EXPECT_EQ(m_page->chosenReport().paper, report::Paper::Usual);
    paper->setFocus();
    QTest::keyClick(paper, Qt::Key_End);
    ASSERT_EQ(changed.size(), 1);
    EXPECT_EQ(m_page->chosenReport().paper, report::Paper::Letter);
    const auto kept = ReportTemplate::fromText(m_page->reportTemplate().toText());
    EXPECT_EQ(kept, m_page->reportTemplate());
    m_page->setTemplate(ReportTemplate::fromText({}));
    EXPECT_EQ(paper->currentText(), u"Usual in this region"_s);
    EXPECT_EQ(ReportTemplate::fromText(u"{\"paper\":\"papyrus\"}"_s).paper, report::Paper::Usual);
}

TEST_F(ReportPageTest, NothingIsSqueezedInALowWindow)
{
    m_page->setReport(fixtureReport());
    m_page->resize(824, 467); // the room in a window of 900x560
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_page.get()));
    QCoreApplication::processEvents();
    const auto *list = find<QListWidget>(u"reportSections"_s);
    EXPECT_GE(list->height(), 6 * list->visualItemRect(list->item(0)).height());
    const auto *note = find<QPlainTextEdit>(u"reportNote"_s);
    const auto *choices = list->parentWidget();
    EXPECT_LE(choices->width(), choices->parentWidget()->width()) << "nothing is cut at the right";
    EXPECT_GE(list->geometry().top(), note->geometry().bottom() + list->fontMetrics().height());
    const auto *notice = find<QLabel>(u"reportNotice"_s);
    EXPECT_GE(notice->height(), notice->heightForWidth(notice->width()));
    for (const auto &name : { u"saveHtml"_s, u"savePdf"_s, u"saveOther"_s, u"copyMarkdown"_s }) {
        auto *button = find<QPushButton>(name);
        EXPECT_GE(button->height(), button->minimumSizeHint().height()) << name.toStdString();
        EXPECT_FALSE(button->visibleRegion().isEmpty());
    }
}

/// Titles of every length: each row is as high as what is painted in it.
TEST_F(ReportPageTest, TitlesOfSectionsAreReadWhole)
{
    report::Report report{ .title = u"r"_s };
    QString title = u"W"_s;
    for (int i = 0; i < 60; ++i) {
        title += i % 6 == 5 ? u' ' : u'i';
        report.sections.push_back({ .title = title + u'i', .blocks = { report::Text{ u"x"_s } } });
    }
    m_page->setReport(report);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_page.get()));
    const auto *list = find<QListWidget>(u"reportSections"_s);
    const QStyledItemDelegate asPainted;
    int wrapped = 0;
    for (int i = 0; i < list->count(); ++i) {
        QStyleOptionViewItem option;
        option.initFrom(list);
        option.widget = list;
        option.features |= QStyleOptionViewItem::WrapText;
        option.rect = list->visualItemRect(list->item(i));
        EXPECT_GE(
            option.rect.height(), asPainted.sizeHint(option, list->model()->index(i, 0)).height())
            << list->item(i)->text().toStdString();
        wrapped += option.rect.height() > list->visualItemRect(list->item(0)).height();
    }
    EXPECT_GT(wrapped, 5);
}

TEST(ReportTemplateTest, NewSectionsStandBehindWhatWasBeforeThem)
{
    const auto reportOf = [](const QStringList &titles) {
        report::Report report;
        for (const auto &title : titles)
            report.sections.push_back({ .title = title });
        return report;
    };
    const ReportTemplate chosen{ .order = { u"c"_s, u"a"_s }, .hidden = { u"d"_s } };
    QStringList titles;
    for (const auto &section :
        chosen.applied(reportOf({ u"a"_s, u"b"_s, u"c"_s, u"d"_s })).sections)
        titles << section.title;
    EXPECT_EQ(titles, (QStringList{ u"c"_s, u"a"_s, u"b"_s }));
    EXPECT_EQ(ReportTemplate::fromText(u"no JSON"_s), ReportTemplate());
    EXPECT_TRUE(ReportTemplate().toText().isEmpty());
}

TEST_F(ReportPageTest, BeginsAtItsTitleAndJumpsToAChosenSection)
{
    m_page->setReport(fixtureReport());
    auto *bar = find<QTextBrowser>(u"reportSheet"_s)->verticalScrollBar();
    EXPECT_EQ(bar->value(), 0);
    auto *sections = find<QListWidget>(u"reportSections"_s);
    sections->setCurrentRow(sections->count() - 1);
    const auto last = bar->value();
    EXPECT_GT(last, 200);
    // One that is moved stays in sight.
    m_page->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_page.get()));
    sections->setFocus();
    for (int row = sections->currentRow(); row > 0; --row)
        QTest::keyClick(sections, Qt::Key_Up, Qt::ControlModifier);
    EXPECT_LT(bar->value(), last / 2);
}

TEST_F(ReportPageTest, ButtonsSayWhatTheyWant)
{
    m_page->setReport(fixtureReport());
    QSignalSpy saves(m_page.get(), &ReportPage::saveRequested);
    QTest::mouseClick(find<QPushButton>(u"saveHtml"_s), Qt::LeftButton);
    QTest::keyClick(find<QPushButton>(u"savePdf"_s), Qt::Key_Space);
    ASSERT_EQ(saves.size(), 2);
    EXPECT_EQ(saves[0][0].value<ReportPage::Format>(), ReportPage::Format::Html);
    EXPECT_EQ(saves[1][0].value<ReportPage::Format>(), ReportPage::Format::Pdf);
    QTest::mouseClick(find<QPushButton>(u"copyMarkdown"_s), Qt::LeftButton);
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(u"# two_partitions.pte"_s));
}

/// Writes pictures to look at where TOSAIC_PICTURES says.
TEST_F(ReportPageTest, PaintsInBothThemes)
{
    m_page->setReport(fixtureReport());
    test::paintInBothThemes(*m_page, m_theme, u"report"_s, { QSize(820, 700), QSize(1900, 1300) });
}

} // namespace tosaic::test::reportpagetests
