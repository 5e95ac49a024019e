// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/workspacepanel.h"

#include "views/widgets/building.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"
#include "views/workspace/provenanceview.h"
#include "views/workspace/salvagebanner.h"
#include "views/workspace/specdifferenceview.h"
#include "views/workspace/workspaceitemtext.h"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using Kind = WorkspaceItem::Kind;

WorkspacePanel::WorkspacePanel(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_model(new WorkspaceModel(this)), m_proxy(new QSortFilterProxyModel(this))
{
    setObjectName(u"workspacePanel"_s);
    setAccessibleName(tr("Workspace"));
    m_proxy->setSourceModel(m_model);
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setAutoAcceptChildRows(true);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(-1);
    m_states = new StateStack(makeContent(theme), this);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_states);
    makeActions();
    connect(m_states, &StateStack::actionTriggered, this, &WorkspacePanel::saveRequested);
    connect(&theme, &Theme::changed, m_tree, [this] { m_tree->viewport()->update(); });
    setContents(nullptr);
}

QWidget *WorkspacePanel::makeContent(const Theme &theme)
{
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *left = new QWidget(content);
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_filter = named(new SearchLine(tr("Filter the workspace"), left), u"workspaceFilter"_s);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(8, 6, 8, 6);
    line->addWidget(m_filter);
    m_tree = named(new QTreeView(left), u"workspaceTree"_s, tr("Contents of the workspace"));
    m_tree->setModel(m_proxy);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(14);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection); // two specs are compared
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(WorkspaceModel::NameColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(WorkspaceModel::SummaryColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(
        WorkspaceModel::TimeColumn, QHeaderView::ResizeToContents);
    m_tree->setItemDelegate(new CellDelegate(m_tree, PanelRowHeight));
    m_filter->setTarget(m_tree);
    column->addLayout(line);
    column->addWidget(m_tree, 1);
    m_aside = new QStackedWidget(content);
    m_provenance = new ProvenanceView(theme, m_aside);
    m_specDifference = new SpecDifferenceView(m_aside);
    m_aside->addWidget(m_provenance);
    m_aside->addWidget(m_specDifference);
    m_splitter = named(new QSplitter(Qt::Horizontal, content), u"workspaceSplitter"_s);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_aside);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    m_banner = new SalvageBanner(content);
    m_banner->hide();
    layout->addWidget(m_banner);
    layout->addWidget(m_splitter, 1);
    connect(m_filter, &QLineEdit::textChanged, this, &WorkspacePanel::filter);
    connect(m_banner, &SalvageBanner::saveRequested, this, &WorkspacePanel::salvageSaveRequested);
    connect(m_provenance, &ProvenanceView::openRequested, this, &WorkspacePanel::openFileRequested);
    return content;
}

void WorkspacePanel::makeActions()
{
    m_menu = named(new QMenu(this), u"workspaceMenu"_s);
    const auto add = [this](const QString &name, const QString &text, auto slot) {
        auto *action = named(new QAction(text, this), name);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, slot);
        m_menu->addAction(action);
        m_tree->addAction(action);
        return action;
    };
    m_open = add(u"workspaceOpen"_s, tr("Open"), &WorkspacePanel::open);
    m_showProvenance
        = add(u"workspaceProvenance"_s, tr("Show provenance"), &WorkspacePanel::requestProvenance);
    m_showProvenance->setShortcut(QKeySequence(u"Ctrl+Return"_s));
    m_compare = add(u"workspaceCompareSpecs"_s, tr("Compare with the spec in the editor"),
        &WorkspacePanel::compareSpecs);
    m_pin = add(u"workspacePin"_s, tr("Keep when cleaning up"), &WorkspacePanel::pin);
    m_pin->setCheckable(true);
    m_note = add(u"workspaceNote"_s, tr("Add a note..."), &WorkspacePanel::note);
    m_menu->addSeparator();
    m_remove = add(u"workspaceRemove"_s, tr("Remove..."), &WorkspacePanel::remove);
    m_remove->setShortcut(QKeySequence::Delete);
    connect(m_tree, &QTreeView::activated, this, &WorkspacePanel::open);
    connect(m_tree, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        updateActions();
        m_menu->popup(m_tree->viewport()->mapToGlobal(position));
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &WorkspacePanel::updateActions);
    updateActions();
}

void WorkspacePanel::setContents(std::shared_ptr<const workspace::Contents> contents)
{
    if (!contents) {
        m_model->setContents(nullptr);
        m_path.clear();
        clearAside();
        m_states->showEmpty({ u"document-save"_s, tr("No workspace is open"),
            tr("A workspace keeps models, specs, compiles, runs and notes in one .tosaic file, and "
               "knows where every program comes from."),
            tr("Save this session as a workspace...") });
        return;
    }
    const auto before = current();
    const auto row = m_tree->currentIndex();
    const auto name = row.data().toString();
    if (contents->path != m_path)
        clearAside();
    m_path = contents->path;
    m_banner->setVisible(contents->isReadOnly);
    m_banner->setLosses(lossTexts(contents->salvage));
    m_model->setContents(std::move(contents));
    m_states->showContent();
    m_tree->expandToDepth(0);
    const auto again
        = m_proxy->match(m_proxy->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchRecursive);
    if (!name.isEmpty() && before.kind != Kind::Group && !again.isEmpty())
        m_tree->setCurrentIndex(again.first());
    updateActions();
}

void WorkspacePanel::clearAside()
{
    m_provenance->clear();
    m_aside->setCurrentWidget(m_provenance);
}

