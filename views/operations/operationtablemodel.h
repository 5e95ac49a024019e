// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/tablemodel.h"
#include "views/operations/shownoperations.h"

namespace tosaic::views {

/// What the delegates of OperationTable read.
inline constexpr int DeviationRole = Qt::UserRole + 101; ///< double, relative to the reference

/// Rows of the page as a table; a row of the model is an index into OperationsData::rows.
class OperationTableModel : public TableModel<size_t>
{
    Q_OBJECT
public:
    enum Column
    {
        OrderColumn,
        NameColumn,
        CyclesColumn,
        ShareColumn,
        DeviationColumn,
        KindColumn,
        EstimateColumn,
        BoardColumn,
        CumulativeColumn,
        TimeColumn,
        MacsColumn,
        UtilisationColumn,
        BytesColumn,
        ModuleColumn,
        SourceColumn,
        ConfidenceColumn,
        ColumnCount
    };

    using TableModel::TableModel;

    void set(OperationsDataPtr data, std::vector<size_t> shown);
    const OperationsDataPtr &operations() const { return m_data; }
    int rowOf(size_t row) const; ///< -1 if it is not shown
    /// Whether any row knows something here.
    bool isKnown(int column) const;
    static bool isNumber(int column);

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const size_t &row, int column, int role) const override;

private:
    QString title(int column) const;
    QString text(const OperatorRow &row, size_t index, int column) const;
    QVariant value(const OperatorRow &row, size_t index, int column) const;
    QString toolTip(const OperatorRow &row, int column) const;
    QString namesOf(const OperatorRow &row) const;

    OperationsDataPtr m_data;
    double m_largestShare = 1;
};

} // namespace tosaic::views
