// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/modeldocument.h"
#include "core/documents/openmodel.h"
#include "core/documents/selection.h"
#include "tests/support/samples.h"
#include "views/quantisation/quantisationpage.h"
#include "views/widgets/datatable.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

class QuantisationPageTest : public testing::Test
{
protected:
    QuantisationPageTest() : page(document, selection, jobs, theme)
    {
        theme.apply(*qApp, ThemeMode::Light);
        page.resize(1100, 500);
        page.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
    }

    void open(const QString &fixture)
    {
        auto opened = openDocument(test::fixturePath(fixture));
        ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
        document.set(std::move(*opened));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !page.values().empty(); }, 20000));
    }

    template <typename Widget>
    Widget *find(const QString &name)
    {
        return page.findChild<Widget *>(name);
    }

    Theme theme;
    JobList jobs;
    ModelDocument document;
    SelectionContext selection;
    QuantisationPage page;
};

} // namespace

TEST_F(QuantisationPageTest, RowsLeadToTheModelAndFollowIt)
{
    open(u"two_partitions-u55-128"_s);
    auto *table = find<DataTable>(u"quantisationTable"_s);
    EXPECT_EQ(size_t(table->model()->rowCount()), page.values().size());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
        table->visualRect(table->model()->index(0, 0)).center());
    EXPECT_EQ(selection.current(), page.values().front().entity);
    selection.select(page.values().back().entity);
    EXPECT_EQ(size_t(table->currentSourceRow()), page.values().size() - 1);
    EXPECT_TRUE(find<QLabel>(u"quantisationSentence"_s)->text().contains(u"int8"_s));
    EXPECT_TRUE(find<QLabel>(u"quantisationDoubts"_s)->text().contains(u"example inputs"_s));
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        QTest::qWait(50), page.grab().save(folder + u"/quantisation-light.png"_s);
}

TEST_F(QuantisationPageTest, ItsButtonsLeadToTheSpecAndBack)
{
    open(u"two_partitions-u55-128"_s);
    QSignalSpy spec(&page, &QuantisationPage::specRequested);
    QSignalSpy close(&page, &QuantisationPage::closeRequested);
    QTest::mouseClick(find<QPushButton>(u"quantisationSpec"_s), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>(u"closeQuantisation"_s), Qt::LeftButton);
    EXPECT_EQ(spec.size(), 1);
    EXPECT_EQ(close.size(), 1);
}

TEST_F(QuantisationPageTest, WithoutAnyItSaysWhatWouldBeHere)
{
    ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 10000));
    EXPECT_TRUE(page.values().empty());
    EXPECT_FALSE(find<DataTable>(u"quantisationTable"_s)->isVisible());
}
