// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/workspacecontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/models/keptmodels.h"
#include "app/shell/models/modeltabs.h"
#include "core/documents/workspacefinder.h"
#include "core/workspace/salvage.h"
#include "views/widgets/errortext.h"

#include <QAction>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

WorkspaceController::WorkspaceController(
    const ShellContext &context, CompileRunner &runner, const ModelTabs &tabs, QObject *parent)
    : QObject(parent), m_context(context), m_runner(runner), m_tabs(tabs),
      m_store(context.session.jobs()), m_cells(m_store), m_recorder(runner, m_store),
      m_slot(&context.session.jobs()), m_salvage(&context.session.jobs())
{
    registerActions();
    auto &session = m_context.session;
    connect(&session, &Session::unsavedChanged, this, [this](bool unsaved) {
        if (unsaved && path().isEmpty())
            offer();
        else if (unsaved && !m_store.isReadOnly())
            save();
    });
    connect(&session.runs(), &RunsDocument::added, this, [this](int index) {
        const auto &run = m_context.session.runs().runs()[static_cast<size_t>(index)];
        if (!run.stored && !path().isEmpty() && !m_store.isReadOnly())
            save();
    });
    connect(&m_store, &WorkspaceStore::changed, this, &WorkspaceController::tellDamage);
    connect(&m_store, &WorkspaceStore::failed, this, &WorkspaceController::showFailure);
}

void WorkspaceController::registerActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"workspace.save"_s,
                    .text = tr("&Save workspace"),
                    .iconName = u"document-save"_s,
                    .shortcut = QKeySequence::Save,
                    .tip = tr("Keep model, specs, compiles and runs in one .tosaic file") },
        [this] { save(); });
    actions.add({ .id = u"workspace.saveAs"_s,
                    .text = tr("Save workspace &as..."),
                    .iconName = u"document-save-as"_s,
                    .shortcut = QKeySequence(u"Ctrl+Shift+S"_s),
                    .tip = tr("Keep everything in another .tosaic file") },
        [this] { saveElsewhere(); });
}

void WorkspaceController::setPath(const QString &path)
{
    m_context.notices.dismiss(u"workspace.offer"_s);
    m_context.notices.dismiss(u"workspace.damaged"_s);
    m_store.setPath(path);
}

std::shared_ptr<const ArtefactFinder> WorkspaceController::finder() const
{
    return path().isEmpty() ? nullptr : std::make_shared<const WorkspaceFinder>(path());
}

void WorkspaceController::offer()
{
    if (m_wasOffered)
        return;
    m_wasOffered = true;
    m_context.notices.show({ u"workspace.offer"_s, u"document-save"_s,
        tr("This session is not saved. A workspace keeps its compiles, runs and specs in one "
           "file."),
        { { tr("Save workspace..."), [this] { saveElsewhere(); } }, { tr("Not now"), {} } } });
}

void WorkspaceController::saveElsewhere()
{
    m_then = {};
    askWhere();
}

void WorkspaceController::askWhere()
{
    askForFile(m_context,
        { .name = u"workspaceDialog"_s,
            .title = tr("Save workspace"),
            .filter = tr("Tosaic workspace (*.tosaic)"),
            .saveSuffix = u"tosaic"_s },
        this, &WorkspaceController::saveAs);
}

void WorkspaceController::saveAs(const QString &path)
{
    setPath(path);
    write();
}

void WorkspaceController::saveThen(std::function<void()> then)
{
    m_then = std::move(then);
    if (path().isEmpty())
        askWhere();
    else if (m_store.isReadOnly())
        askWhereToSalvage();
    else
        write();
}

QString WorkspaceController::openModels() const
{
    return toText({ m_tabs.models(), m_tabs.current() });
}

void WorkspaceController::saveModels()
{
    if (!m_store.isReadOnly())
        m_store.setSetting(OpenModelsKey, openModels());
}

