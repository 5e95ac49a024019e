// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

/// Internal to this folder.
namespace tosaic::views {

/// Fills a table row by row, the words with the exact numbers beside them.
class TableWriter
{
public:
    explicit TableWriter(const QString &caption) { m_table.caption = caption; }

    void column(const QString &title, bool isNumeric = false);
    void text(const QString &text);
    void number(const QString &text, std::optional<double> value);
    /// "413,814", "Not known".
    void count(std::optional<double> value);
    void cycles(std::optional<double> value);
    /// "12.3 %" of a share from 0 to 1; the number is in percent.
    void share(std::optional<double> share);
    /// "+1,200", "−3.5"; "—" where there is nothing to subtract.
    void difference(std::optional<double> difference);
    /// "+3.7 %" of a growth of 0.037; "—" where there is nothing to divide by.
    void growth(std::optional<double> growth);
    void endRow();

    bool isEmpty() const { return m_table.rows.empty(); }
    /// The first rows are to be read, the others only in CSV and JSON.
    report::Table take(size_t most);

private:
    report::Table m_table;
    QStringList m_cells;
    std::vector<std::optional<double>> m_numbers;
};

} // namespace tosaic::views
