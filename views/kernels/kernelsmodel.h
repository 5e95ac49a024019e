// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"
#include "views/models/roles.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// One row of the table: numbers that are computed once.
struct KernelLine
{
    profile::KernelRow row;
    std::optional<profile::Spread> spread; ///< of its sums by execution, in ticks
    std::optional<profile::Spread> kernel; ///< of the kernel alone, without dispatch
};

/// The instructions of one method with their times.
class KernelsModel : public TableModel<KernelLine>
{
    Q_OBJECT
public:
    enum Column
    {
        InstructionColumn,
        NameColumn,
        KindColumn,
        MedianColumn,
        SmallestColumn,
        LargestColumn,
        ShareColumn,
        CallsColumn,
        SpreadColumn,
        ColumnCount
    };
    enum Role
    {
        /// QVariantList of five doubles 0..1: smallest, lower quartile, median, upper quartile,
        /// largest, on the logarithmic axis that all rows share.
        SpreadRole = IdRole + 1,
        InsideRole ///< bool: a part of the row above
    };

    using TableModel::TableModel;

    void set(
        const profile::MethodProfile &method, profile::TickUnit unit, std::optional<Origin> origin);
    void clear() { setRows({}); }
    /// First row of an instruction of the first chain; -1 if there is none.
    int rowOf(int instruction) const;

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const KernelLine &line, int column, int role) const override;
    QString text(const KernelLine &line, int column) const;
    QString toolTip(const KernelLine &line) const;
    QVariant number(const KernelLine &line, int column) const;
    QVariant spreadOnAxis(const KernelLine &line) const;
    QString axisText() const;
    QString withUnit(const QString &title) const;

    profile::TickUnit m_unit = profile::TickUnit::NotKnown;
    std::optional<Origin> m_origin;
    double m_least = 0; ///< ticks at the left end of the axis; more than 0
    double m_most = 0;
};

} // namespace tosaic::views
