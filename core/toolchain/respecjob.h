// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/estimate.h"
#include "core/toolchain/compilejob.h"

/// Another spec for a finished .pte without ExecuTorch's lowering: Vela runs on the kept TOSA, and
/// payloads and compile specs of the delegates are exchanged. What comes out is byte for byte what
/// a full compile gives, in an output folder like a compile's.
namespace tosaic::toolchain {

struct RespecSource
{
    QString program; ///< the .pte, absolute
    /// That it was made with; absent: not known in full, then the driver alone judges the change.
    std::optional<spec::CompileSpec> spec;
    std::vector<compiled::EstimateInput> inputs; ///< TOSA of each partition
};

/// Of a compile result that has its .pte and the TOSA of every partition; absent otherwise.
std::optional<RespecSource> respecSource(const compiled::CompileResult &result);

/// The request for a CompileJob that makes the exchange; folder, interpreter and limits are the
/// caller's. Errors: SpecInvalid if the change needs a lowering, with the keys of SPEC.json that
/// make it so in location.entity ("respec.needs-lowering" is the driver's code for the same).
Result<CompileRequest> respecRequest(const RespecSource &source, const spec::CompileSpec &spec);

} // namespace tosaic::toolchain
