// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/npuanalysis.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/streamfacts.h"

#include <vector>

namespace tosaic {

/// For each operation what it is in the open documents, the most telling first: node of the model,
/// operator of the network, operations of the command stream. `result` may be null.
std::vector<std::vector<model::EntityRef>> entitiesOf(const profile::OperationTable &table,
    const StreamMaterial &material, const compiled::CompileResult *result);

/// The buffers of the open command streams with the operations that write them first; inputs have
/// none.
std::vector<ProfileSubject::Carried> buffersOf(
    const profile::OperationTable &table, const NpuAnalyses &streams);

} // namespace tosaic
