// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jobs/jobspanel.h"

#include "views/jobs/jobdelegates.h"
#include "views/jobs/joblogview.h"
#include "views/jobs/jobproblems.h"
#include "views/jobs/stagetimeline.h"
#include "views/models/jobsmodel.h"
#include "views/models/roles.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QEvent>
#include <QHeaderView>
#include <QIcon>
#include <QProgressBar>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Small buttons at the right of the head; the rest is in the context menu only.
constexpr JobActions::Kind ButtonKinds[] = { JobActions::Kind::RunNext, JobActions::Kind::RunAgain,
    JobActions::Kind::RunWithCurrentSpec, JobActions::Kind::OpenResult,
    JobActions::Kind::ShowFolder, JobActions::Kind::SaveBundle, JobActions::Kind::Remove };

constexpr int SmallestTitle = 110; // px
/// px, by JobsModel::Column; the title takes what is left.
constexpr int ColumnWidths[] = { 112, 0, 120, 128, 84, 96, 88 };

int countOf(const JobList &jobs, JobRecord::State state)
{
    const auto &records = jobs.records();
    return static_cast<int>(std::count_if(records.begin(), records.end(),
        [state](const JobRecord &record) { return record.state == state; }));
}

} // namespace

JobsPanel::JobsPanel(JobList &jobs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_jobs(jobs), m_model(new JobsModel(jobs, this)),
      m_actions(new JobActions(this))
{
    named(this, u"jobsPanel"_s, tr("Jobs"));
    auto *splitter = named(new QSplitter(Qt::Horizontal, this), u"jobsSplitter"_s);
    splitter->setHandleWidth(1);
    splitter->addWidget(makeList(theme));
    splitter->addWidget(makeDetails(theme));
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ 270, 550 });
    m_states = new StateStack(splitter, this);
    makeColumn(this, { m_states });
    connectHistory();
    if (jobs.records().empty())
        leave({});
    else
        showJob(jobs.records().back().id);
}

void JobsPanel::connectHistory()
{
    connect(&m_jobs, &JobList::added, this, [this](JobId id) {
        updateCounts();
        const auto *job = m_jobs.record(id);
        // What an opened workspace tells about is no news.
        if (!job || !job->isEarlier || !m_shown.isValid()) {
            m_wasChosen = false;
            showJob(id);
        }
    });
    connect(&m_jobs, &JobList::changed, this, [this](JobId id) {
        updateCounts();
        update(id);
    });
    connect(&m_jobs, &JobList::removed, this, &JobsPanel::leave);
    connect(&m_jobs, &JobList::logged, this, [this](JobId id, const QString &line) {
        if (id == m_shown)
            m_log->append(line);
    });
    connect(m_actions, &JobActions::triggered, this, [this](JobActions::Kind kind) {
        if (kind == JobActions::Kind::Cancel)
            m_jobs.cancel(m_shown);
        else if (kind == JobActions::Kind::Remove)
            m_jobs.remove(m_shown);
        else
            Q_EMIT actionRequested(m_shown, kind);
    });
}

QWidget *JobsPanel::makeListHead()
{
    auto *head = new QWidget(this);
    auto *line = new QHBoxLayout(head);
    line->setContentsMargins(8, 2, 8, 2);
    m_counts = named(new QLabel(head), u"jobCounts"_s, {}, u"muted"_s);
    m_pause = named(new QToolButton(head), u"jobsPause"_s);
    m_pause->setAutoRaise(true);
    m_pause->setCheckable(true);
    m_pause->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_pause, &QToolButton::toggled, this, [this](bool on) {
        setPaused(on);
        Q_EMIT pauseRequested(on);
    });
    line->addWidget(m_counts, 1);
    line->addWidget(m_pause);
    setPaused(false);
    return head;
}

void JobsPanel::setPaused(bool paused)
{
    m_pause->setChecked(paused);
    m_pause->setIcon(
        QIcon::fromTheme(paused ? u"media-playback-start"_s : u"media-playback-pause"_s));
    m_pause->setText(paused ? tr("Go on") : tr("Pause"));
    m_pause->setAccessibleName(m_pause->text());
    m_pause->setToolTip(
        paused ? tr("Start waiting jobs again") : tr("Start no more jobs; those that run go on"));
    updateCounts();
}

QWidget *JobsPanel::makeList(const Theme &theme)
{
    auto *side = new QWidget(this);
    auto *layout = makeColumn(side, { makeListHead() }, 0);
    m_list = new DataTable(u"jobsList"_s, tr("Jobs"), side);
    m_list->setSortedModel(m_model);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->verticalHeader()->setDefaultSectionSize(PanelRowHeight);
    m_list->setItemDelegateForColumn(
        JobsModel::ProgressColumn, new JobProgressDelegate(theme, m_list));
    auto *header = m_list->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(JobsModel::TitleColumn, QHeaderView::Stretch);
    for (int column = 0; column < JobsModel::ColumnCount; ++column) {
        if (column != JobsModel::TitleColumn)
            header->resizeSection(column, ColumnWidths[column]);
    }
    m_list->viewport()->installEventFilter(this);
    m_list->addActions({ m_actions->all().begin(), m_actions->all().end() });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            if (!current.isValid() || m_isFollowing)
                return;
            m_wasChosen = true;
            choose(JobId(current.data(IdRole).toUInt()));
        });
    connect(&theme, &Theme::changed, m_list, [this] { m_list->viewport()->update(); });
    layout->addWidget(m_list, 1);
    return side;
}

