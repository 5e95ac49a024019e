// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"

namespace tosaic::spec {

/// What ExecuTorch takes for a target where the spec is silent: softmax is stable on U55 and U65,
/// masked on U85 and for an unknown target.
PassPipeline defaultPasses(const QString &target);

/// Takes out what says the same as the default of the target, so that two pipelines of one meaning
/// are equal.
void dropDefaultPasses(CompileSpec &spec);

/// Whether set_pass_pipeline_config() is needed at all.
bool hasPasses(const PassPipeline &passes);

/// ArmPassPipelineConfig's names and Tosaic's: "REMOVE_WHEN_PROVEN" and "remove-when-proven".
QString passFromPython(const QString &name);
QString passToPython(const QString &name);

} // namespace tosaic::spec