WorkspaceContent WorkspaceController::content() const
{
    auto &session = m_context.session;
    WorkspaceContent content{ .spec = session.spec().spec(), .openModels = openModels() };
    if (session.model().program())
        content.modelPath = session.model().path();
    const auto addCompile = [&](const ResultsDocument::Item &result, const QString &input) {
        if (m_recorder.isRecording(result->folder))
            return;
        WorkspaceContent::Compile compile{ result, m_runner.logOf(result->folder), {}, {} };
        for (const auto &record : session.jobs().records()) {
            const auto *job = m_runner.job(record.id);
            if (!job || !job->result || job->result->folder != result->folder)
                continue;
            compile.input = job->request.input;
            compile.interpreter = job->request.interpreter;
        }
        if (compile.input.isEmpty())
            compile.input = input;
        content.compiles.push_back(std::move(compile));
    };
    for (const auto &model : m_tabs.models()) {
        for (const auto &result : model.results.results)
            addCompile(result, model.compileInput);
    }
    for (const auto &result : m_tabs.closedResults())
        addCompile(result, {});
    content.runs = session.runs().runs();
    return content;
}

void WorkspaceController::write()
{
    if (m_slot.isRunning()) {
        m_writeAgain = true;
        return;
    }
    m_slot.start(
        tr("Saving %1").arg(QFileInfo(path()).fileName()),
        [path = this->path(), content = content()](
            const JobControl &) { return writeWorkspaceFile(path, content); },
        [this](const Result<void> &written) {
            if (!written)
                return showFailure(written.error());
            m_context.session.problems().clear(u"workspace"_s);
            m_context.notices.dismiss(u"workspace.failed"_s);
            m_context.session.setUnsaved(false);
            m_context.session.addRecent(path());
            m_store.refresh();
            if (std::exchange(m_writeAgain, false)) {
                write();
                return;
            }
            if (const auto then = std::exchange(m_then, {}))
                then();
        });
}

void WorkspaceController::showFailure(const Error &error)
{
    m_then = {};
    const auto text = views::errorText(error);
    m_context.session.problems().set(u"workspace"_s, std::vector{ diagnosticOf(error) });
    m_context.notices.show({ u"workspace.failed"_s, u"dialog-error"_s, text.toPlainText(),
        { { tr("Save elsewhere..."), [this] { saveElsewhere(); } }, { tr("Close"), {} } } });
}

void WorkspaceController::tellDamage()
{
    const auto contents = m_store.contents();
    if (!contents || !contents->isReadOnly) {
        m_context.notices.dismiss(u"workspace.damaged"_s);
        return;
    }
    m_context.notices.show({ u"workspace.damaged"_s, u"dialog-warning"_s,
        tr("This workspace is damaged. It is open for reading only, and the file is not changed. "
           "The Workspace panel says what is missing."),
        { { tr("Save what can be read..."), [this] { askWhereToSalvage(); } },
            { tr("Close"), {} } } });
}

void WorkspaceController::askWhereToSalvage()
{
    const QFileInfo damaged(path());
    askForFile(m_context,
        { .name = u"salvageDialog"_s,
            .title = tr("Save what can be read as a new workspace"),
            .start
            = damaged.absolutePath() + u'/' + damaged.completeBaseName() + u"-saved.tosaic"_s,
            .filter = tr("Tosaic workspace (*.tosaic)"),
            .saveSuffix = u"tosaic"_s },
        this, &WorkspaceController::salvageTo);
}

void WorkspaceController::salvageTo(const QString &path)
{
    m_salvage.start(
        tr("Saving %1").arg(QFileInfo(path).fileName()),
        [from = this->path(), path](const JobControl &) -> Result<void> {
            const auto salvaged = workspace::salvage(from);
            return salvaged ? workspace::saveSalvaged(*salvaged, path) : fail(salvaged.error());
        },
        [this, path](const Result<void> &saved) {
            if (!saved)
                return showFailure(saved.error());
            saveAs(path);
        });
}

} // namespace tosaic::shell
