// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/livecontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/runs/herecontroller.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/workspace/recordedfiles.h"
#include "app/shell/workspace/workspacestore.h"
#include "profiler/targets/runtrust.h"
#include "views/target/runpanel.h"
#include "views/target/runwords.h"

#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using profile::LiveRun;

namespace {

const auto Busy = u"run.busy"_s;
const auto Foreign = u"run.trust"_s;
const auto ProblemSource = u"run"_s;

} // namespace

LiveController::LiveController(const ShellContext &context, const ToolKeeper &tools,
    WorkspaceStore &store, views::RunPanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_store(store), m_panel(panel),
      m_here(new HereController(context, tools, panel, this)),
      m_recorder(new profile::RunRecorder(
          [&store](const QString &name, profile::RunRecorder::Change change,
              profile::RunRecorder::Seen seen) {
              store.change(tr("Keeping %1").arg(name), std::move(change),
                  seen == profile::RunRecorder::Seen::InLists);
          },
          this)),
      m_checking(&context.session.jobs()), m_reading(&context.session.jobs())
{
    registerActions();
    restoreChoices();
    connectAll();
    fillDefaults();
    updateActions();
}

LiveController::~LiveController() = default;

void LiveController::registerActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"run.start"_s,
                    .text = tr("&Run"),
                    .iconName = u"media-playback-start"_s,
                    .shortcut = QKeySequence(u"F5"_s),
                    .tip = tr("Run the program on the target of the Run panel") },
        [this] { start(); });
    actions.add({ .id = u"run.stop"_s,
                    .text = tr("&Stop"),
                    .iconName = u"media-playback-stop"_s,
                    .shortcut = QKeySequence(u"Shift+F5"_s),
                    .tip = tr("Stop the run and keep what was read") },
        [this] { stop(); });
    actions.add({ .id = u"run.panel"_s,
                    .text = tr("Run &on…"),
                    .iconName = u"system-run"_s,
                    .tip = tr("Choose the target: FVP, board, command, this machine") },
        [this] { Q_EMIT m_context.requests.panelRequested(u"run"_s); });
}

void LiveController::connectAll()
{
    connect(&m_panel, &views::RunPanel::runRequested, this, &LiveController::start);
    connect(m_here, &HereController::runningChanged, this, &LiveController::updateActions);
    connect(&m_panel, &views::RunPanel::stopRequested, this, &LiveController::stop);
    m_settle.setSingleShot(true);
    m_settle.setInterval(500); // ms
    connect(&m_settle, &QTimer::timeout, this, &LiveController::keepChoices);
    connect(&m_panel, &views::RunPanel::choicesChanged, this, &LiveController::noteChange);
    connect(m_recorder, &profile::RunRecorder::recorded, this, &LiveController::takeStored);
    connect(&m_store, &WorkspaceStore::changed, m_recorder, &profile::RunRecorder::settle);
    // A run that another workspace is opened meanwhile for is saved there as a whole.
    connect(&m_store, &WorkspaceStore::pathChanged, m_recorder, [this](const QString &path) {
        if (path != m_recordedIn)
            m_recorder->abandon();
    });
}

void LiveController::updateActions()
{
    m_context.actions.action(u"run.stop"_s)->setEnabled(isRunning() || m_here->isRunning());
}

void LiveController::start()
{
    if (isRunning())
        return refuse();
    if (m_panel.isHere()) {
        const auto problems = m_panel.checkHere();
        if (problems.empty())
            return m_here->start();
        Q_EMIT m_context.requests.panelRequested(u"run"_s);
        return m_context.session.problems().set(ProblemSource, problems);
    }
    struct Looked
    {
        std::vector<Diagnostic> findings;
        std::optional<TrustSubject> foreign; ///< what needs an approval
    };
    const auto request = m_panel.request();
    const auto *host = std::get_if<profile::HostTarget>(&request.target);
    const bool usesOwnTools
        = host && m_tools.environment() && host->interpreter == m_tools.environment()->interpreter;
    const bool isForeign = m_foreign.contains(m_panel.targetId()) && !usesOwnTools;
    m_checking.start(
        tr("Checking the target"),
        [request, isForeign](const JobControl &) -> Result<Looked> {
            Looked looked{ profile::checkRequest(request), {} };
            if (isForeign)
                looked.foreign = profile::trustSubject(request);
            return looked;
        },
        [this, request](
            const Result<Looked> &looked) { take(request, looked->findings, looked->foreign); });
}

