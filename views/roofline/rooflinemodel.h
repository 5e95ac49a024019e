// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/tablemodel.h"
#include "views/roofline/roofdata.h"

namespace tosaic::views {

/// A row of RoofData with its words.
struct RooflineItem
{
    size_t row = 0; ///< into RoofData::rows
    RoofRow roof;
    QString limit;
};

/// Operators with a place under the roofs, the longest first.
class RooflineModel : public TableModel<RooflineItem>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        LimitColumn,
        ShareColumn,
        IntensityColumn,
        ReachedColumn,
        AttainableColumn,
        CyclesColumn,
        OriginColumn,
        ColumnCount
    };

    using TableModel::TableModel;

    void set(const RoofData &data);
    /// Row of the model for one of RoofData; -1 if it has none.
    int rowOf(size_t row) const;

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const RooflineItem &item, int column, int role) const override;
    QString text(const RooflineItem &item, int column) const;
    QVariant value(const RooflineItem &item, int column) const;
};

/// Operators without a place, with the reason.
class RooflineGapsModel : public TableModel<RooflineItem>
{
    Q_OBJECT
public:
    using TableModel::TableModel;

    void set(const RoofData &data);

private:
    int columns() const override { return 3; }
    QVariant header(int column, int role) const override;
    QVariant cell(const RooflineItem &item, int column, int role) const override;
};

} // namespace tosaic::views
