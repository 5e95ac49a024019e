// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PartitionPage that builds its widgets.
#include "core/documents/selection.h"
#include "core/spec/pins.h"
#include "views/models/roles.h"
#include "views/partition/operatortablemodel.h"
#include "views/partition/partitionpage.h"
#include "views/partition/partitiontablemodel.h"
#include "views/partition/placementbar.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/searchline.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int RowHeight = 24; // px

void prepare(DataTable &table, QAbstractItemModel *model, const Theme &theme)
{
    table.setSortedModel(model);
    table.setItemDelegate(new DataDelegate(theme, &table));
    table.verticalHeader()->setDefaultSectionSize(RowHeight);
    table.horizontalHeader()->setSectionsMovable(true);
}

Columns<analysis::PinHold> pinColumns()
{
    using analysis::PinHold;
    const auto holds = [](const PinHold &pin) {
        return !pin.operators.isEmpty() ? pin.operators.join(u", "_s)
            : pin.likely.isEmpty()
            ? PartitionPage::tr("Names nothing that is there; it is kept")
            : PartitionPage::tr("Names nothing that is there; it is kept. Likely now: %1")
                  .arg(pin.likely);
    };
    return columnsOf<PinHold>({
        { u"pin"_s, PartitionPage::tr("Pin"),
            [](const PinHold &pin) { return spec::pinsOf(pin.pin).constFirst(); } },
        { u"count"_s, PartitionPage::tr("Operators"),
            [](const PinHold &pin) { return pin.operators.size(); } },
        { u"holds"_s, PartitionPage::tr("Holds"), holds, { .tip = holds } },
    });
}

} // namespace

QWidget *PartitionPage::makeSummary()
{
    auto *summary = new QFrame(this);
    summary->setProperty("role", u"bar"_s);
    m_sentence = new QLabel(summary);
    m_sentence->setObjectName(u"partitionSentence"_s);
    m_sentence->setProperty("role", u"title"_s);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_preview = selectable(wrapped(named(new QLabel(summary), u"partitionPreview"_s)));
    m_bar = new PlacementBar(m_theme, summary);
    auto *layout = new QVBoxLayout(summary);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    auto *find = makeButton(summary, u"findPins"_s, tr("Find better pins…"));
    find->setToolTip(tr("Searches what had better stay on the CPU"));
    connect(find, &QPushButton::clicked, this, &PartitionPage::searchWanted);
    layout->addLayout(makeRow(nullptr, { { m_sentence, 1 }, find }));
    layout->addWidget(m_bar);
    layout->addWidget(m_preview);
    return summary;
}

void PartitionPage::makeTables()
{
    m_partitionTable = new DataTable(u"partitionTable"_s, tr("Partitions"), this);
    prepare(*m_partitionTable, m_partitions, m_theme);
    m_partitionTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_partitionTable->horizontalHeader()->setStretchLastSection(false);
    m_partitionTable->horizontalHeader()->setDefaultSectionSize(100);
    m_pins = new ColumnModel<analysis::PinHold>(pinColumns(), this);
    m_pinTable = new DataTable(u"pinTable"_s, tr("Pins"), this);
    prepare(*m_pinTable, m_pins, m_theme);
    m_pinTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_pinTable->setToolTip(tr("What the spec keeps on the CPU; Del removes a pin"));
    m_pinTable->setColumnWidth(0, 240);
    m_pinTable->installEventFilter(this);
    m_table = new DataTable(u"operatorTable"_s, tr("Operators"), this);
    prepare(*m_table, m_operators, m_theme);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    const int widths[] = { 210, 104, 76, 140, 240, 72, 110, 140, 150 };
    for (int column = 0; column < static_cast<int>(std::size(widths)); ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->installEventFilter(this);
    connect(m_table, &QWidget::customContextMenuRequested, this, &PartitionPage::showMenu);
    for (auto *table : { m_table, m_partitionTable })
        connect(table, &DataTable::entityChosen, this,
            [this, table](const model::EntityRef &entity) { m_selection.select(entity, table); });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        Q_EMIT m_selection.activated(index.data(EntityRole).value<model::EntityRef>());
    });
}

QWidget *PartitionPage::makeFilterRow()
{
    auto *row = new QFrame(this);
    row->setProperty("role", u"bar"_s);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(4);
    m_search = new SearchLine(tr("Filter operators"), row);
    m_search->setObjectName(u"operatorFilter"_s);
    m_search->setAccessibleName(tr("Filter operators"));
    m_search->setMaximumWidth(280);
    m_search->setTarget(m_table);
    layout->addWidget(m_search, 1);
    layout->addSpacing(8);
    for (const auto placement :
        { graph::Placement::Npu, graph::Placement::Cpu, graph::Placement::OtherDelegate,
            graph::Placement::Boundary, graph::Placement::Unknown })
        addToggle(placement, row);
    m_steps = new QToolButton(row);
    m_steps->setObjectName(u"stepsToggle"_s);
    m_steps->setCheckable(true);
    m_steps->setAutoRaise(true);
    m_steps->setToolTip(tr("Quantise and dequantise steps inside partitions; they melt into the "
                           "operators around them"));
    layout->addWidget(m_steps);
    layout->addStretch();
    m_shown = new QLabel(row);
    m_shown->setObjectName(u"operatorsShown"_s);
    m_shown->setProperty("role", u"muted"_s);
    layout->addWidget(m_shown);
    connect(m_steps, &QToolButton::toggled, this, &PartitionPage::filterRows);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_table->setFilter(text);
        updateShownCount();
    });
    return row;
}

void PartitionPage::addToggle(graph::Placement placement, QWidget *row)
{
    auto *toggle = new QToolButton(row);
    toggle->setObjectName(u"placementToggle-%1"_s.arg(static_cast<int>(placement)));
    toggle->setCheckable(true);
    toggle->setChecked(true);
    toggle->setAutoRaise(true);
    toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->layout()->addWidget(toggle);
    m_toggles.insert(static_cast<int>(placement), toggle);
    connect(toggle, &QToolButton::toggled, this, [this, placement](bool on) {
        if (on)
            m_hidden.remove(static_cast<int>(placement));
        else
            m_hidden.insert(static_cast<int>(placement));
        filterRows();
    });
}

QWidget *PartitionPage::makeHint()
{
    auto *hint = new QFrame(this);
    hint->setObjectName(u"compileHint"_s);
    hint->setProperty("role", u"bar"_s);
    auto *text = new QLabel(
        tr("This file holds only what runs, not the model it was made from. Compile the model "
           "source here to see every operator and its reasons, and to keep some on the CPU."),
        hint);
    text->setWordWrap(true);
    text->setProperty("role", u"muted"_s);
    auto *compile = new QPushButton(tr("Compile the model source…"), hint);
    compile->setObjectName(u"compileSource"_s);
    connect(compile, &QPushButton::clicked, this, &PartitionPage::compileWanted);
    auto *layout = new QHBoxLayout(hint);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(12);
    layout->addWidget(text, 1);
    layout->addWidget(compile);
    m_hint = hint;
    return hint;
}

} // namespace tosaic::views
