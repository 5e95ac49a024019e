// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/workspacepanelcontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/recordedfiles.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/documents/workspacefinder.h"
#include "core/spec/specjson.h"
#include "views/widgets/errortext.h"
#include "views/workspace/specdifferenceview.h"
#include "views/workspace/workspacepanel.h"

#include <QAbstractButton>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using workspace::Workspace;

WorkspacePanelController::WorkspacePanelController(const ShellContext &context,
    WorkspaceController &workspace, views::WorkspacePanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_workspace(workspace), m_store(workspace.store()),
      m_panel(panel), m_locating(&context.session.jobs()), m_tracing(&context.session.jobs()),
      m_cleaning(&context.session.jobs())
{
    registerActions();
    connectPanel();
    connectOpening();
    connect(&m_store, &WorkspaceStore::changed, this, &WorkspacePanelController::refresh);
    refresh();
}

void WorkspacePanelController::registerActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"workspace.show"_s,
                    .text = tr("Show the &workspace"),
                    .shortcut = QKeySequence(u"Ctrl+Shift+W"_s),
                    .tip = tr("Models, specs, compiles, runs and notes of the open workspace") },
        [this] { Q_EMIT m_context.requests.panelRequested(u"workspace"_s); });
    actions.add({ .id = u"workspace.saveSpec"_s,
                    .text = tr("Save s&pec in workspace..."),
                    .tip = tr("Keep the compile spec under a name; earlier ones of it stay") },
        [this] { askSpecName(); });
    actions.add({ .id = u"workspace.provenance"_s,
                    .text = tr("Show p&rovenance"),
                    .tip = tr("Which source, spec and tools made the open program") },
        [this] { showProvenance(m_context.session.model().path(), {}); });
    actions.add({ .id = u"workspace.searchFolder"_s,
                    .text = tr("Look for &moved files in a folder..."),
                    .tip = tr("TOSA graphs and debug databases that were moved are found there by "
                              "their content") },
        [this] {
            askForFile(m_context,
                { .name = u"searchFolderDialog"_s,
                    .title = tr("Look for moved files"),
                    .mode = QFileDialog::Directory },
                this, &WorkspacePanelController::addSearchFolder);
        });
    actions.add({ .id = u"workspace.clean"_s,
                    .text = tr("Clean &up results..."),
                    .tip = tr("Free the room of compiles that nothing refers to any more") },
        [this] { cleanUp(); });
}

void WorkspacePanelController::refresh()
{
    if (m_store.error() && m_store.error()->code != ErrorCode::IoOpen)
        m_panel.setError(*m_store.error());
    else if (m_store.contents() || !m_store.isReading())
        m_panel.setContents(m_store.contents());
    else
        m_panel.setLoading();
    const bool isOpen = m_store.contents() != nullptr;
    for (const auto &id :
        { u"workspace.saveSpec"_s, u"workspace.searchFolder"_s, u"workspace.clean"_s })
        m_context.actions.action(id)->setEnabled(isOpen && !m_store.isReadOnly());
    m_context.actions.action(u"workspace.provenance"_s)->setEnabled(isOpen);
}

void WorkspacePanelController::connectPanel()
{
    using Panel = views::WorkspacePanel;
    const auto saving = tr("Saving the workspace");
    connect(&m_panel, &Panel::saveRequested, &m_workspace, &WorkspaceController::save);
    connect(&m_panel, &Panel::salvageSaveRequested, &m_workspace,
        &WorkspaceController::askWhereToSalvage);
    connect(&m_panel, &Panel::provenanceRequested, this, &WorkspacePanelController::showProvenance);
    connect(&m_panel, &Panel::removeRequested, this, &WorkspacePanelController::askRemove);
    connect(&m_panel, &Panel::pinRequested, this, [this, saving](workspace::JobId id, bool pinned) {
        m_store.change(
            saving, [id, pinned](Workspace &file) { return file.setJobPinned(id, pinned); });
    });
    connect(&m_panel, &Panel::noteRequested, this, [this, saving](const QString &subject) {
        askNote(tr("Add a note"), {}, [this, saving, subject](const QString &text) {
            m_store.change(saving, [subject, text](Workspace &file) -> Result<void> {
                const auto added = file.addNote(subject, text);
                return added ? Result<void>() : Result<void>(fail(added.error()));
            });
        });
    });
    connect(&m_panel, &Panel::editNoteRequested, this,
        [this, saving](workspace::NoteId id, const QString &text) {
            askNote(tr("Edit the note"), text, [this, saving, id](const QString &changed) {
                m_store.change(
                    saving, [id, changed](Workspace &file) { return file.editNote(id, changed); });
            });
        });
}

