// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/salvagereader.h"

#include <sqlite3.h>

#include <algorithm>

namespace tosaic::workspace {

namespace {
constexpr std::int64_t ProbeLimit = 100'000; // rows looked for one by one
constexpr int ReachLimit = 40; // doublings of a row number

/// SQLite reads what lies behind the end of a file as zeros.
void bindText(SQLite::Statement &statement, int parameter, const std::string &text)
{
    if (!text.empty() && text.back() == '\0')
        throw SQLite::Exception("the text is cut off", SQLITE_CORRUPT);
    statement.bind(parameter, text);
}

} // namespace

std::vector<std::string> SalvageReader::columnsOf(
    SQLite::Database &database, const std::string &table) const
{
    std::vector<std::string> columns;
    try {
        SQLite::Statement rows(database,
            "SELECT name FROM pragma_table_info(?1)"
            " WHERE (SELECT type FROM sqlite_schema WHERE name = ?1) = 'table'"); // never a view
        rows.bind(1, table);
        while (rows.executeStep())
            columns.push_back(rows.getColumn(0).getString());
    } catch (const SQLite::Exception &) {
        columns.clear();
    }
    return columns;
}

bool SalvageReader::prepare(const std::string &table)
{
    m_taken.clear();
    m_result = { .table = QString::fromStdString(table) };
    const auto wanted = columnsOf(m_to, table);
    const auto there = columnsOf(m_from, table);
    std::string names;
    std::string marks;
    m_columns = 0;
    for (const auto &column : wanted) {
        if (std::find(there.begin(), there.end(), column) == there.end())
            continue; // an older version
        names += (m_columns ? ", " : "") + column;
        marks += m_columns ? ", ?" : "?";
        ++m_columns;
    }
    m_select = "SELECT " + names + " FROM " + table;
    m_insert = "INSERT INTO " + table + " (" + names + ") VALUES (" + marks + ")";
    return m_columns > 1;
}

/// Types and conditions of the columns are what a row is checked against.
void SalvageReader::take(SQLite::Statement &row)
{
    const auto id = row.getColumn(0).getInt64();
    if (m_failure || m_taken.contains(id))
        return;
    try {
        SQLite::Statement insert(m_to, m_insert);
        for (int i = 0; i < m_columns; ++i) {
            const auto value = row.getColumn(i);
            if (value.isInteger())
                insert.bind(i + 1, static_cast<int64_t>(value.getInt64()));
            else if (value.isFloat())
                insert.bind(i + 1, value.getDouble());
            else if (value.isText())
                bindText(insert, i + 1, value.getString());
            else if (value.isBlob())
                insert.bind(i + 1, value.getBytes() > 0 ? value.getBlob() : "", value.getBytes());
            else
                insert.bind(i + 1);
        }
        insert.exec();
        m_taken.insert(id);
        ++m_result.read;
    } catch (const SQLite::Exception &exception) {
        const auto code = exception.getErrorCode() & 0xff;
        if (code == SQLITE_FULL || code == SQLITE_IOERR)
            m_failure = exception;
        else
            ++m_result.lost;
    }
}

std::optional<SalvageReader::RowId> SalvageReader::walk(bool forwards, bool &isWhole)
{
    std::optional<RowId> last;
    isWhole = false;
    try {
        SQLite::Statement rows(
            m_from, m_select + (forwards ? " ORDER BY id" : " ORDER BY id DESC"));
        while (rows.executeStep()) {
            last = rows.getColumn(0).getInt64();
            take(rows);
        }
        isWhole = true;
    } catch (const SQLite::Exception &) {
        isWhole = false;
    }
    return last;
}

void SalvageReader::probe(RowId after, RowId before)
{
    for (RowId id = after; ++id < before && id - after < ProbeLimit;) {
        try {
            SQLite::Statement row(m_from, m_select + " WHERE id = ?");
            row.bind(1, id);
            if (row.executeStep())
                take(row);
        } catch (const SQLite::Exception &) {
            continue; // this one is gone; it may be that there never was one
        }
    }
}

/// Where both ends are damaged: further and further into the table.
void SalvageReader::seek(RowId after)
{
    for (int i = 0; i < ReachLimit; ++i) {
        const auto start = after + (RowId{ 1 } << i);
        try {
            SQLite::Statement rows(m_from, m_select + " WHERE id >= ? ORDER BY id");
            rows.bind(1, start);
            while (rows.executeStep())
                take(rows);
            return;
        } catch (const SQLite::Exception &) {
            continue;
        }
    }
}

TableSalvage SalvageReader::copy(const std::string &table)
{
    if (!prepare(table)) {
        m_result.isCut = !columnsOf(m_to, table).empty();
        return m_result;
    }
    bool isWhole = false;
    const auto first = walk(true, isWhole);
    if (!isWhole) {
        m_result.isCut = true;
        const auto last = walk(false, isWhole);
        if (last)
            probe(first.value_or(0), *last);
        else
            seek(first.value_or(0));
    }
    if (m_failure)
        throw *m_failure;
    return m_result;
}

} // namespace tosaic::workspace
