// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/problems/problemspanel.h"

#include "views/models/problemsmodel.h"
#include "views/models/roles.h"
#include "views/widgets/building.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QIcon>
#include <QPlainTextEdit>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int WidestColumn = 200; // beside the text

} // namespace

ProblemsPanel::ProblemsPanel(
    const ProblemList &problems, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_problems(problems), m_selection(selection),
      m_proxy(new QSortFilterProxyModel(this)),
      m_filter(new SearchLine(tr("Filter the problems"), this))
{
    setObjectName(u"problemsPanel"_s);
    setAccessibleName(tr("Problems"));
    m_proxy->setSourceModel(new ProblemsModel(problems, this));
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setSortRole(SortRole);

    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *line = new QHBoxLayout;
    line->setContentsMargins(8, 4, 8, 4);
    m_filter->setMaximumWidth(360);
    line->addWidget(m_filter);
    line->addStretch();
    layout->addLayout(line);
    makeTree(content, theme);
    layout->addWidget(m_tree, 1);
    makeWords(content, theme);
    line->addWidget(m_fold);
    layout->addWidget(m_words, 1);
    m_filter->setTarget(m_tree);

    m_states = new StateStack(content, this);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_states);
    connect(
        m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(&problems, &ProblemList::changed, this, &ProblemsPanel::showState);
    showState();
}

void ProblemsPanel::makeTree(QWidget *parent, const Theme &theme)
{
    m_tree = named(new QTreeView(parent), u"problemsTable"_s, tr("Problems"));
    m_tree->setModel(m_proxy);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setSortingEnabled(true);
    m_tree->sortByColumn(columnOf(*m_proxy, u"severity"), Qt::DescendingOrder);
    m_tree->setItemDelegate(new CellDelegate(m_tree, PanelRowHeight));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(columnOf(*m_proxy, u"text"), QHeaderView::Stretch);
    m_tree->header()->resizeSection(columnOf(*m_proxy, u"severity"), 100);
    connect(m_tree->model(), &QAbstractItemModel::rowsInserted, this, &ProblemsPanel::fitColumns);
    connect(m_tree->model(), &QAbstractItemModel::modelReset, this, &ProblemsPanel::fitColumns);
    m_tree->viewport()->installEventFilter(this);
    fitColumns();

    auto *copy = new QAction(QIcon::fromTheme(u"edit-copy"_s), tr("Copy"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &ProblemsPanel::copySelected);
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            const auto entity = current.data(EntityRole).value<model::EntityRef>();
            if (!entity.isEmpty())
                m_selection.select(entity, this);
        });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) {
        const auto entity = index.data(EntityRole).value<model::EntityRef>();
        if (!entity.isEmpty())
            Q_EMIT m_selection.activated(entity);
    });
    const auto choose = [this](const QModelIndex &index) {
        if (const auto *problem = problemAt(index))
            Q_EMIT problemChosen(
                Diagnostic(problem->diagnostic)); // what is done of it may change the rows
    };
    connect(m_tree, &QTreeView::clicked, this, choose);
    connect(m_tree, &QTreeView::activated, this, choose);
    connect(&theme, &Theme::changed, m_tree, [this] { m_tree->viewport()->update(); });
}

/// The text gets what place and code leave over, which is at least half: it is what one reads.
void ProblemsPanel::fitColumns()
{
    const int severity = m_tree->columnWidth(columnOf(*m_proxy, u"severity"));
    const int share = (m_tree->viewport()->width() / 2 - severity) / 2;
    for (const auto column : { columnOf(*m_proxy, u"place"), columnOf(*m_proxy, u"code") }) {
        m_tree->resizeColumnToContents(column);
        m_tree->header()->resizeSection(column,
            std::min(m_tree->header()->sectionSize(column), std::clamp(share, 60, WidestColumn)));
    }
    m_fitted = placeAndCode();
}

std::pair<int, int> ProblemsPanel::placeAndCode() const
{
    return { m_tree->columnWidth(columnOf(*m_proxy, u"place")),
        m_tree->columnWidth(columnOf(*m_proxy, u"code")) };
}

/// Columns that somebody has sized stay as they are while the text has room.
bool ProblemsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize) {
        const int text = m_tree->columnWidth(columnOf(*m_proxy, u"text"));
        if (m_fitted == placeAndCode() || text < m_tree->viewport()->width() / 2)
            fitColumns();
    }
    return QWidget::eventFilter(watched, event);
}

/// What the tool said at length, folded until asked for: the row has the reason.
void ProblemsPanel::makeWords(QWidget *parent, const Theme &theme)
{
    m_fold = named(new QToolButton(parent), u"problemFold"_s);
    m_fold->setAccessibleName(tr("What the tool says about the problem"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setArrowType(Qt::RightArrow);
    m_fold->setAutoRaise(true);
    m_fold->setCheckable(true);
    m_words = named(new QPlainTextEdit(parent), u"problemWords"_s, tr("Words of the tool"));
    m_words->setReadOnly(true);
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->setFont(theme.codeFont());
    connect(m_fold, &QToolButton::toggled, this, &ProblemsPanel::showWords);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ProblemsPanel::showWords);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &ProblemsPanel::showWords);
    showWords();
}

void ProblemsPanel::showWords()
{
    const auto *problem = problemAt(m_tree->currentIndex());
    QStringList words;
    if (problem && problem->diagnostic.text.contains(u'\n'))
        words << problem->diagnostic.text.section(u'\n', 1).trimmed();
    const bool areSeveral = problem && !problem->alike.empty();
    if (areSeveral) {
        for (const auto &one : problem->alike)
            words << one.toText();
    }
    const bool hasMore = !words.isEmpty();
    const bool isOpen = hasMore && m_fold->isChecked();
    m_fold->setText(areSeveral
            ? tr("The other %n", nullptr, static_cast<int>(problem->alike.size()))
            : tr("What the tool says"));
    m_fold->setVisible(hasMore);
    m_fold->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_words->setVisible(isOpen);
    m_words->setPlainText(words.join(u'\n'));
}

const Problem *ProblemsPanel::problemAt(const QModelIndex &index) const
{
    const auto &rows = static_cast<const ProblemsModel *>(m_proxy->sourceModel())->rows();
    const auto row = m_proxy->mapToSource(index).row();
    return row >= 0 && static_cast<std::size_t>(row) < rows.size()
        ? &rows[static_cast<std::size_t>(row)]
        : nullptr;
}

void ProblemsPanel::copySelected() const
{
    QStringList lines;
    for (const auto &row : m_tree->selectionModel()->selectedRows()) {
        QStringList cells;
        for (int column = 0; column < m_proxy->columnCount(); ++column)
            cells << row.siblingAtColumn(column).data(ValueRole).toString();
        lines << cells.join(u'\t');
    }
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

void ProblemsPanel::showState()
{
    if (m_problems.all().empty()) {
        m_states->showEmpty({ {}, tr("No problems"),
            tr("What is odd in a file, and what the compilers complain about, is listed here."),
            {} });
    } else {
        m_states->showContent();
    }
}

} // namespace tosaic::views
