// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "core/compiled/resultreader.h"
#include "core/teamstore/teamstore.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/settingkeys.h"
#include "tests/app/windowfixture.h"
#include "tests/support/postgres.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"

#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSqlDatabase>

using namespace Qt::StringLiterals;

// The team's store in the window.
namespace tosaic::test::storewindowtests {

namespace {

constexpr int Patience = 60'000; // ms

void addCompile(const QString &path, const QString &fixture)
{
    const auto file = *workspace::Workspace::openOrCreate(path);
    const auto result = compiled::readCompileResult(fixturePath(fixture));
    ASSERT_TRUE(result);
    ASSERT_TRUE(file->addCompile(*result, workspace::compileDetails(*result, {}, {})));
}

} // namespace

class StoreWindow : public WindowTest
{
protected:
    QString notice() const
    {
        const auto *text = window->findChild<QLabel *>(u"noticeText"_s);
        return text ? text->text() : QString();
    }
};

TEST_F(StoreWindow, SendsWhatIsRecordedAndTellsWhatOthersAdd)
{
    QString why;
    const auto server = PostgresServer::make(&why);
    TOSAIC_NEED_POSTGRES(server, why);
    if (!QSqlDatabase::isDriverAvailable(u"QPSQL"_s))
        GTEST_SKIP() << "libqt6sql6-psql is not installed";
    ASSERT_TRUE(server->createDatabase(u"team"_s));
    const auto address = *teamstore::readStoreAddress(server->ownerAddress(u"team"_s));
    ASSERT_TRUE(teamstore::TeamStore::create(address, temporaryDir()));
    const auto path = dir + u"/mine.tosaic"_s;
    addCompile(path, u"add-u55-128"_s);
    open(path);
    auto *action = window->actions().action(u"workspace.store"_s);
    ASSERT_TRUE(action);
    ASSERT_TRUE(QTest::qWaitFor([&] { return action->isEnabled(); }, Patience));
    trigger(u"workspace.store"_s);
    auto *dialog = window->findChild<QDialog *>(u"storeDialog"_s);
    ASSERT_TRUE(dialog);
    auto *place = dialog->findChild<QLineEdit *>(u"storeAddress"_s);
    auto *use = dialog->findChild<QPushButton *>(u"storeUse"_s);
    const auto *state = dialog->findChild<QLabel *>(u"storeState"_s);
    place->setFocus();
    QTest::keyClicks(place, u"postgresql://anna:pw@db.example/team"_s);
    EXPECT_FALSE(use->isEnabled());
    EXPECT_TRUE(dialog->findChild<QLabel *>(u"storeNote"_s)->text().contains(u".pgpass"_s));
    place->selectAll();
    QTest::keyClicks(place, address.toText());
    ASSERT_TRUE(use->isEnabled());
    QTest::mouseClick(use, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return state->text().contains(u"Everything is in the store"_s); }, Patience))
        << qPrintable(state->text());
    const auto store = *teamstore::TeamStore::open(address);
    EXPECT_EQ(store->counts()->compiles, 1u);

    picture(*dialog, u"store-dialog"_s);

    // Somebody else adds one: the window hears of it by itself.
    const auto theirs = dir + u"/theirs.tosaic"_s;
    addCompile(theirs, u"two_partitions-u55-128"_s);
    ASSERT_TRUE(store->push(**workspace::Workspace::open(theirs)));
    ASSERT_TRUE(QTest::qWaitFor([&] { return notice().contains(u"1 compile"_s); }, Patience));
    EXPECT_EQ((*workspace::Workspace::open(path))->jobHeads()->size(), 2u);
    picture(*window, u"store-window"_s);
}

TEST_F(StoreWindow, AsksBeforeAWorkspaceOfSomebodyElseLeadsToItsStore)
{
    const auto path = dir + u"/foreign.tosaic"_s;
    {
        const auto file = *workspace::Workspace::create(path);
        ASSERT_TRUE(file->setSetting(workspace::StoreKey, u"postgresql://127.0.0.1:1/theirs"_s));
    }
    open(path);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return notice().contains(u"belongs to the store"_s); }, Patience));
    EXPECT_TRUE(notice().contains(u"127.0.0.1:1/theirs"_s));
}

} // namespace tosaic::test::storewindowtests
