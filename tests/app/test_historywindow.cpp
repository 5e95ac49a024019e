// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/workspace.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/widgets/datatable.h"
#include "views/workspace/historypage.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

// The compiles of a model that a workspace keeps, in the window.
namespace tosaic::test::historywindowtests {

namespace {

constexpr int Patience = 60'000; // ms

void addCompile(workspace::Workspace &file, const QString &fixture)
{
    const auto result = compiled::readCompileResult(fixturePath(fixture));
    ASSERT_TRUE(result);
    ASSERT_TRUE(file.addCompile(*result, workspace::compileDetails(*result, {}, {})));
}

} // namespace

class HistoryWindow : public WindowTest
{
};

TEST_F(HistoryWindow, ShowsWhatChangedAndFollowsTheWorkspace)
{
    const auto path = dir + u"/kept.tosaic"_s;
    {
        auto file = *workspace::Workspace::create(path);
        addCompile(*file, u"add-u55-128"_s);
        addCompile(*file, u"two_partitions-u55-128"_s);
    }
    trigger(u"model.history"_s);
    auto *dialog = window->findChild<QDialog *>(u"historyDialog"_s);
    ASSERT_TRUE(dialog);
    auto *page = dialog->findChild<views::HistoryPage *>();
    auto *table = page->findChild<views::DataTable *>(u"historyTable"_s);
    auto *models = page->findChild<QComboBox *>(u"historyModels"_s);
    EXPECT_EQ(models->count(), 0) << "no workspace is open";
    open(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return models->count() == 2; }, Patience));
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 1; }, Patience));
    // The other model, by key.
    models->setFocus();
    const auto other = models->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up;
    const auto add = models->findText(u"add.py"_s);
    if (models->currentIndex() != add)
        QTest::keyClick(models, other);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session->jobs().isIdle(); }, Patience));

    // Another compile of it, as another window records it.
    {
        auto file = *workspace::Workspace::open(path);
        addCompile(*file, u"add-u55-128-sram_only"_s);
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 2; }, Patience));
    const auto changes = table->columnOf(u"changes");
    QStringList told;
    for (int row = 0; row < 2; ++row)
        told.append(table->model()->index(row, changes).data().toString());
    told.sort();
    EXPECT_TRUE(told.join(u'|').contains(u"memoryMode"_s)) << qPrintable(told.join(u'|'));
    EXPECT_TRUE(told.contains(u"the first for this target"_s)) << qPrintable(told.join(u'|'));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
        table->visualRect(table->model()->index(0, 0)).center());
    auto *details = page->findChild<QLabel *>(u"historyDetails"_s);
    EXPECT_TRUE(details->text().contains(u"ethos-u55-128"_s)) << qPrintable(details->text());
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        for (const auto mode : { views::ThemeMode::Dark, views::ThemeMode::Light }) {
            theme.apply(*qApp, mode);
            QTest::qWait(50);
            dialog->grab().save(folder
                + (mode == views::ThemeMode::Dark ? u"/history-dark.png"_s : u"/history.png"_s));
        }
    }
    QTest::mouseClick(page->findChild<QPushButton *>(u"historyOpen"_s), Qt::LeftButton);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return session->model().compileResult() != nullptr; }, Patience));
}

} // namespace tosaic::test::historywindowtests
