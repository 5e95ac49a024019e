// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/operationsdata.h"

namespace tosaic::views {

using profile::GroupBy;
using profile::OperatorRow;

/// operationsData() with the user's words for rows without a name, and the groups that pictures put
/// them in (OperatorRow::path). `bytes`: of operationBytes; empty: not known (yet).
OperationsDataPtr computeOperations(std::shared_ptr<const ProfileSubject> subject,
    std::shared_ptr<const profile::OperationTable> table, std::vector<std::optional<quint64>> bytes,
    const OperationsOptions &options);

} // namespace tosaic::views
