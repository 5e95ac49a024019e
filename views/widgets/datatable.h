// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QTableView>

namespace tosaic::views {

/// A read-only table whose rows can be sorted by a click on a title and copied as TSV (the selected
/// ones; all, if none is selected). Sorts by SortRole, copies ValueRole where there is one: raw
/// numbers for the spreadsheet, formatted ones for the eye.
class DataTable : public QTableView
{
    Q_OBJECT
public:
    DataTable(const QString &name, const QString &title, QWidget *parent = nullptr);

    /// Shows the model through a proxy that sorts; unsorted at first.
    void setSortedModel(QAbstractItemModel *source);
    /// Shows only rows that contain the text in any column.
    void setFilter(const QString &text);
    /// Row of the source model that is current; -1 if none is.
    int currentSourceRow() const;
    /// Makes a row of the source model current without telling currentSourceRowChanged.
    void setCurrentSourceRow(int row);

    /// Columns as wide as their texts, none wider than `largest` px.
    void fitColumns(int largest);

    /// Takes a column out of sight where the table is too narrow for it; it is still copied.
    void setHasRoom(int column, bool hasRoom);

    QString selectionAsTsv() const;
    void copy() const;

Q_SIGNALS:
    /// By the user: click or key.
    void currentSourceRowChanged(int row);
    void sourceRowActivated(int row);

private:
    int sourceRow(const QModelIndex &index) const;

    QSet<int> m_withoutRoom;
    bool m_isFollowing = false;
};

} // namespace tosaic::views
