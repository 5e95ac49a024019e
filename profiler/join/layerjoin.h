// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/deviations.h"
#include "profiler/run.h"

namespace tosaic::profile {

/// What is known of the run that printed rows of layers, and of the program that is looked at.
struct LayerConditions
{
    /// Stated by the user: name of the column of cycles, or its number counted from 1; empty: the
    /// only one that is named cycles, those of a CPU aside.
    QString column;
    std::optional<double> totalCycles; ///< of one inference, as the same measurement counts them
    QString product; ///< that ran: "U55"; empty: the log does not tell
    std::optional<quint32> npuMacs;
    QString compiledProduct; ///< that the command streams are made for; empty: not known
    std::optional<quint32> compiledMacs;
};

/// Rows of layers beside the operators of a program, or why they are not joined.
struct LayerJoin
{
    enum class Refusal
    {
        None, ///< joined
        NoColumn, ///< none is named cycles, or the table names no columns
        SeveralColumns, ///< named cycles
        ColumnUnknown, ///< the one that the user stated is not there
        OtherTarget, ///< the log tells another NPU than the one compiled for
        OtherCount, ///< as many rows as neither operations nor operators
        OtherMacs, ///< a row has other MACs than what it would be
        Ambiguous, ///< rows could be operations as well as operators, with another result
        MoreThanTotal, ///< rows add up to more cycles than the measurement counts
        Unproven, ///< nothing but their number says that they are the same
        NoOperators ///< the operations name no operators: there is no debug database
    };

    Refusal refusal = Refusal::None;
    QString text; ///< English: why not, or what proves it
    std::vector<BoardCycles> board;
    size_t withoutOperator = 0; ///< rows whose operation comes from no operator
};

/// Joins only what is proven: as many rows as the program has operations, scheduled operations or
/// operators (of all command streams, or of one), in their order, with equal MACs in each row where
/// the table has MACs; else the log must tell the NPU that was compiled for, or the user state the
/// column.
LayerJoin joinLayers(
    const OperationTable &table, const LayerTable &layers, const LayerConditions &conditions);

/// "layer, cycles, macs": how a user may name the columns; numbers where there are no names.
QStringList columnNames(const LayerTable &layers);

} // namespace tosaic::profile
