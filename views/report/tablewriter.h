// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <optional>

/// Internal to this folder.
namespace tosaic::views {

using report::ReadRows;

/// Adds a table of which only the first rows are to be read, and says what became of the others.
void addToRead(report::Section &section, report::Table table);

/// Fills a table row by row, the words with the exact numbers beside them.
class TableWriter
{
public:
    explicit TableWriter(const QString &caption = {}) { m_table.caption = caption; }

    /// `unit` of the exact numbers, for CSV and JSON; empty: counts.
    void column(const QString &title, bool isNumeric = false, const QString &unit = {});
    /// The unit of the exact numbers in its row, which those that are shown bear themselves.
    void exactUnitColumn();
    /// Of texts that stand only in the forms that programs read.
    void columnForPrograms(const QString &title);
    /// Columns of texts.
    void columns(std::initializer_list<QString> titles);
    /// A share; its exact numbers are in percent.
    void shareColumn(const QString &title);
    /// What is not known stays so in the forms that programs read.
    void text(const QString &text);
    /// A text that stands whole only where programs read it.
    void shortened(const QString &shown, const QString &whole);
    void texts(std::initializer_list<QString> texts);
    void number(const QString &text, std::optional<double> value);
    /// "413,814", "Not known".
    void count(std::optional<double> value);
    void cycles(std::optional<double> value);
    void whole(quint64 value);
    void bytesColumn(const QString &title);
    void bytes(std::optional<quint64> value);
    /// "12.3 %" of a share from 0 to 1; the number is in percent.
    void share(std::optional<double> share);
    /// "+1,200", "−3.5"; "—" where there is nothing to subtract.
    void difference(std::optional<double> difference);
    /// "+3.7 %" of a growth of 0.037; "—" where there is nothing to divide by.
    void growth(std::optional<double> growth);
    void endRow();

    bool isEmpty() const { return m_table.data.rows.empty(); }
    report::Table take() { return std::move(m_table); }
    /// The first rows are to be read, the others only in CSV and JSON.
    report::Table take(size_t most);

private:
    report::Table m_table;
    std::vector<TableCell> m_cells;
};

} // namespace tosaic::views
