// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "views/models/notknown.h"
#include "views/models/roles.h"
#include "views/models/tablemodel.h"

#include <functional>

namespace tosaic::views {

/// Place of the column with that key in a model of columns or in a proxy of one; -1 if there is
/// none.
inline int columnOf(const QAbstractItemModel &model, QStringView key)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal, IdRole).toString() == key)
            return column;
    }
    return -1;
}

/// The item model of every table whose columns are data: text, raw value, sort order, unit, tooltip
/// and alignment come from the columns. What delegates need besides (entity, verdict, placement,
/// colour) is answered by `more`, asked first. UI thread.
template <typename Row>
class ColumnModel : public TableModel<Row>
{
public:
    /// An invalid answer leaves the role to the column.
    using More = std::function<QVariant(const Row &row, int column, int role)>;
    /// The same, with the key of the column.
    using MoreByKey = std::function<QVariant(const Row &row, QStringView key, int role)>;

    explicit ColumnModel(Columns<Row> columns, QObject *parent = nullptr, More more = {})
        : TableModel<Row>(parent), m_columns(std::move(columns)), m_more(std::move(more))
    {
    }
    ColumnModel(Columns<Row> columns, QObject *parent, MoreByKey more)
        : ColumnModel(std::move(columns), parent)
    {
        m_more = [this, more = std::move(more)](const Row &row, int column, int role) {
            return more(row, m_columns[static_cast<size_t>(column)].head.key, role);
        };
    }

    /// For rows that stand for something to be selected: `entity` is a member or a function.
    template <typename Getter>
    static More entityBy(Getter entity)
    {
        return [entity](const Row &row, int, int role) {
            return role == EntityRole ? QVariant::fromValue(std::invoke(entity, row)) : QVariant();
        };
    }

    void set(std::vector<Row> rows) { this->setRows(std::move(rows)); }
    /// Rows that are the same (`isSame`) stay where they are, selected and in view.
    template <typename IsSame>
    void update(std::vector<Row> rows, IsSame isSame)
    {
        this->updateRows(std::move(rows), isSame);
    }
    void replace(int at, Row row) { this->replaceRow(at, std::move(row)); }
    /// Titles that follow what is shown: same keys, other words.
    void setColumns(Columns<Row> columns)
    {
        this->beginResetModel();
        m_columns = std::move(columns);
        this->endResetModel();
    }
    /// Columns and rows at once, for rows that only the new columns can read.
    void set(Columns<Row> columns, std::vector<Row> rows)
    {
        this->setRows({});
        setColumns(std::move(columns));
        this->setRows(std::move(rows));
    }
    const Columns<Row> &columnData() const { return m_columns; }
    /// -1 if there is none.
    int columnOf(QStringView key) const
    {
        const auto found
            = std::ranges::find(m_columns, key, [](const auto &c) { return c.head.key; });
        return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
    }

protected:
    int columns() const override { return static_cast<int>(m_columns.size()); }

    QVariant header(int column, int role) const override
    {
        const auto &head = m_columns[static_cast<size_t>(column)].head;
        switch (role) {
        case Qt::DisplayRole:
            return head.title;
        case ValueRole: // for the spreadsheet
            return head.unit.isEmpty() ? head.title
                                       : head.title + QStringLiteral(" (") + head.unit + u')';
        case IdRole:
            return head.key;
        case Qt::ToolTipRole:
            return head.tip.isEmpty() ? head.title : head.tip;
        case Qt::TextAlignmentRole:
            return alignment(head);
        default:
            return {};
        }
    }

    QVariant cell(const Row &row, int column, int role) const override
    {
        if (m_more) {
            if (auto answer = m_more(row, column, role); answer.isValid())
                return answer;
        }
        const auto &asked = m_columns[static_cast<size_t>(column)];
        switch (role) {
        case Qt::DisplayRole: {
            const auto text = cellOf(asked, row).text;
            return text.isEmpty() && !asked.head.mayBeEmpty ? notKnownText() : text;
        }
        case ValueRole:
            return cellOf(asked, row).value;
        case SortRole: {
            auto value = asked.value(row);
            constexpr double Last = -1e300; // of what is not known: the proxy puts it behind all
            // Proxies compare by the type of one side: all are of the same.
            if (asked.head.isNumber)
                return value.isValid() ? value.toDouble() : Last;
            return value;
        }
        case UnitRole:
            return asked.head.unit.isEmpty() ? QVariant() : QVariant(asked.head.unit);
        case StateRole: // muted: there is no value
            return !asked.value(row).isValid();
        case Qt::ToolTipRole: {
            const auto cell = cellOf(asked, row);
            const auto tip = asked.tip ? asked.tip(row) : QString();
            return !tip.isEmpty() ? tip
                : asked.head.unit == column_unit::Bytes && cell.value.isValid()
                ? exactBytesText(cell.value.toULongLong())
                : cell.text;
        }
        case Qt::TextAlignmentRole:
            return alignment(asked.head);
        default:
            return {};
        }
    }

private:
    static QVariant alignment(const ColumnHead &head)
    {
        return int((head.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    Columns<Row> m_columns;
    More m_more;
};

} // namespace tosaic::views
