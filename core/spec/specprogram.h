// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/spec/spectext.h"

#include <QByteArray>
#include <QString>

#include <utility>
#include <vector>

/// The spec that a compiled program remembers.
namespace tosaic::spec {

/// Key and value of a BackendDelegate's compile_specs, in the order of the file.
using ProgramSpecs = std::vector<std::pair<QString, QByteArray>>;

/// Reads what ExecuTorch wrote since 2023: tosa_spec (once tosa_version), compile_flags,
/// debug_artifact_path (once debug_tosa_path), dump_debug_info, transform_pipeline_config, target,
/// external_block_placements. A key or an option given twice counts with its last value. What is
/// not in a spec (permute_memory_format, quantize_io, ...) becomes a diagnostic "spec.program-key";
/// contradictions between target and flags "spec.program-mismatch". Quantizer, calibration and
/// partition are not in a program: they stay absent. Error SpecInvalid: no target can be told.
Result<SpecReading> fromProgramSpecs(const ProgramSpecs &entries);

} // namespace tosaic::spec
