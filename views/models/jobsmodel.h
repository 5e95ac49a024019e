// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/joblist.h"
#include "views/models/columnmodel.h"

#include <QTimer>

namespace tosaic::views {

/// Jobs as rows, in the order of the list. The time of running ones goes on by itself.
class JobsModel : public ColumnModel<JobId>
{
    Q_OBJECT
public:
    enum Column
    {
        StateColumn,
        TitleColumn,
        TargetColumn,
        StageColumn,
        ProgressColumn,
        TimeColumn,
        MemoryColumn,
        ColumnCount
    };

    explicit JobsModel(const JobList &jobs, QObject *parent = nullptr);

    /// -1 if it is not there.
    int rowOf(JobId id) const;

private:
    void rowChanged(JobId id);
    void tick();

    const JobList &m_jobs;
    QTimer m_clock;
};

/// "Running", "Finished", "Failed", "Cancelled", "Waiting"
QString jobStateText(JobRecord::State state);

} // namespace tosaic::views
