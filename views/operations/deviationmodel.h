// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/cellpicture.h"
#include "views/models/columnmodel.h"
#include "views/operations/shownoperations.h"

namespace tosaic::views {

struct DeviationRow
{
    profile::Deviation deviation; ///< `row` is an index into OperationsData::rows
    StepPicture span; ///< from the total of the reference to that of the value
    size_t rank = 0; ///< 0 has the largest difference
};

/// The steps from the reference's total to the value's, the largest first, with the rows shown.
std::vector<DeviationRow> deviationRows(
    const OperationsData &data, const std::vector<size_t> &shown);

/// Differences of a pair, ranked.
class DeviationModel : public ColumnModel<DeviationRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::DeviationModel)
public:
    explicit DeviationModel(QObject *parent = nullptr);

    void set(OperationsDataPtr data, const std::vector<size_t> &shown);
    int rowOf(size_t row) const; ///< -1 if it is not ranked

private:
    Columns<DeviationRow> deviationColumns() const;
    QVariant more(const DeviationRow &row, QStringView key, int role) const;

    OperationsDataPtr m_data;
};

} // namespace tosaic::views
