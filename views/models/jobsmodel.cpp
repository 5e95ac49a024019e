// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/jobsmodel.h"

#include "core/base/units.h"
#include "views/models/roles.h"

#include <QCoreApplication>

namespace tosaic::views {

QString jobStateText(JobRecord::State state)
{
    switch (state) {
    case JobRecord::State::Running:
        return JobsModel::tr("Running");
    case JobRecord::State::Succeeded:
        return JobsModel::tr("Finished");
    case JobRecord::State::Failed:
        return JobsModel::tr("Failed");
    case JobRecord::State::Cancelled:
        return JobsModel::tr("Cancelled");
    }
    return {};
}

JobsModel::JobsModel(const JobHistory &history, QObject *parent)
    : TableModel(parent), m_history(history)
{
    std::vector<JobRecordId> ids;
    for (const auto &record : history.records())
        ids.push_back(record.id);
    setRows(std::move(ids));
    connect(&history, &JobHistory::added, this, [this](JobRecordId id) { appendRow(id); });
    connect(&history, &JobHistory::changed, this, [this](JobRecordId id) {
        const auto row = static_cast<int>(id.value);
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    });
}

QVariant JobsModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case StateColumn:
        return tr("State");
    case TitleColumn:
        return tr("Job");
    case StageColumn:
        return tr("Stage");
    case TimeColumn:
        return tr("Time");
    default:
        return {};
    }
}

QVariant JobsModel::cell(const JobRecordId &row, int column, int role) const
{
    const auto *job = m_history.record(row);
    if (!job)
        return {};
    if (role == IdRole)
        return row.value;
    if (role == StateRole)
        return static_cast<int>(job->state);
    if (role == FractionRole)
        return job->fraction ? QVariant(*job->fraction) : QVariant();
    if (role == Qt::ToolTipRole)
        return job->nextStep.isEmpty() ? job->title : job->nextStep;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case StateColumn:
        return jobStateText(job->state);
    case TitleColumn:
        return job->title;
    case StageColumn:
        return job->stage;
    case TimeColumn:
        if (!job->ended.isValid())
            return job->started.time().toString(QStringLiteral("HH:mm:ss"));
        return formatDuration(static_cast<double>(job->started.msecsTo(job->ended)) / 1000.0);
    default:
        return {};
    }
}

} // namespace tosaic::views
