// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracyrun.h"

#include <optional>
#include <vector>

/// What may help where a quantised model loses accuracy. Each is a spec of its own: whether it
/// helps, and what it costs, is told by compiling and measuring it.
namespace tosaic::accuracy {

struct Try
{
    enum class Kind
    {
        PerChannel, ///< a weight scale for each channel instead of one
        Int16, ///< 16-bit activations, for the module of the operator where it is known
        Calibration, ///< the samples it is measured with, else more random ones
        KeepOnCpu ///< the operator
    };
    Kind kind = Kind::PerChannel;
    QString subject = {}; ///< module, operator or samples that it is about; may be empty
    spec::CompileSpec spec = {};
};
QString tryKey(Try::Kind kind); ///< "per-channel", "int16", "calibration", "cpu"

/// The operator that is worst off: where the table says that it breaks, else the one with the least
/// SQNR against the float side, else the quantised. Null: nothing is off anywhere.
const OperatorAccuracy *weakestOf(const AccuracyTable &table);
/// What is not in the spec already. `calibration`: .npy files of the inputs that it is measured
/// with; may be empty.
std::vector<Try> triesFor(const compiled::CompileResult &compile, const AccuracyTable &table,
    const QStringList &calibration);

/// The outputs of the program against the float side: the least SQNR of them, dB. Absent: there is
/// no such side, or no difference.
std::optional<double> outputSqnrDb(const AccuracyResult &result);

/// A change that was compiled and measured, beside the compile before it. Numbers that are not
/// known are absent; cycles are the compiler's estimates.
struct Tried
{
    Try change = {};
    std::optional<double> sqnrBeforeDb = {};
    std::optional<double> sqnrDb = {};
    std::optional<double> cyclesBefore = {};
    std::optional<double> cycles = {};
    std::optional<quint64> cpuOperators = {};
    QString problem = {}; ///< why it could not be compiled or measured; empty: it was
};
/// Compiles `request.model`, which runs its code, into a folder that goes with the call, and
/// measures it with the samples of the request. Blocks in an event loop of its own. Error:
/// Cancelled.
Result<Tried> tryOut(
    const AccuracyRequest &request, const AccuracyResult &before, const Try &change);

} // namespace tosaic::accuracy
