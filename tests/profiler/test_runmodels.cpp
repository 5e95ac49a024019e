// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/countersmodel.h"
#include "views/runs/runlistmodel.h"
#include "views/runs/texttablemodel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

using namespace Qt::StringLiterals;

namespace tosaic::views {
namespace {

/// The tester warns in the category "qt.modeltest"; here a warning fails the test.
class RunModels : public testing::Test
{
protected:
    void SetUp() override { m_before = qInstallMessageHandler(handle); }
    void TearDown() override { qInstallMessageHandler(m_before); }

    static void handle(QtMsgType, const QMessageLogContext &context, const QString &text)
    {
        if (QByteArrayView(context.category) == "qt.modeltest")
            ADD_FAILURE() << text.toStdString();
    }
    static constexpr auto Mode = QAbstractItemModelTester::FailureReportingMode::Warning;

private:
    QtMessageHandler m_before = nullptr;
};

TEST_F(RunModels, TheListFollowsItsDocument)
{
    RunsDocument document;
    RunListModel model(document);
    const QAbstractItemModelTester tester(&model, Mode);
    const auto run = std::make_shared<const profile::Run>();
    document.add({ .name = u"a"_s, .run = run });
    document.add({ .name = u"b"_s, .run = run });
    ASSERT_EQ(model.rowCount(), 2);
    document.setOrigin(1, Origin::Board);
    EXPECT_EQ(model.index(1).data(OriginRole).toString(), u"board"_s);
    document.remove(0);
    EXPECT_EQ(model.index(0).data().toString(), u"b"_s);
    document.clear();
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(RunModels, CountersKeepRawValuesAndUnits)
{
    CountersModel model;
    const QAbstractItemModelTester tester(&model, Mode);
    model.set({ .counters = { { u"cntr0"_s, 0, {} }, { u"CYCLE_COUNTER"_s, 9, u"cycles"_s } } }, 3,
        { .origin = Origin::Fvp });
    const auto value = model.index(0, CountersModel::ValueColumn);
    EXPECT_EQ(value.data().toString(), u"0"_s) << "a printed 0 is 0";
    EXPECT_EQ(model.index(0, CountersModel::UnitColumn).data().toString(), u"Not known"_s);
    EXPECT_EQ(value.data(OriginRole).toString(), u"FVP"_s);
    EXPECT_EQ(
        value.data(EntityRole).value<model::EntityRef>(), model::EntityRef::counter(3, u"cntr0"_s));
    EXPECT_EQ(model.rowOf(u"CYCLE_COUNTER"_s), 1);
    model.clear();
    EXPECT_EQ(model.rowOf(u"CYCLE_COUNTER"_s), -1);
}

TEST_F(RunModels, TextsAreShownAsTheyAre)
{
    TextTableModel model({ u"Line"_s, u"Text"_s }, { true, false });
    const QAbstractItemModelTester tester(&model, Mode);
    model.set({ { { u"1"_s, u"Invoke failed."_s }, {} }, { { u"2"_s }, {} } });
    EXPECT_EQ(model.index(0, 1).data().toString(), u"Invoke failed."_s);
    EXPECT_EQ(model.rowCount(), 2);
}

} // namespace
} // namespace tosaic::views
