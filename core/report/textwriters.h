// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QByteArray>

/// The same report in the forms that programs and reviews read; UTF-8. Pictures are named by their
/// caption only.
namespace tosaic::report {

/// GitHub's Markdown, tables included.
QByteArray toMarkdown(const Report &report);
/// As resources/report/report.schema.json says: all rows of tables as text, and beside them the raw
/// numbers.
QByteArray toJson(const Report &report);

struct CsvFile
{
    QString suffix; ///< behind the report's name, before ".csv"; empty: the report itself
    QByteArray bytes;
};
/// RFC 4180, one file a table: numbers plain, units in the titles. The first has facts and texts as
/// rows, and says which table is where.
std::vector<CsvFile> toCsv(const Report &report);

} // namespace tosaic::report
