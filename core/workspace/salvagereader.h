// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/salvage.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QSet>

#include <cstdint>
#include <optional>
#include <string>

namespace tosaic::workspace {

/// Copies the rows of one table from a damaged database into a sound one, around what cannot be
/// read. Both tables have an `id` that is SQLite's row number. SQLite::Exception is only passed on
/// for the sound one.
class SalvageReader
{
public:
    SalvageReader(SQLite::Database &from, SQLite::Database &to) : m_from(from), m_to(to) { }

    TableSalvage copy(const std::string &table);

private:
    using RowId = std::int64_t;

    bool prepare(const std::string &table);
    /// Reads on after (or before) a row until the end or the first that cannot be read; the last
    /// that could.
    std::optional<RowId> walk(bool forwards, bool &isWhole);
    void probe(RowId after, RowId before);
    void seek(RowId after);
    void take(SQLite::Statement &row);
    std::vector<std::string> columnsOf(SQLite::Database &database, const std::string &table) const;

    SQLite::Database &m_from;
    SQLite::Database &m_to;
    std::string m_select; ///< "SELECT id, ... FROM table"
    std::string m_insert;
    int m_columns = 0;
    TableSalvage m_result;
    QSet<RowId> m_taken;
    std::optional<SQLite::Exception> m_failure; ///< of the sound database
};

} // namespace tosaic::workspace