bool JobsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (m_list && watched == m_list->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

/// Where the list is narrow, what the details say too goes first.
void JobsPanel::fitColumns()
{
    auto room = m_list->viewport()->width() - SmallestTitle;
    room -= ColumnWidths[JobsModel::StateColumn];
    for (const auto column : { JobsModel::TimeColumn, JobsModel::StageColumn,
             JobsModel::TargetColumn, JobsModel::ProgressColumn, JobsModel::MemoryColumn }) {
        room -= ColumnWidths[column];
        m_list->setHasRoom(column, room >= 0);
    }
}

QLayout *JobsPanel::makeHead(QWidget *side)
{
    auto *line = new QHBoxLayout;
    line->setContentsMargins(8, 2, 8, 2);
    line->setSpacing(4);
    line->addStrut(fontMetrics().height() + 12); // as high without Cancel as with it
    m_stage = named(new QLabel(side), u"jobStage"_s);
    m_stage->setMinimumWidth(120);
    m_progress = named(new QProgressBar(side), u"jobProgress"_s, tr("Progress of the job"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(100);
    m_progress->setMinimumWidth(24);
    m_cancel = named(new QPushButton(QIcon::fromTheme(u"process-stop"_s), tr("Cancel"), side),
        u"jobCancel"_s, tr("Cancel the job"));
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_jobs.cancel(m_shown); });
    line->addWidget(m_stage, 1);
    line->addWidget(m_progress);
    line->addWidget(m_cancel);
    for (const auto kind : ButtonKinds) {
        auto *button = new QToolButton(side);
        button->setDefaultAction(m_actions->action(kind));
        named(button, m_actions->action(kind)->objectName() + u"Button"_s,
            m_actions->action(kind)->text());
        button->setAutoRaise(true);
        line->addWidget(button);
    }
    return line;
}

QWidget *JobsPanel::makeDetails(const Theme &theme)
{
    auto *side = new QWidget(this);
    auto *layout = makeColumn(side, { makeHead(side) }, 0);
    m_nextStep = selectable(wrapped(named(new QLabel(side), u"jobNextStep"_s)));
    m_nextStep->setContentsMargins(8, 0, 8, 4);
    m_timeline = new StageTimeline(theme, side);
    m_log = new JobLogView(theme, side);
    m_problems = new JobProblems(theme, side);
    m_tabs = named(new QTabWidget(side), u"jobTabs"_s, tr("Log and problems of the job"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_log, tr("Log"));
    m_tabs->addTab(m_problems, tr("Problems"));
    layout->addWidget(m_nextStep);
    layout->addWidget(m_timeline);
    layout->addWidget(m_tabs, 1);
    connect(m_log, &JobLogView::saveRequested, this,
        [this](const QString &text) { Q_EMIT saveLogRequested(m_shown, text); });
    connect(m_problems, &JobProblems::chosen, this,
        [this](const Diagnostic &problem) { Q_EMIT problemChosen(m_shown, problem); });
    connect(m_problems, &JobProblems::activated, this,
        [this](const Diagnostic &problem) { Q_EMIT problemActivated(m_shown, problem); });
    return side;
}

void JobsPanel::showJob(JobId id)
{
    const auto row = m_model->rowOf(id);
    if (row < 0)
        return;
    {
        const QScopedValueRollback guard(m_isFollowing, true);
        m_list->setCurrentSourceRow(row);
    }
    choose(id);
}

void JobsPanel::choose(JobId id)
{
    const auto *job = m_jobs.record(id);
    if (!job)
        return;
    m_states->showContent();
    if (m_shown != id) {
        m_shown = id;
        m_log->setLines(job->log);
        m_tabs->setCurrentIndex(0);
    }
    update(id);
}

void JobsPanel::leave(JobId id)
{
    updateCounts();
    if (m_jobs.records().empty()) {
        m_shown = {};
        m_states->showEmpty({ u"run-build"_s, tr("No jobs yet"),
            tr("A compile shows its stages and its live log here, and can be cancelled."), {} });
        m_actions->update(nullptr);
    } else if (id == m_shown) {
        showJob(JobId(m_list->currentIndex().data(IdRole).toUInt()));
    }
}

void JobsPanel::updateCounts()
{
    const auto running = countOf(m_jobs, JobRecord::State::Running);
    const auto waiting = countOf(m_jobs, JobRecord::State::Waiting);
    if (waiting > 0 && m_pause->isChecked())
        m_counts->setText(tr("%1 running, %2 waiting, paused").arg(running).arg(waiting));
    else if (running + waiting > 0)
        m_counts->setText(tr("%1 running, %2 waiting").arg(running).arg(waiting));
    else
        m_counts->setText(m_pause->isChecked() ? tr("Nothing runs; paused") : tr("Nothing runs"));
}

void JobsPanel::update(JobId id)
{
    const auto *job = m_jobs.record(id);
    if (id != m_shown || !job)
        return;
    const bool isRunning = job->state == JobRecord::State::Running;
    m_stage->setText(job->stage.isEmpty() ? jobStateText(job->state) : job->stage);
    m_progress->setVisible(isRunning);
    m_progress->setRange(0, job->fraction ? 1000 : 0);
    if (job->fraction)
        m_progress->setValue(static_cast<int>(*job->fraction * 1000));
    m_cancel->setVisible(!job->hasEnded() && job->cancel);
    m_nextStep->setText(
        job->nextStep.isEmpty() ? QString() : tr("Next step: %1").arg(job->nextStep));
    m_nextStep->setVisible(!job->nextStep.isEmpty());
    m_timeline->setStages(job->stages, job->durationMs(QDateTime::currentDateTime()).value_or(0));
    m_problems->setProblems(job->problems);
    const auto count = m_problems->count();
    m_tabs->setTabText(1, count == 0 ? tr("Problems") : tr("Problems (%n)", nullptr, count));
    m_actions->update(job);
}

} // namespace tosaic::views
