// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/runs/runcancel.h"
#include "app/shell/runs/runstabs.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/accuracy/accuracyrun.h"
#include "core/accuracy/dataset.h"
#include "core/base/approvals.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/localrun/runtimekernels.h"
#include "profiler/session/boardvalues.h"
#include "profiler/session/operatornames.h"
#include "profiler/session/profileassembly.h"
#include "views/accuracy/accuracycolours.h"
#include "views/accuracy/accuracypage.h"
#include "views/graph/graphpage.h"
#include "views/graph/nodedataoverlay.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using accuracy::AccuracyRequest;
using accuracy::AccuracyResult;
using views::TryRow;

/// The question's files into the request.
Result<AccuracyRequest> readQuestion(AccuracyRequest request, const views::AccuracyQuestion &asked)
{
    if (!asked.samples.isEmpty())
        request.samples = TRY(accuracy::samplesIn(asked.samples));
    std::vector<std::pair<QString, QString>> files;
    for (qsizetype i = 0; i < asked.inputFiles.size(); ++i) {
        const auto file = TRY(ByteSource::map(asked.inputFiles[i]));
        const bool isArchive = file->bytes().startsWith("PK");
        files.emplace_back(isArchive ? QString() : QString::number(i), asked.inputFiles[i]);
    }
    const auto given = TRY(localrun::readArrays(files));
    if (request.samples.empty() && !given.empty())
        request.samples.emplace_back();
    for (auto &sample : request.samples)
        sample.insert(given.begin(), given.end());
    if (!asked.board.isEmpty()) {
        auto board = TRY(profile::boardValues(asked.board, {}));
        request.boardOutputs = std::move(board.outputs);
        request.recorded = std::move(board.calls);
    }
    return request;
}

/// Files that a compile can calibrate with: of models with one input.
QStringList calibrationOf(const views::AccuracyQuestion &asked)
{
    QStringList files;
    const QDir folder(asked.samples);
    for (const auto &name : asked.samples.isEmpty()
            ? QStringList()
            : folder.entryList({ u"*.npy"_s }, QDir::Files, QDir::Name))
        files.append(folder.absoluteFilePath(name));
    if (files.isEmpty() && asked.inputFiles.size() == 1
        && asked.inputFiles.front().endsWith(".npy"_L1))
        files.append(QFileInfo(asked.inputFiles.front()).absoluteFilePath());
    return files;
}

struct Measured
{
    AccuracyRequest request; ///< with the samples it read
    AccuracyResult result;
};

/// Measures the open compile when asked to, on a pool thread, and tries what may help. What is
/// shown is of what is open.
class AccuracyController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::AccuracyController)
public:
    AccuracyController(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools);
    ~AccuracyController() override { stop(); }

private:
    void take(views::AccuracyPage &page);
    void forget();
    void start();
    void stop();
    /// `trustedContent` of the model whose code runs; empty: there is none.
    void measure(const QString &trustedContent = {});
    void takeMeasured(Result<Measured> measured, const QString &path);
    void tryNext();
    void takeTried(Result<accuracy::Tried> tried, const QString &path);
    void colour(bool isWanted);
    void publish();

    ShellContext m_context;
    const ToolKeeper &m_tools;
    QPointer<views::AccuracyPage> m_page; ///< null until it is first shown
    views::AccuracyView m_view;
    views::AccuracyQuestion m_asked; ///< of the result or of the run
    AccuracyRequest m_request; ///< of the result
    QList<int> m_waiting; ///< rows of m_view.tries that are tried one after another
    std::shared_ptr<RunCancel> m_cancel; ///< of the run
    JobId m_listed;
    JobSlot m_running; ///< last: its run uses what is above
};

AccuracyController::AccuracyController(
    const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools)
    : QObject(&context.window), m_context(context), m_tools(tools)
{
    connect(
        &tabs, &RunsTabs::accuracyBuilt, this, [this](views::AccuracyPage *page) { take(*page); });
    connect(&m_context.session.model(), &ModelDocument::changed, this,
        &AccuracyController::forget); // about another program
    connect(&m_context.session, &Session::compileInputChanged, this, &AccuracyController::publish);
}

