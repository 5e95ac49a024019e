// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/widgettest.h"
#include "views/doctor/doctorpage.h"
#include "views/models/roles.h"
#include "views/widgets/datatable.h"

#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace tosaic::test::doctorpagetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

using profile::CheckedTool;
using State = CheckedTool::State;

std::vector<CheckedTool> tools()
{
    return { { .kind = u"compilers"_s,
                 .name = u"ExecuTorch and Vela"_s,
                 .state = State::Fits,
                 .version = u"executorch 1.5.1, ethos-u-vela 5.1.0"_s,
                 .path = u"/envs/a/bin/python"_s,
                 .check = u"/envs/a/bin/python tosaic_probe.py"_s },
        { .kind = u"fvp"_s,
            .name = u"FVP_Corstone_SSE-320"_s,
            .state = State::Missing,
            .note = u"runs programs for ethos-u85 without a board"_s,
            .remedy = { u"cd executorch"_s, u"examples/arm/setup.sh"_s },
            .license = u"Arm's End User License Agreement"_s },
        { .kind = u"serial"_s, .name = u"ttyACM0"_s, .state = State::Broken } };
}

class DoctorPageTest : public testing::Test
{
protected:
    DoctorPageTest() : page(theme)
    {
        theme.apply(*qApp, ThemeMode::Light);
        page.resize(980, 560);
        page.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
        page.setTools(tools());
    }
    void choose(int row)
    {
        auto &table = test::childOf<DataTable>(page, u"doctorTable"_s);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
            table.visualRect(table.model()->index(row, 0)).center());
        ASSERT_EQ(table.currentSourceRow(), row);
    }
    QString details() { return test::childOf<QLabel>(page, u"doctorDetails"_s).text(); }

    Theme theme;
    DoctorPage page;
};

} // namespace

TEST_F(DoctorPageTest, SaysOfTheChosenToolHowToMendItUnderWhichLicence)
{
    EXPECT_TRUE(test::childOf<QLabel>(page, u"doctorStatus"_s).text().contains(u"1 of 3"_s));
    EXPECT_TRUE(details().contains(u"tosaic_probe.py"_s)) << "the first row is chosen";
    EXPECT_FALSE(test::childOf<QPlainTextEdit>(page, u"doctorCommands"_s).isVisible());
    choose(1);
    EXPECT_TRUE(details().contains(u"Missing"_s) && details().contains(u"License Agreement"_s))
        << details().toStdString();
    EXPECT_FALSE(test::childOf<QPushButton>(page, u"doctorCompilers"_s).isVisible());
    QTest::mouseClick(&test::childOf<QPushButton>(page, u"doctorCopy"_s), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), u"cd executorch\nexamples/arm/setup.sh"_s);
    test::keepPictures(page, theme, u"doctor"_s);
}

/// Other Pythons of a machine that has its compilers are no defect.
TEST_F(DoctorPageTest, WhatIsNotNeededIsNeitherMissingNorCounted)
{
    auto all = tools();
    all.push_back({ .kind = u"compilers"_s,
        .name = u"other Pythons"_s,
        .state = State::NotNeeded,
        .note = u"without Vela, and not needed: /usr/bin/python3"_s });
    page.setTools(all);
    choose(3);
    EXPECT_TRUE(details().contains(u"Not needed"_s)) << details().toStdString();
    EXPECT_FALSE(details().contains(u"Missing"_s));
    EXPECT_FALSE(test::childOf<QPlainTextEdit>(page, u"doctorCommands"_s).isVisible());
    EXPECT_TRUE(test::childOf<QLabel>(page, u"doctorStatus"_s).text().contains(u"1 of 3"_s));
    const auto &table = test::childOf<DataTable>(page, u"doctorTable"_s);
    const auto state = table.model()->index(3, 0);
    EXPECT_EQ(state.data(SeverityRole).toInt(), static_cast<int>(Severity::Info));
}

TEST_F(DoctorPageTest, AsksForTheCheckOfOneAndKeepsItChosen)
{
    QSignalSpy one(&page, &DoctorPage::checkRequested);
    QSignalSpy all(&page, &DoctorPage::checkAllRequested);
    auto &button = test::childOf<QPushButton>(page, u"doctorCheckOne"_s);
    choose(2);
    QTest::mouseClick(&button, Qt::LeftButton);
    ASSERT_EQ(one.size(), 1);
    EXPECT_EQ(one.front().front().toInt(), 2);
    page.setBusy(true);
    EXPECT_FALSE(button.isEnabled());
    auto found = tools();
    found[2].state = State::Fits;
    page.setTools(found);
    page.setBusy(false);
    EXPECT_TRUE(details().contains(u"ttyACM0: Fits"_s)) << details().toStdString();
    QTest::mouseClick(&test::childOf<QPushButton>(page, u"doctorCheckAll"_s), Qt::LeftButton);
    EXPECT_EQ(all.size(), 1);
    QSignalSpy compilers(&page, &DoctorPage::compilersRequested);
    choose(0);
    QTest::mouseClick(&test::childOf<QPushButton>(page, u"doctorCompilers"_s), Qt::LeftButton);
    EXPECT_EQ(compilers.size(), 1);
}

} // namespace tosaic::test::doctorpagetests
