// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <algorithm>
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
    /// First row for which `is` holds; -1 if there is none.
    template <typename Is>
    int rowWhere(Is is) const
    {
        const auto found = std::ranges::find_if(m_rows, is);
        return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    }

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
    void insertRowAt(int at, Row row)
    {
        beginInsertRows({}, at, at);
        m_rows.insert(m_rows.begin() + at, std::move(row));
        endInsertRows();
    }
    void eraseRow(int at)
    {
        beginRemoveRows({}, at, at);
        m_rows.erase(m_rows.begin() + at);
        endRemoveRows();
    }
    /// Other contents in the same place: rows that stand for the same thing as before (`isSame`)
    /// are exchanged, so that selection and scroll position stay; from the first that does not on,
    /// rows are taken out and put in.
    template <typename IsSame>
    void updateRows(std::vector<Row> rows, IsSame isSame)
    {
        size_t kept = 0;
        while (kept < rows.size() && kept < m_rows.size() && isSame(m_rows[kept], rows[kept]))
            ++kept;
        if (kept < m_rows.size()) {
            beginRemoveRows({}, static_cast<int>(kept), static_cast<int>(m_rows.size()) - 1);
            m_rows.resize(kept);
            endRemoveRows();
        }
        for (size_t i = 0; i < kept; ++i)
            m_rows[i] = std::move(rows[i]);
        if (kept > 0)
            Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(kept) - 1, columns() - 1));
        if (kept < rows.size()) {
            beginInsertRows({}, static_cast<int>(kept), static_cast<int>(rows.size()) - 1);
            for (size_t i = kept; i < rows.size(); ++i)
                m_rows.push_back(std::move(rows[i]));
            endInsertRows();
        }
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