void AccuracyController::take(views::AccuracyPage &page)
{
    m_page = &page;
    connect(&page, &views::AccuracyPage::measureRequested, this, &AccuracyController::start);
    connect(&page, &views::AccuracyPage::cancelRequested, this, &AccuracyController::stop);
    connect(&page, &views::AccuracyPage::colourRequested, this, &AccuracyController::colour);
    connect(&page, &views::AccuracyPage::tryRequested, this, [this](const QList<int> &rows) {
        m_waiting = rows;
        tryNext();
    });
    connect(
        &page, &views::AccuracyPage::openRequested, &m_context.requests, &Requests::openRequested);
    publish();
}

void AccuracyController::forget()
{
    stop();
    m_view.result.reset();
    m_view.error.reset();
    m_view.tries.clear();
    if (m_view.isColoured)
        colour(false);
    publish();
}

void AccuracyController::stop()
{
    m_waiting.clear();
    if (m_cancel)
        m_cancel->want();
}

/// Computing the model runs its code: asked once for each file.
void AccuracyController::start()
{
    if (m_running.isRunning() || !m_page)
        return;
    m_asked = m_page->question();
    if (m_asked.model.isEmpty())
        return measure();
    const auto subject = modelSubject(m_asked.model);
    const auto tell = [this](const Error &error) {
        m_context.session.problems().set(u"trust"_s, std::vector{ diagnosticOf(error) });
    };
    if (subject.content.isEmpty())
        return tell({ ErrorCode::IoOpen, {}, { .file = m_asked.model } });
    if (m_context.session.approvals().allows(subject))
        return measure(subject.content);
    m_context.notices.show({ u"accuracy.trust"_s, u"dialog-warning"_s,
        tr("Computing %1 runs the code in it on this machine. Go on only if you trust who made it.")
            .arg(QFileInfo(m_asked.model).fileName()),
        { { tr("Trust and measure"),
              [this, subject, tell] {
                  const auto kept = m_context.session.approvals().approve(subject);
                  if (!kept)
                      tell(kept.error());
                  else
                      start(); // the file may be another one by now
              },
              true },
            { tr("Do not measure"), {} } } });
}

void AccuracyController::measure(const QString &trustedContent)
{
    auto &session = m_context.session;
    const auto compile = session.model().compileResult();
    if (!compile || !session.model().program())
        return;
    m_cancel = std::make_shared<RunCancel>();
    AccuracyRequest request;
    request.program = session.model().path();
    request.compile = *compile;
    request.seed = m_asked.seed;
    request.model = m_asked.model;
    request.trustedContent = trustedContent;
    request.external = bytesByKey(session.model().externalData());
    request.leastSqnrDb = m_asked.leastSqnrDb;
    request.interpreter = m_tools.environment() ? m_tools.environment()->interpreter : QString();
    request.cancelled = { m_cancel, &m_cancel->isWanted };
    request.setCancel
        = [cancel = m_cancel](std::function<void()> end) { cancel->set(std::move(end)); };
    request.runtime = localrun::runtimeKernels({ .interpreter = request.interpreter,
        .pte = request.program,
        .method = request.method,
        .drivers = {},
        .setCancel = request.setCancel,
        .tell = {} });
    m_listed = session.jobs().begin(tr("Accuracy"), [this] { stop(); });
    m_running.start(
        {},
        [request, asked = m_asked, material = profileMaterial(session.model())](
            const JobControl &control) -> Result<Measured> {
            auto read = TRY(readQuestion(request, asked));
            if (const auto subject = assembleProfile(material, control))
                read.names = operatorNames(*subject);
            auto result = TRY(accuracy::measureAccuracy(read));
            return Measured{ std::move(read), std::move(result) };
        },
        [this, path = request.program](
            Result<Measured> measured) { takeMeasured(std::move(measured), path); });
    publish();
}

