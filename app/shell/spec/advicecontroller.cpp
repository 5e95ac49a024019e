// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/spec/advicecompiles.h"
#include "app/shell/spec/estimatecontroller.h"
#include "app/shell/workspace/windowcells.h"
#include "core/advice/loweredadvice.h"
#include "profiler/session/findings.h"
#include "views/findings/advicepage.h"
#include "views/spec/specpage.h"

#include <QCoreApplication>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// Tries the advice about the open compile when asked to, and takes what is chosen into the spec.
class AdviceController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::AdviceController)
public:
    AdviceController(const ShellContext &context, const EstimateController &estimate,
        CompileController &compile, const WindowCells &cells, AdviceTried tried);

private:
    void makePage();
    std::optional<advice::Subject> subject() const;
    void start();
    void take(const std::shared_ptr<const advice::AdviceResult> &result);
    void end();
    void publish();

    ShellContext m_context;
    const EstimateController &m_estimate;
    ToolKeeper &m_tools;
    const WindowCells &m_cells;
    AdviceTried m_tried;
    QPointer<views::AdvicePage> m_page;
    advice::AdviceRun *m_run = nullptr; ///< null: none
    JobId m_job;
    views::AdviceView m_view;
    AdviceCompiles m_compiles;
};

AdviceController::AdviceController(const ShellContext &context, const EstimateController &estimate,
    CompileController &compile, const WindowCells &cells, AdviceTried tried)
    : QObject(&context.window), m_context(context), m_estimate(estimate), m_tools(compile.tools()),
      m_cells(cells), m_tried(std::move(tried)), m_compiles(context, compile)
{
    m_context.actions.add({ .id = u"spec.advice"_s,
                              .text = tr("&Advice"),
                              .iconName = u"help-hint"_s,
                              .tip = tr("Changes that are known to help, each tried with Vela") },
        [this] {
            m_context.modes.show(Mode::Spec);
            m_context.pages.spec().showTab(u"advice"_s);
        });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            makePage();
    });
    connect(&estimate, &EstimateController::sourceChanged, this, [this] {
        if (m_run) {
            m_run->disconnect(this);
            end();
        }
        m_compiles.forget();
        m_view.result.reset(); // about another model
        m_tried({});
        publish();
    });
    connect(&m_tools, &ToolKeeper::changed, this, &AdviceController::publish);
    connect(&context.session, &Session::compileInputChanged, this, &AdviceController::publish);
    connect(&m_compiles, &AdviceCompiles::changed, this, &AdviceController::publish);
    connect(&m_compiles, &AdviceCompiles::answered, this, [this](const advice::Advice &answer) {
        if (m_view.result)
            take(std::make_shared<const advice::AdviceResult>(
                advice::withAnswer(*m_view.result, answer)));
    });
}

void AdviceController::makePage()
{
    m_page = new views::AdvicePage(m_context.theme);
    auto &spec = m_context.pages.spec();
    spec.addTab(u"advice"_s, m_page, tr("Advice"));
    connect(m_page, &views::AdvicePage::tryRequested, this, &AdviceController::start);
    connect(m_page, &views::AdvicePage::cancelRequested, this, [this] {
        if (m_run)
            m_run->cancel();
    });
    connect(
        m_page, &views::AdvicePage::openRequested, &m_context.requests, &Requests::openRequested);
    connect(m_page, &views::AdvicePage::toolsWanted, &spec, &views::SpecPage::showEnvironment);
    connect(m_page, &views::AdvicePage::pinSearchRequested, &m_context.requests,
        &Requests::pinSearchRequested);
    connect(
        m_page, &views::AdvicePage::compileRequested, this, [this](const advice::Advice &wanted) {
            if (const auto asked = subject())
                m_compiles.add(wanted, *asked);
        });
    connect(m_page, &views::AdvicePage::useRequested, this,
        [this](const spec::CompileSpec &wanted) { m_context.session.spec().addStep(wanted, {}); });
    publish();
}

void AdviceController::start()
{
    auto &session = m_context.session;
    const auto &environment = m_tools.environment();
    if (m_run || !environment)
        return;
    auto asked = subject();
    if (!asked)
        return;
    m_run = new advice::AdviceRun({ .subject = std::move(*asked),
                                      .interpreter = environment->interpreter,
                                      .store = m_cells.cells() },
        this);
    m_job = session.jobs().begin(tr("Advice"), [this] { m_run->cancel(); });
    connect(m_run, &advice::AdviceRun::progressed, this, [this](int done, int all) {
        m_view.done = done;
        m_view.all = all;
        m_context.session.jobs().setProgress(m_job, all > 0 ? double(done) / all : 0);
        publish();
    });
    connect(m_run, &advice::AdviceRun::finished, this, [this](const auto &result) {
        end();
        take(result);
    });
    m_view.done = m_view.all = 0;
    m_view.result.reset();
    m_run->start();
    publish();
}

void AdviceController::take(const std::shared_ptr<const advice::AdviceResult> &result)
{
    m_view.result = result;
    m_tried(result);
    publish();
}

std::optional<advice::Subject> AdviceController::subject() const
{
    auto &session = m_context.session;
    const OpenedModel opened{ .path = session.model().path(),
        .program = session.model().program(),
        .result = session.model().compileResult() };
    return adviceSubject(opened, m_estimate.source(), session.spec().spec());
}

void AdviceController::end()
{
    std::exchange(m_run, nullptr)->deleteLater();
    m_context.session.jobs().end(m_job);
}

void AdviceController::publish()
{
    m_view.hasInput = !m_estimate.source().isEmpty();
    m_view.hasTools = m_tools.environment().has_value();
    m_view.isRunning = m_run != nullptr;
    const auto kind = toolchain::inputKindOf(m_context.session.compileInput());
    m_view.hasModel = kind && toolchain::runsCode(*kind);
    m_view.compiles = m_compiles.count();
    if (m_page)
        m_page->setView(m_view);
}

} // namespace

void addAdvice(const ShellContext &context, const EstimateController &estimate,
    CompileController &compile, const WindowCells &cells, AdviceTried tried)
{
    new AdviceController(context, estimate, compile, cells, std::move(tried));
}

} // namespace tosaic::shell
