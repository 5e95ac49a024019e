// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/jobhistory.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// Jobs as rows, in the order they were started.
class JobsModel : public TableModel<JobRecordId>
{
    Q_OBJECT
public:
    enum Column
    {
        StateColumn,
        TitleColumn,
        StageColumn,
        TimeColumn,
        ColumnCount
    };

    explicit JobsModel(const JobHistory &history, QObject *parent = nullptr);

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const JobRecordId &row, int column, int role) const override;

private:
    const JobHistory &m_history;
};

/// "Running", "Finished", "Failed", "Cancelled"
QString jobStateText(JobRecord::State state);

} // namespace tosaic::views
