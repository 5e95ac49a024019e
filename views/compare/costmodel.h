// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/costcomparison.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// One number of a report on both sides, with what it is about.
struct CostRow
{
    QString name;
    QString detail; ///< kind and partition of an operator; number of operators of a kind
    Change change;
};

std::vector<CostRow> memoryRows(const analysis::CostComparison &comparison);
std::vector<CostRow> kindRows(const analysis::CostComparison &comparison);
std::vector<CostRow> operatorRows(const analysis::CostComparison &comparison);

/// Costs as rows, in the columns of MetricChangeModel and one more.
class CostModel : public TableModel<CostRow>
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
        DetailColumn,
        ColumnCount
    };

    CostModel(QString nameTitle, QObject *parent);
    void set(std::vector<CostRow> rows) { setRows(std::move(rows)); }

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const CostRow &row, int column, int role) const override;

private:
    QString valueText(const CostRow &row, bool isNew) const;

    QString m_nameTitle;
};

} // namespace tosaic::views
