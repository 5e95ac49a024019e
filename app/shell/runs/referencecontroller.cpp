// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/base/joblist.h"
#include "core/toolchain/jobqueue.h"
#include "core/toolchain/referencejob.h"
#include "views/reference/referencepanel.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QObject>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class ReferenceController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::ReferenceController)
public:
    ReferenceController(const ShellContext &context, const ToolKeeper &tools,
        views::ReferencePanel &panel, QObject *parent = nullptr);

private:
    void listGraphs();
    void run();
    void sweep();
    void takeEnd(toolchain::QueuedJobId id, toolchain::JobQueue::State state);

    ShellContext m_context;
    const ToolKeeper &m_tools;
    views::ReferencePanel &m_panel;
    QTemporaryDir m_folder;
    int m_runs = 0;
    toolchain::QueuedJobId m_queued;
    toolchain::ReferenceJob *m_job = nullptr; ///< the queue's; null while none runs or waits
    JobId m_record;
};

} // namespace

using toolchain::JobQueue;
using toolchain::ReferenceJob;

ReferenceController::ReferenceController(const ShellContext &context, const ToolKeeper &tools,
    views::ReferencePanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_panel(panel)
{
    auto &session = m_context.session;
    m_context.actions.add({ .id = u"run.reference"_s,
                              .text = tr("TOSA re&ference model…"),
                              .tip = tr("Run a TOSA graph bit for bit and compare its outputs") },
        [this] { Q_EMIT m_context.requests.panelRequested(u"reference"_s); });
    connect(&session.model(), &ModelDocument::changed, this, &ReferenceController::listGraphs);
    connect(
        &session.model(), &ModelDocument::relationsChanged, this, &ReferenceController::listGraphs);
    connect(&panel, &views::ReferencePanel::runRequested, this, &ReferenceController::run);
    connect(&panel, &views::ReferencePanel::openRequested, &m_context.requests,
        &Requests::openRequested);
    connect(&panel, &views::ReferencePanel::cancelRequested, this,
        [this] { m_context.session.queue().cancel(m_queued); });
    connect(&session.queue(), &JobQueue::started, this, [this](toolchain::QueuedJobId id) {
        if (m_job && id == m_queued)
            m_context.session.jobs().run(m_record);
    });
    connect(&session.queue(), &JobQueue::ended, this, &ReferenceController::takeEnd);
    listGraphs();
}

/// The open file, or the kept graph of each partition.
void ReferenceController::listGraphs()
{
    const auto &model = m_context.session.model();
    std::vector<views::ReferencePanel::Graph> graphs;
    if (model.network() && model.network()->format == "tosa"_L1)
        graphs.push_back({ QFileInfo(model.path()).fileName(), model.path() });
    if (const auto result = model.compileResult()) {
        for (const auto &artefact : result->artefacts) {
            if (artefact.kind == "tosa"_L1)
                graphs.push_back({ artefact.partition ? tr("Partition %1").arg(*artefact.partition)
                                                      : artefact.path,
                    result->folder + u'/' + artefact.path });
        }
    } else {
        for (const auto &related : model.relatedNetworks())
            graphs.push_back({ tr("Delegate %1: %2")
                                   .arg(related.owner.index)
                                   .arg(QFileInfo(related.path).fileName()),
                related.path });
    }
    m_panel.setGraphs(graphs);
}

void ReferenceController::run()
{
    if (m_job)
        return;
    auto request = m_panel.request();
    if (!m_folder.isValid()) {
        m_panel.showResult(
            { .problems = { { u"io.write"_s, Severity::Error, Location{ .file = m_folder.path() },
                  tr("No temporary folder for the arrays: %1").arg(m_folder.errorString()) } } });
        return;
    }
    request.outputFolder = m_folder.filePath(u"run%1"_s.arg(++m_runs));
    if (m_tools.environment())
        request.interpreter = m_tools.environment()->interpreter;
    auto job = std::make_unique<ReferenceJob>(request);
    m_job = job.get();
    auto &session = m_context.session;
    m_record = session.jobs().start(
        tr("TOSA reference model on %1").arg(QFileInfo(request.tosaPath).fileName()),
        [this] { m_context.session.queue().cancel(m_queued); });
    connect(m_job, &ReferenceJob::logLine, this,
        [this](const QString &line) { m_context.session.jobs().appendLog(m_record, line); });
    m_panel.setRunning(true);
    m_queued = session.queue().add(std::move(job));
}

void ReferenceController::takeEnd(toolchain::QueuedJobId id, JobQueue::State state)
{
    if (!m_job || id != m_queued)
        return;
    auto result = m_job->result();
    m_job = nullptr; // the queue deletes it
    if (state == JobQueue::State::TimedOut) {
        result.status = compiled::Status::Failed;
        result.problems = { { u"tool.timeout"_s, Severity::Error, {},
            tr("The TOSA reference model took longer than the settings allow and was stopped.") } };
    } else if (state != JobQueue::State::Finished) {
        result.status = compiled::Status::Cancelled;
    }
    m_panel.setRunning(false);
    m_panel.showResult(result);
    sweep();
    auto &jobs = m_context.session.jobs();
    jobs.setProblems(m_record, result.problems);
    if (result.status == compiled::Status::Succeeded)
        jobs.end(m_record, JobRecord::State::Succeeded, tr("Finished"));
    else if (result.status == compiled::Status::Cancelled)
        jobs.end(m_record, JobRecord::State::Cancelled, tr("Cancelled"));
    else
        jobs.end(m_record, JobRecord::State::Failed, tr("Failed"),
            tr("Read what the panel says, or create a tool environment in the Spec mode."));
    std::vector<views::Problem> problems;
    for (const auto &problem : result.problems)
        problems.push_back({ problem, model::EntityRef() });
    m_context.session.problems().set(u"reference"_s, std::move(problems));
}

/// Arrays can be large: those that the panel has no use for any more go at once.
void ReferenceController::sweep()
{
    const auto used = m_panel.folders();
    const QDir folder(m_folder.path());
    for (const auto &run : folder.entryList({ u"run*"_s }, QDir::Dirs)) {
        if (const auto path = folder.absoluteFilePath(run); !used.contains(path))
            QDir(path).removeRecursively();
    }
}

void addReference(
    const ShellContext &context, const ToolKeeper &tools, views::ReferencePanel &panel)
{
    new ReferenceController(context, tools, panel, &context.window);
}

} // namespace tosaic::shell
