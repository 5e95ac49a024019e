// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/mode.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/settings.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/widgets/datatable.h"

#include <QHeaderView>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace tosaic::test::keptcolumnstests {

namespace {

const std::vector<shell::Mode> Tables{ shell::Mode::Partition, shell::Mode::Compare,
    shell::Mode::Runs, shell::Mode::Memory };

class KeptColumns : public WindowTest
{
protected:
    void start()
    {
        window->resize(1400, 900);
        open(fixturePath(u"two_partitions-u55-128"_s));
    }
    void again()
    {
        session->setUnsaved(false);
        EXPECT_TRUE(window->close());
        restart();
        start();
    }
    QHeaderView &columnsOf(const QString &table)
    {
        return *find<views::DataTable>(table)->horizontalHeader();
    }
    /// Each header has a section for each column of its own table.
    void expectOwnColumns()
    {
        const auto headers = window->findChildren<QHeaderView *>();
        for (const auto *header : headers) {
            if (header->model() && header->orientation() == Qt::Horizontal)
                EXPECT_EQ(header->count(), header->model()->columnCount())
                    << header->parentWidget()->objectName().toStdString();
        }
    }
};

} // namespace

TEST_F(KeptColumns, ComeBackByTheirKeysWithWhatTheyAreSortedBy)
{
    start();
    window->show(shell::Mode::Partition);
    const auto *table = find<views::DataTable>(u"operatorTable"_s);
    const auto type = table->columnOf(u"type");
    columnsOf(u"operatorTable"_s).resizeSection(type, 173);
    find<views::DataTable>(u"operatorTable"_s)->sortByColumn(type, Qt::DescendingOrder);
    // A page that is built later leaves those that are there as they are.
    for (const auto mode : Tables)
        window->show(mode);
    EXPECT_EQ(columnsOf(u"operatorTable"_s).sectionSize(type), 173);

    again();
    for (const auto mode : Tables)
        window->show(mode);
    expectOwnColumns();
    const auto &columns = columnsOf(u"operatorTable"_s);
    EXPECT_EQ(columns.sectionSize(type), 173);
    EXPECT_EQ(columns.sortIndicatorSection(), type);
    EXPECT_EQ(columns.sortIndicatorOrder(), Qt::DescendingOrder);
}

/// Kept by an earlier version, for another table of the same name or with other columns.
TEST_F(KeptColumns, OfAnotherTableChangeNothing)
{
    QStandardItemModel model(3, 8);
    QHeaderView other(Qt::Horizontal);
    other.setModel(&model);
    settings->set(shell::settings::PartSizes,
        { { u"partitionTable/columns"_s, other.saveState() },
            { u"operatorTable/columns"_s,
                QVariantMap{ { u"widths"_s, QVariantMap{ { u"gone"_s, 50 }, { u"type"_s, -7 } } },
                    { u"order"_s, QStringList{ u"gone"_s, u"gone"_s } },
                    { u"sortedBy"_s, u"gone"_s } } } });
    settings->sync();
    restart();
    start();
    for (const auto mode : Tables)
        window->show(mode);
    expectOwnColumns();
    const auto *table = find<views::DataTable>(u"operatorTable"_s);
    EXPECT_GT(table->columnWidth(table->columnOf(u"type")), 16);
}

} // namespace tosaic::test::keptcolumnstests
