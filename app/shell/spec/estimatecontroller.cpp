// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/estimatecontroller.h"

#include "app/shell/compile/compilerunner.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/workspace/windowcells.h"
#include "core/spec/specrules.h"
#include "views/spec/specpage.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int TypingMs = 60; // between two edits that become one question

/// The compile's own numbers, to show until Vela has been asked; null if nothing compiled it.
std::shared_ptr<const compiled::Estimate> ofCompile(const EstimateSource &source)
{
    if (!source.baseline || !source.baseline->isCompiled)
        return nullptr;
    return std::make_shared<const compiled::Estimate>(
        compiled::Estimate{ .spec = source.baseline->spec, .summary = source.baseline->summary });
}

bool sameInputs(const EstimateSource &a, const EstimateSource &b)
{
    return std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
        [](const compiled::EstimateInput &x, const compiled::EstimateInput &y) {
            return x.partition == y.partition && x.tosaPath == y.tosaPath;
        });
}

} // namespace

EstimateController::EstimateController(const ShellContext &context, CompileRunner &runner,
    ToolKeeper &tools, const WindowCells &cells, QObject *parent)
    : QObject(parent), m_context(context), m_runner(runner), m_tools(tools)
{
    registerAction();
    const auto takeCells = [this, &cells] { m_service.setStore(cells.cells()); };
    connect(&cells, &WindowCells::changed, this, takeCells);
    takeCells();
    m_typing.setSingleShot(true);
    m_typing.setInterval(TypingMs);
    connect(&m_typing, &QTimer::timeout, this, &EstimateController::ask);
    auto &session = m_context.session;
    connect(&session.spec(), &SpecDocument::changed, this, &EstimateController::askSoon);
    connect(&session.model(), &ModelDocument::changed, this, &EstimateController::takeSource);
    connect(
        &session.model(), &ModelDocument::relationsChanged, this, &EstimateController::takeSource);
    connect(&session, &Session::compileInputChanged, this, &EstimateController::takeSource);
    connect(&m_context.modes, &ModeSwitch::changed, this, [this](Mode mode) {
        if (mode == Mode::Spec && !isCurrent())
            askSoon();
    });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            m_context.pages.spec().setEstimate(&m_context.session.estimate());
    });
    connect(&m_tools, &ToolKeeper::changed, this, &EstimateController::takeTools);
    connect(&m_runner, &CompileRunner::runningChanged, this, [this](bool running) {
        m_isApplying = m_isApplying && running;
        publish();
    });
    connect(&m_service, &toolchain::EstimateService::estimated, this,
        &EstimateController::takeEstimate);
    takeTools();
    takeSource();
}

void EstimateController::registerAction()
{
    m_apply = m_context.actions.add({ .id = u"compile.respec"_s,
                                        .text = tr("Appl&y the spec to the .pte"),
                                        .iconName = u"document-save-as"_s,
                                        .shortcut = QKeySequence(u"Ctrl+Alt+B"_s),
                                        .tip = tr("Write the .pte that a compile with this spec "
                                                  "gives, without lowering the model again") },
        [this] { apply(); });
}

void EstimateController::takeTools()
{
    const auto &found = m_tools.environment();
    m_service.setInterpreter(found ? found->interpreter : QString());
    if (found && !m_source.isEmpty() && m_context.modes.current() == Mode::Spec && !isCurrent())
        askSoon();
    publish();
}

EstimateSource EstimateController::findSource() const
{
    const auto &model = m_context.session.model();
    EstimateSource source;
    if (const auto result = model.compileResult()) {
        source = estimateSource(*result, model.program());
        const QFileInfo input(m_context.session.compileInput());
        if (!source.isEmpty() && input.fileName() == result->sourceName)
            source.baseFolder = input.absolutePath();
    }
    if (source.isEmpty() && model.program())
        source = estimateSource(model.path(), *model.program(), model.relatedNetworks());
    if (source.isEmpty() && model.network())
        source = estimateSourceOfFile(model.path());
    if (source.isEmpty() && !model.program()) {
        // What Vela alone compiled keeps no TOSA: its input is the TOSA.
        source = estimateSourceOfFile(m_context.session.compileInput());
        if (const auto result = model.compileResult(); result && !source.isEmpty())
            source.baseline = EstimateBaseline{ result->spec, result->summary, true,
                analysis::memoryNeed(analysis::memoryFacts(*result)) };
    }
    return source;
}

void EstimateController::takeSource()
{
    auto source = findSource();
    const bool isAnother = !sameInputs(source, m_source);
    m_source = std::move(source);
    if (isAnother) {
        m_service.cancel();
        m_estimate = ofCompile(m_source);
        m_need = m_estimate ? m_source.baseline->need : analysis::MemoryNeed();
        m_previous.reset();
        m_previousNeed = {};
        if (!m_source.isEmpty()) {
            m_service.warmUp();
            if (m_context.modes.current() == Mode::Spec)
                askSoon();
        }
        Q_EMIT sourceChanged();
    }
    publish();
}

