// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/overridestable.h"

#include "views/widgets/building.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/datatable.h"

#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QHeaderView>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int RowsShown = 4;

enum OverrideKind
{
    OverridesModule,
    OverridesOperator
};

/// Cells with choices are edited in a list, which commits at once.
class ChoiceDelegate : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        const auto choices = index.data(OverridesModel::ChoicesRole).toStringList();
        if (choices.isEmpty())
            return CellDelegate::createEditor(parent, option, index);
        auto *box = new QComboBox(parent);
        for (const auto &choice : choices)
            box->addItem(OverridesModel::choiceText(index.column(), choice), choice);
        auto *self = const_cast<ChoiceDelegate *>(this);
        connect(box, &QComboBox::activated, self, [self, box] {
            Q_EMIT self->commitData(box);
            Q_EMIT self->closeEditor(box);
        });
        return box;
    }
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        if (auto *box = qobject_cast<QComboBox *>(editor))
            box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
        else
            CellDelegate::setEditorData(editor, index);
    }
    void setModelData(
        QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        if (auto *box = qobject_cast<QComboBox *>(editor))
            model->setData(index, box->currentData());
        else
            CellDelegate::setModelData(editor, model, index);
    }
};

} // namespace

OverridesTable::OverridesTable(QWidget *parent)
    : QWidget(parent), m_model(new OverridesModel(this)),
      m_table(new DataTable(u"specOverridesTable"_s, tr("Exceptions of the quantiser"), this)),
      m_kind(new QComboBox(this)), m_name(new QLineEdit(this)),
      m_add(new QPushButton(tr("Add"), this)), m_remove(new QPushButton(tr("Remove"), this))
{
    named(this, u"specOverrides"_s, tr("Exceptions of the quantiser"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    makeTable();
    layout->addWidget(m_table);
    layout->addWidget(makeAddLine());
    connect(m_model, &OverridesModel::edited, this, &OverridesTable::edited);
    showState();
}

void OverridesTable::makeTable()
{
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new ChoiceDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::AnyKeyPressed);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(72);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(OverridesModel::NameColumn, QHeaderView::Stretch);
    auto *remove = new QAction(tr("Remove"), m_table);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(remove);
    connect(remove, &QAction::triggered, this, &OverridesTable::removeSelected);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &OverridesTable::showState);
    for (const auto changed :
        { &QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved })
        connect(m_model, changed, this, &OverridesTable::showState);
}

QWidget *OverridesTable::makeAddLine()
{
    auto *line = new QWidget(this);
    named(m_kind, u"specOverrideKind"_s, tr("The exception is about"));
    m_kind->addItems({ tr("Module"), tr("Operator") });
    named(m_name, u"specOverrideName"_s, tr("Name of the module or operator"));
    named(m_add, u"specAddOverride"_s, tr("Add an exception"));
    named(m_remove, u"specRemoveOverride"_s, tr("Remove the selected exceptions"));
    makeRow(line, { m_kind, { m_name, 1 }, m_add, m_remove }, 4);
    setFocusProxy(m_name);
    connect(m_kind, &QComboBox::activated, this, &OverridesTable::offerNames);
    connect(m_name, &QLineEdit::returnPressed, this, &OverridesTable::add);
    connect(m_name, &QLineEdit::textChanged, this, &OverridesTable::showState);
    connect(m_add, &QPushButton::clicked, this, &OverridesTable::add);
    connect(m_remove, &QPushButton::clicked, this, &OverridesTable::removeSelected);
    offerNames();
    return line;
}

void OverridesTable::setNames(const ModelNames &names)
{
    if (names == m_names)
        return;
    m_names = names;
    offerNames();
}

void OverridesTable::offerNames()
{
    const bool isModule = m_kind->currentIndex() == OverridesModule;
    m_name->setPlaceholderText(isModule ? tr("Module, for example features.3")
                                        : tr("Operator, for example aten.add.Tensor"));
    auto *completer = new QCompleter(isModule ? m_names.modules : m_names.operators, m_name);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_name->setCompleter(completer); // deletes the one before, whose parent it is
}

void OverridesTable::setOverrides(const std::vector<spec::QuantizerOverride> &overrides)
{
    m_model->setOverrides(overrides);
    showState();
}

void OverridesTable::add()
{
    const auto name = m_name->text().trimmed();
    if (name.isEmpty())
        return;
    auto rows = m_model->overrides();
    const bool isModule = m_kind->currentIndex() == OverridesModule;
    // 16-bit activations are what most exceptions are made for; the row can be changed.
    rows.push_back({ .module = isModule ? name : QString(),
        .operatorName = isModule ? QString() : name,
        .activations = u"int16"_s });
    m_name->clear();
    Q_EMIT edited(rows);
}

void OverridesTable::removeSelected()
{
    auto rows = m_model->overrides();
    QList<int> selected;
    for (const auto &index : m_table->selectionModel()->selectedRows())
        selected << m_table->sourceRow(index);
    std::sort(selected.begin(), selected.end(), std::greater());
    for (const int row : selected)
        rows.erase(rows.begin() + row);
    if (!selected.isEmpty())
        Q_EMIT edited(rows);
}

void OverridesTable::showState()
{
    const int rows = m_model->rowCount();
    m_remove->setVisible(rows > 0);
    m_remove->setEnabled(m_table->selectionModel()->hasSelection());
    m_add->setEnabled(!m_name->text().trimmed().isEmpty());
    m_table->fitHeight(RowsShown);
}

} // namespace tosaic::views
