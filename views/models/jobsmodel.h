// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"
#include "views/models/jobhistory.h"

#include <QTimer>

namespace tosaic::views {

/// Jobs as rows, in the order of the history. The time of running ones goes on by itself.
class JobsModel : public ColumnModel<JobRecordId>
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

    explicit JobsModel(const JobHistory &history, QObject *parent = nullptr);

    /// -1 if it is not there.
    int rowOf(JobRecordId id) const;

private:
    void rowChanged(JobRecordId id);
    void tick();

    const JobHistory &m_history;
    QTimer m_clock;
};

/// "Running", "Finished", "Failed", "Cancelled", "Waiting"
QString jobStateText(JobRecord::State state);

} // namespace tosaic::views
