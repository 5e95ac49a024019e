// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/pages/pagefixtures.h"
#include "views/file/descriptionmodels.h"
#include "views/file/filepage.h"
#include "views/file/sectionpage.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace tosaic::test::filepagetests {

namespace {

Description description()
{
    Description made;
    made.format = u"npz"_s;
    made.formatVersion = u"1.0"_s;
    made.diagnostics = {
        { u"npz.note"_s, Severity::Info, {}, u"an array has no elements"_s },
        { u"npz.crc"_s, Severity::Error, { .offset = 512, .section = u"member a.npy"_s },
            u"the checksum does not match"_s },
    };
    DescriptionSection summary;
    summary.title = u"Summary"_s;
    summary.facts = { { u"Arrays"_s, u"3"_s }, { u"Compression"_s, {} } };
    DescriptionSection arrays;
    arrays.title = u"Arrays"_s;
    arrays.facts = { { u"Largest"_s, u"weights"_s } };
    arrays.table.columns = { { u"Name"_s }, { u"Bytes"_s, true }, { u"Type"_s } };
    arrays.table.rows = { { u"weights"_s, u"1,200"_s, u"int8"_s },
        { u"bias"_s, u"40"_s, u"int32"_s }, { u"command"_s, {}, u"uint32"_s } };
    arrays.table.omitted = 7;
    made.sections = { summary, arrays };
    return made;
}

class File : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page.resize(1000, 600);
        page.show();
        sections = child<QListWidget>(page, u"fileSections"_s);
        facts = child<views::DataTable>(page, u"sectionFacts"_s);
        table = child<views::DataTable>(page, u"sectionTable"_s);
    }
    void open(Description what)
    {
        OpenedModel opened;
        opened.path = u"/models/network_vela.npz"_s;
        opened.description = std::move(what);
        opened.source = ByteSource::fromBytes(QByteArray(2048, 'x'), opened.path);
        document.set(std::move(opened));
    }
    QString text(const QString &name) { return child<QLabel>(page, name)->text(); }
    static QString cell(const views::DataTable *view, int row, int column)
    {
        return view->model()->index(row, column).data().toString();
    }

    views::FilePage page{ document, theme };
    QListWidget *sections = nullptr;
    views::DataTable *facts = nullptr;
    views::DataTable *table = nullptr;
};

/// Translates the context of core's labels.
class LabelTranslator : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *text, const char *, int) const override
    {
        return qstrcmp(context, "Description") == 0 && qstrcmp(text, "Bytes") == 0 ? u"Oktette"_s
                                                                                   : QString();
    }
};

} // namespace

TEST_F(File, EmptyWithoutAFile)
{
    auto *states = child<views::StateStack>(page, u"fileStates"_s);
    EXPECT_FALSE(states->isContentShown());
    QSignalSpy wanted(&page, &views::FilePage::openRequested);
    QTest::mouseClick(child<QPushButton>(page, u"emptyAction"_s), Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);
    open(description());
    EXPECT_TRUE(states->isContentShown());
    openFixture(document, u"add-u55-128"_s); // has views of its own
    EXPECT_FALSE(states->isContentShown());
}