void WorkspacePanelController::connectOpening()
{
    using Panel = views::WorkspacePanel;
    connect(&m_panel, &Panel::openFileRequested, this,
        [this](const QString &path) { Q_EMIT m_context.requests.openFileRequested(path); });
    connect(&m_panel, &Panel::openModelRequested, this, [this](workspace::ModelId id) {
        openLocated(tr("Opening a model of the workspace"),
            [id](Workspace &file) { return locateModel(file, id); });
    });
    connect(&m_panel, &Panel::openArtefactRequested, this, [this](workspace::ArtefactId id) {
        openLocated(tr("Opening a file of the workspace"),
            [id](Workspace &file) { return locateArtefact(file, id); });
    });
    connect(&m_panel, &Panel::openJobRequested, this, [this](workspace::JobId id) {
        openLocated(tr("Opening a compile of the workspace"),
            [id](Workspace &file) { return locateJob(file, id); });
    });
    connect(&m_panel, &Panel::openRunRequested, this,
        [this](workspace::RunId) { m_context.modes.show(Mode::Runs); });
    connect(&m_panel, &Panel::loadSpecRequested, this, [this](const QJsonObject &json) {
        const auto spec = spec::fromJson(json);
        if (!spec)
            return tell(views::errorText(spec.error()).toPlainText());
        m_context.session.spec().setSpec(*spec, {});
        m_context.modes.show(Mode::Spec);
    });
    connect(&m_panel, &Panel::compareSpecsRequested, this, &WorkspacePanelController::compareSpecs);
}

void WorkspacePanelController::compareSpecs(const QList<std::pair<QString, QJsonObject>> &specs)
{
    std::vector<views::NamedSpec> sides;
    for (const auto &[name, json] : specs) {
        auto spec = spec::fromJson(json);
        if (!spec)
            return tell(views::errorText(spec.error()).toPlainText());
        sides.push_back({ name, std::move(*spec) });
    }
    if (sides.size() == 1)
        sides.push_back({ tr("The spec in the editor"), m_context.session.spec().spec() });
    if (sides.size() == 2)
        m_panel.showSpecDifference(sides[0], sides[1]);
}

void WorkspacePanelController::openLocated(const QString &what, Locate locate)
{
    m_locating.start(
        what,
        [path = m_store.path(), locate = std::move(locate)](
            const JobControl &) { return withWorkspace(path, locate); },
        [this](const Result<QString> &found) {
            if (found)
                Q_EMIT m_context.requests.openFileRequested(*found);
            else
                tell(views::errorText(found.error()).toPlainText());
        });
}

void WorkspacePanelController::showProvenance(const QString &path, const QString &sha256)
{
    const auto program = m_context.session.model().program();
    const bool isOpenModel = path == m_context.session.model().path();
    if (path.isEmpty() && sha256.isEmpty())
        return tell(tr("Open a program first, or choose a file in the Workspace panel."));
    Q_EMIT m_context.requests.panelRequested(u"workspace"_s);
    m_tracing.start(
        tr("Looking up where %1 comes from").arg(QFileInfo(path).fileName()),
        [file = m_store.path(), path, sha256, program = isOpenModel ? program : nullptr](
            const JobControl &) { return traceFile(file, path, sha256, program); },
        [this](const Result<workspace::Provenance> &found) {
            if (found)
                m_panel.showProvenance(*found);
            else
                tell(views::errorText(found.error()).toPlainText());
        });
}

void WorkspacePanelController::askSpecName()
{
    auto *dialog = new QInputDialog(&m_context.window);
    dialog->setObjectName(u"specNameDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save spec in workspace"));
    dialog->setLabelText(tr("Name; what has this name becomes an earlier version of it:"));
    dialog->setTextValue(m_context.session.spec().spec().target);
    connect(dialog, &QInputDialog::textValueSelected, this, &WorkspacePanelController::saveSpec);
    dialog->open();
}

void WorkspacePanelController::saveSpec(const QString &name)
{
    const auto trimmed = name.trimmed();
    if (trimmed.isEmpty() || trimmed == QLatin1StringView(CurrentSpec))
        return tell(tr("A spec needs a name of its own."));
    m_store.change(tr("Saving the spec"),
        [trimmed, spec = spec::toJson(m_context.session.spec().spec())](
            Workspace &file) -> Result<void> {
            const auto saved = file.saveSpec(trimmed, spec);
            return saved ? Result<void>() : Result<void>(fail(saved.error()));
        });
}

