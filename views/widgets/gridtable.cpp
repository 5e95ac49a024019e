// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/gridtable.h"

#include "views/widgets/tableactions.h"

#include <QApplication>
#include <QClipboard>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GridTable::GridTable(const QString &name, const QString &title, QWidget *parent)
    : QTableView(parent)
{
    setObjectName(name);
    setAccessibleName(title);
    setEditTriggers(NoEditTriggers);
    setFrameShape(NoFrame);
    setWordWrap(false);
    setTabKeyNavigation(false);
    addCopyAndExport(
        *this, [this] { copy(); }, [this] { return asCsv(); });
}

int GridTable::rowsOf(const QRect &block) const
{
    const auto most = std::max<qint64>(1, MaxCopiedCells / std::max(1, block.width()));
    return static_cast<int>(std::min<qint64>(block.height(), most));
}

QString GridTable::selectionAsTsv() const
{
    QRect block(0, 0, model()->columnCount(), model()->rowCount());
    const auto selected = selectionModel()->selection();
    if (!selected.isEmpty()) {
        block = {};
        for (const auto &range : selected)
            block
                |= QRect(QPoint(range.left(), range.top()), QPoint(range.right(), range.bottom()));
    }
    QStringList lines;
    for (int row = block.top(); row < block.top() + rowsOf(block); ++row) {
        QStringList cells;
        for (int column = block.left(); column <= block.right(); ++column)
            cells << model()->index(row, column).data().toString();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

void GridTable::copy() const
{
    QApplication::clipboard()->setText(selectionAsTsv());
}

QByteArray GridTable::asCsv() const
{
    const QRect all(0, 0, model()->columnCount(), model()->rowCount());
    const auto plain = [](const QVariant &title) { return title.toString().replace(u'\n', u' '); };
    Table table{ .columns = { ColumnHead{} } };
    for (int column = 0; column < all.width(); ++column)
        table.columns.push_back(
            { .key = {}, .title = plain(model()->headerData(column, Qt::Horizontal)) });
    for (int row = 0; row < rowsOf(all); ++row) {
        auto &cells = table.rows.emplace_back();
        const auto title = plain(model()->headerData(row, Qt::Vertical));
        cells.push_back({ title, title });
        for (int column = 0; column < all.width(); ++column) {
            const auto text = model()->index(row, column).data().toString();
            cells.push_back({ text, text });
        }
    }
    return tableCsv(table);
}

} // namespace tosaic::views
