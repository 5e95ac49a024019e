// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runlistpanel.h"

#include "views/runs/rundelegate.h"
#include "views/runs/runlistmodel.h"
#include "views/runs/runordermodel.h"
#include "views/runs/runtrends.h"
#include "views/runs/runwords.h"
#include "views/widgets/building.h"
#include "views/widgets/searchline.h"

#include <QAction>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QListView>
#include <QMouseEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

RunListPanel::RunListPanel(RunsDocument &runs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_runs(runs), m_model(new RunListModel(runs, this)),
      m_order(new RunOrderModel(*m_model, this))
{
    setObjectName(u"runListPanel"_s);
    setAccessibleName(tr("Runs"));
    setMinimumWidth(216);
    auto *title = new QLabel(tr("Runs"), this);
    title->setProperty("role", u"section"_s);
    title->setContentsMargins(12, 8, 12, 8);
    auto *none = new QLabel(tr("Consoles, traces and dumps that you open are listed here."), this);
    none->setObjectName(u"noRuns"_s);
    none->setProperty("role", u"muted"_s);
    none->setWordWrap(true);
    none->setMargin(12);
    none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_list = makeList(theme);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(none);
    m_stack->addWidget(m_list);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 12);
    layout->setSpacing(0);
    layout->addWidget(title);
    m_filter = new SearchLine(tr("Filter the runs"), this);
    m_filter->setObjectName(u"runFilter"_s);
    m_filter->setTarget(m_list);
    m_groups = makeGroups();
    auto *filterRow = makeRow(nullptr, {}, 4, { 12, 0, 12, 8 });
    filterRow->addWidget(m_filter, 1);
    filterRow->addWidget(m_groups);
    layout->addLayout(filterRow);
    layout->addWidget(m_stack, 1);
    layout->addWidget(new RunTrends(m_runs, theme, this));
    layout->addWidget(makeButtons());
    connect(m_filter, &SearchLine::textChanged, this, &RunListPanel::filter);
    connect(m_model, &RunListModel::rowsInserted, this, &RunListPanel::filter);
    connect(m_model, &RunListModel::modelReset, this, &RunListPanel::filter);
    connect(m_model, &RunListModel::dataChanged, this, &RunListPanel::filter);
    connect(&m_runs, &RunsDocument::programNamesChanged, this, &RunListPanel::group);
    connect(&m_runs, &RunsDocument::changed, this, &RunListPanel::showCurrent);
    connect(&m_runs, &RunsDocument::currentChanged, this, &RunListPanel::showCurrent);
    showCurrent();
}

RunListPanel::~RunListPanel()
{
    // The list still tells of its model's end, when there is no panel any more.
    m_list->selectionModel()->disconnect(this);
}

