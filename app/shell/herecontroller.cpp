// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/herecontroller.h"

#include "app/shell/requests.h"
#include "app/shell/session.h"
#include "app/shell/toolkeeper.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/localrun/runtimekernels.h"
#include "views/target/runpanel.h"

#include <QFileInfo>

#include <algorithm>
#include <mutex>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using views::HereOutcome;
using views::JobRecord;

namespace {

const auto HereSource = u"run"_s;
constexpr size_t LargestCount = 5;
constexpr qint64 LargestLabelFile = 1 << 20; // bytes

Result<QStringList> readLabels(const QString &path)
{
    if (path.isEmpty())
        return QStringList();
    return QString::fromUtf8(TRY(readStored(path, LargestLabelFile))).split(u'\n');
}

/// Everything up to the verdict. `outcome` keeps what there is when it fails.
Result<void> runInto(
    HereOutcome &outcome, const views::HereRequest &asked, localrun::LocalRequest request)
{
    outcome.labels = TRY(readLabels(asked.labelFile));
    request.inputs = TRY(localrun::readArrays(asked.inputFiles));
    const auto source = TRY(ByteSource::map(asked.program));
    const auto result = localrun::runHere(source, request);
    TRY(source->intact());
    outcome.result = TRY(result);
    if (!outcome.result.refused.empty())
        return {};
    outcome.outputs = TRY(localrun::arrayFilesOf(outcome.result));
    for (const auto &output : outcome.outputs)
        outcome.largest.push_back(TRY(localrun::largestOf(*output, LargestCount)));
    std::map<qsizetype, localrun::ArrayFile> expected;
    for (qsizetype i = 0; i < asked.expectedFiles.size(); ++i)
        expected[i] = TRY(ByteSource::map(asked.expectedFiles[i]));
    outcome.judged = TRY(localrun::judge(outcome.outputs, expected, asked.tolerance));
    return {};
}

} // namespace

/// The simulator asks the flag; a child process is ended by its function, on any thread.
struct HereController::Cancelling
{
    std::atomic<bool> isWanted = false;
    std::mutex mutex;
    std::function<void()> endProcess;

    void want()
    {
        isWanted = true;
        const std::scoped_lock lock(mutex);
        if (endProcess)
            endProcess();
    }
    void set(std::function<void()> end)
    {
        const std::scoped_lock lock(mutex);
        endProcess = std::move(end);
        if (endProcess && isWanted)
            endProcess();
    }
};

HereController::HereController(
    const ShellContext &context, const ToolKeeper &tools, views::RunPanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_panel(panel),
      m_weights(std::make_shared<npusim::WeightCache>())
{
    connect(&panel, &views::RunPanel::problemsRequested, this,
        [this] { Q_EMIT m_context.requests.panelRequested(u"problems"_s); });
}

HereController::~HereController()
{
    stop();
}

void HereController::stop()
{
    if (m_cancelling)
        m_cancelling->want();
}

void HereController::start()
{
    if (isRunning())
        return;
    Q_EMIT m_context.requests.panelRequested(u"run"_s);
    const auto asked = m_panel.hereRequest();
    m_program = asked.program;
    m_cancelling = std::make_shared<Cancelling>();
    auto &session = m_context.session;
    session.problems().clear(HereSource);
    const auto name = QFileInfo(m_program).fileName();
    m_record = session.history().begin(tr("Run %1 here").arg(name), [this] { stop(); });
    m_listed = session.jobs().begin(tr("Running %1 here").arg(name), [this] { stop(); });
    m_panel.beginHere();
    localrun::LocalRequest request;
    request.method = asked.method;
    request.seed = asked.seed;
    request.weights = m_weights;
    request.cancelled = { m_cancelling, &m_cancelling->isWanted };
    request.runtime = localrun::runtimeKernels({
        .interpreter = m_tools.environment() ? m_tools.environment()->interpreter : QString(),
        .pte = QFileInfo(m_program).absoluteFilePath(),
        .method = asked.method,
        .drivers = {},
        .setCancel = [cancelling = m_cancelling](
                         std::function<void()> end) { cancelling->set(std::move(end)); },
        .tell = {},
    });
    m_running.start(
        {},
        [asked, request](const JobControl &) -> Result<HereOutcome> {
            HereOutcome outcome;
            if (const auto done = runInto(outcome, asked, request); !done)
                outcome.error = done.error();
            return outcome;
        },
        [this](Result<HereOutcome> outcome) { take(std::move(*outcome)); });
    Q_EMIT runningChanged();
}

void HereController::take(HereOutcome outcome)
{
    auto &session = m_context.session;
    outcome.program = m_program;
    session.jobs().end(m_listed);
    showProblems(outcome);
    const auto said = views::verdictText(outcome);
    const bool isStopped = outcome.error && outcome.error->code == ErrorCode::Cancelled;
    const bool isFailed = outcome.error || !outcome.result.refused.empty()
        || localrun::verdictOf(outcome.judged) == localrun::Verdict::Fail;
    auto &history = session.history();
    if (isStopped)
        history.end(m_record, JobRecord::State::Cancelled, said);
    else if (isFailed)
        history.end(m_record, JobRecord::State::Failed, said, tr("Read what the Run panel says."));
    else
        history.end(m_record, JobRecord::State::Succeeded, said);
    m_panel.endHere(outcome);
    Q_EMIT runningChanged();
    Q_EMIT finished(outcome);
}

/// Each leads to its command where the program is the one that is open.
void HereController::showProblems(const HereOutcome &outcome)
{
    auto &model = m_context.session.model();
    const bool isOpen = QFileInfo(m_program) == QFileInfo(model.path());
    const auto commandOf = [&](int delegate, quint32 offset) {
        for (const auto &analysis : model.streams()) {
            const auto &owner = analysis->owner();
            const bool isIt = owner.index == delegate || model.streams().size() == 1;
            if (!isOpen || !isIt || !analysis->stream())
                continue;
            const auto &commands = analysis->stream()->commands;
            const auto found
                = std::ranges::lower_bound(commands, offset, {}, &npu::Command::offset);
            if (found != commands.end() && found->offset == offset)
                return model::EntityRef::npuCommand(owner, int(found - commands.begin()));
        }
        return model::EntityRef();
    };
    std::vector<views::Problem> problems;
    const auto add = [&](const QString &id, Severity severity, int delegate, quint32 offset,
                         const QString &text) {
        Diagnostic problem{ id, severity, { .file = m_program, .offset = offset }, text };
        problem.location.section = tr("delegate %1").arg(delegate);
        problems.push_back({ problem, commandOf(delegate, offset) });
    };
    for (const auto &[delegate, finding] : outcome.result.findings)
        add(u"run."_s + npusim::findingKey(finding.kind), Severity::Warning, delegate,
            finding.offset, finding.text);
    for (const auto &[delegate, why] : outcome.result.refused)
        add(u"run.refused"_s, Severity::Error, delegate, why.offset,
            why.command + u": "_s + why.error.detail);
    if (outcome.error && outcome.error->code != ErrorCode::Cancelled)
        problems.push_back({ diagnosticOf(*outcome.error), {} });
    m_context.session.history().setProblems(m_record, [&] {
        std::vector<Diagnostic> plain;
        for (const auto &problem : problems)
            plain.push_back(problem.diagnostic);
        return plain;
    }());
    m_context.session.problems().set(HereSource, std::move(problems));
}

} // namespace tosaic::shell
