// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "profiler/targets/boardqueue.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/doctor/doctorpage.h"
#include "views/widgets/datatable.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

// What this machine has of the tools, in the window.
namespace tosaic::test::doctorwindowtests {

namespace {

constexpr int Patience = 60'000; // ms, for a machine with many Pythons

class DoctorWindow : public WindowTest
{
protected:
    void TearDown() override { qputenv("PATH", m_path); }

    QByteArray m_path = qgetenv("PATH");
};

} // namespace

TEST_F(DoctorWindow, FindsAToolThatWasInstalledMeanwhileByTheCheckOfItsRow)
{
    const auto bin = dir + u"/bin"_s;
    ASSERT_TRUE(QDir().mkpath(bin));
    qputenv("PATH", (bin + u':').toLocal8Bit() + m_path);
    profile::BoardTurn nightly(u"board.example:5000"_s, u"nightly"_s);
    nightly.start();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return profile::boardUse(u"board.example:5000"_s).has_value(); }, Patience));
    trigger(u"help.doctor"_s);
    auto *dialog = window->findChild<QDialog *>(u"doctorDialog"_s);
    ASSERT_TRUE(dialog);
    auto *page = dialog->findChild<views::DoctorPage *>();
    auto *all = page->findChild<QPushButton *>(u"doctorCheckAll"_s);
    EXPECT_FALSE(all->isEnabled()) << "it looks at once";
    ASSERT_TRUE(QTest::qWaitFor([&] { return all->isEnabled(); }, Patience));
    auto *table = page->findChild<views::DataTable *>(u"doctorTable"_s);
    const auto board = table->model()->match(table->model()->index(0, table->columnOf(u"tool")),
        Qt::DisplayRole, u"board.example:5000"_s);
    ASSERT_EQ(board.size(), 1) << "a board that is in use";
    EXPECT_TRUE(board.front()
                    .siblingAtColumn(table->columnOf(u"note"))
                    .data()
                    .toString()
                    .contains(u"for \"nightly\""_s));
    const auto name = u"FVP_Corstone_SSE-320"_s;
    const auto found = table->model()->match(
        table->model()->index(0, table->columnOf(u"tool")), Qt::DisplayRole, name);
    ASSERT_EQ(found.size(), 1);
    table->scrollTo(found.front());
    QTest::mouseClick(
        table->viewport(), Qt::LeftButton, {}, table->visualRect(found.front()).center());
    auto *details = page->findChild<QLabel *>(u"doctorDetails"_s);
    EXPECT_TRUE(details->text().contains(u"Missing"_s)) << qPrintable(details->text());

    QFile program(bin + u'/' + name);
    ASSERT_TRUE(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho Fast Models 11.27.25\n");
    program.setPermissions(program.permissions() | QFile::ExeOwner);
    program.close();
    QTest::mouseClick(page->findChild<QPushButton *>(u"doctorCheckOne"_s), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return details->text().contains(u"Fits"_s) && all->isEnabled(); }, Patience));
    EXPECT_TRUE(details->text().contains(bin)) << qPrintable(details->text());

    trigger(u"help.doctor"_s);
    EXPECT_EQ(window->findChildren<QDialog *>(u"doctorDialog"_s).size(), 1) << "it is there";
}

} // namespace tosaic::test::doctorwindowtests