void LiveController::take(const profile::RunRequest &request,
    const std::vector<Diagnostic> &findings, const std::optional<TrustSubject> &foreign)
{
    m_panel.showFindings(findings);
    Q_EMIT m_context.requests.panelRequested(u"run"_s);
    const bool isBlocked = std::ranges::any_of(
        findings, [](const Diagnostic &finding) { return finding.severity == Severity::Error; });
    if (isBlocked)
        m_context.session.problems().set(ProblemSource, findings);
    else if (foreign && !m_context.session.approvals().allows(*foreign))
        askTrust(*foreign);
    else if (!isRunning())
        begin(request);
}

/// The answer looks at everything again: by then it may be another file, or another command.
void LiveController::askTrust(const TrustSubject &subject)
{
    const bool connects = subject.kind == TrustSubject::Kind::Connection;
    const auto question = connects
        ? tr("This workspace was not written here. It wants to listen to %1. Connect only if you "
             "know what that is.")
        : tr("This workspace was not written here. It wants to run on this machine, with all your "
             "rights: %1. Run it only if you know who made it.");
    m_context.notices.show({ Foreign, u"dialog-warning"_s, question.arg(shownText(subject)),
        { { connects ? tr("Approve and connect") : tr("Approve and run"),
              [this, subject] {
                  auto &approvals = m_context.session.approvals();
                  if (const auto kept = approvals.approve(subject); !kept)
                      m_context.session.problems().set(
                          ProblemSource, std::vector{ diagnosticOf(kept.error()) });
                  if (approvals.allows(subject))
                      start();
              } },
            { tr("Do not run"), {}, true } } });
}

void LiveController::stop()
{
    m_here->stop();
    if (isRunning())
        m_run->stop();
}

/// Two runs at once would disturb each other's times, and one target cannot have both.
void LiveController::refuse()
{
    Q_EMIT m_context.requests.panelRequested(u"run"_s);
    m_context.notices.show({ Busy, u"dialog-information"_s,
        tr("%1 is still running. Wait for its end, or stop it first.")
            .arg(profile::runName(m_run->request())),
        { { tr("Stop it"), [this] { stop(); }, true }, { tr("Wait"), {} } } });
}

/// Beside the compiles; each run has a folder of its own, where its console stays.
QString LiveController::makeFolder() const
{
    const auto now = QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    return QDir(outputRoot(m_context.session)).filePath(u"runs/"_s + now);
}

void LiveController::begin(profile::RunRequest request)
{
    m_context.notices.dismiss(Foreign);
    request.folder = makeFolder();
    request.name = profile::runName(request);
    const auto program = m_context.session.model().program();
    if (m_panel.request().target.index() == request.target.index() && program)
        request.modelSha256 = m_modelSha256;
    if (m_run)
        m_run->deleteLater();
    m_run = new LiveRun(request, this);
    m_values = {};
    m_line.clear();
    m_reading.cancel();
    m_context.session.problems().clear(ProblemSource);
    listRun();
    m_recorder->abandon();
    m_recordedIn = m_store.isReadOnly() ? QString() : m_store.path();
    if (!m_recordedIn.isEmpty())
        m_recorder->begin(profile::beginningOf(request, request.conditions), m_recordedIn);
    auto &session = m_context.session;
    m_record = session.jobs().start(tr("Run %1").arg(request.name), [this] { stop(); });
    connect(m_run, &LiveRun::consoleAdded, this, &LiveController::takeConsole);
    connect(m_run, &LiveRun::runChanged, this, &LiveController::takeRun);
    connect(m_run, &LiveRun::problemFound, this, [this] { showProblems({}); });
    connect(m_run, &LiveRun::stateChanged, this, [this](LiveRun::State state) {
        if (!m_run->hasEnded())
            m_context.session.jobs().setStage(
                m_record, views::runStateText(state, m_clock.elapsed()));
    });
    connect(m_run, &LiveRun::finished, this, &LiveController::takeEnd);
    m_panel.follow(*m_run);
    m_clock.start();
    m_run->start();
    updateActions();
    Q_EMIT started();
}

void LiveController::listRun()
{
    const auto &request = m_run->request();
    m_listed = std::make_shared<const profile::Run>();
    auto named = profile::beginningOf(request, request.conditions);
    named.run = m_listed;
    named.isLive = true;
    m_context.session.runs().add(std::move(named));
    m_context.modes.show(Mode::Runs);
    Q_EMIT m_context.requests.panelRequested(u"run"_s); // the mode has panels of its own
}

int LiveController::index() const
{
    const auto &runs = m_context.session.runs().runs();
    const auto found = std::ranges::find(runs, m_listed, &profile::MeasuredRun::run);
    return found == runs.end() ? -1 : static_cast<int>(found - runs.begin());
}

/// What the user stated about it meanwhile stays.
void LiveController::update(const std::function<void(profile::MeasuredRun &)> &change)
{
    const int place = index();
    if (place < 0)
        return;
    auto named = m_context.session.runs().runs()[static_cast<size_t>(place)];
    change(named);
    m_listed = named.run;
    m_context.session.runs().update(place, std::move(named));
}

