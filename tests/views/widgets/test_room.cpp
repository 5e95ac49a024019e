// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/columnmodel.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/wrappedlabel.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace tosaic::views::roomtests {

/// In a narrow outline the names are what tells rows apart.
TEST(BadgeDelegate, LeavesTheRoomOfItsWordToNamesInANarrowView)
{
    const Theme theme;
    QStandardItemModel model(1, 1);
    model.setData(model.index(0, 0), u"Other delegate"_s, Qt::DisplayRole);
    model.setData(model.index(0, 0), int(graph::Placement::OtherDelegate), PlacementRole);
    QTreeView tree;
    tree.setModel(&model);
    tree.setItemDelegate(new BadgeDelegate(theme, &tree));
    tree.resize(320, 100);
    tree.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&tree));
    const QAbstractItemView &view = tree;
    const auto word = tree.fontMetrics().horizontalAdvance(u"Other delegate"_s);
    EXPECT_GT(view.sizeHintForIndex(model.index(0, 0)).width(), word);
    tree.resize(220, 100);
    EXPECT_LT(view.sizeHintForIndex(model.index(0, 0)).width(), word / 2);
}

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
    const auto seen = label.grab().toImage();
    EXPECT_EQ(seen, [&] {
        auto plain = seen;
        plain.fill(seen.pixelColor(0, 0));
        return plain;
    }()) << "but no letter is painted that stands for nothing";
    EXPECT_TRUE(label.toolTip().contains(u"20 buffers"_s));
    label.resize(widthOf(3) + 4, 20);
    EXPECT_EQ(label.text(), parts.join(u"  ·  "_s));
}

/// Wherever the line ends.
TEST(WrappedLabel, NoLineEndsBetweenANumberAndItsUnit)
{
    WrappedLabel label;
    label.setText(u"It needs 27.2 KiB of SRAM and 1,234 NPU cycles, 5.8 % of all"_s);
    EXPECT_EQ(label.text(),
        u"It needs 27.2\u00a0KiB of SRAM and 1,234\u00a0NPU\u00a0cycles, 5.8\u00a0% of all"_s);
    EXPECT_EQ(WrappedLabel(u"3 ms"_s).text(), u"3\u00a0ms"_s);
    // What is known of heights is that of the text that is shown.
    const auto narrow = label.heightForWidth(80);
    label.setText(u"short"_s);
    EXPECT_LT(label.heightForWidth(80), narrow);
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

namespace {

struct Layer
{
    QString name;
    std::optional<quint64> bytes;
};

/// A table of layers as every page makes one.
class Layers : public testing::Test
{
protected:
    void SetUp() override
    {
        model.set({ { u"conv 2"_s, 2048 }, { u"add"_s, {} }, { u"conv 1, first"_s, 1024 } });
        table.setSortedModel(&model);
        table.resize(400, 300);
        table.show();
    }
    QString cell(int row) { return table.model()->index(row, 0).data().toString(); }

    ColumnModel<Layer> model{ columnsOf<Layer>({ { u"name"_s, u"Name"_s, &Layer::name },
                                  { u"bytes"_s, u"Size"_s, &Layer::bytes,
                                      { .unit = column_unit::Bytes } } }),
        nullptr, [](const Layer &layer, QStringView, int role) {
            return role == EntityRole && layer.bytes
                ? QVariant::fromValue(model::EntityRef::node(layer.name))
                : QVariant();
        } };
    DataTable table{ u"layers"_s, u"Layers"_s };
};

TEST_F(Layers, AreSortedByTheirNumbersAndUnknownOnesStandBehind)
{
    EXPECT_EQ(table.model()->index(0, 1).data().toString(), u"2 KiB"_s);
    table.sortByColumn(table.columnOf(u"bytes"), Qt::DescendingOrder);
    EXPECT_EQ(cell(0), u"conv 2"_s);
    EXPECT_EQ(cell(2), u"add"_s);
    EXPECT_EQ(table.model()->index(2, 1).data().toString(), notKnownText());
    table.sortByColumn(table.columnOf(u"bytes"), Qt::AscendingOrder);
    EXPECT_EQ(cell(0), u"conv 1, first"_s);
    EXPECT_EQ(cell(2), u"add"_s) << "as in a spreadsheet: behind, whichever way";
}

TEST_F(Layers, AreFilteredByWordsThatStandAnywhere)
{
    table.findChild<QAction *>(u"filterAction"_s)->trigger();
    auto *line = table.findChild<QLineEdit *>(u"tableFilter"_s);
    ASSERT_NE(line, nullptr);
    EXPECT_TRUE(table.rect().contains(line->geometry()));
    line->setText(u"kib CONV"_s);
    EXPECT_EQ(table.model()->rowCount(), 2);
    table.setRowFilter([](int row) { return row != 0; });
    EXPECT_EQ(table.model()->rowCount(), 1);
    EXPECT_EQ(table.sourceRow(table.model()->index(0, 0)), 2);
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_FALSE(line->isVisible());
    EXPECT_EQ(table.model()->rowCount(), 2) << "what is not seen filters nothing";
}

TEST_F(Layers, GoToSpreadsheetsWithPlainNumbers)
{
    EXPECT_EQ(
        table.asCsv(), "Name,Size (bytes)\r\nconv 2,2048\r\nadd,\r\n\"conv 1, first\",1024\r\n");
    const auto *exported = table.findChild<QAction *>(u"exportAction"_s);
    table.selectRow(2); // as the click does that opens the menu
    EXPECT_EQ(exported->text(), u"Export as CSV\u2026"_s);
    EXPECT_EQ(table.asCsv().count('\n'), 4) << "a table, not the row under the pointer";
    EXPECT_EQ(table.selectionAsTsv(), u"Name\tSize (bytes)\nconv 1, first\t1024"_s);
    table.selectionModel()->select(
        table.model()->index(0, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    EXPECT_TRUE(exported->text().startsWith(u"Export 2 selected"_s));
    EXPECT_EQ(table.asCsv(), "Name,Size (bytes)\r\nconv 2,2048\r\n\"conv 1, first\",1024\r\n");
    table.setColumnHidden(0, true);
    EXPECT_EQ(table.asCsv(), "Size (bytes)\r\n2048\r\n1024\r\n") << "what is shown";
    for (const auto &name : { u"copyAction"_s, u"exportAction"_s, u"filterAction"_s })
        EXPECT_NE(table.findChild<QAction *>(name), nullptr);
}

TEST_F(Layers, TellWhatTheyStandForButNotWhenTheyFollow)
{
    QSignalSpy chosen(&table, &DataTable::entityChosen);
    QSignalSpy rows(&table, &DataTable::currentSourceRowChanged);
    table.setCurrentEntity(model::EntityRef::node(u"conv 2"_s));
    EXPECT_EQ(table.currentSourceRow(), 0);
    EXPECT_TRUE(rows.isEmpty());
    table.selectRow(2);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<model::EntityRef>(), model::EntityRef::node(u"conv 1, first"_s));
    table.selectRow(1);
    EXPECT_EQ(chosen.size(), 1) << "it stands for nothing";
    EXPECT_EQ(rows.size(), 2);
    table.setCurrentEntity({});
    EXPECT_EQ(table.currentSourceRow(), -1);
}

} // namespace
} // namespace tosaic::views::roomtests
