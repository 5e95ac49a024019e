// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/problemlist.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// Problems as rows: severity, code, place, text.
class ProblemsModel : public TableModel<Problem>
{
    Q_OBJECT
public:
    enum Column
    {
        SeverityColumn,
        TextColumn,
        PlaceColumn,
        CodeColumn,
        ColumnCount
    };

    explicit ProblemsModel(const ProblemList &problems, QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const Problem &row, int column, int role) const override;
};

} // namespace tosaic::views