void LiveController::takeConsole(const QByteArray &bytes)
{
    m_recorder->addConsole(bytes);
    m_line += bytes;
    const auto end = m_line.lastIndexOf('\n');
    if (end < 0)
        return;
    for (const auto &line : m_line.first(end).split('\n'))
        m_context.session.jobs().appendLog(m_record, QString::fromUtf8(line).trimmed());
    m_line.remove(0, end + 1);
}

void LiveController::takeRun()
{
    const auto now = m_run->run();
    if (!now)
        return;
    m_values.take(*now, m_clock.elapsed(), m_run->hasEnded());
    m_recorder->addValues(m_values.drain());
    update([&](profile::MeasuredRun &named) {
        named.run = now;
        named.arrivals = std::make_shared<const std::vector<qint64>>(m_values.arrivals());
    });
}

/// The console is over; trace and dump are read now.
void LiveController::takeEnd()
{
    takeRun();
    endJob();
    m_context.notices.dismiss(Busy);
    updateActions();
    const auto run = m_run->run();
    m_reading.start(
        tr("Reading what the run left"),
        [console = m_run->consolePath(), files = m_run->files(),
            inConsole = run ? run->etdump : std::nullopt](const JobControl &control) {
            return readLiveFiles(console, files, inConsole, control);
        },
        [this](const Result<LiveFiles> &files) {
            takeFiles(files ? *files : LiveFiles{ .problems = { diagnosticOf(files.error()) } });
        });
}

void LiveController::takeFiles(const LiveFiles &files)
{
    update([&](profile::MeasuredRun &named) {
        named.isLive = false;
        named.status = profile::storedStatus(m_run->state());
        named.conditions = m_run->conditions();
        const auto &artefacts = named.conditions.artefacts;
        if (const auto pte = artefacts.find(u"pte"_s); pte != artefacts.end())
            named.modelSha256 = pte->second; // what ran, which may be another than the open one
        named.trace = files.trace;
        named.etdump = files.etdump;
        named.host = files.host;
        named.debugBuffer = files.debugBuffer;
        if (!profile::hasRunnerConsole(m_run->request())) {
            if (files.run)
                named.run = files.run;
            named.values = files.values;
        }
    });
    m_consoleSha256 = files.consoleSha256;
    showProblems(files.problems);
    keep(files.values);
}

/// In the workspace, or by the console's file until there is one.
void LiveController::keep(const std::vector<workspace::RunValue> &values)
{
    if (m_recorder->isRecording()) {
        m_recorder->finish({ .status = profile::storedStatus(m_run->state()),
            .conditions = m_run->conditions(),
            .files = m_run->files(),
            .values = values });
        return;
    }
    takeStored({});
}

void LiveController::takeStored(workspace::RunId id)
{
    update([&](profile::MeasuredRun &named) {
        named.stored = id;
        if (id.isValid())
            named.storedIn = m_store.path(); // in another one it is not kept by the recorder
        named.path = m_run->consolePath();
        named.sha256 = m_consoleSha256;
    });
    if (!id.isValid())
        m_context.session.setUnsaved(true);
}

void LiveController::endJob()
{
    auto &jobs = m_context.session.jobs();
    const auto state = m_run->state();
    const auto said = views::runStateText(state, m_clock.elapsed());
    if (!m_line.isEmpty())
        jobs.appendLog(m_record, QString::fromUtf8(m_line).trimmed());
    const auto problem = m_run->problem();
    if (problem)
        jobs.setProblems(m_record, { *problem });
    jobs.setFolder(m_record, m_run->request().folder);
    if (state == LiveRun::State::Complete)
        return jobs.end(m_record, JobRecord::State::Succeeded, said);
    if (state == LiveRun::State::Stopped)
        return jobs.end(m_record, JobRecord::State::Cancelled, said);
    const auto why = problem ? views::findingText(*problem) : views::FindingText();
    const auto next = state == LiveRun::State::TimedOut
        ? tr("Raise the time limit in the Run panel, or look at the end of the console.")
        : why.nextStep;
    jobs.end(m_record, JobRecord::State::Failed,
        why.what.isEmpty() ? said : u"%1: %2"_s.arg(said, why.what), next);
}

/// What was odd while it ran, why it failed, and files that could not be read.
void LiveController::showProblems(const std::vector<Diagnostic> &more)
{
    auto all = m_run->diagnostics();
    if (const auto problem = m_run->problem())
        all.push_back(*problem);
    all.insert(all.end(), more.begin(), more.end());
    for (auto &problem : all) {
        if (problem.location.file.isEmpty())
            problem.location.file = m_run->consolePath();
    }
    m_context.session.problems().set(ProblemSource, all);
}

} // namespace tosaic::shell