void AccuracyController::takeMeasured(Result<Measured> measured, const QString &path)
{
    m_context.session.jobs().end(m_listed);
    if (m_view.isColoured)
        colour(false);
    m_view.result.reset();
    m_view.error.reset();
    m_view.tries.clear();
    if (path == m_context.session.model().path()) {
        if (measured) {
            m_request = std::move(measured->request);
            m_view.result = std::make_shared<const AccuracyResult>(std::move(measured->result));
            for (auto &change :
                accuracy::triesFor(m_request.compile, m_view.result->table, calibrationOf(m_asked)))
                m_view.tries.push_back({ .tried = { .change = std::move(change) } });
        } else if (measured.error().code != ErrorCode::Cancelled) {
            m_view.error = measured.error();
        }
    }
    publish();
}

void AccuracyController::tryNext()
{
    if (m_running.isRunning() || m_waiting.isEmpty() || !m_view.result)
        return;
    const auto index = size_t(m_waiting.front());
    if (index >= m_view.tries.size())
        return;
    m_cancel = std::make_shared<RunCancel>();
    auto request = m_request;
    request.cancelled = { m_cancel, &m_cancel->isWanted };
    request.setCancel
        = [cancel = m_cancel](std::function<void()> end) { cancel->set(std::move(end)); };
    m_view.tries[index].state = TryRow::State::Running;
    m_listed = m_context.session.jobs().begin(
        tr("Trying %1").arg(views::tryTitle(m_view.tries[index].tried.change)), [this] { stop(); });
    m_running.start(
        {},
        [request, before = m_view.result, change = m_view.tries[index].tried.change](
            const JobControl &) { return accuracy::tryOut(request, *before, change); },
        [this, path = request.program](
            Result<accuracy::Tried> tried) { takeTried(std::move(tried), path); });
    publish();
}

void AccuracyController::takeTried(Result<accuracy::Tried> tried, const QString &path)
{
    m_context.session.jobs().end(m_listed);
    const auto running = std::ranges::find(m_view.tries, TryRow::State::Running, &TryRow::state);
    if (path != m_context.session.model().path() || running == m_view.tries.end())
        return publish();
    if (tried)
        *running = { TryRow::State::Done, std::move(*tried) };
    else
        running->state = TryRow::State::Open;
    if (!m_waiting.isEmpty())
        m_waiting.removeFirst();
    publish();
    tryNext();
}

void AccuracyController::colour(bool isWanted)
{
    m_view.isColoured = isWanted && m_view.result;
    if (m_view.isColoured) {
        m_context.modes.show(Mode::Model);
        m_context.pages.showGraph();
        m_context.pages.graph().setOverlaySource(
            [data = views::sqnrColours(m_view.result->table), &theme = m_context.theme](
                const graph::Graph &shown) {
                return views::nodeDataOverlay(shown, data, theme.colors());
            });
    } else if (m_context.pages.isBuilt(Mode::Model)) {
        m_context.pages.graph().setOverlaySource({});
    }
    publish();
}

void AccuracyController::publish()
{
    const auto &model = m_context.session.model();
    const auto compile = model.compileResult();
    m_view.hasCompile = model.program() && compile;
    const bool isTrying = std::ranges::find(m_view.tries, TryRow::State::Running, &TryRow::state)
        != m_view.tries.end();
    m_view.isRunning = m_running.isRunning() && !isTrying;
    const auto input = m_context.session.compileInput();
    m_view.model
        = compile && QFileInfo(input).fileName() == compile->sourceName ? input : QString();
    m_view.whyNoTries = m_asked.model.isEmpty()
        ? tr("Measure with the source of the model to try them.")
        : QString();
    if (m_page)
        m_page->setView(m_view);
}

} // namespace

void addAccuracy(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools)
{
    new AccuracyController(context, tabs, tools);
}

} // namespace tosaic::shell
