// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/spec/specrules.h"
#include "views/models/problemsmodel.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/specpage.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr auto ToolsNotice = "compile.tools"_L1;
constexpr auto SpecNotice = "compile.spec"_L1;

} // namespace

CompileController::CompileController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context),
      m_tools(context.session.settings(), context.session.approvals()), m_runner(context.session),
      m_hashSlot(&context.session.jobs()), m_trustSlot(&context.session.jobs())
{
    registerActions();
    registerToolActions();
    auto &session = m_context.session;
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            connectSpecPage();
    });
    // What stopped a compile is over once it is mended.
    connect(&session.spec(), &SpecDocument::checked, this, [this] {
        if (!m_context.session.spec().hasError())
            m_context.notices.dismiss(SpecNotice);
    });
    connect(&m_tools, &ToolKeeper::changed, this, &CompileController::goOnWithTools);
    connect(&m_runner, &CompileRunner::runningChanged, m_cancel, &QAction::setEnabled);
    connect(&m_runner, &CompileRunner::finished, this, &CompileController::showResult);
    connect(&m_runner, &CompileRunner::finishedAside, this, &CompileController::offerResult);
    m_cancel->setEnabled(false);
}

void CompileController::registerActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"compile.run"_s,
                    .text = tr("&Compile"),
                    .iconName = u"run-build"_s,
                    .shortcut = QKeySequence(u"Ctrl+B"_s),
                    .tip = tr("Compile the model as the spec says") },
        [this] { compile(); });
    m_cancel = actions.add({ .id = u"compile.cancel"_s,
                               .text = tr("C&ancel the compile"),
                               .iconName = u"process-stop"_s,
                               .shortcut = QKeySequence(u"Ctrl+Shift+B"_s),
                               .tip = tr("Stop the compilers; nothing is changed") },
        [this] { m_runner.cancel(); });
    actions.add({ .id = u"compile.chooseInput"_s,
                    .text = tr("Choose the &model to compile..."),
                    .iconName = u"document-open"_s,
                    .tip = tr("Choose a .py, .pt2, .tosa or .tflite file") },
        [this] { chooseInput(); });
}

void CompileController::showTools()
{
    m_context.modes.show(Mode::Spec);
    m_context.pages.spec().showEnvironment();
}

/// Who wants one that is there is asked where it is, and nothing before that.
void CompileController::chooseTools()
{
    showTools();
    if (auto *panel = m_context.pages.spec().environment())
        panel->chooseInterpreter();
}

void CompileController::registerToolActions()
{
    m_context.actions.add({ .id = u"tools.create"_s,
                              .text = tr("Create tool &environment..."),
                              .iconName = u"run-install"_s,
                              .tip = tr("Install the compilers into an environment of their own") },
        [this] { showTools(); });
    m_context.actions.add({ .id = u"tools.choose"_s,
                              .text = tr("C&hoose tool environment..."),
                              .iconName = u"folder-open"_s,
                              .tip = tr("Use compilers that are installed already") },
        [this] { chooseTools(); });
}

void CompileController::connectSpecPage()
{
    auto *panel = m_context.pages.spec().environment();
    if (!panel)
        return;
    // The panel looks for itself when nothing was chosen; its choice becomes everybody's.
    panel->setInterpreter(m_context.session.settings().value(settings::Interpreter));
    connect(panel, &views::EnvironmentPanel::interpreterChosen, &m_tools, &ToolKeeper::choose);
}

void CompileController::chooseInput()
{
    askForFile(m_context,
        { .name = u"inputDialog"_s,
            .title = tr("Choose the model to compile"),
            .filter = tr("Models (*.py *.pt2 *.tosa *.tflite);;All files (*)") },
        this, [this](const QString &path) { Q_EMIT m_context.requests.inputFileRequested(path); });
}

bool CompileController::isReady()
{
    auto &session = m_context.session;
    if (session.compileInput().isEmpty()) {
        m_context.modes.show(Mode::Spec);
        m_context.notices.show({ u"compile.input"_s, u"dialog-information"_s,
            tr("Choose the model to compile: a .py, .pt2, .tosa or .tflite file. A .pte holds only "
               "the result."),
            { { tr("Choose a model..."), [this] { chooseInput(); }, true },
                { tr("Not now"), {} } } });
        return false;
    }
    const auto refuse = [this](const QString &why) {
        m_context.modes.show(Mode::Spec);
        m_context.notices.show({ SpecNotice, u"dialog-error"_s, why, { { tr("Close"), {} } } });
        return false;
    };
    session.spec().takeTyping();
    if (session.spec().hasDraft())
        return refuse(tr("What is typed as the compile spec cannot be read, so that it is not in "
                         "the spec. Mend or discard it and compile again."));
    const auto findings = spec::check(session.spec().spec());
    session.problems().set(u"spec"_s, findings);
    if (spec::hasError(findings)) {
        Q_EMIT m_context.requests.panelRequested(u"problems"_s);
        return refuse(tr("The compile spec contradicts itself. The Problems panel says where; mend "
                         "it and compile again."));
    }
    if (m_tools.environment())
        return true;
    if (m_tools.isSearching())
        waitForTools();
    else
        offerTools();
    return false;
}

