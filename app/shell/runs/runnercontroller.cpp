// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/analysis/runnerplan.h"
#include "core/base/joblist.h"
#include "core/toolchain/commandjob.h"
#include "core/toolchain/jobqueue.h"
#include "views/runner/runnerpanel.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QObject>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class RunnerController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::RunnerController)
public:
    RunnerController(
        const ShellContext &context, views::RunnerPanel &panel, QObject *parent = nullptr);

private:
    analysis::RunnerRequest request() const;
    void plan();
    void keepChoices();
    void build(bool startFvp);
    void takeEnd(toolchain::QueuedJobId id, toolchain::JobQueue::State state);

    ShellContext m_context;
    views::RunnerPanel &m_panel;
    toolchain::QueuedJobId m_queued;
    toolchain::CommandJob *m_job = nullptr; ///< the queue's; null while none runs or waits
    JobId m_record;
};

} // namespace

namespace {

using analysis::RunnerStep;
using toolchain::CommandJob;
using toolchain::JobQueue;

QString stepTitle(RunnerStep::Kind kind)
{
    switch (kind) {
    case RunnerStep::Kind::BuildLibraries:
        return RunnerController::tr("Building ExecuTorch's libraries");
    case RunnerStep::Kind::BuildRunner:
        return RunnerController::tr("Building the runner");
    case RunnerStep::Kind::RunFvp:
        return RunnerController::tr("Running on the FVP");
    }
    return {};
}

} // namespace

RunnerController::RunnerController(
    const ShellContext &context, views::RunnerPanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_panel(panel)
{
    auto &session = m_context.session;
    panel.setChoices({ .checkout = session.settings().value(settings::ExecuTorchCheckout),
        .toolchain = session.settings().value(settings::CrossCompiler) });
    m_context.actions.add({ .id = u"run.runner"_s,
                              .text = tr("Bare-metal r&unner…"),
                              .iconName = u"system-run"_s,
                              .tip = tr("Kernels and build commands of the program's runner") },
        [this] { Q_EMIT m_context.requests.panelRequested(u"runner"_s); });
    connect(&session.model(), &ModelDocument::changed, this, &RunnerController::plan);
    connect(&session.spec(), &SpecDocument::changed, this, &RunnerController::plan);
    connect(&panel, &views::RunnerPanel::choicesChanged, this, [this] {
        keepChoices();
        plan();
    });
    connect(&panel, &views::RunnerPanel::buildRequested, this, &RunnerController::build);
    connect(
        &panel, &views::RunnerPanel::openRequested, &m_context.requests, &Requests::openRequested);
    connect(&session.queue(), &JobQueue::started, this, [this](toolchain::QueuedJobId id) {
        if (m_job && id == m_queued)
            m_context.session.jobs().run(m_record);
    });
    connect(&session.queue(), &JobQueue::ended, this, &RunnerController::takeEnd);
    plan();
}

analysis::RunnerRequest RunnerController::request() const
{
    auto &session = m_context.session;
    const auto choices = m_panel.choices();
    const auto program = session.model().program();
    const auto result = session.model().compileResult();
    const auto remembered = program ? analysis::specOf(*program) : std::nullopt;
    return { .programPath = session.model().path(),
        .program = program,
        // What made the program; a program that nothing is known of is built for what is edited.
        .spec = result   ? result->spec
            : remembered ? *remembered
                         : session.spec().spec(),
        .checkout = choices.checkout,
        .toolchain = choices.toolchain,
        .placement = choices.placement,
        .address = choices.address,
        .recordsEtdump = choices.recordsEtdump,
        .tosaicCli = QCoreApplication::applicationDirPath() + u"/tosaic-cli"_s };
}

void RunnerController::plan()
{
    const auto asked = request();
    if (!asked.program) {
        m_panel.showEmpty();
        return;
    }
    auto missing = analysis::missingForRunner(asked);
    if (asked.placement == analysis::ProgramPlacement::Address && asked.address == 0)
        missing.push_back({ u"runner.no-address"_s, Severity::Error, {},
            tr("Write the address in full, for example 0x38000000.") });
    m_panel.showPlan(QFileInfo(asked.programPath).fileName(), analysis::runnerPlan(asked), missing);
}

void RunnerController::keepChoices()
{
    const auto choices = m_panel.choices();
    m_context.session.settings().set(settings::ExecuTorchCheckout, choices.checkout);
    m_context.session.settings().set(settings::CrossCompiler, choices.toolchain);
}

void RunnerController::build(bool startFvp)
{
    const auto asked = request();
    if (m_job || !asked.program)
        return;
    std::vector<CommandJob::Command> commands;
    for (const auto &step : analysis::runnerPlan(asked).steps) {
        if (startFvp || step.kind != RunnerStep::Kind::RunFvp)
            commands.push_back(
                { stepTitle(step.kind), step.program, step.arguments, asked.checkout });
    }
    auto job = std::make_unique<CommandJob>(u"runner"_s, std::move(commands));
    m_job = job.get();
    auto &session = m_context.session;
    m_record = session.jobs().start(
        tr("Build the runner for %1").arg(QFileInfo(asked.programPath).fileName()),
        [this] { m_context.session.queue().cancel(m_queued); });
    connect(m_job, &CommandJob::logLine, this,
        [this](const QString &line) { m_context.session.jobs().appendLog(m_record, line); });
    connect(
        m_job, &CommandJob::stageChanged, this, [this](const QString &title, int index, int count) {
            m_context.session.jobs().setStage(m_record, title, double(index) / count);
        });
    m_panel.setRunning(true);
    Q_EMIT m_context.requests.panelRequested(u"jobs"_s);
    m_queued = session.queue().add(std::move(job));
}

void RunnerController::takeEnd(toolchain::QueuedJobId id, JobQueue::State state)
{
    if (!m_job || id != m_queued)
        return;
    auto &jobs = m_context.session.jobs();
    const auto problem = m_job->problem();
    m_job = nullptr; // the queue deletes it
    m_panel.setRunning(false);
    if (problem && state != JobQueue::State::Cancelled)
        jobs.setProblems(m_record, { *problem });
    if (state == JobQueue::State::TimedOut)
        jobs.end(m_record, JobRecord::State::Failed, tr("Stopped: it took too long"),
            tr("Raise the time limit of jobs in the settings, or run the commands in a terminal."));
    else if (state != JobQueue::State::Finished)
        jobs.end(m_record, JobRecord::State::Cancelled, tr("Cancelled"));
    else if (!problem)
        jobs.end(m_record, JobRecord::State::Succeeded, tr("Finished"));
    else
        jobs.end(m_record, JobRecord::State::Failed, tr("Failed: %1").arg(problem->location.entity),
            tr("The last lines of the log say why; the commands can be copied from the Runner "
               "panel and tried in a terminal."));
}

void addRunner(const ShellContext &context, views::RunnerPanel &panel)
{
    new RunnerController(context, panel, &context.window);
}

} // namespace tosaic::shell
