// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/outline/outlinepanel.h"

#include "views/models/outlinemodel.h"
#include "views/models/roles.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QTreeView *makeTree(QWidget *parent, QAbstractItemModel *model, const Theme &theme)
{
    auto *tree = new QTreeView(parent);
    tree->setObjectName(u"outlineTree"_s);
    tree->setAccessibleName(OutlinePanel::tr("Outline"));
    tree->setModel(model);
    tree->setUniformRowHeights(true);
    tree->setHeaderHidden(true);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setIndentation(12);
    tree->header()->setStretchLastSection(false);
    tree->header()->setMinimumSectionSize(40);
    tree->header()->setSectionResizeMode(OutlineModel::NameColumn, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(OutlineModel::BadgeColumn, QHeaderView::ResizeToContents);
    tree->setItemDelegateForColumn(OutlineModel::BadgeColumn, new BadgeDelegate(theme, tree));
    return tree;
}

} // namespace

OutlinePanel::OutlinePanel(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection),
      m_model(new OutlineModel(this)), m_proxy(new QSortFilterProxyModel(this)),
      m_filter(new SearchLine(tr("Filter the outline"), this))
{
    setObjectName(u"outlinePanel"_s);
    setAccessibleName(tr("Outline"));
    m_proxy->setSourceModel(m_model);
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setAutoAcceptChildRows(true);

    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(8, 6, 8, 6);
    line->addWidget(m_filter);
    m_tree = makeTree(content, m_proxy, theme);
    m_filter->setTarget(m_tree);
    layout->addLayout(line);
    layout->addWidget(m_tree);

    m_states = new StateStack(content, this);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_states);

    connect(m_states, &StateStack::actionTriggered, this, &OutlinePanel::openRequested);
    connect(m_filter, &QLineEdit::textChanged, this, &OutlinePanel::filter);
    connect(&m_document, &ModelDocument::changed, this, &OutlinePanel::showDocument);
    connect(&theme, &Theme::changed, m_tree, [this] { m_tree->viewport()->update(); });
    connectSelection();
    showDocument();
}

void OutlinePanel::connectSelection()
{
    connect(&m_selection, &SelectionContext::changed, this, &OutlinePanel::follow);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) {
            const auto entity = current.siblingAtColumn(0).data(EntityRole);
            if (!m_isFollowing && entity.isValid())
                m_selection.select(entity.value<model::EntityRef>(), this);
        });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (const auto entity = index.siblingAtColumn(0).data(EntityRole); entity.isValid())
            Q_EMIT m_selection.activated(entity.value<model::EntityRef>());
    });
}

void OutlinePanel::showFind()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void OutlinePanel::showDocument()
{
    const QScopedValueRollback guard(m_isFollowing, true);
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    m_model->setDocument(QFileInfo(m_document.path()).fileName(), program, result);
    if (!program && !result) {
        m_states->showEmpty({ u"view-list-tree"_s, tr("Nothing is open"),
            tr("Methods, delegates, operators and tensors of the open model are listed here."),
            tr("Open a file...") });
        return;
    }
    m_states->showContent();
    expandFirstLevels();
}

void OutlinePanel::expandFirstLevels()
{
    // File, methods and their delegates are what a first look needs; values are many.
    m_tree->collapseAll();
    const auto expandTo = [this](const model::EntityRef &entity) {
        auto index = m_proxy->mapFromSource(m_model->indexOfEntity(entity));
        for (; index.isValid(); index = index.parent())
            m_tree->expand(index);
    };
    expandTo(model::EntityRef::ofMethod(0));
    expandTo(model::EntityRef::delegate(0, 0));
    const auto instruction
        = m_proxy->mapFromSource(m_model->indexOfEntity(model::EntityRef::instruction(0, 0)));
    m_tree->expand(instruction.parent());
    for (int row = 0; row < m_proxy->rowCount(); ++row)
        m_tree->expand(m_proxy->index(row, 0));
}

void OutlinePanel::follow(const model::EntityRef &entity, const QObject *origin)
{
    if (origin == this)
        return;
    const QScopedValueRollback guard(m_isFollowing, true);
    const auto index = m_proxy->mapFromSource(m_model->indexOfEntity(entity));
    if (!index.isValid()) {
        m_tree->selectionModel()->clear();
        return;
    }
    m_tree->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_tree->scrollTo(index);
}

void OutlinePanel::filter(const QString &text)
{
    const QScopedValueRollback guard(m_isFollowing, true);
    m_proxy->setFilterFixedString(text);
    if (text.isEmpty())
        expandFirstLevels();
    else
        m_tree->expandAll();
}

} // namespace tosaic::views