/// In the first seconds of the window.
void CompileController::waitForTools()
{
    m_compilesWhenFound = true;
    m_context.notices.show({ ToolsNotice, u"dialog-information"_s,
        tr("Looking for the compilers. The model is compiled as soon as they are found."),
        { { tr("Do not compile"), [this] { m_compilesWhenFound = false; } } } });
}

void CompileController::goOnWithTools()
{
    if (m_tools.isSearching())
        return;
    const bool compiles = std::exchange(m_compilesWhenFound, false);
    if (m_tools.environment()) {
        m_context.notices.dismiss(ToolsNotice);
        if (std::exchange(m_lacksTools, false))
            m_context.session.problems().clear(u"compile"_s);
    }
    if (compiles)
        compile();
}

void CompileController::offerTools()
{
    Diagnostic problem{ u"tool.missing"_s, Severity::Error, {},
        tr("No Python environment with Vela and ExecuTorch was found, so nothing can be "
           "compiled.") };
    m_context.session.problems().set(u"compile"_s, std::vector{ problem });
    m_lacksTools = true;
    const auto show = [this] { showTools(); };
    m_context.notices.show({ ToolsNotice, u"dialog-warning"_s,
        tr("Compiling needs Vela and ExecuTorch, which were not found on this machine."),
        { { tr("Create tool environment..."), show, true }, { tr("Not now"), {} } } });
}

void CompileController::compile()
{
    if (!isReady())
        return;
    compile({ .input = m_context.session.compileInput(),
        .spec = m_context.session.spec().spec(),
        .outputFolder = {},
        .interpreter = m_tools.environment()->interpreter });
}

void CompileController::compile(toolchain::CompileRequest request)
{
    if (m_hashSlot.isRunning())
        return;
    request.trusted = request.mayWriteOutside = false;
    const auto kind = toolchain::inputKindOf(request.input);
    if (!kind && request.keptTosa.isEmpty())
        return tell(kind.error());
    const bool needsTrust = kind && toolchain::runsCode(*kind);
    const auto folder = request.spec.intermediatesFolder;
    const bool isOutside = QDir::isAbsolutePath(folder); // others start at the output folder
    if (!needsTrust && !isOutside)
        return start(std::move(request));
    m_hashSlot.start(
        tr("Checking %1").arg(QFileInfo(request.input).fileName()),
        [needsTrust, isOutside, input = request.input, folder](
            const JobControl &) -> Result<std::vector<TrustSubject>> {
            std::vector<TrustSubject> subjects;
            if (needsTrust)
                subjects.push_back(modelSubject(input));
            if (isOutside)
                subjects.push_back(outputFolderSubject(folder));
            return subjects;
        },
        [this, request](const Result<std::vector<TrustSubject>> &subjects) {
            startApproved(request, *subjects);
        });
}

/// Asks about one after the other; what is not approved is not started.
void CompileController::startApproved(
    toolchain::CompileRequest request, const std::vector<TrustSubject> &subjects)
{
    for (const auto &subject : subjects) {
        if (subject.content.isEmpty())
            return tell({ ErrorCode::IoOpen, {}, { .file = subject.what } });
        if (!m_context.session.approvals().allows(subject))
            return ask(subject, [this, request] { compile(request); });
        const bool isModel = subject.kind == TrustSubject::Kind::Model;
        (isModel ? request.trusted : request.mayWriteOutside) = true;
        if (isModel) // it may wait behind others, and the file may change meanwhile
            request.trustedContent = subject.content;
    }
    start(std::move(request));
}

void CompileController::tell(const Error &error)
{
    m_context.session.problems().set(u"compile"_s, std::vector{ diagnosticOf(error) });
    Q_EMIT m_context.requests.panelRequested(u"problems"_s);
}

