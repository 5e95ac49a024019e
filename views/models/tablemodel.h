// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace tosaic::views {

/// A table over a vector of rows. A concrete model gives column titles and one cell for a role; the
/// index arithmetic is done here, once.
template <typename Row>
class TableModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex &parent = {}) const final
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    int columnCount(const QModelIndex &parent = {}) const final
    {
        return parent.isValid() ? 0 : columns();
    }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
            return {};
        return cell(m_rows[static_cast<size_t>(index.row())], index.column(), role);
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columns())
            return {};
        return header(section, role);
    }

    const std::vector<Row> &rows() const { return m_rows; }

protected:
    virtual int columns() const = 0;
    virtual QVariant header(int column, int role) const = 0;
    virtual QVariant cell(const Row &row, int column, int role) const = 0;

    void setRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    void appendRow(Row row)
    {
        const auto at = static_cast<int>(m_rows.size());
        beginInsertRows({}, at, at);
        m_rows.push_back(std::move(row));
        endInsertRows();
    }
    void replaceRow(int at, Row row)
    {
        m_rows[static_cast<size_t>(at)] = std::move(row);
        Q_EMIT dataChanged(index(at, 0), index(at, columns() - 1));
    }

private:
    std::vector<Row> m_rows;
};

} // namespace tosaic::views
