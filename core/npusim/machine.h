// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/featuremap.h"
#include "core/npusim/outputstage.h"
#include "core/npusim/weights.h"

#include <atomic>
#include <functional>
#include <memory>

/// The state that operations work on, and what all of them do with it.
namespace tosaic::npusim {

/// What a stream may make us do; a stream that wants more ends in LimitExceeded.
struct Limits
{
    quint64 commands = quint64(1) << 26; ///< executed, those of loops each time
    quint64 work = quint64(1) << 42; ///< multiplications, or elements where there are none
    qint64 mapElements = qint64(1) << 26; ///< of one feature map
};

/// What outlives an operation.
struct Machine
{
    Memory &memory;
    std::shared_ptr<WeightCache> weights;
    Limits limits;
    std::shared_ptr<const std::atomic<bool>> cancelled; ///< null: nobody cancels

    std::map<int, Values> chains = {};
    bool isResultNonZero = false; ///< U85: what BRANCH RF_TRUE asks
    quint64 work = 0; ///< done so far

    bool isCancelled() const { return cancelled && cancelled->load(std::memory_order_relaxed); }
};

/// One operation while it runs.
class Kick
{
public:
    Kick(Machine &machine, Setup &setup) : m_machine(machine), m_setup(setup) { }

    Result<void> convolve(bool takesWeightsFromIfm2);
    Result<void> convolveDepthwise();
    Result<void> pool(quint32 mode);
    Result<void> combine(quint32 mode);
    Result<void> resize(quint32 mode);
    Result<void> transfer();

    const AccessNotes &notes() const { return m_notes; }
    /// The OFM of the last run, if it has one.
    const std::optional<OutputSetup> &output() const { return m_output; }

private:
    /// Computes the accumulators of row `y` of the OFM.
    using Row = std::function<void(qint64 y, qint64 *accumulators)>;

    MapSource source() { return { m_machine.memory, m_machine.chains, m_notes }; }
    /// Counts work before it is done. LimitExceeded.
    Result<void> charge(Wide amount);
    Result<void> checkSize(Shape shape) const;
    Result<Values> values(const MapSetup &map, Shape shape);

    /// Runs the output stage over all rows and writes them.
    Result<void> produce(const OutputSetup &output, const OutputStage &stage, const Row &row);
    Result<void> writeTurned(const OutputSetup &output, Values all);

    template <typename Number>
    Result<void> convolveWith(const OutputSetup &output, const MapSetup &ifm,
        const WindowSetup &window, qint64 depth, const LayerWeights &weights);
    Result<void> multiplyMaps(const OutputSetup &output, const MapSetup &ifm);
    Result<OutputStage> convolutionStage(const OutputSetup &output);
    /// U85: what IFM2 adds to the accumulators; empty: nothing.
    Result<Values> startValues(const OutputSetup &output);
    Result<void> checkAccumulator() const;

    Result<void> poolWindows(
        const OutputSetup &output, const OutputStage &stage, quint32 mode, bool divides);
    Result<void> sumChannels(const OutputSetup &output, const OutputStage &stage);

    struct Operand;
    Result<Operand> operand(const MapSetup &map, quint32 broadcast, Shape shape);
    Result<Operand> scalarOperand(const MapSetup &map, qint64 stored);
    Result<Operand> firstOperand(Shape shape);
    Result<Operand> secondOperand(Shape shape);
    Result<void> scaleOperands(quint32 mode, const MapSetup &ifm, Operand &a, Operand &b);

    Result<std::vector<qint32>> readIndices(qint64 rows, qint64 planes);
    Result<void> copyRun(int from, qint64 source, int to, qint64 destination, quint64 length);

    Machine &m_machine;
    Setup &m_setup;
    AccessNotes m_notes;
    std::optional<OutputSetup> m_output;
};

/// What a window reads of a map: rows with padding, zero where the map ends.
template <typename Number>
struct Padded
{
    Shape shape;
    std::vector<Number> numbers;

    const Number *at(qint64 y, qint64 x) const
    {
        return numbers.data() + (y * shape.width + x) * shape.depth;
    }
};

/// FormatDamaged if the window reads nothing.
template <typename Number>
Result<Padded<Number>> readPadded(const MapSource &source, const MapSetup &map,
    const WindowSetup &window, Shape output, qint64 depth, quint32 upscale, qint64 limit);

} // namespace tosaic::npusim
