// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/toolchain/compileresult.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// Metrics as rows: old, new, difference, relative, verdict.
class MetricChangeModel : public TableModel<analysis::MetricChange>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        OldColumn,
        NewColumn,
        DifferenceColumn,
        RelativeColumn,
        VerdictColumn,
        ColumnCount
    };

    using TableModel::TableModel;
    /// Metrics that neither side knows are left out.
    void set(const std::vector<analysis::MetricChange> &metrics);

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const analysis::MetricChange &row, int column, int role) const override;
};

/// Operators that changed sides.
class MoveModel : public TableModel<analysis::OperatorMove>
{
    Q_OBJECT
public:
    enum Column
    {
        NodeColumn,
        OldColumn,
        NewColumn,
        ModuleColumn,
        ReasonColumn,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(const std::vector<analysis::OperatorMove> &moves) { setRows(moves); }

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const analysis::OperatorMove &row, int column, int role) const override;
};

/// A partition of the old side beside the one of the new side that shares most operators with it.
struct PartitionChangeRow
{
    std::optional<toolchain::Partition> oldSide;
    std::optional<toolchain::Partition> newSide;
    qsizetype sharedOperators = 0;
    std::optional<quint64> oldOperators; ///< counted as Summary::npuOperators
    std::optional<quint64> newOperators;
    std::optional<quint64> oldSram; ///< bytes that it needs by itself
    std::optional<quint64> newSram;
};

class PartitionChangeModel : public TableModel<PartitionChangeRow>
{
    Q_OBJECT
public:
    enum Column
    {
        OldColumn,
        NewColumn,
        OldOperatorsColumn,
        NewOperatorsColumn,
        OldCyclesColumn,
        NewCyclesColumn,
        OldSramColumn,
        NewSramColumn,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(const analysis::Comparison &comparison, const toolchain::CompileResult &oldResult,
        const toolchain::CompileResult &newResult);
    void clear() { setRows({}); }

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const PartitionChangeRow &row, int column, int role) const override;
};

} // namespace tosaic::views
