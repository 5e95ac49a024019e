// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/operationsdata.h"

namespace tosaic::views {

/// Rows with names, groups and operations, but without numbers, in the order of execution.
std::vector<OperationRow> groupOperations(
    const profile::OperationTable &table, GroupBy groupBy, bool hasTrace);

/// "tosa_conv2d_default_1": what names an operation best.
QString operationName(const profile::TimedOperation &operation);

} // namespace tosaic::views
