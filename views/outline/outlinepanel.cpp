// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/outline/outlinepanel.h"

#include "views/models/outlinemodel.h"
#include "views/models/roles.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/building.h"
#include "views/widgets/elidedname.h"
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

/// Nobody sees the titles, so they take no room from the names.
class HiddenHeader : public QHeaderView
{
public:
    using QHeaderView::QHeaderView;

protected:
    QSize sectionSizeFromContents(int) const override { return {}; }
};

QTreeView *makeTree(QWidget *parent, QAbstractItemModel *model, const Theme &theme)
{
    auto *tree = named(new QTreeView(parent), u"outlineTree"_s, OutlinePanel::tr("Outline"));
    tree->setHeader(new HiddenHeader(Qt::Horizontal, tree));
    tree->setModel(model);
    tree->setUniformRowHeights(true);
    tree->setItemDelegateForColumn(OutlineModel::NameColumn, new NameDelegate(tree));
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
    connect(&m_document, &ModelDocument::streamsChanged, this, &OutlinePanel::showStreams);
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

void OutlinePanel::showDocument()
{
    const QScopedValueRollback guard(m_isFollowing, true);
    m_model->setContent({ .fileName = QFileInfo(m_document.path()).fileName(),
        .program = m_document.program(),
        .result = m_document.compileResult(),
        .network = m_document.network(),
        .streams = m_document.streams(),
        .source = m_document.source() });
    if (m_document.isEmpty()) {
        m_states->showEmpty({ u"view-list-tree"_s, tr("Nothing is open"),
            tr("Methods, delegates, operators and tensors of the open model are listed here."),
            tr("Open a file...") });
        return;
    }
    if (m_model->rowCount({}) == 0)
        return m_states->showEmpty(
            { u"view-list-tree"_s, tr("Nothing to list"), tr("The compile left no program.") });
    m_states->showContent();
    expandFirstLevels();
}

/// The operations of the streams came: what is open and selected stays so.
void OutlinePanel::showStreams()
{
    if (m_document.streams().empty())
        return;
    showDocument();
    if (!m_filter->text().isEmpty())
        filter(m_filter->text());
    follow(m_selection.current(), nullptr);
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
    expandTo(model::EntityRef::subgraph(0));
    const auto networkOperator = m_proxy->mapFromSource(firstOperator());
    m_tree->expand(networkOperator.parent());
    const auto instruction
        = m_proxy->mapFromSource(m_model->indexOfEntity(model::EntityRef::instruction(0, 0)));
    m_tree->expand(instruction.parent());
    for (int row = 0; row < m_proxy->rowCount(); ++row)
        m_tree->expand(m_proxy->index(row, 0));
}

/// The first operator of the main subgraph that is listed: constants are not.
QModelIndex OutlinePanel::firstOperator() const
{
    const auto network = m_document.network();
    const auto count
        = network && !network->subgraphs.empty() ? network->subgraphs.front().operators.size() : 0;
    for (size_t i = 0; i < count; ++i) {
        const auto index
            = m_model->indexOfEntity(model::EntityRef::networkOperator(0, static_cast<int>(i)));
        if (index.isValid())
            return index;
    }
    return {};
}

/// An operator of a file that is not open: the first operation of the NPU that it became.
QModelIndex OutlinePanel::rowOf(const model::EntityRef &entity) const
{
    auto row = m_model->indexOfEntity(entity);
    const auto subject = m_profile ? m_profile->subject() : nullptr;
    if (row.isValid() || !subject || entity.isEmpty())
        return row;
    for (const auto &relative : subject->relativesOf(entity)) {
        row = m_model->indexOfEntity(relative);
        if (row.isValid())
            break;
    }
    return row;
}

void OutlinePanel::follow(const model::EntityRef &entity, const QObject *origin)
{
    if (origin == this)
        return;
    const QScopedValueRollback guard(m_isFollowing, true);
    const auto index = m_proxy->mapFromSource(rowOf(entity));
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