bool EstimateController::isCurrent() const
{
    return m_estimate && !m_estimate->partitions.empty()
        && m_estimate->spec == m_context.session.spec().spec();
}

void EstimateController::askSoon()
{
    if (!m_source.isEmpty())
        m_typing.start();
    publish();
}

void EstimateController::ask()
{
    if (m_tools.environment() && !m_source.isEmpty())
        m_service.request(m_context.session.spec().spec(), m_source.inputs, m_source.baseFolder);
    if (!m_service.isBusy()) // else what was published at the edit holds until the answer
        publish();
}

void EstimateController::takeEstimate(const std::shared_ptr<const compiled::Estimate> &estimate)
{
    if (m_estimate && m_estimate->spec != estimate->spec) {
        m_previous = m_estimate;
        m_previousNeed = m_need;
    }
    m_estimate = estimate;
    m_need = analysis::memoryNeed(analysis::memoryFacts(*estimate, m_source.program));
    // Nothing compiled it yet: what comes later is held against the first numbers.
    const bool hasNumbers = estimate->isComplete();
    if (hasNumbers && !m_source.baseline)
        m_source.baseline = EstimateBaseline{ estimate->spec, estimate->summary, false, m_need };
    else if (hasNumbers && !m_source.baseline->isCompiled
        && m_source.baseline->spec == estimate->spec) {
        m_source.baseline->summary = estimate->summary;
        m_source.baseline->need = m_need;
    }
    publish();
}

/// Compile may have been pointed at another model than the one that is open, which has the TOSA.
QString EstimateController::otherSubject() const
{
    const auto input = QFileInfo(m_context.session.compileInput()).fileName();
    const auto &model = m_context.session.model();
    const auto result = model.compileResult();
    const auto source = result ? result->sourceName : QFileInfo(model.path()).fileName();
    return input.isEmpty() || input == source ? QString() : QFileInfo(model.path()).fileName();
}

void EstimateController::publish()
{
    EstimateView view;
    view.spec = m_context.session.spec().spec();
    view.hasInput = !m_source.isEmpty();
    if (view.hasInput) {
        view.otherSubject = otherSubject();
        view.baseline = m_source.baseline;
        view.estimate = m_estimate;
        view.need = m_need;
        view.previous = m_previous;
        view.previousNeed = m_previousNeed;
        view.isStale = m_estimate && m_estimate->spec != view.spec;
        view.isBusy = m_service.isBusy() || m_typing.isActive();
        if (view.baseline) {
            view.change = compiled::changeKind(view.baseline->spec, view.spec);
            view.loweringKeys = compiled::loweringKeys(view.baseline->spec, view.spec);
        }
        if (isCurrent())
            view.problems = m_estimate->problems;
        else if (!m_tools.environment() && !m_tools.isSearching())
            view.problems = { { u"tool.missing"_s, Severity::Error, {},
                tr("No Python environment with Vela was found.") } };
    }
    view.isApplying = m_isApplying;
    view.canApply = m_source.respec && view.change == compiled::ChangeKind::Payload
        && m_tools.environment() && m_tools.environment()->hasExecuTorch() && !m_runner.isRunning()
        && !m_context.session.spec().hasError();
    m_apply->setEnabled(view.canApply);
    m_context.session.estimate().setView(view);
}

void EstimateController::apply()
{
    if (!m_source.respec || !m_tools.environment() || m_runner.isRunning())
        return;
    auto request = toolchain::respecRequest(*m_source.respec, m_context.session.spec().spec());
    if (!request) {
        m_context.notices.show({ u"compile.respec"_s, u"dialog-information"_s,
            tr("This change needs the model to be lowered again (%1). Compile it instead.")
                .arg(request.error().location.entity),
            { { tr("Close"), {} } } });
        return;
    }
    request->interpreter = m_tools.environment()->interpreter;
    m_isApplying = true;
    connect(&m_runner, &CompileRunner::finished, this, &EstimateController::tellWhere,
        static_cast<Qt::ConnectionType>(Qt::SingleShotConnection | Qt::UniqueConnection));
    m_runner.start(*request);
    publish();
}

/// Of the .pte that was asked for.
void EstimateController::tellWhere(const std::shared_ptr<const compiled::CompileResult> &result)
{
    const auto path = result->artefactPath(u"pte"_s);
    if (result->status != compiled::Status::Succeeded || path.isEmpty())
        return;
    m_context.notices.show({ u"compile.respec"_s, u"dialog-ok-apply"_s,
        tr("Written to %1").arg(QDir::toNativeSeparators(path)),
        { { tr("Show in folder"),
              [this] { m_context.actions.action(u"file.showInFolder"_s)->trigger(); } },
            { tr("Save program as…"),
                [this] { m_context.actions.action(u"file.saveProgram"_s)->trigger(); } },
            { tr("Close"), {} } } });
}

} // namespace tosaic::shell
