// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/datatable.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/partslabel.h"

#include <gtest/gtest.h>

#include <QPushButton>
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

TEST(FlowLayout, BreaksIntoRowsAndClipsNothing)
{
    QWidget bar;
    auto *layout = new FlowLayout(&bar);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    QList<QPushButton *> buttons;
    for (const auto &text : { u"Operators"_s, u"Colour: Placement"_s, u"Find"_s, u"Copy"_s }) {
        buttons << new QPushButton(text, &bar);
        layout->addWidget(buttons.constLast());
    }
    bar.show();
    const auto whole = layout->sizeHint();
    for (int width = whole.width() + 40; width >= layout->minimumSize().width(); width -= 7) {
        bar.resize(width, layout->heightForWidth(width));
        layout->activate();
        for (const auto *button : buttons) {
            EXPECT_TRUE(bar.rect().contains(button->geometry())) << width;
            EXPECT_EQ(button->width(), button->sizeHint().width());
            for (const auto *other : buttons)
                EXPECT_TRUE(other == button || !other->geometry().intersects(button->geometry()));
        }
    }
    EXPECT_EQ(layout->heightForWidth(whole.width()), whole.height()) << "one row where it fits";
    EXPECT_GT(layout->heightForWidth(whole.width() - 1), whole.height());
    EXPECT_EQ(layout->heightForWidth(layout->minimumSize().width()),
        4 * buttons[0]->sizeHint().height() + 3 * 4);
    buttons[1]->hide();
    EXPECT_LT(layout->sizeHint().width(), whole.width()) << "what is hidden takes no room";
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
