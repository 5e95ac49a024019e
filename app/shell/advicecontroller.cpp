// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/parts.h"

#include "app/shell/actionregistry.h"
#include "app/shell/estimatecontroller.h"
#include "app/shell/mode.h"
#include "app/shell/pages.h"
#include "app/shell/requests.h"
#include "app/shell/session.h"
#include "app/shell/toolkeeper.h"
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
    AdviceController(
        const ShellContext &context, const EstimateController &estimate, ToolKeeper &tools);

private:
    void makePage();
    void start();
    void end();
    void publish();

    ShellContext m_context;
    const EstimateController &m_estimate;
    ToolKeeper &m_tools;
    QPointer<views::AdvicePage> m_page;
    advice::AdviceRun *m_run = nullptr; ///< null: none
    JobId m_job;
    views::AdviceView m_view;
};

AdviceController::AdviceController(
    const ShellContext &context, const EstimateController &estimate, ToolKeeper &tools)
    : QObject(&context.window), m_context(context), m_estimate(estimate), m_tools(tools)
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
        m_view.result.reset(); // about another model
        publish();
    });
    connect(&m_tools, &ToolKeeper::changed, this, &AdviceController::publish);
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
    const OpenedModel opened{ .path = session.model().path(),
        .program = session.model().program(),
        .result = session.model().compileResult() };
    auto subject = adviceSubject(opened, m_estimate.source(), session.spec().spec());
    if (!subject)
        return;
    m_run = new advice::AdviceRun({ std::move(*subject), environment->interpreter }, this);
    m_job = session.jobs().begin(tr("Advice"), [this] { m_run->cancel(); });
    connect(m_run, &advice::AdviceRun::progressed, this, [this](int done, int all) {
        m_view.done = done;
        m_view.all = all;
        m_context.session.jobs().setProgress(m_job, all > 0 ? double(done) / all : 0);
        publish();
    });
    connect(m_run, &advice::AdviceRun::finished, this, [this](const auto &result) {
        end();
        m_view.result = result;
        publish();
    });
    m_view.done = m_view.all = 0;
    m_view.result.reset();
    m_run->start();
    publish();
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
    if (m_page)
        m_page->setView(m_view);
}

} // namespace

void addAdvice(const ShellContext &context, const EstimateController &estimate, ToolKeeper &tools)
{
    new AdviceController(context, estimate, tools);
}

} // namespace tosaic::shell
