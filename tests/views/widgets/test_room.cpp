// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/datatable.h"
#include "views/widgets/partslabel.h"

#include <gtest/gtest.h>

#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace tosaic::views {

TEST(PartsLabel, LeavesOutWholeFactsFromTheEnd)
{
    PartsLabel label;
    const QStringList parts{ u"Peak 20 KiB"_s, u"highest address 24 KiB"_s, u"20 buffers"_s };
    label.setParts(parts);
    const auto widthOf = [&](qsizetype count) {
        return label.fontMetrics().horizontalAdvance(parts.first(count).join(u"  ·  "_s));
    };
    label.resize(widthOf(3) + 4, 20);
    label.show();
    EXPECT_EQ(label.text(), parts.join(u"  ·  "_s));
    label.resize(widthOf(2) + 4, 20);
    EXPECT_EQ(label.text(), parts.first(2).join(u"  ·  "_s));
    label.resize(10, 20);
    EXPECT_EQ(label.text(), parts.front()) << "the most important one always stays";
    EXPECT_TRUE(label.toolTip().contains(u"20 buffers"_s));
    label.resize(widthOf(3) + 4, 20);
    EXPECT_EQ(label.text(), parts.join(u"  ·  "_s));
}

TEST(DataTable, CopiesColumnsThatHaveNoRoomButNotHiddenOnes)
{
    QStandardItemModel model(1, 3);
    model.setHorizontalHeaderLabels({ u"Name"_s, u"Value"_s, u"Inner"_s });
    for (int column = 0; column < 3; ++column)
        model.setItem(0, column, new QStandardItem(QString::number(column)));
    DataTable table(u"table"_s, u"Table"_s);
    table.setSortedModel(&model);
    table.setHasRoom(1, false);
    table.setColumnHidden(2, true);
    EXPECT_TRUE(table.isColumnHidden(1));
    EXPECT_EQ(table.selectionAsTsv(), u"Name\tValue\n0\t1"_s);
    table.setHasRoom(1, true);
    EXPECT_FALSE(table.isColumnHidden(1));
}

} // namespace tosaic::views
