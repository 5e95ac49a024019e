// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/columns.h"
#include "tests/views/operations/subjects.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/models/roles.h"
#include "views/operations/deviationmodel.h"
#include "views/operations/operationtablemodel.h"
#include "views/operations/unmatchedpanel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::operationmodelstests {

namespace {

using Model = views::OperationTableModel;

QString cell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

TEST(OperationTableModel, SaysWhatIsKnownAndWhatIsNot)
{
    Model model;
    const ModelCheck check(model);
    const auto data = computed(smallSubject());
    model.set(data, allRows(*data));
    ASSERT_EQ(model.rowCount(), 5);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"name")), u"conv"_s);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"cycles")), u"130"_s);
    EXPECT_EQ(model.index(0, test::column<Model>(u"cycles")).data(views::OriginRole).toString(),
        u"FVP"_s);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"time")), u"130 µs"_s);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"share")), u"61.9 %"_s);
    const QAbstractItemModel &heads = model;
    EXPECT_EQ(heads.headerData(test::column<Model>(u"share"), Qt::Horizontal).toString(),
        u"Share of cycles"_s);
    EXPECT_DOUBLE_EQ(
        model.index(3, test::column<Model>(u"share")).data(views::FractionRole).toDouble(),
        60.0 / 130);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"estimate")), u"210"_s);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"deviation")), u"38.1 % below"_s);
    EXPECT_EQ(cell(model, 0, test::column<Model>(u"confidence")), u"High"_s);
    EXPECT_EQ(cell(model, 1, test::column<Model>(u"cycles")), u"in conv"_s);
    for (const auto column : { test::column<Model>(u"cycles"), test::column<Model>(u"share"),
             test::column<Model>(u"cumulative"), test::column<Model>(u"deviation"),
             test::column<Model>(u"time"), test::column<Model>(u"utilisation"),
             test::column<Model>(u"bytes"), test::column<Model>(u"source") })
        EXPECT_EQ(cell(model, 4, column), u"Not known"_s) << column;
    EXPECT_EQ(cell(model, 4, test::column<Model>(u"estimate")), u"50"_s);
    EXPECT_TRUE(model.index(0, test::column<Model>(u"utilisation"))
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"M / (P x C)"_s));
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column)
            EXPECT_FALSE(cell(model, row, column).isEmpty()) << row << ' ' << column;
    }
}

TEST(OperationTableModel, UnknownSortsBehindEveryNumber)
{
    Model model;
    const auto data = computed(smallSubject());
    model.set(data, allRows(*data));
    const auto unknown
        = model.index(4, test::column<Model>(u"deviation")).data(views::SortRole).toDouble();
    EXPECT_LT(unknown,
        model.index(0, test::column<Model>(u"deviation")).data(views::SortRole).toDouble());
    EXPECT_FALSE(model.index(4, test::column<Model>(u"cycles")).data(views::ValueRole).isValid());
}

TEST(OperationTableModel, KnowsWhichColumnsSayNothing)
{
    Model model;
    const ModelCheck check(model);
    const auto estimated = computed(estimatedSubject());
    model.set(estimated, allRows(*estimated));
    EXPECT_FALSE(model.isKnown(test::column<Model>(u"board")));
    EXPECT_FALSE(model.isKnown(test::column<Model>(u"deviation")));
    EXPECT_FALSE(model.isKnown(test::column<Model>(u"confidence")));
    EXPECT_FALSE(model.isKnown(test::column<Model>(u"estimate"))) << "they are the cycles";
    EXPECT_TRUE(model.isKnown(test::column<Model>(u"module")));
    EXPECT_EQ(model.index(0, test::column<Model>(u"cycles")).data(views::OriginRole).toString(),
        u"est"_s);
    EXPECT_EQ(model.headerData(test::column<Model>(u"cycles"), Qt::Horizontal, views::ValueRole)
                  .toString(),
        u"Cycles (est)"_s);
    const auto measured = computed(smallSubject());
    model.set(measured, { 3 });
    EXPECT_TRUE(model.isKnown(test::column<Model>(u"deviation")));
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.rowOf(3), 0);
    EXPECT_EQ(model.rowOf(0), -1);
}

TEST(DeviationModel, StepsLeadFromOneTotalToTheOther)
{
    views::DeviationModel model;
    const ModelCheck check(model);
    const auto data = computed(smallSubject());
    model.set(data, allRows(*data));
    ASSERT_EQ(model.rowCount(), 2); // conv -80, add +30
    EXPECT_EQ(cell(model, 0, test::column<views::DeviationModel>(u"name")), u"conv"_s);
    EXPECT_EQ(cell(model, 0, test::column<views::DeviationModel>(u"difference")), u"\u221280"_s);
    EXPECT_EQ(cell(model, 1, test::column<views::DeviationModel>(u"difference")), u"+30"_s);
    EXPECT_EQ(cell(model, 0, test::column<views::DeviationModel>(u"share")), u"72.7 %"_s);
    const auto first = model.rows()[0].span;
    const auto second = model.rows()[1].span;
    EXPECT_DOUBLE_EQ(first.zero, 1); // everything is left of the reference's total
    EXPECT_DOUBLE_EQ(first.from, 1);
    EXPECT_DOUBLE_EQ(first.to, 0);
    EXPECT_DOUBLE_EQ(second.from, first.to);
    EXPECT_DOUBLE_EQ(second.to, 30.0 / 80);
    // A filter takes rows away, not their ranks.
    model.set(data, { static_cast<size_t>(rowNamed(*data, u"add"_s)) });
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(cell(model, 0, test::column<views::DeviationModel>(u"rank")), u"2"_s);
    EXPECT_DOUBLE_EQ(model.rows()[0].span.from, 0);
}

TEST(UnmatchedModel, ListsKindsWithCyclesAndExamples)
{
    auto subject = smallSubject();
    subject->board = { { 0, 99, 5 } };
    const auto data = computed(subject);
    views::ColumnModel model(views::unmatchedColumns());
    const ModelCheck check(model);
    model.set(views::unmatchedRows(*data));
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(cell(model, 0, model.columnOf(u"cycles")), u"Not known"_s);
    EXPECT_EQ(cell(model, 0, model.columnOf(u"examples")), u"40, 41, 42 and 9 more"_s);
    EXPECT_EQ(cell(model, 1, model.columnOf(u"what")),
        u"1 row(s) of the board fit no operator, or several"_s);
}

} // namespace tosaic::test::operationmodelstests
