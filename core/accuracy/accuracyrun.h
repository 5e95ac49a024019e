// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"
#include "core/base/diagnostic.h"
#include "core/compiled/compileresult.h"
#include "core/localrun/localrun.h"
#include "core/localrun/recordedcall.h"

#include <atomic>
#include <functional>
#include <memory>

/// A compiled model beside what it should compute: operator by operator, for one input or a set.
namespace tosaic::accuracy {

using Sample = std::map<QString, localrun::Array>; ///< inputs by index or name; others are seeded

struct AccuracyRequest
{
    QString program; ///< .pte
    compiled::CompileResult compile; ///< that made it: TOSA, debug databases, nodes
    QString method = QStringLiteral("forward");
    std::vector<Sample> samples; ///< empty: one, seeded or the model's own example
    quint64 seed = 0;
    QString interpreter; ///< Python with the tools; empty: sides that need it are not there
    /// Runs of the TOSA reference model that are kept, by partition (keptValues): instead of the
    /// tool. One sample only.
    std::map<int, QString> kept;
    /// The model's source (.py, .pt2) for the float and quantised sides. Runs the code of its
    /// author: the caller has asked. Empty: these sides are not there.
    QString model;
    QString trustedContent; ///< of it, as in toolchain::CompileRequest
    double leastSqnrDb = AccuracyTable::UsualLeastSqnrDb;
    QString drivers; ///< empty: driversDir()
    std::shared_ptr<const std::atomic<bool>> cancelled; ///< null: nobody cancels
    std::function<void(std::function<void()>)> setCancel; ///< gets what ends a child process
    localrun::RuntimeKernels runtime; ///< empty: the program must do without
    localrun::ExternalBytes external; ///< what the program keeps in .ptd files; may be empty
    OperatorNames names; ///< may be empty
    /// What a board or runtime recorded of calls of the method, for the first sample; may be empty.
    std::vector<localrun::RecordedCall> recorded;
    std::map<size_t, std::vector<double>> boardOutputs; ///< of the same, by index; may be empty
};

/// Whether a side was there to be compared with.
struct Side
{
    Against against = Against::Reference;
    bool isThere = false;
    QString why; ///< it is not, or not everywhere; empty: it is
};

struct OutputAccuracy
{
    size_t index = 0; ///< of the program's outputs
    Against against = Against::Float;
    Measures measures; ///< of Board: what it gave, beside the simulator; else the other way round
};

struct AccuracyResult
{
    AccuracyTable table;
    std::vector<OutputAccuracy> outputs;
    std::vector<Side> sides;
    size_t samples = 0;
    size_t untold = 0; ///< operators that no side has a value for: the compiler's own
    localrun::LocalResult run; ///< of the last sample; refused: what ran before is compared
    std::vector<Diagnostic> notes;
};

/// Blocks; any thread. Errors: those of running the program (localrun::runHere); Cancelled;
/// SpecInvalid where outputs of the board have another size. A side that is not there is no error,
/// nor a command that the simulator refuses.
Result<AccuracyResult> measureAccuracy(const AccuracyRequest &request);

} // namespace tosaic::accuracy
