// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/jobsmodel.h"

#include "core/base/units.h"
#include "views/models/roles.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ClockMs = 1000; // between two looks at the clock while something runs

QString timeText(const JobRecord &job)
{
    if (job.state == JobRecord::State::Waiting)
        return JobsModel::tr("Not started");
    const auto duration = job.durationMs(QDateTime::currentDateTime());
    if (!duration)
        return JobsModel::tr("Not known");
    const auto seconds = *duration / 1000;
    if (seconds < 60)
        return job.hasEnded() ? formatDuration(static_cast<double>(*duration) / 1000.0)
                              : JobsModel::tr("%1 s").arg(seconds);
    return JobsModel::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

QString memoryText(const JobRecord &job)
{
    if (job.memory)
        return formatBytes(*job.memory);
    return job.state == JobRecord::State::Waiting ? JobsModel::tr("Not started")
                                                  : JobsModel::tr("Not known");
}

QString progressText(const JobRecord &job)
{
    if (job.state == JobRecord::State::Waiting)
        return JobsModel::tr("Not started");
    if (job.hasEnded())
        return jobStateText(job.state);
    return job.fraction ? formatShare(*job.fraction) : JobsModel::tr("Not known");
}

QString toolTip(const JobRecord &job, int column)
{
    if (column == JobsModel::MemoryColumn)
        return job.hasEnded()
            ? JobsModel::tr("The most memory its tools had at once, measured on this machine")
            : JobsModel::tr("Memory its tools have now, measured on this machine");
    if (job.isEarlier && column == JobsModel::StateColumn)
        return JobsModel::tr("From the workspace, an earlier session");
    if (column == JobsModel::TitleColumn && !job.input.isEmpty())
        return job.input;
    return job.nextStep.isEmpty() ? job.stage : job.nextStep;
}

} // namespace

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
    case JobRecord::State::Waiting:
        return JobsModel::tr("Waiting");
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
    connect(&history, &JobHistory::added, this, [this](JobRecordId id) {
        insertRowAt(m_history.position(id), id);
        tick();
    });
    connect(&history, &JobHistory::removed, this, [this](JobRecordId, int at) { eraseRow(at); });
    connect(&history, &JobHistory::changed, this, [this](JobRecordId id) {
        rowChanged(id);
        if (!m_clock.isActive())
            tick();
    });
    m_clock.setSingleShot(true);
    m_clock.setInterval(ClockMs);
    connect(&m_clock, &QTimer::timeout, this, &JobsModel::tick);
}

int JobsModel::rowOf(JobRecordId id) const
{
    const auto found = std::find(rows().begin(), rows().end(), id);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

void JobsModel::rowChanged(JobRecordId id)
{
    if (const auto row = rowOf(id); row >= 0)
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void JobsModel::tick()
{
    for (const auto &job : m_history.records()) {
        if (job.state != JobRecord::State::Running)
            continue;
        if (const auto row = rowOf(job.id); row >= 0)
            Q_EMIT dataChanged(index(row, TimeColumn), index(row, TimeColumn));
        m_clock.start();
    }
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
    case TargetColumn:
        return tr("Target");
    case StageColumn:
        return tr("Stage");
    case ProgressColumn:
        return tr("Progress");
    case TimeColumn:
        return tr("Time");
    case MemoryColumn:
        return tr("Memory");
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
    if (role == IconRole && column == StateColumn) {
        static const QStringList Icons{ u"media-playback-start"_s, u"dialog-ok-apply"_s,
            u"dialog-error"_s, u"dialog-cancel"_s, u"media-playback-pause"_s };
        return Icons.value(static_cast<int>(job->state));
    }
    if (role == FractionRole)
        return job->fraction ? QVariant(*job->fraction) : QVariant();
    if (role == Qt::ToolTipRole)
        return toolTip(*job, column);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case StateColumn:
        return jobStateText(job->state);
    case TitleColumn:
        return job->title;
    case TargetColumn:
        return job->target.isEmpty() ? tr("None") : job->target;
    case StageColumn:
        return job->stage;
    case ProgressColumn:
        return progressText(*job);
    case TimeColumn:
        return timeText(*job);
    case MemoryColumn:
        return memoryText(*job);
    default:
        return {};
    }
}

} // namespace tosaic::views
