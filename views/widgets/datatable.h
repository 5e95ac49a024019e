// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/model/entityref.h"

#include <QSet>
#include <QTableView>

#include <functional>

namespace tosaic::views {

class SearchLine;

/// A read-only table, the same everywhere: sorted by a click on a title, filtered (Ctrl+F, or a
/// search line of the page), copied as TSV and exported as CSV (the selected rows; all, if none is
/// selected). Sorts by SortRole, copies ValueRole where there is one: raw numbers for the
/// spreadsheet, formatted ones for the eye.
class DataTable : public QTableView
{
    Q_OBJECT
public:
    DataTable(const QString &name, const QString &title, QWidget *parent = nullptr);

    /// Shows the model through a proxy that sorts and filters; unsorted at first.
    void setSortedModel(QAbstractItemModel *source);
    /// Shows only rows that contain all words of the text, each in any column.
    void setFilter(const QString &text);
    /// Of rows of the source model; asked again whenever it is set.
    void setRowFilter(std::function<bool(int row)> isShown);
    /// Opens a line to filter by; Esc closes it.
    void find();

    /// Of the column with that key; -1 if there is none.
    int columnOf(QStringView key) const;
    /// Row of the source model that is current; -1 if none is.
    int currentSourceRow() const;
    int sourceRow(const QModelIndex &index) const;
    /// Makes a row of the source model current without telling currentSourceRowChanged.
    void setCurrentSourceRow(int row);
    /// The first row that stands for it; none, if no row does. Does not tell either.
    void setCurrentEntity(const model::EntityRef &entity);

    /// Columns as wide as their texts, none wider than `largest` px.
    void fitColumns(int largest);
    /// Takes columns of which no row says anything out of sight.
    void hideEmptyColumns();
    /// As high as its rows, so that a page scrolls and not its tables; more than `mostRows` scroll.
    /// Out of sight without any.
    void fitHeight(int mostRows);

    /// Takes a column out of sight where the table is too narrow for it; it is still copied.
    void setHasRoom(int column, bool hasRoom);

    QString selectionAsTsv() const;
    void copy() const;
    /// Of all rows that are shown, or of the selected ones where they are several.
    QByteArray asCsv() const;

Q_SIGNALS:
    /// By the user: click or key.
    void currentSourceRowChanged(int row);
    void sourceRowActivated(int row);
    /// The same, of rows that stand for something.
    void entityChosen(const tosaic::model::EntityRef &entity);
    void entityActivated(const tosaic::model::EntityRef &entity);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    model::EntityRef entityAt(int row) const;
    Table selection(int leastSelected) const;
    void placeFind();

    QSet<int> m_withoutRoom;
    SearchLine *m_find = nullptr;
    bool m_isFollowing = false;
};

} // namespace tosaic::views