void WorkspacePanel::setLoading()
{
    m_states->showLoading(tr("Reading the workspace"));
}

void WorkspacePanel::setError(const Error &error)
{
    m_states->showError(errorText(error));
}

void WorkspacePanel::showProvenance(const workspace::Provenance &provenance)
{
    m_provenance->show(provenance);
    m_aside->setCurrentWidget(m_provenance);
}

void WorkspacePanel::showSpecDifference(const NamedSpec &older, const NamedSpec &newer)
{
    m_specDifference->show(older, newer);
    m_aside->setCurrentWidget(m_specDifference);
}

void WorkspacePanel::filter(const QString &text)
{
    m_proxy->setFilterFixedString(text);
    if (text.isEmpty())
        m_tree->expandToDepth(0);
    else
        m_tree->expandAll();
}

WorkspaceItem WorkspacePanel::current() const
{
    return m_model->item(m_proxy->mapToSource(m_tree->currentIndex()));
}

const workspace::JobRecord *WorkspacePanel::currentJob() const
{
    const auto item = current();
    return item.kind == Kind::Job ? &m_model->contents()->jobs[item.row] : nullptr;
}

void WorkspacePanel::updateActions()
{
    const auto item = current();
    const bool isOne = m_tree->selectionModel()->selectedRows().size() <= 1;
    const bool isThing = isOne && m_tree->currentIndex().isValid() && item.kind != Kind::Group;
    const bool mayChange = isThing && !m_model->contents()->isReadOnly;
    const auto *job = currentJob();
    m_open->setEnabled(isThing);
    m_open->setText(m_model->specOf(item)        ? tr("Use this spec")
            : item.kind == Kind::Note && isThing ? tr("Edit...")
                                                 : tr("Open"));
    m_showProvenance->setEnabled(isThing && (job || !m_model->fileOf(item).second.isEmpty()));
    m_pin->setEnabled(mayChange && job);
    m_pin->setChecked(job && job->isPinned);
    m_note->setEnabled(mayChange && !m_model->subjectOf(item).isEmpty());
    m_remove->setEnabled(
        mayChange && item.kind != Kind::Artefact && item.kind != Kind::SpecVersion);
    const auto specs = selectedSpecs();
    m_compare->setEnabled(specs.size() == 1 || specs.size() == 2);
    m_compare->setText(specs.size() == 2 ? tr("Compare the two specs")
                                         : tr("Compare with the spec in the editor"));
}

void WorkspacePanel::open()
{
    const auto item = current();
    const auto *contents = m_model->contents();
    if (!contents || !m_tree->currentIndex().isValid())
        return;
    switch (item.kind) {
    case Kind::Group:
        m_tree->setExpanded(m_tree->currentIndex(), !m_tree->isExpanded(m_tree->currentIndex()));
        break;
    case Kind::Model:
        Q_EMIT openModelRequested(contents->models[item.row].id);
        break;
    case Kind::Spec:
    case Kind::SpecVersion:
        Q_EMIT loadSpecRequested(*m_model->specOf(item));
        break;
    case Kind::Job:
        Q_EMIT openJobRequested(contents->jobs[item.row].id);
        break;
    case Kind::Artefact:
        Q_EMIT openArtefactRequested(contents->artefacts[item.row].id);
        break;
    case Kind::Run:
        Q_EMIT openRunRequested(contents->runs[item.row].id);
        break;
    case Kind::Note:
        if (!contents->isReadOnly)
            Q_EMIT editNoteRequested(contents->notes[item.row].id, contents->notes[item.row].text);
        break;
    }
}

/// Empty if something else is chosen, too. The older one comes first.
std::vector<WorkspaceItem> WorkspacePanel::selectedSpecs() const
{
    std::vector<WorkspaceItem> specs;
    const auto rows = m_tree->selectionModel()->selectedRows();
    for (const auto &row : rows) {
        specs.push_back(m_model->item(m_proxy->mapToSource(row)));
        if (!m_model->specOf(specs.back()))
            return {};
    }
    std::stable_sort(specs.begin(), specs.end(),
        [this](const auto &a, const auto &b) { return m_model->time(a) < m_model->time(b); });
    return specs;
}

void WorkspacePanel::compareSpecs()
{
    QList<std::pair<QString, QJsonObject>> chosen;
    for (const auto &item : selectedSpecs())
        chosen.push_back({ m_model->name(item), *m_model->specOf(item) });
    Q_EMIT compareSpecsRequested(chosen);
}

/// Of a job: where its program comes from.
void WorkspacePanel::requestProvenance()
{
    const auto *job = currentJob();
    if (!job) {
        const auto [path, sha256] = m_model->fileOf(current());
        Q_EMIT provenanceRequested(path, sha256);
        return;
    }
    const workspace::ArtefactRecord *file = nullptr;
    for (const auto &artefact : m_model->contents()->artefacts) {
        if (artefact.job == job->id && (!file || artefact.kind == "pte"_L1))
            file = &artefact;
    }
    if (file)
        Q_EMIT provenanceRequested(file->path, file->sha256);
}

void WorkspacePanel::pin()
{
    if (const auto *job = currentJob())
        Q_EMIT pinRequested(job->id, !job->isPinned);
}

void WorkspacePanel::note()
{
    Q_EMIT noteRequested(m_model->subjectOf(current()));
}

void WorkspacePanel::remove()
{
    Q_EMIT removeRequested(current(), m_tree->currentIndex().siblingAtColumn(0).data().toString());
}

} // namespace tosaic::views
