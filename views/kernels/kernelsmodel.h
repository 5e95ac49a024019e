// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// One row of the table: numbers that are computed once.
struct KernelLine
{
    profile::KernelRow row;
    std::optional<profile::Spread> spread; ///< of its sums by execution, in ticks
    std::optional<profile::Spread> kernel; ///< of the kernel alone, without dispatch
};

/// Of a method, by instruction; what ran only in warm-ups is left out.
std::vector<KernelLine> kernelLines(const profile::MethodProfile &method);
/// Of the table of the window and of the report.
Columns<KernelLine> kernelColumns(profile::TickUnit unit);

/// The instructions of one method with their times. The column "spread" has a
/// picture on a logarithmic axis that all rows share.
class KernelsModel : public ColumnModel<KernelLine>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::KernelsModel)
public:
    explicit KernelsModel(QObject *parent = nullptr);

    void set(
        const profile::MethodProfile &method, profile::TickUnit unit, std::optional<Origin> origin);
    void clear() { setRows({}); }
    /// First row of an instruction of the first chain; -1 if there is none.
    int rowOf(int instruction) const;

private:
    Columns<KernelLine> shownColumns() const;
    QVariant more(const KernelLine &line, QStringView key, int role) const;
    QString toolTip(const KernelLine &line) const;
    QVariant spreadOnAxis(const KernelLine &line) const;

    profile::TickUnit m_unit = profile::TickUnit::NotKnown;
    std::optional<Origin> m_origin;
    double m_least = 0; ///< ticks at the left end of the axis; more than 0
    double m_most = 0;
};

/// Allocations, recorded values, conditions of the run.
Columns<profile::AllocationRow> allocationColumns();
/// Of a method's values, which are shown in that order: what changes is what one looks for.
Columns<profile::RecordedValue> valueColumns(const profile::MethodProfile &method);
std::vector<profile::RecordedValue> orderedValues(const profile::MethodProfile &method);

} // namespace tosaic::views
