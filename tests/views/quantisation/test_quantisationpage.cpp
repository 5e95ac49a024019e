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

namespace tosaic::test::quantisationpagetests {

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

TEST_F(QuantisationPageTest, WhatCalibrationSawOfTheChosenValueIsShown)
{
    auto opened = openDocument(test::fixturePath(u"two_partitions-u55-128"_s));
    ASSERT_TRUE(opened);
    auto result = *opened->result;
    const auto node = u"aten_relu_default"_s;
    result.stored = { { .node = node,
        .dtype = u"int8"_s,
        .scales = { 0.01 },
        .zeroPoints = { -128 },
        .low = -128,
        .high = 127,
        .observed
        = compiled::ObservedValues{ 0, 4, { 40, 60, 90, 50, 20, 9, 4, 2, 2, 1, 1, 1 }, 0.03 } } };
    opened->result = std::make_shared<const compiled::CompileResult>(std::move(result));
    document.set(std::move(*opened));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.values().empty(); }, 20000));
    auto *seen = find<QLabel>(u"quantisationSeen"_s);
    EXPECT_FALSE(seen->isVisible());
    selection.select(model::EntityRef::node(node));
    ASSERT_TRUE(QTest::qWaitFor([&] { return seen->isVisible(); }));
    EXPECT_TRUE(seen->text().contains(u"calibration saw 0 to 4"_s)) << qPrintable(seen->text());
    EXPECT_TRUE(seen->text().contains(u"from 0 to 2.55"_s)) << qPrintable(seen->text());
    EXPECT_TRUE(seen->text().contains(u"is clipped"_s));
    auto *picture = find<QWidget>(u"quantisationHistogram"_s);
    ASSERT_TRUE(picture->isVisible());
    const auto image = picture->grab().toImage();
    const auto has = [&image](const QColor &colour) {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == colour)
                    return true;
            }
        }
        return false;
    };
    EXPECT_TRUE(has(theme.colors().accent));
    EXPECT_TRUE(has(theme.colors().worse)) << "what is clipped";
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        page.grab().save(folder + u"/quantisation-seen.png"_s);
    selection.select(model::EntityRef::node(u"aten_convolution_default_1"_s));
    EXPECT_FALSE(seen->isVisible());
}

TEST_F(QuantisationPageTest, OnlyColumnsThatSaySomethingStandAndConstantsAreCalledSo)
{
    TOSAIC_NEED_SAMPLES();
    auto opened = openDocument(test::samplesDir() + u"/models/tflite/person_detect.tflite"_s);
    ASSERT_TRUE(opened) << qPrintable(opened.error().toText());
    document.set(std::move(*opened));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.values().empty(); }, 20000));
    auto *table = find<DataTable>(u"quantisationTable"_s);
    EXPECT_FALSE(table->isColumnHidden(table->columnOf(u"scale")));
    for (const auto &key : { u"observedLow"_s, u"observedHigh"_s, u"clippedShare"_s })
        EXPECT_TRUE(table->isColumnHidden(table->columnOf(key))) << "nobody calibrated this file";
    ASSERT_TRUE(page.values().front().isConstant);
    EXPECT_EQ(
        table->model()->index(0, table->columnOf(u"operator")).data().toString(), u"constant"_s);
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

} // namespace tosaic::test::quantisationpagetests
