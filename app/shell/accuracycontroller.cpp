// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/parts.h"

#include "app/shell/requests.h"
#include "app/shell/runcancel.h"
#include "app/shell/runstabs.h"
#include "app/shell/session.h"
#include "app/shell/toolkeeper.h"
#include "core/accuracy/accuracyrun.h"
#include "core/base/jobslot.h"
#include "core/localrun/runtimekernels.h"
#include "views/accuracy/accuracypage.h"

#include <QCoreApplication>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// Measures the open compile when asked to, on a pool thread. What is shown is of what is open.
class AccuracyController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::AccuracyController)
public:
    AccuracyController(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools);
    ~AccuracyController() override { stop(); }

private:
    void take(views::AccuracyPage &page);
    void start();
    void stop();
    void publish();

    ShellContext m_context;
    const ToolKeeper &m_tools;
    QPointer<views::AccuracyPage> m_page; ///< null until it is first shown
    views::AccuracyView m_view;
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
    connect(&m_context.session.model(), &ModelDocument::changed, this, [this] {
        stop();
        m_view.result.reset(); // about another program
        m_view.error.reset();
        publish();
    });
}

void AccuracyController::take(views::AccuracyPage &page)
{
    m_page = &page;
    connect(&page, &views::AccuracyPage::measureRequested, this, &AccuracyController::start);
    connect(&page, &views::AccuracyPage::cancelRequested, this, &AccuracyController::stop);
    connect(
        &page, &views::AccuracyPage::openRequested, &m_context.requests, &Requests::openRequested);
    publish();
}

void AccuracyController::stop()
{
    if (m_cancel)
        m_cancel->want();
}

void AccuracyController::start()
{
    auto &session = m_context.session;
    const auto compile = session.model().compileResult();
    if (m_running.isRunning() || !compile || !session.model().program())
        return;
    m_cancel = std::make_shared<RunCancel>();
    accuracy::AccuracyRequest request;
    request.program = session.model().path();
    request.compile = *compile;
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
        {}, [request](const JobControl &) { return accuracy::measureAccuracy(request); },
        [this, path = request.program](Result<accuracy::AccuracyResult> measured) {
            m_context.session.jobs().end(m_listed);
            m_view.result.reset();
            m_view.error.reset();
            if (path == m_context.session.model().path()) {
                if (measured)
                    m_view.result
                        = std::make_shared<const accuracy::AccuracyResult>(std::move(*measured));
                else if (measured.error().code != ErrorCode::Cancelled)
                    m_view.error = measured.error();
            }
            publish();
        });
    publish();
}

void AccuracyController::publish()
{
    const auto &model = m_context.session.model();
    m_view.hasCompile = model.program() && model.compileResult();
    m_view.isRunning = m_running.isRunning();
    if (m_page)
        m_page->setView(m_view);
}

} // namespace

void addAccuracy(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools)
{
    new AccuracyController(context, tabs, tools);
}

} // namespace tosaic::shell
