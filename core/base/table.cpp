// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/table.h"

#include "core/base/exactvalue.h"
#include "core/base/numbertext.h"
#include "core/base/units.h"
#include "core/base/visibletext.h"

#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr qsizetype Gap = 2; // blanks between columns
constexpr qsizetype Narrowest = 12; // a text is not cut below this
constexpr qsizetype NarrowestName = 28; // a row's name, while other columns can go instead

/// `front`: characters before the ellipsis.
QString cut(const QString &text, qsizetype width, qsizetype front)
{
    if (text.size() <= width)
        return text;
    return text.left(front) + u'\u2026' + text.right(width - 1 - front);
}

/// In the middle, or as near to it as texts that differ can still be told from each other.
void cutColumn(std::vector<QStringList> &lines, qsizetype column, qsizetype width)
{
    QSet<QString> whole;
    for (const auto &line : lines)
        whole.insert(line[column]);
    if (std::ranges::none_of(whole, [width](const QString &text) { return text.size() > width; }))
        return;
    const auto told = [&](qsizetype front) {
        QSet<QString> texts;
        for (const auto &text : std::as_const(whole))
            texts.insert(cut(text, width, front));
        return texts.size();
    };
    const auto middle = (width - 1) / 2;
    auto best = middle;
    auto most = told(middle);
    for (qsizetype away = 1; away <= width - 1 - middle && most < whole.size(); ++away) {
        for (const auto front : { middle - away, middle + away }) {
            if (front < 0 || told(front) <= most)
                continue;
            best = front;
            most = told(front);
        }
    }
    for (auto &line : lines)
        line[column] = cut(line[column], width, best);
}

std::vector<qsizetype> naturalWidths(const std::vector<QStringList> &lines, qsizetype columns)
{
    std::vector<qsizetype> widths(size_t(columns), 0);
    for (const auto &line : lines) {
        for (qsizetype i = 0; i < columns; ++i)
            widths[size_t(i)] = std::max(widths[size_t(i)], line[i].size());
    }
    return widths;
}

qsizetype lineWidth(const std::vector<qsizetype> &widths, qsizetype indent)
{
    return std::accumulate(widths.begin(), widths.end(), indent)
        + Gap * (qsizetype(widths.size()) - 1);
}

/// The widest text of the columns from `first` on that is wider than `least`.
std::optional<size_t> widestText(const std::vector<qsizetype> &widths,
    const std::vector<ColumnHead> &columns, size_t first, qsizetype least)
{
    std::optional<size_t> widest;
    for (size_t i = first; i < widths.size(); ++i) {
        if (!columns[i].isNumber && widths[i] > least && (!widest || widths[i] > widths[*widest]))
            widest = i;
    }
    return widest;
}

/// The text that is cut and narrowest, of those that more room would help.
std::optional<size_t> narrowestCut(
    const std::vector<qsizetype> &widths, const std::vector<qsizetype> &natural)
{
    std::optional<size_t> narrowest;
    for (size_t i = 0; i < widths.size(); ++i) {
        if (widths[i] < natural[i] && (!narrowest || widths[i] < widths[*narrowest]))
            narrowest = i;
    }
    return narrowest;
}

/// The first column says what a row is: it gives way after the other texts and only so far that a
/// name can still be told from others; then whole columns go, from the end, and what room they
/// leave is given back.
void fit(std::vector<qsizetype> &widths, const std::vector<ColumnHead> &columns, qsizetype indent,
    qsizetype width)
{
    const auto natural = widths;
    while (lineWidth(widths, indent) > width) {
        if (const auto other = widestText(widths, columns, 1, Narrowest))
            --widths[*other];
        else if (!columns[0].isNumber && widths[0] > NarrowestName)
            --widths[0];
        else if (widths.size() > 1)
            widths.pop_back();
        else if (!columns[0].isNumber && widths[0] > Narrowest)
            --widths[0];
        else
            return;
    }
    while (lineWidth(widths, indent) < width) {
        const auto cut = narrowestCut(widths, natural);
        if (!cut)
            return;
        ++widths[*cut];
    }
}

QString lineText(const QStringList &cells, const std::vector<ColumnHead> &columns,
    const std::vector<qsizetype> &widths, const QString &indent)
{
    QString line = indent;
    for (size_t i = 0; i < widths.size(); ++i) {
        const auto &cell = cells[qsizetype(i)];
        line
            += columns[i].isNumber ? cell.rightJustified(widths[i]) : cell.leftJustified(widths[i]);
        line += QString(Gap, u' ');
    }
    while (line.endsWith(u' '))
        line.chop(1);
    return line + u'\n';
}

/// "Not shown here: a, b (--wide)" in lines of `width` characters.
QString columnList(const QString &head, QStringList titles, const QString &indent, qsizetype width)
{
    QString text;
    auto line = indent + head;
    for (qsizetype i = 0; i + 1 < titles.size(); ++i)
        titles[i] += u',';
    for (const auto &word : titles) {
        if (line.size() + 1 + word.size() > width) {
            text += line + u'\n';
            line = indent + u' ';
        }
        line += u' ' + word;
    }
    return text + line + u'\n';
}

