// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/formats/exported/etrecord.h"
#include "core/model/network.h"

namespace tosaic::inspect {

/// JSON {"graphs": [{"name", "nodes", "operators": {"aten.conv2d.default": n}, "inputs": [name],
/// "outputs": [name], "parameterBytes", "subgraphs": [the same, of control flow and delegates],
/// "delegates"?: [{"node", "backend", "payloadBytes", "compileSpecs": {key: text}}]}],
/// "metadata": {name: text}}. "parameterBytes" (of parameters, buffers and constants) is absent if
/// a size is not known.
Description describePt2(const model::Network &network);

/// The same and {"methods": {name: {"debugHandles": {instruction: [handle]}, "delegates":
/// {instruction: {"name", "handles"?: {id: [handle]}}}, "outputCounts"}}, "exportGraphId",
/// "referenceOutputsBytes", "representativeInputsBytes", "opaque": [{"member", "size"}]}.
Description describeEtRecord(const formats::EtRecord &record);

} // namespace tosaic::inspect
