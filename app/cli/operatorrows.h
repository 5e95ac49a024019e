// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "profiler/join/deviations.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tosaic::cli {

/// What one row of `tosaic-cli operators` stands for.
enum class OperatorsBy
{
    Operator, ///< of the input file
    Operation, ///< of the NPU
    Module,
    Source ///< line of the model
};
std::optional<OperatorsBy> operatorsByFrom(const QString &word);

/// Cycles are of one inference. Absent numbers and empty texts are not known.
struct OperatorRow
{
    QString name;
    QStringList kinds;
    int stream = 0;
    std::optional<qint64> key; ///< index of the operator in the file that Vela compiled
    std::optional<qint64> scheduled; ///< of an operation: its id in the debug database
    std::optional<double> measured; ///< FVP
    std::optional<double> board; ///< of the operator as a whole
    std::optional<quint64> estimate; ///< op_cycles of Vela
    std::optional<quint64> estimateNpu; ///< npu_cycles of Vela
    std::optional<quint64> macs;
    std::optional<double> share; ///< of the cycles of all rows
    QString node;
    QString module;
    QString sourceLine;
    profile::Confidence confidence = profile::Confidence::None;
    std::vector<size_t> operations; ///< into the table
    profile::Coverage coverage; ///< says which numbers can be compared

    /// Measured with a trace, else the estimate.
    std::optional<double> cycles(std::optional<Origin> origin) const;
    /// The one against the other: 0.1 is 10 % more; absent without both, and where they are sums of
    /// different operations.
    std::optional<double> deviation(profile::DeviationPair pair) const;
};

/// In the order of execution.
std::vector<OperatorRow> operatorRows(const profile::OperationTable &table, OperatorsBy by);

QJsonObject toJson(const OperatorRow &row, std::optional<Origin> origin);
QString confidenceWord(profile::Confidence confidence); ///< "high"
/// "readsOutsideStream": stable, for scripts.
QString unmatchedKey(profile::Unmatched::Kind kind);
/// In English, with its count.
QString unmatchedSentence(const profile::Unmatched &unmatched);

} // namespace tosaic::cli
