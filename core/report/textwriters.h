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
/// {Report::values...,"title","subtitle","sections":[{"title","blocks":[{"kind":"facts"|"table"|"picture"|"text",...}]}]};
/// tables: "columns", "rows" (all of them, as text), "numbers"? (the same cells, null for text).
QByteArray toJson(const Report &report);
/// Facts and tables as rows: section, block, then cells; RFC 4180.
QByteArray toCsv(const Report &report);

} // namespace tosaic::report
