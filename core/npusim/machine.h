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
    quint64 commands = quint64(1)
        << 26; ///< executed, those of loops each time; of a method's instructions as many
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

/// One operation while it runs; the kinds of it stand in kicks.h.
class Kick
{
public:
    Kick(Machine &machine, Setup &setup) : m_machine(machine), m_setup(setup) { }
    virtual ~Kick() = default;
    Q_DISABLE_COPY_MOVE(Kick)

    /// `parameter` is that of the command that starts it.
    virtual Result<void> run(quint32 parameter) = 0;
    const AccessNotes &notes() const { return m_notes; }
    /// The OFM of the run, if it has one.
    const std::optional<OutputSetup> &output() const { return m_output; }

protected:
    /// Computes the accumulators of row `y` of the OFM.
    using Row = std::function<void(qint64 y, qint64 *accumulators)>;
    using NarrowRow = std::function<void(qint64 y, qint32 *accumulators)>;

    MapSource source() { return { m_machine.memory, m_machine.chains, m_notes }; }
    /// Counts work before it is done. LimitExceeded.
    Result<void> charge(Wide amount);
    Result<void> checkSize(Shape shape) const;
    Result<Values> values(const MapSetup &map, Shape shape);
    /// Runs the output stage over all rows and writes them.
    Result<void> produce(const OutputSetup &output, const OutputStage &stage, const Row &row);
    /// The same where 32 bits are enough; needs an OFM that isPlain().
    Result<void> produceNarrow(const OutputSetup &output, const OutputStage &stage,
        const NarrowScales &scales, const NarrowRow &row);
    /// It lies in memory as it is computed.
    static bool isPlain(const OutputSetup &output);

    Machine &m_machine;
    Setup &m_setup;
    AccessNotes m_notes;

private:
    template <typename Number, typename Fill, typename Finish>
    Result<void> writePlain(const OutputSetup &output, const Fill &fill, const Finish &finish);
    Result<void> begin(const OutputSetup &output);
    template <typename Number>
    void noteNonZero(const Number *from, qint64 count);
    Result<void> writeTurned(const OutputSetup &output, Values all);

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
