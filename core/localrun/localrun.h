// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/array.h"
#include "core/localrun/methodmemory.h"
#include "core/localrun/programnames.h"
#include "core/npu/streams.h"
#include "core/npusim/simulator.h"

#include <functional>
#include <map>

/// A program runs on this machine: Ethos-U delegates in the simulator, kernels that only move and
/// quantise here, the others wherever the caller says. Functional: nothing is timed.
namespace tosaic::localrun {

/// Instructions [first, end) of a method that need ExecuTorch's runtime: kernels and delegates of
/// other backends, without jumps.
struct Segment
{
    size_t first = 0;
    size_t end = 0;
    std::vector<qint32> reads; ///< tensors that have their values before
    std::vector<qint32> writes; ///< tensors that have them afterwards
};
/// Runs a segment: takes what it reads from the memory and puts what it writes there.
using RuntimeKernels = std::function<Result<void>(const Segment &segment, MethodMemory &memory)>;

/// Looks on while delegates run in the simulator; each may be empty.
struct DelegateWatch
{
    /// Bytes of the inputs, in the order of the stream's descriptors.
    std::function<void(int delegate, const std::vector<QByteArray> &inputs)> begins;
    std::function<void(int delegate, npusim::Simulator &simulator)> stepped; ///< behind each
};

struct LocalRequest
{
    QString method = QStringLiteral("forward"); ///< of a .pte
    std::map<QString, Array> inputs; ///< by index or name; the others are seeded
    ProgramNames names; ///< where the program keeps none; may be empty
    quint64 seed = 0;
    std::shared_ptr<npusim::WeightCache> weights; ///< null: an own one
    npusim::Limits limits;
    std::shared_ptr<const std::atomic<bool>> cancelled; ///< null: nobody cancels
    RuntimeKernels runtime; ///< empty: there is none
    ExternalBytes external; ///< empty: there are none
    DelegateWatch watch;
};

struct DelegateRun
{
    int index = 0; ///< of the method's delegates, or of the file's streams
    QString backend; ///< "EthosUBackend"
    bool isSimulated = true; ///< false: ExecuTorch's runtime ran it
    quint64 commands = 0;
    quint64 kicks = 0;
};

struct LocalResult
{
    std::vector<QString> inputNames; ///< empty where there is none
    std::vector<QString> outputNames; ///< the same
    std::vector<Array> inputs; ///< as they were given or seeded
    std::vector<Array> outputs; ///< in the flat order of the program; empty if it was refused
    std::vector<DelegateRun> delegates;
    /// Of each simulated delegate, in the order of its descriptors; of its last call.
    std::map<int, std::vector<QByteArray>> delegateInputs;
    /// What the simulator does not know or cannot do; the run ended there.
    std::vector<std::pair<int, npusim::Refusal>> refused;
    std::vector<std::pair<int, npusim::Finding>> findings;
};

/// A .pte, or a .tflite, .npz or other file that holds one stream and nothing that the CPU would
/// have to compute. Blocks; any thread. Errors: what keeps it from being run, by name: an input
/// that does not fit, a kernel that is not known, Cancelled. A stream that was refused is no error.
Result<LocalResult> runHere(
    const std::shared_ptr<const ByteSource> &source, const LocalRequest &request);

} // namespace tosaic::localrun
