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

/// The columns of `jobs`, which outlives them; a job that is gone says nothing.
Columns<JobId> jobColumns(const JobList &jobs)
{
    static const JobRecord Gone;
    const auto of = [&jobs](auto answer) {
        return [&jobs, answer](JobId id) {
            const auto *job = jobs.record(id);
            return answer(job ? *job : Gone);
        };
    };
    const auto durationSeconds = [](const JobRecord &job) -> std::optional<double> {
        const auto duration = job.durationMs(QDateTime::currentDateTime());
        return duration ? std::optional(static_cast<double>(*duration) / 1000.0) : std::nullopt;
    };
    return columnsOf<JobId>({
        { u"state"_s, JobsModel::tr("State"),
            of([](const JobRecord &job) { return jobStateText(job.state); }) },
        { u"title"_s, JobsModel::tr("Job"), of([](const JobRecord &job) { return job.title; }) },
        { u"target"_s, JobsModel::tr("Target"), of([](const JobRecord &job) {
             return job.target.isEmpty() ? JobsModel::tr("None") : job.target;
         }) },
        { u"stage"_s, JobsModel::tr("Stage"), of([](const JobRecord &job) { return job.stage; }),
            { .mayBeEmpty = true } },
        { u"progress"_s, JobsModel::tr("Progress"),
            of([](const JobRecord &job) { return job.fraction; }),
            { .unit = column_unit::Share, .text = of(progressText) } },
        { u"time"_s, JobsModel::tr("Time"), of(durationSeconds),
            { .unit = column_unit::Seconds, .text = of(timeText) } },
        { u"memory"_s, JobsModel::tr("Memory"), of([](const JobRecord &job) { return job.memory; }),
            { .unit = column_unit::Bytes, .text = of(memoryText) } },
    });
}

/// What the delegates of the list need besides.
QVariant jobMore(const JobList &jobs, JobId id, int column, int role)
{
    const auto *job = jobs.record(id);
    if (!job)
        return {};
    switch (role) {
    case IdRole:
        return id.value;
    case StateRole:
        return static_cast<int>(job->state);
    case IconRole: {
        static const QStringList Icons{ u"media-playback-start"_s, u"dialog-ok-apply"_s,
            u"dialog-error"_s, u"dialog-cancel"_s, u"media-playback-pause"_s };
        return column == JobsModel::StateColumn
            ? QVariant(Icons.value(static_cast<int>(job->state)))
            : QVariant();
    }
    case FractionRole:
        return job->fraction ? QVariant(*job->fraction) : QVariant();
    case Qt::ToolTipRole:
        return toolTip(*job, column);
    case Qt::TextAlignmentRole: // a list that is read: numbers stand as the words beside them
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
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

JobsModel::JobsModel(const JobList &jobs, QObject *parent)
    : ColumnModel(jobColumns(jobs), parent,
        [&jobs](JobId id, int column, int role) { return jobMore(jobs, id, column, role); }),
      m_jobs(jobs)
{
    std::vector<JobId> ids;
    for (const auto &record : jobs.records())
        ids.push_back(record.id);
    setRows(std::move(ids));
    connect(&jobs, &JobList::added, this, [this](JobId id) {
        insertRowAt(m_jobs.position(id), id);
        tick();
    });
    connect(&jobs, &JobList::removed, this, [this](JobId, int at) { eraseRow(at); });
    connect(&jobs, &JobList::changed, this, [this](JobId id) {
        rowChanged(id);
        if (!m_clock.isActive())
            tick();
    });
    m_clock.setSingleShot(true);
    m_clock.setInterval(ClockMs);
    connect(&m_clock, &QTimer::timeout, this, &JobsModel::tick);
}

int JobsModel::rowOf(JobId id) const
{
    const auto found = std::find(rows().begin(), rows().end(), id);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

void JobsModel::rowChanged(JobId id)
{
    if (const auto row = rowOf(id); row >= 0)
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void JobsModel::tick()
{
    for (const auto &job : m_jobs.records()) {
        if (job.state != JobRecord::State::Running)
            continue;
        if (const auto row = rowOf(job.id); row >= 0)
            Q_EMIT dataChanged(index(row, TimeColumn), index(row, TimeColumn));
        m_clock.start();
    }
}

} // namespace tosaic::views
