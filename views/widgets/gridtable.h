// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"

#include <QTableView>

namespace tosaic::views {

/// A grid of numbers, whose rows have titles too and keep their order: the selected cells are
/// copied as TSV, the whole grid is exported as CSV. Lists of records are a DataTable.
class GridTable : public QTableView
{
    Q_OBJECT
public:
    static constexpr qint64 MaxCopiedCells = 1'000'000;

    GridTable(const QString &name, const QString &title, QWidget *parent = nullptr);

    /// The smallest block around the selected cells; all cells, if none is selected; at most
    /// MaxCopiedCells, whole rows.
    QString selectionAsTsv() const;
    void copy() const;
    /// All cells with the titles of rows and columns, at most MaxCopiedCells.
    QByteArray asCsv() const;

private:
    /// Of a block, as many whole rows as may be copied.
    int rowsOf(const QRect &block) const;
};

} // namespace tosaic::views
