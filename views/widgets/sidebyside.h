// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/base/table.h"

namespace tosaic::views {

/// One metric of several compiles, each against the first, which stands against itself.
using MetricRow = std::vector<analysis::MetricChange>;

/// Metrics that at least one side knows, in order. The first comparison is of the base with itself.
std::vector<MetricRow> metricsSideBySide(const std::vector<analysis::Comparison> &comparisons);

/// A column for each compile: the number, and how far it is from the first one's. Titles by side;
/// keys "metric", "side0", "side1".
Columns<MetricRow> sideBySideColumns(const QStringList &titles);

} // namespace tosaic::views
