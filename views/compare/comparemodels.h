// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/costcomparison.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// One number of two compiles, with what it is about.
struct ChangeRow
{
    QString name;
    QString detail = {}; ///< kind and partition of an operator; number of operators of a kind
    QString tip = {}; ///< of the name
    bool isEstimate = false; ///< and its name says so
    Change change = {};
};

/// Metrics that neither side knows are left out.
std::vector<ChangeRow> metricRows(const std::vector<analysis::MetricChange> &metrics);
std::vector<ChangeRow> memoryRows(const analysis::CostComparison &comparison);
std::vector<ChangeRow> kindRows(const analysis::CostComparison &comparison);
std::vector<ChangeRow> operatorRows(const analysis::CostComparison &comparison);

/// Numbers of two compiles: name, the columns of a change and, with `areCosts`, the detail.
class ChangeModel : public ColumnModel<ChangeRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::ChangeModel)
public:
    ChangeModel(const QString &nameTitle, bool areCosts, QObject *parent);
};

/// Operators that changed sides.
class MoveModel : public ColumnModel<analysis::OperatorMove>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::MoveModel)
public:
    explicit MoveModel(QObject *parent = nullptr);
};

/// A partition of the old side beside the one of the new side that shares most operators with it.
struct PartitionChangeRow
{
    struct Side
    {
        compiled::Partition partition;
        quint64 operators = 0; ///< counted as Summary::npuOperators
        std::optional<quint64> sram; ///< bytes that it needs by itself
    };
    std::optional<Side> oldSide;
    std::optional<Side> newSide;
    qsizetype sharedOperators = 0;
};

class PartitionChangeModel : public ColumnModel<PartitionChangeRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::PartitionChangeModel)
public:
    explicit PartitionChangeModel(QObject *parent = nullptr);
    void set(const analysis::Comparison &comparison, const compiled::CompileResult &oldResult,
        const compiled::CompileResult &newResult);
};

} // namespace tosaic::views
