// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <functional>
#include <initializer_list>
#include <ranges>
#include <type_traits>
#include <vector>

/// Tables as data. A column says once what it is called, which unit it has and how a row answers
/// it; item models (views/models/columnmodel.h), the command line and reports are faces of that and
/// add nothing of their own.
namespace tosaic {

/// Units that formattedValue knows how to write; every other unit is a word that stands in the
/// column's title.
namespace column_unit {
inline constexpr QLatin1StringView Bytes{ "bytes" };
inline constexpr QLatin1StringView Seconds{ "s" };
inline constexpr QLatin1StringView Share{ "share" }; ///< 0.25 is a quarter
} // namespace column_unit

/// What every column says of itself.
struct ColumnHead
{
    QString key; ///< stable, for scripts: the key of JSON
    QString title; ///< as a person reads it, translated by who makes the column
    QString unit = {}; ///< of the values; empty: counts or texts
    bool isNumber = false; ///< stands right; sorts what is not known behind all numbers
    QString tip = {}; ///< what the column means, where the title does not say it all
    bool mayBeEmpty = false; ///< a cell without text has nothing to say; else it is not known
    bool isOrder = false; ///< values are for sorting only: what is copied is the text
    bool isForPrograms = false; ///< a report shows it only where exact values stand (CSV, JSON)
};

/// A column over rows of one type. The functions may run in any thread that owns the row.
template <typename Row>
struct Column
{
    ColumnHead head;
    /// The raw number or text; invalid: not known.
    std::function<QVariant(const Row &)> value;
    /// For the eye; absent: formattedValue of `value`.
    std::function<QString(const Row &)> text;
    /// A longer explanation of one cell; absent or empty: none.
    std::function<QString(const Row &)> tip;
};

template <typename Row>
using Columns = std::vector<Column<Row>>;

/// A raw value as cells hold it: invalid for an empty optional or text.
template <typename Value>
QVariant cellValue(const Value &value)
{
    if constexpr (requires { value.has_value(); })
        return value ? cellValue(*value) : QVariant();
    else if constexpr (std::is_same_v<Value, QString>)
        return value.isEmpty() ? QVariant() : QVariant(value);
    else if constexpr (std::is_floating_point_v<Value>)
        return static_cast<double>(value);
    else if constexpr (std::is_enum_v<Value>)
        return static_cast<int>(value);
    else if constexpr (std::is_signed_v<Value>)
        return static_cast<qlonglong>(value);
    else if constexpr (std::is_unsigned_v<Value>)
        return static_cast<qulonglong>(value);
    else
        return QVariant(value);
}

/// What a column may say beside its key, title and value.
template <typename Row>
struct ColumnMore
{
    QString unit = {};
    QString about = {}; ///< ColumnHead::tip
    std::function<QString(const Row &)> text = {};
    std::function<QString(const Row &)> tip = {};
    bool mayBeEmpty = false;
    bool isNumber = false; ///< where the getter's type does not say so
    bool isOrder = false;
};

/// A column told by its getter, a member or a function: numbers by their type stand right.
template <typename Row>
struct ColumnOf : Column<Row>
{
    template <typename Getter>
    ColumnOf(const QString &key, const QString &title, Getter getter, ColumnMore<Row> more = {})
    {
        using Value = std::remove_cvref_t<std::invoke_result_t<Getter, const Row &>>;
        constexpr bool isNumber = [] {
            if constexpr (requires { typename Value::value_type; })
                return std::is_arithmetic_v<typename Value::value_type>;
            return std::is_arithmetic_v<Value>;
        }();
        this->head = { key, title, more.unit, isNumber || more.isNumber, more.about,
            more.mayBeEmpty, more.isOrder };
        this->value = [getter](const Row &row) { return cellValue(std::invoke(getter, row)); };
        this->text = std::move(more.text);
        this->tip = std::move(more.tip);
    }
};

template <typename Row>
Columns<Row> columnsOf(std::initializer_list<ColumnOf<Row>> columns)
{
    return { columns.begin(), columns.end() };
}

template <typename Row>
Columns<Row> joined(std::initializer_list<Columns<Row>> groups)
{
    Columns<Row> all;
    for (const auto &group : groups)
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

/// "3.4 MiB", "1.50 ms", "12.3 %", "1,234", a text as it is; empty for what is not known.
QString formattedValue(const QVariant &value, const QString &unit);

struct TableCell
{
    QVariant value; ///< invalid: not known
    QString text; ///< for the eye; empty: not known
};

/// Rows that have answered their columns.
struct Table
{
    std::vector<ColumnHead> columns;
    std::vector<std::vector<TableCell>> rows; ///< each as long as columns
    quint64 omitted = 0; ///< rows left out to bound memory; every face says so
};

template <typename Row>
TableCell cellOf(const Column<Row> &column, const Row &row)
{
    auto value = column.value(row);
    auto text = column.text ? column.text(row) : formattedValue(value, column.head.unit);
    return { column.head.isOrder ? cellValue(text) : std::move(value), text };
}

template <typename Row, std::ranges::input_range Rows>
Table tableOf(const Columns<Row> &columns, const Rows &rows)
{
    Table table;
    for (const auto &column : columns)
        table.columns.push_back(column.head);
    for (const auto &row : rows) {
        auto &cells = table.rows.emplace_back();
        for (const auto &column : columns)
            cells.push_back(cellOf(column, row));
    }
    return table;
}

/// How wide lines of text may be.
struct TextWidth
{
    int columns = 0; ///< characters; 0: as wide as it takes
};

/// Lines for a terminal: titles, then rows, numbers right. Where the width does not suffice,
/// columns of which no row knows anything are left out; then the widest columns of texts are cut
/// with an ellipsis, where texts that differ still do; where that does not suffice either, the last
/// columns are left out. Last lines say so. Control characters are made visible. Unknown cells read
/// `unknown`.
QString tableText(const Table &table, TextWidth width, const QString &unknown,
    const QString &indent = QStringLiteral("  "));

/// RFC 4180 with one line of titles ("Cycles", "SRAM (bytes)"), numbers plain, unknown cells empty.
/// A text that a spreadsheet would take for a formula gets a leading apostrophe.
QByteArray tableCsv(const Table &table);
/// One cell of it: quoted where RFC 4180 asks for it, the minus sign of texts as programs read it.
QString csvCell(const QString &text);

/// One object a row, by the columns' keys; what is not known is left out.
QJsonArray tableJson(const Table &table);

} // namespace tosaic
