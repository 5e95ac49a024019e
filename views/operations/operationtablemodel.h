// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"
#include "views/operations/shownoperations.h"

namespace tosaic::views {

/// Rows of the page as a table; a row of the model is an index into OperationsData::rows.
class OperationTableModel : public ColumnModel<size_t>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::OperationTableModel)
public:
    explicit OperationTableModel(QObject *parent = nullptr);

    void set(OperationsDataPtr data, std::vector<size_t> shown);
    const OperationsDataPtr &operations() const { return m_data; }
    int rowOf(size_t row) const; ///< -1 if it is not shown
    /// Whether any row knows something here.
    bool isKnown(int column) const;

protected:
    QVariant header(int column, int role) const override;

private:
    Columns<size_t> operationColumns() const;
    QVariant more(size_t index, QStringView key, int role) const;
    QString cyclesTip(const OperatorRow &row) const;
    QString namesOf(const OperatorRow &row) const;

    OperationsDataPtr m_data;
    double m_largestShare = 1;
};

} // namespace tosaic::views
