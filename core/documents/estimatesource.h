// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/estimatedocument.h"
#include "core/documents/relatednetwork.h"
#include "core/toolchain/respecjob.h"

namespace tosaic {

class ArtefactFinder;
struct OpenedModel;

/// What there is to run Vela on, and what its numbers are held against.
struct EstimateSource
{
    std::vector<compiled::EstimateInput> inputs;
    std::optional<EstimateBaseline> baseline;
    std::optional<toolchain::RespecSource> respec; ///< payloads of a .pte can be exchanged
    QString baseFolder; ///< where a relative ini path starts
    std::optional<analysis::ProgramMemory> program; ///< that the TOSA was cut from

    bool isEmpty() const { return inputs.empty(); }
};

/// The TOSA that a compile kept. Reads the compile's reports for what it needs of each memory;
/// `program` is what it made, null if that is not known.
EstimateSource estimateSource(
    const compiled::CompileResult &result, const std::shared_ptr<const model::Program> &program);
/// A program without a known compile: TOSA that certainly or likely belongs to its delegates. Empty
/// unless there is one for each Ethos-U delegate.
EstimateSource estimateSource(
    const QString &path, const model::Program &program, const RelatedNetworks &networks);
/// What another Vela makes of the same TOSA: a .pte with its payloads, or, of a .tosa or .tflite by
/// itself, its own output. The rest of the request (folder, limits) is the caller's. `usual` is a
/// Python with ExecuTorch, which a .pte needs, `vela` the one whose Vela is run. Errors as
/// respecRequest(); FormatUnsupported if there is neither.
Result<toolchain::CompileRequest> otherVelaRequest(const EstimateSource &source,
    const spec::CompileSpec &spec, const QString &usual, const QString &vela);
/// A .tosa or .tflite by itself; empty for anything else. Reads a few bytes.
EstimateSource estimateSourceOfFile(const QString &path);

/// For a command line: a .tosa, .tflite, .pte, compile folder or result.json. Blocks. Errors as
/// openDocument(); FormatUnsupported if there is nothing to run Vela on, saying what is missing.
/// `finder` knows compiles that do not lie beside a .pte; may be null.
Result<EstimateSource> findEstimateSource(
    const QString &path, const ArtefactFinder *finder = nullptr);

} // namespace tosaic
