// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/shownoperations.h"

/// Which bars are shown, in which order and on which scale. Pure; any thread.
namespace tosaic::views {

enum class BarOrder
{
    Execution,
    Cost
};

/// The rows in the order of the bars; without cycles last.
std::vector<size_t> orderedRows(
    const OperationsData &data, const std::vector<size_t> &shown, BarOrder order);

/// Kinds of bars that any row has, in the order in which they stand: estimate, FVP, board.
std::vector<Origin> barOrigins(const OperationsData &data);
std::optional<double> barValue(const OperatorRow &row, Origin origin);
/// Of all kinds of bars of these rows; 0 if there are none.
double largestBar(const OperationsData &data, const std::vector<size_t> &rows);

/// "1.2 M", "500 k": short enough for an axis.
QString tickText(double value);

} // namespace tosaic::views