QListView *RunListPanel::makeList(const Theme &theme)
{
    m_list = new QListView(this);
    m_list->setObjectName(u"runList"_s);
    m_list->setAccessibleName(tr("Measured runs"));
    m_order->setHidden([this](int row) { return m_list->isRowHidden(row); });
    m_list->setModel(m_order);
    m_list->setDragEnabled(true);
    m_list->viewport()->installEventFilter(this);
    m_list->setItemDelegate(new RunDelegate(theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers); // F2 is an action, seen in the menu
    m_list->setVerticalScrollMode(QListView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_rename
        = addAction(u"renameRunAction"_s, tr("Rename"), Qt::Key_F2, &RunListPanel::renameCurrent);
    m_mark
        = addAction(u"markOldAction"_s, tr("Compare others with this"), {}, &RunListPanel::markOld);
    m_note = addAction(
        u"noteRunAction"_s, tr("Note..."), Qt::SHIFT | Qt::Key_F2, &RunListPanel::editNote);
    m_group = addAction(u"selectGroupAction"_s, tr("Select its group"), {}, nullptr);
    connect(
        m_group, &QAction::triggered, this, [this] { selectGroup(m_list->currentIndex().row()); });
    m_remove = addAction(u"removeRunAction"_s, tr("Remove from the list"), QKeySequence::Delete,
        &RunListPanel::removeSelected);
    const auto *selected = m_list->selectionModel();
    connect(selected, &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &now) {
        if (now.isValid() && !m_isFollowing)
            m_runs.setCurrentIndex(m_order->mapToSource(now).row());
    });
    connect(selected, &QItemSelectionModel::selectionChanged, this, &RunListPanel::showChoices);
    connect(m_model, &RunListModel::dataChanged, this, &RunListPanel::showChoices);
    return m_list;
}

QAction *RunListPanel::addAction(const QString &name, const QString &text, const QKeySequence &keys,
    void (RunListPanel::*slot)())
{
    auto *action = new QAction(text, m_list);
    action->setObjectName(name);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(action);
    if (slot)
        connect(action, &QAction::triggered, this, slot);
    return action;
}

QWidget *RunListPanel::makeButtons()
{
    auto *box = new QWidget(this);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(12, 8, 12, 0);
    layout->setSpacing(8);
    const auto add = [&](const QString &text, const QString &name) {
        auto *button = new QPushButton(text, box);
        button->setObjectName(name);
        layout->addWidget(button);
        return button;
    };
    m_compare = add(tr("Compare"), u"compareRunsButton"_s);
    m_merge = add(tr("Merge"), u"mergeRunsButton"_s);
    m_merge->setToolTip(tr("One record of several runs of the same thing: more events than the "
                           "hardware has counters, and the spread of repeats."));
    auto *open = add(tr("Open a run…"), u"openLogButton"_s);
    connect(m_compare, &QPushButton::clicked, this, &RunListPanel::compare);
    connect(m_merge, &QPushButton::clicked, this, &RunListPanel::merge);
    connect(open, &QPushButton::clicked, this, &RunListPanel::openRequested);
    return box;
}

QList<int> RunListPanel::selectedRuns() const
{
    QList<int> rows;
    const auto indexes = m_list->selectionModel()->selectedRows();
    for (const auto &index : indexes)
        rows.append(m_order->mapToSource(index).row());
    std::ranges::sort(rows);
    return rows;
}

/// What Compare would compare; empty sides: nothing.
std::pair<QList<int>, QList<int>> RunListPanel::sides() const
{
    auto selected = selectedRuns();
    const auto old = m_model->oldRuns();
    if (old.isEmpty()) {
        if (selected.size() == 2)
            return { { selected.front() }, { selected.back() } };
        return {};
    }
    selected.removeIf([&old](int row) { return old.contains(row); });
    return selected.isEmpty() ? std::pair<QList<int>, QList<int>>() : std::pair(old, selected);
}

void RunListPanel::showChoices()
{
    const auto selected = selectedRuns();
    m_runs.setSelected(selected);
    const auto old = m_model->oldRuns();
    m_compare->setVisible(selected.size() > 1 || !old.isEmpty());
    m_merge->setVisible(selected.size() > 1);
    m_compare->setEnabled(!sides().first.isEmpty());
    m_compare->setText(old.isEmpty()
            ? tr("Compare")
            : tr("Compare with %n old run(s)", nullptr, static_cast<int>(old.size())));
    m_compare->setToolTip(sides().first.isEmpty()
            ? tr("Select two runs; or mark the old ones (context menu) and select the new ones.")
            : tr("What got better and worse, ranked, with the spread of repeats."));
    m_merge->setText(tr("Merge %n run(s)", nullptr, static_cast<int>(selected.size())));
    m_mark->setEnabled(!selected.isEmpty());
    m_mark->setText(!selected.isEmpty() && selected == old ? tr("No longer compare with this")
                                                           : tr("Compare others with this"));
    m_rename->setEnabled(selected.size() == 1);
    m_note->setEnabled(!selected.isEmpty());
    m_group->setEnabled(!selected.isEmpty() && m_order->grouping() != RunGrouping::None);
    m_remove->setEnabled(!selected.isEmpty());
}

/// Names, kinds, origins and details; all words must be found.
void RunListPanel::filter()
{
    const auto words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
    for (int row = 0; row < m_order->rowCount(); ++row) {
        const auto text = m_order->index(row, 0).data(Qt::AccessibleTextRole).toString();
        const bool isFound = std::ranges::all_of(
            words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
        m_list->setRowHidden(row, !isFound);
    }
    m_list->doItemsLayout(); // rows with a note or the title of a group are higher
}

void RunListPanel::group()
{
    const auto selected = selectedRuns();
    for (int row = 0; row < m_order->rowCount(); ++row)
        m_list->setRowHidden(row, false); // the view hides places, not runs
    m_order->setGrouping(
        static_cast<RunGrouping>(m_groups->currentData().toInt()), m_runs.programNames());
    filter();
    showCurrent();
    for (const auto row : selected)
        m_list->selectionModel()->select(
            m_order->mapFromSource(m_model->index(row)), QItemSelectionModel::Select);
    if (m_list->currentIndex().isValid())
        m_list->scrollTo(m_list->currentIndex());
}

/// All of it that is shown.
void RunListPanel::selectGroup(int row)
{
    if (row < 0 || m_order->grouping() == RunGrouping::None)
        return;
    const auto rows = m_order->groupAround(row);
    m_list->setCurrentIndex(m_order->index(row, 0));
    QItemSelection group;
    for (const auto one : rows)
        group.select(m_order->index(one, 0), m_order->index(one, 0));
    m_list->selectionModel()->select(group, QItemSelectionModel::ClearAndSelect);
}

/// The title of a group selects it.
bool RunListPanel::eventFilter(QObject *watched, QEvent *event)
{
    const bool isPress = event->type() == QEvent::MouseButtonPress
        && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton;
    if (!isPress || watched != m_list->viewport())
        return QWidget::eventFilter(watched, event);
    const auto at = static_cast<QMouseEvent *>(event)->position().toPoint();
    const auto index = m_list->indexAt(at);
    QStyleOptionViewItem option;
    option.initFrom(m_list);
    const auto header = index.isValid() ? RunDelegate::headerHeight(option, index) : 0;
    if (at.y() >= m_list->visualRect(index).top() + header)
        return QWidget::eventFilter(watched, event);
    m_list->setFocus(Qt::MouseFocusReason);
    selectGroup(index.row());
    return true;
}

/// One text for all that are selected; what they have in common stands there already.
void RunListPanel::editNote()
{
    const auto rows = selectedRuns();
    if (rows.isEmpty())
        return;
    QStringList notes;
    for (const auto row : rows)
        notes << m_model->run(row).note;
    notes.removeDuplicates();
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(u"runNoteDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setWindowTitle(tr("Note on %n run(s)", nullptr, static_cast<int>(rows.size())));
    dialog->setLabelText(notes.size() > 1
            ? tr("They have different notes; this one takes the place of all:")
            : tr("Text of the note:"));
    dialog->setTextValue(notes.size() == 1 ? notes.front() : QString());
    connect(dialog, &QInputDialog::textValueSelected, this, [this, rows](const QString &text) {
        for (const auto row : rows)
            m_runs.setNote(row, text.trimmed());
    });
    dialog->open();
}

QComboBox *RunListPanel::makeGroups()
{
    auto *groups = new QComboBox(this);
    groups->setObjectName(u"runGroups"_s);
    groups->setAccessibleName(tr("Group the runs"));
    groups->setToolTip(groups->accessibleName());
    groups->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    groups->setMinimumContentsLength(7);
    using enum RunGrouping;
    for (const auto grouping : { None, Model, Origin, Target, Date, Console })
        groups->addItem(groupingWord(grouping), static_cast<int>(grouping));
    connect(groups, &QComboBox::currentIndexChanged, this, &RunListPanel::group);
    return groups;
}

void RunListPanel::showCurrent()
{
    const QScopedValueRollback following(m_isFollowing, true);
    m_stack->setCurrentIndex(m_runs.isEmpty() ? 0 : 1);
    m_filter->setVisible(!m_runs.isEmpty());
    m_groups->setVisible(m_runs.runs().size() > 1);
    const auto current = m_order->mapFromSource(m_model->index(m_runs.currentIndex()));
    // What is selected beside it stays, as long as the current one is in it.
    if (current.isValid() && m_list->currentIndex() != current)
        m_list->setCurrentIndex(current);
    showChoices();
}

void RunListPanel::removeSelected()
{
    const auto rows = selectedRuns();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        m_runs.remove(*row);
}

void RunListPanel::renameCurrent()
{
    if (m_list->currentIndex().isValid())
        m_list->edit(m_list->currentIndex());
}

void RunListPanel::markOld()
{
    const auto selected = selectedRuns();
    m_model->setOldRuns(selected == m_model->oldRuns() ? QList<int>() : selected);
    showChoices();
}

void RunListPanel::compare()
{
    const auto [old, now] = sides();
    if (!old.isEmpty())
        Q_EMIT compareRequested(old, now);
}

void RunListPanel::merge()
{
    const auto selected = selectedRuns();
    if (selected.size() > 1)
        Q_EMIT mergeRequested(selected);
}

} // namespace tosaic::views
