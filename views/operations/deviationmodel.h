// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/tablemodel.h"
#include "views/operations/shownoperations.h"

namespace tosaic::views {

inline constexpr int WaterfallRole = Qt::UserRole + 102; ///< WaterfallSpan

/// Where a step of the waterfall begins and ends, in shares of the width.
struct WaterfallSpan
{
    double from = 0;
    double to = 0;
    double zero = 0; ///< no difference to the reference's total
};

struct DeviationRow
{
    profile::Deviation deviation; ///< `row` is an index into OperationsData::rows
    WaterfallSpan span;
    size_t rank = 0; ///< 0 has the largest difference
};

/// The steps from the reference's total to the value's, the largest first, with the rows shown.
std::vector<DeviationRow> deviationRows(
    const OperationsData &data, const std::vector<size_t> &shown);

/// Differences of a pair, ranked.
class DeviationModel : public TableModel<DeviationRow>
{
    Q_OBJECT
public:
    enum Column
    {
        RankColumn,
        NameColumn,
        DifferenceColumn,
        WaterfallColumn,
        RelativeColumn,
        ShareColumn,
        ReferenceColumn,
        ValueColumn,
        ColumnCount
    };

    using TableModel::TableModel;

    void set(OperationsDataPtr data, const std::vector<size_t> &shown);
    int rowOf(size_t row) const; ///< -1 if it is not ranked

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const DeviationRow &row, int column, int role) const override;

private:
    QString text(const DeviationRow &row, int column) const;
    QVariant value(const DeviationRow &row, int column) const;

    OperationsDataPtr m_data;
};

} // namespace tosaic::views

Q_DECLARE_METATYPE(tosaic::views::WaterfallSpan)
