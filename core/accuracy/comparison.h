// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/measures.h"
#include "core/accuracy/taps.h"
#include "core/localrun/array.h"

#include <map>
#include <optional>
#include <vector>

/// What the operators of a compile computed beside what they should have, and the first that is
/// wrong.
namespace tosaic::accuracy {

/// The side that says what is right.
enum class Against
{
    Reference, ///< the TOSA reference model, or kept values: must be equal in every bit
    Board, ///< what a board, an FVP or a runtime recorded of a delegate: the same
    Quantised, ///< the quantised graph of ExecuTorch, computed in float between its quantise nodes
    Float ///< the model before it was quantised
};
QString againstKey(Against against); ///< "reference", "board", "quantised", "float"

/// real = scale * (stored - zeroPoint).
struct RealScale
{
    double scale = 1;
    qint64 zeroPoint = 0;
};

struct OperatorAccuracy
{
    int partition = 0; ///< of the compile, and delegate of the program
    QString name; ///< tensor, as Vela's reports name it
    QString node; ///< of the model's graph that it was made from; empty: not recorded
    QString known; ///< what every face calls its operator; empty: not known
    quint32 operation = 0; ///< of the stream, the last that writes the tensor
    quint32 offset = 0; ///< of it, bytes from the start of the stream
    npu::OperationKind kind = npu::OperationKind::Stop;
    Against against = Against::Reference;
    Measures measures;
    RangeUse range;
    bool isReordered = false; ///< the same numbers in another order: a change of layout, no error

    bool isBroken(double leastSqnrDb) const;
    /// The operator's name: `known`, else its node, else its tensor.
    const QString &title() const;
};
/// What every face calls the operators of a compile, by partition and tensor.
using OperatorNames = std::map<std::pair<int, QString>, QString>;

/// The numbers of a channel that its scale record is to blame for.
struct WrongChannel
{
    qint64 channel = 0;
    quint64 differing = 0;
    std::optional<qint64> bias; ///< of the record; absent where one scale serves all
    std::optional<quint32> multiplier;
    std::optional<int> shift;
};

/// Where it breaks, closer. Of the sample where it was seen first.
struct Closer
{
    /// Channels listed at most.
    static constexpr size_t ChannelLimit = 16;

    Histogram expected;
    Histogram computed;
    quint64 channels = 0; ///< that the tensor has
    quint64 wrongChannels = 0;
    std::vector<WrongChannel> worst; ///< in the order of their number
    std::optional<npu::Scale> scale; ///< OFM_SCALE
    qint64 zeroPoint = 0; ///< of the OFM
};

/// Grows sample by sample.
class AccuracyTable
{
public:
    /// Against float and quantised sides, an operator with less is where it breaks.
    static constexpr double UsualLeastSqnrDb = 20;

    explicit AccuracyTable(double leastSqnrDb = UsualLeastSqnrDb) : m_leastSqnrDb(leastSqnrDb) { }

    /// Whole numbers as both sides store them. False, and nothing is added, if types or numbers of
    /// elements differ: then they are not the same tensor.
    bool addStored(int partition, const QString &node, const Tap &tap,
        const localrun::Array &expected, Against against = Against::Reference);
    struct Expected
    {
        localrun::Array array;
        std::optional<RealScale> scale; ///< of stored numbers; absent: they are real
    };
    /// Real numbers beside what the tap stands for. False if the numbers of elements differ, or if
    /// both have the same numbers in another order: then nothing tells which belongs to which.
    bool addReal(int partition, const QString &node, const Tap &tap, const RealScale &scale,
        const Expected &expected, Against against);

    void setNames(const OperatorNames &names);

    /// By side, then in the order of execution.
    const std::vector<OperatorAccuracy> &operators() const { return m_operators; }
    /// The first operator that is not what the reference says, else what the board says, else the
    /// first below the limit against the quantised, else the float side. Null: none.
    const OperatorAccuracy *first() const;
    /// Of first(); null without.
    const Closer *closer() const;

private:
    OperatorAccuracy &rowOf(int partition, const QString &node, const Tap &tap, Against against);
    void addNumbers(OperatorAccuracy &row, const Tap &tap, const std::vector<double> &computed,
        const std::vector<double> &expected);
    void look(size_t row, const Tap &tap, const std::vector<double> &computed,
        const std::vector<double> &expected);

    double m_leastSqnrDb;
    std::vector<OperatorAccuracy> m_operators;
    std::map<size_t, Closer> m_closer; ///< by row, of those that differ
};

} // namespace tosaic::accuracy
