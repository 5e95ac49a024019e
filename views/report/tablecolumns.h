// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QFontMetricsF>

#include <vector>

/// How the columns of a table share a page. Internal to this folder.
namespace tosaic::views {

struct TableMetrics
{
    QFontMetricsF cell;
    QFontMetricsF header;
    double gap = 0; ///< that each column adds to its text; units of the metrics
};

/// Width of each column without breaking a number or a short word: numbers in one line, titles at
/// their spaces, long names in part.
std::vector<double> leastWidths(const report::Table &table, const TableMetrics &metrics);

/// Widths that add up to `total`: the least ones, then what each would like in proportion. If not
/// even the least fit, all are narrower in proportion.
std::vector<double> columnWidths(
    const report::Table &table, const TableMetrics &metrics, double total);

/// Names of fused operators list all of them; on paper their ends must do. HTML has all.
QString readableCell(const QString &text);

} // namespace tosaic::views