void WorkspacePanelController::askNote(
    const QString &title, const QString &text, std::function<void(const QString &)> done)
{
    auto *dialog = new QInputDialog(&m_context.window);
    dialog->setObjectName(u"noteDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setWindowTitle(title);
    dialog->setLabelText(tr("Text of the note:"));
    dialog->setTextValue(text);
    connect(dialog, &QInputDialog::textValueSelected, this,
        [done = std::move(done)](const QString &written) {
            if (!written.trimmed().isEmpty())
                done(written);
        });
    dialog->open();
}

void WorkspacePanelController::askRemove(const views::WorkspaceItem &item, const QString &name)
{
    const auto contents = m_store.contents();
    if (!contents)
        return;
    auto *box = new QMessageBox(QMessageBox::Question, tr("Remove from the workspace?"),
        tr("\"%1\" is removed from the workspace. Files in folders stay.").arg(name),
        QMessageBox::Yes | QMessageBox::Cancel, &m_context.window);
    box->setObjectName(u"removeQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Yes)->setText(tr("Remove"));
    connect(box, &QMessageBox::buttonClicked, this,
        [this, box, change = removalOf(*contents, item)](QAbstractButton *button) {
            if (box->standardButton(button) == QMessageBox::Yes && change)
                m_store.change(tr("Saving the workspace"), change);
        });
    box->open();
}

void WorkspacePanelController::addSearchFolder(const QString &folder)
{
    const auto key = QString::fromLatin1(SearchFoldersKey);
    auto folders = m_store.setting(key).split(u'\n', Qt::SkipEmptyParts);
    if (!folders.contains(folder))
        folders.prepend(folder);
    m_store.setSetting(key, folders.join(u'\n'));
    // Once it is written: the open program may have its compile now.
    const auto path = m_context.session.model().path();
    if (!path.isEmpty() && !m_context.session.model().compileResult())
        m_store.change(tr("Looking for moved files"), [](Workspace &) { return Result<void>(); });
    connect(
        &m_store, &WorkspaceStore::changed, this,
        [this, path] {
            if (!path.isEmpty() && path == m_context.session.model().path()
                && !m_context.session.model().compileResult())
                Q_EMIT m_context.requests.openFileRequested(path);
        },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

void WorkspacePanelController::cleanUp()
{
    const workspace::CleaningRules rules{ .outputRoots = { outputRoot(m_context.session) } };
    m_cleaning.start(
        tr("Looking for what can be cleaned up"),
        [path = m_store.path(), rules](const JobControl &) { return planFor(path, rules); },
        [this](const Result<workspace::CleaningPlan> &plan) {
            if (!plan)
                tell(views::errorText(plan.error()).toPlainText());
            else if (plan->isEmpty() && !plan->problems.empty())
                tell(tr("Nothing can be cleaned up.") + staysText(plan->problems));
            else if (plan->isEmpty())
                tell(
                    tr("There is nothing to clean up: everything is pinned, named, noted, measured "
                       "or among the newest compiles of its model."));
            else
                askCleaning(*plan);
        });
}

void WorkspacePanelController::askCleaning(const workspace::CleaningPlan &plan)
{
    auto *box = new QMessageBox(QMessageBox::Question, tr("Clean up results?"), cleaningText(plan),
        QMessageBox::Yes | QMessageBox::Cancel, &m_context.window);
    box->setObjectName(u"cleaningQuestion"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Only files that a recorded compile wrote and that are unchanged are "
           "removed. What made them stays recorded."));
    box->setDetailedText(cleaningList(plan));
    box->button(QMessageBox::Yes)->setText(tr("Remove"));
    connect(box, &QMessageBox::buttonClicked, this, [this, box, plan](QAbstractButton *button) {
        if (box->standardButton(button) == QMessageBox::Yes)
            clean(plan);
    });
    box->open();
}

void WorkspacePanelController::clean(const workspace::CleaningPlan &plan)
{
    m_cleaning.start(
        tr("Cleaning up"),
        [path = m_store.path(), plan](const JobControl &) { return cleanFor(path, plan); },
        [this](const Result<workspace::CleaningReport> &report) {
            tell(report ? cleanedText(*report) : views::errorText(report.error()).toPlainText());
            m_store.refresh();
        });
}

void WorkspacePanelController::tell(const QString &text)
{
    m_context.notices.show(
        { u"workspace.said"_s, u"dialog-information"_s, text, { { tr("Close"), {} } } });
}

} // namespace tosaic::shell
