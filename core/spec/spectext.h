// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/spec/compilespec.h"

#include <QString>

#include <vector>

/// A spec read back from what people have: Python source and shell command lines. The text is only
/// read, never run. Errors are SpecInvalid with location.line (from 1), location.entity "column 7"
/// (from 1, in characters) and location.offset (UTF-16 units from the start of the text), and
/// LimitExceeded above 1 MiB.
namespace tosaic::spec {

inline constexpr qsizetype LargestSpecText = 1024 * 1024; ///< UTF-16 units

struct SpecReading
{
    CompileSpec spec;
    std::vector<Diagnostic> diagnostics; ///< what was left out or means something else here
    QString input; ///< the network of a Vela command line; empty if there is none
};

/// Finds the EthosUCompileSpec(...) call in Python source and evaluates its arguments: literals,
/// VelaExternalBlockPlacements(...), names assigned before in the same text, chained and later
/// dump_...() and set_pass_pipeline_config() calls; around it quantizer and partitioner as
/// pythonRecipe() writes them. What cannot be evaluated without running it is an error, never a
/// guess. With several such calls the last one counts, and a diagnostic says so.
Result<SpecReading> fromPythonCall(const QString &text);

/// Reads `vela ...` as a POSIX shell and Vela's own argument parser do: quotes, continued lines,
/// unique abbreviations, `--option=value` and `--option value`. What is absent there is Vela's
/// default and not EthosUCompileSpec's; where these differ the spec says Vela's and a diagnostic
/// "spec.vela-default" tells.
Result<SpecReading> fromVelaCommandLine(const QString &text);

} // namespace tosaic::spec
