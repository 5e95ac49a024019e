// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"
#include "profiler/session/streamfacts.h"

#include <vector>

namespace tosaic {

/// For each operation what it is in the open documents, the most telling first: node of the model,
/// operator of the network, operations of the command stream. `result` may be null.
std::vector<std::vector<model::EntityRef>> entitiesOf(const profile::OperationTable &table,
    const StreamMaterial &material, const compiled::CompileResult *result);

} // namespace tosaic