void CompileController::whenTrusted(
    const QString &path, const std::function<void(const QString &content)> &next)
{
    const auto kind = toolchain::inputKindOf(path);
    if (!kind)
        return tell(kind.error());
    if (!toolchain::runsCode(*kind))
        return next({});
    m_trustSlot.start(
        tr("Checking %1").arg(QFileInfo(path).fileName()),
        [path](const JobControl &) -> Result<TrustSubject> { return modelSubject(path); },
        [this, path, next](const Result<TrustSubject> &subject) {
            if (subject->content.isEmpty())
                return tell({ ErrorCode::IoOpen, {}, { .file = path } });
            if (m_context.session.approvals().allows(*subject))
                return next(subject->content);
            ask(*subject, [this, path, next] { whenTrusted(path, next); });
        });
}

/// `next` looks at everything again: the file may be another one by the time of the answer.
void CompileController::ask(const TrustSubject &subject, const std::function<void()> &next)
{
    const bool isModel = subject.kind == TrustSubject::Kind::Model;
    m_context.notices.show({ isModel ? u"compile.trust"_s : u"compile.folder"_s,
        u"dialog-warning"_s,
        isModel
            ? tr("Compiling %1 runs the code in it on this machine. Go on only if you trust "
                 "who made it.")
                  .arg(QFileInfo(subject.what).fileName())
            : tr("The compile spec leaves files in %1, outside of the folder for results. Go on "
                 "only if that is meant.")
                  .arg(shownText(subject)),
        { { isModel ? tr("Trust and compile") : tr("Allow and compile"),
              [this, subject, next] {
                  approve(subject);
                  next();
              },
              true },
            { tr("Do not compile"), {} } } });
}

void CompileController::askTrust(const QString &path, const std::function<void()> &next)
{
    const auto subject = modelSubject(path);
    if (m_context.session.approvals().allows(subject))
        return;
    const auto trust = [this, subject, next] {
        approve(subject);
        if (next)
            next();
    };
    m_context.notices.show({ u"compile.trust"_s, u"dialog-warning"_s,
        tr("%1 is a program: compiling it runs the code in it on this machine. Trust it only if "
           "you know who made it.")
            .arg(QFileInfo(path).fileName()),
        { { tr("Trust this file"), trust, true }, { tr("Decide later"), {} } } });
}

void CompileController::approve(const TrustSubject &subject)
{
    if (const auto kept = m_context.session.approvals().approve(subject); !kept)
        tell(kept.error());
}

void CompileController::start(toolchain::CompileRequest request)
{
    for (const auto &id :
        { u"compile.trust"_s, u"compile.folder"_s, u"compile.keep"_s, u"compile.tools"_s,
            u"compile.input"_s, u"compile.spec"_s, u"compile.failed"_s, u"compile.aside"_s })
        m_context.notices.dismiss(id);
    Q_EMIT m_context.requests.panelRequested(u"jobs"_s);
    m_runner.start(std::move(request));
}

void CompileController::offerResult(const std::shared_ptr<const compiled::CompileResult> &result)
{
    if (result->status != compiled::Status::Succeeded)
        return tellFailure(*result);
    m_context.notices.show({ u"compile.aside"_s, u"dialog-ok-apply"_s,
        tr("%1 is compiled for %2. What you have opened meanwhile stays on the screen.")
            .arg(result->sourceName, result->spec.target),
        { { tr("Open result"),
              [this, folder = result->folder] {
                  Q_EMIT m_context.requests.openFileRequested(folder);
              },
              true },
            { tr("Close"), {} } } });
}

void CompileController::tellFailure(const compiled::CompileResult &result)
{
    if (result.status == compiled::Status::Cancelled)
        return;
    const auto error = std::ranges::find(result.problems, Severity::Error, &Diagnostic::severity);
    const auto place = error == result.problems.end() || error->location.file.isEmpty()
        ? QString()
        : error->location.toText();
    m_context.notices.show({ u"compile.failed"_s, u"dialog-error"_s,
        error == result.problems.end()
            ? tr("The compile of %1 failed. Its log tells why.").arg(result.sourceName)
            : tr("The compile of %1 failed: %2")
                  .arg(result.sourceName,
                      place.isEmpty() ? error->reason() : place + u": "_s + error->reason()),
        { { tr("Show the log"), [this] { Q_EMIT m_context.requests.panelRequested(u"jobs"_s); },
              true },
            { tr("Close"), {} } } });
}

void CompileController::showResult(const std::shared_ptr<const compiled::CompileResult> &result)
{
    auto &session = m_context.session;
    if (result->status != compiled::Status::Succeeded)
        return tellFailure(*result);
    const bool compares = session.results().oldSide() != nullptr
        && session.settings().value(settings::SwitchAfterCompile);
    m_context.modes.show(compares ? Mode::Compare : Mode::Model);
}

} // namespace tosaic::shell
