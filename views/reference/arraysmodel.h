// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/arraydifference.h"
#include "core/toolchain/referencejob.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// An array of a run, and what comparing it with another one gave.
struct ArrayRow
{
    enum class Role
    {
        Input,
        Output,
        Intermediate
    };
    Role role = Role::Output;
    toolchain::ReferenceArray array;
    QString comparedWith; ///< file; empty: with nothing
    std::optional<toolchain::ArrayDifference> difference;
    QString problem; ///< why it could not be compared
};

class ArraysModel : public TableModel<ArrayRow>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        OutcomeColumn,
        DifferentColumn,
        LargestColumn,
        RoleColumn,
        TypeColumn,
        ShapeColumn,
        FileColumn,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(std::vector<ArrayRow> rows) { setRows(std::move(rows)); }
    void replace(int at, ArrayRow row) { replaceRow(at, std::move(row)); }

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const ArrayRow &row, int column, int role) const override;
};

} // namespace tosaic::views