TEST_F(File, ShowsSectionsWithFactsAndTables)
{
    open(description());
    EXPECT_EQ(text(u"fileTitle"_s), u"network_vela.npz"_s);
    EXPECT_TRUE(text(u"fileFacts"_s).startsWith(u"npz, version 1.0"_s));
    EXPECT_TRUE(text(u"fileFacts"_s).endsWith(u"2 KiB"_s));
    ASSERT_EQ(sections->count(), 2);
    EXPECT_EQ(text(u"sectionTitle"_s), u"Summary"_s);
    EXPECT_EQ(cell(facts, 1, 0), u"Compression"_s);
    EXPECT_EQ(cell(facts, 1, 1), u"Not known"_s);
    EXPECT_FALSE(table->isVisible());
    sections->setFocus();
    QTest::keyClick(sections, Qt::Key_Down);
    EXPECT_EQ(text(u"sectionTitle"_s), u"Arrays"_s);
    EXPECT_EQ(sections->currentItem()->text(), u"Arrays (3)"_s);
    ASSERT_TRUE(table->isVisible());
    EXPECT_EQ(table->model()->rowCount(), 3);
    EXPECT_EQ(cell(table, 2, 1), u"Not known"_s);
    EXPECT_TRUE(text(u"sectionOmitted"_s).startsWith(u"7 more rows"_s));
    picture(page, u"file-light"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(page, u"file-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
}

TEST_F(File, ProblemsStandOnTopWorstFirst)
{
    open(description());
    auto *problems = child<views::DataTable>(page, u"fileProblems"_s);
    ASSERT_TRUE(problems->isVisible());
    EXPECT_EQ(cell(problems, 0, 0), u"Error"_s);
    EXPECT_EQ(cell(problems, 0, 1), u"the checksum does not match"_s);
    EXPECT_TRUE(cell(problems, 0, 2).contains(u"member a.npy"_s));
    EXPECT_EQ(cell(problems, 1, 0), u"Note"_s);
    for (const auto width : { 608, 1200 }) {
        page.resize(width, 600);
        int rest = 0;
        for (const auto column : { 0, 2, 3 })
            rest += problems->columnWidth(column);
        EXPECT_GT(problems->columnWidth(1), rest) << "the text has the room, at " << width;
    }
    auto clean = description();
    clean.diagnostics.clear();
    open(clean);
    EXPECT_FALSE(problems->isVisible());
}

TEST_F(File, SortsNumbersAsNumbersAndCopies)
{
    open(description());
    sections->setCurrentRow(1);
    auto *header = table->horizontalHeader();
    const auto click = [&] {
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
            QPoint(header->sectionViewportPosition(1) + 10, header->height() / 2));
    };
    click();
    EXPECT_EQ(header->sortIndicatorSection(), 1);
    const auto rowOf = [&](const QString &name) {
        int row = 0;
        while (row < 3 && cell(table, row, 0) != name)
            ++row;
        return row;
    };
    const bool isAscending = header->sortIndicatorOrder() == Qt::AscendingOrder;
    EXPECT_EQ(rowOf(u"bias"_s) < rowOf(u"weights"_s), isAscending)
        << "1,200 is more than 40, although its text is less";
    page.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&page));
    table->setFocus();
    table->selectRow(rowOf(u"weights"_s));
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), u"Name\tBytes\tType\nweights\t1,200\tint8"_s);
}

TEST_F(File, TheFilterGoesOverAllSections)
{
    open(description());
    auto *filter = child<QLineEdit>(page, u"fileFilter"_s);
    QTest::keyClicks(filter, u"BIAS"_s);
    ASSERT_EQ(sections->count(), 1);
    EXPECT_EQ(sections->item(0)->text(), u"Arrays (1)"_s);
    EXPECT_EQ(table->model()->rowCount(), 1);
    EXPECT_EQ(cell(table, 0, 0), u"bias"_s);
    QTest::keyClicks(filter, u"nothing"_s);
    EXPECT_EQ(sections->count(), 0);
    EXPECT_EQ(text(u"sectionTitle"_s), u"Nothing matches the filter"_s);
    QTest::keyClick(filter, Qt::Key_Escape);
    EXPECT_EQ(sections->count(), 2);
}

TEST_F(File, LabelsOfCoreAreTranslated)
{
    LabelTranslator translator;
    QApplication::installTranslator(&translator);
    open(description());
    sections->setCurrentRow(1);
    EXPECT_EQ(table->model()->headerData(1, Qt::Horizontal).toString(), u"Oktette"_s);
    EXPECT_EQ(table->model()->headerData(0, Qt::Horizontal).toString(), u"Name"_s);
    QApplication::removeTranslator(&translator);
}

TEST_F(File, ModelsKeepTheRules)
{
    views::ColumnModel<QStringList> model({});
    const ModelCheck check(model);
    const auto shown = description().sections[1].table;
    model.set(views::columnsOfTable(shown), shown.rows);
    EXPECT_EQ(model.rowCount(), 3);
    model.set(views::columnsOfTable({}), {});
    EXPECT_EQ(model.columnCount(), 0);
    views::FactsModel factsModel;
    const ModelCheck factsCheck(factsModel);
    factsModel.set(views::factsOf(description().sections[0]));
    EXPECT_EQ(views::matchesIn(description().sections[1], u"INT"_s), 3);
}

} // namespace tosaic::test::filepagetests