/// Takes out the columns in which no row says anything; the titles of those that are not known.
QStringList takeUnknownColumns(Table &table)
{
    QStringList titles;
    for (size_t i = table.columns.size(); i-- > 1;) {
        const bool isKnown = std::ranges::any_of(
            table.rows, [i](const auto &row) { return !row[i].text.isEmpty(); });
        if (isKnown)
            continue;
        if (!table.columns[i].mayBeEmpty)
            titles.prepend(table.columns[i].title);
        table.columns.erase(table.columns.begin() + qsizetype(i));
        for (auto &row : table.rows)
            row.erase(row.begin() + qsizetype(i));
    }
    return titles;
}

QString plainNumber(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Double:
    case QMetaType::Float: {
        // A million is no "1e+06"; what is tiny would be a row of zeros.
        const auto size = std::abs(value.toDouble());
        const bool isPlain = size == 0 || (size >= 1e-4 && size < 1e15);
        return QString::number(
            value.toDouble(), isPlain ? 'f' : 'g', QLocale::FloatingPointShortest);
    }
    default:
        return value.toString();
    }
}

} // namespace

QString formattedValue(const QVariant &value, const QString &unit)
{
    if (!value.isValid())
        return {};
    if (!isNumeric(value))
        return value.toString();
    if (unit == column_unit::Bytes)
        return formatBytes(value.toULongLong());
    if (unit == column_unit::Seconds)
        return formatDuration(value.toDouble());
    if (unit == column_unit::Share)
        return formatShare(value.toDouble());
    return value.typeId() == QMetaType::ULongLong ? formatCount(value.toULongLong())
                                                  : formatNumber(value.toDouble());
}

QString tableText(
    const Table &table, TextWidth width, const QString &unknown, const QString &indent)
{
    if (table.columns.empty())
        return {};
    std::vector<QStringList> lines(1);
    for (const auto &column : table.columns)
        lines.front() << column.title;
    for (const auto &row : table.rows) {
        auto &line = lines.emplace_back();
        for (size_t i = 0; i < row.size(); ++i)
            line << (row[i].text.isEmpty() && !table.columns[i].mayBeEmpty
                    ? unknown
                    : visibleText(row[i].text));
    }
    auto widths = naturalWidths(lines, qsizetype(table.columns.size()));
    if (width.columns > 0 && lineWidth(widths, indent.size()) > width.columns) {
        auto known = table;
        const auto unknowns = table.rows.empty() ? QStringList() : takeUnknownColumns(known);
        if (known.columns.size() < table.columns.size()) {
            auto text = tableText(known, width, unknown, indent);
            if (!unknowns.isEmpty())
                text += columnList(u"Not known of any row:"_s, unknowns, indent, width.columns);
            return text;
        }
        fit(widths, table.columns, indent.size(), width.columns);
    }
    for (size_t i = 0; i < widths.size(); ++i)
        cutColumn(lines, qsizetype(i), widths[i]);
    QString text;
    for (const auto &line : lines)
        text += lineText(line, table.columns, widths, indent);
    if (table.omitted > 0)
        text += indent + u"... and %1 more\n"_s.arg(table.omitted);
    if (widths.size() < table.columns.size()) {
        QStringList titles;
        for (size_t i = widths.size(); i < table.columns.size(); ++i)
            titles << table.columns[i].title;
        titles.back() += u" (--wide)"_s;
        text += columnList(u"Not shown here:"_s, titles, indent, width.columns);
    }
    return text;
}

QString csvCell(const QString &text)
{
    constexpr QChar Minus(0x2212);
    auto cell = visibleLines(text);
    if (cell.size() > 1 && cell[0] == Minus && cell[1].isDigit())
        cell[0] = u'-';
    // A number with a sign, and a unit behind it, is no formula; anything longer may be one.
    static const QRegularExpression number(
        u"^[-+][0-9][0-9.,'\u00a0\u202f]*(e[-+]?[0-9]+)?( ?[%A-Za-z/]+)*$"_s);
    const bool isFormula = cell.size() > 1 && QStringView(u"=+-@\t\r").contains(cell.front());
    if (isFormula && !number.match(cell).hasMatch())
        cell.prepend(u'\'');
    static const QString special = u",\"\r\n"_s;
    const bool isQuoted
        = std::any_of(cell.cbegin(), cell.cend(), [](QChar c) { return special.contains(c); });
    return isQuoted ? u'"' + cell.replace(u'"', u"\"\""_s) + u'"' : cell;
}

QByteArray tableCsv(const Table &table)
{
    QStringList titles;
    for (const auto &column : table.columns)
        titles << csvCell(exactTitle(column));
    QString text = titles.join(u',') + u"\r\n"_s;
    for (const auto &row : table.rows) {
        QStringList cells;
        for (size_t i = 0; i < row.size(); ++i) {
            const auto value = exactValue(table.columns[i], row[i].value);
            cells << (isNumeric(value) ? plainNumber(value) : csvCell(value.toString()));
        }
        text += cells.join(u',') + u"\r\n"_s;
    }
    return text.toUtf8();
}

QJsonArray tableJson(const Table &table)
{
    QJsonArray rows;
    for (const auto &row : table.rows) {
        QJsonObject object;
        for (size_t i = 0; i < row.size(); ++i) {
            if (row[i].value.isValid())
                object[table.columns[i].key] = QJsonValue::fromVariant(row[i].value);
        }
        rows << object;
    }
    return rows;
}

} // namespace tosaic
