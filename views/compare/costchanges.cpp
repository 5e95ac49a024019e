// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/costchanges.h"

#include "profiler/session/compilecosts.h"
#include "views/compare/comparemodels.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"

#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int BlockSpacing = 8; // px

WrappedLabel *addLabel(
    QVBoxLayout *layout, const QString &name, const char *role, const QString &text)
{
    auto *label = new WrappedLabel(text, layout->parentWidget());
    label->setObjectName(name);
    label->setProperty("role", QString::fromLatin1(role));
    layout->addWidget(label);
    return label;
}

} // namespace

CostChanges::CostChanges(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"costChanges"_s);
    m_memories = new ChangeModel(tr("Memory"), true, this);
    m_operators = new ChangeModel(tr("Operator"), true, this);
    auto *layout = makeColumn(this, {}, BlockSpacing);
    addLabel(layout, u"memoryTitle"_s, "section", tr("Traffic by memory, as Vela books it"));
    m_memoryTable = addTable(layout, u"memoryTable"_s, tr("Traffic by memory"), m_memories);
    m_memoryNote = addLabel(layout, u"memoryNote"_s, "muted", {});
    auto *heading = new QHBoxLayout;
    auto *title = new QLabel(tr("Estimated cycles by"), this);
    title->setProperty("role", u"section"_s);
    m_by = new QComboBox(this);
    m_by->setObjectName(u"costsBy"_s);
    m_by->setAccessibleName(tr("Cycles by operator or by kind"));
    m_by->addItems({ tr("operator"), tr("kind of operator") });
    title->setBuddy(m_by);
    heading->addWidget(title);
    heading->addWidget(m_by);
    heading->addStretch();
    layout->addSpacing(BlockSpacing);
    layout->addLayout(heading);
    m_operatorTable
        = addTable(layout, u"comparedOperators"_s, tr("Cycles by operator"), m_operators);
    m_operatorNote = addLabel(layout, u"operatorNote"_s, "muted", {});
    connect(m_by, &QComboBox::currentIndexChanged, this, &CostChanges::showOperators);
}

DataTable *CostChanges::addTable(QVBoxLayout *layout, const QString &name,
    const QString &accessibleName, QAbstractItemModel *model)
{
    auto *table = new DataTable(name, accessibleName, this);
    table->setSortedModel(model);
    table->setItemDelegate(new DataDelegate(m_theme, table));
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setAlternatingRowColors(true);
    auto *header = table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    for (const auto *key : { u"relative", u"verdict" })
        header->setSectionResizeMode(table->columnOf(key), QHeaderView::ResizeToContents);
    layout->addWidget(table);
    return table;
}

void CostChanges::compare(ResultsDocument::Item oldResult, ResultsDocument::Item newResult)
{
    m_slot.cancel();
    if (!oldResult || !newResult) {
        show({});
        return;
    }
    m_slot.start(
        tr("Reading the compile reports"),
        [oldResult, newResult](const JobControl &control) -> Result<Costs> {
            const auto oldCosts = compileCosts(oldResult, control);
            const auto newCosts = compileCosts(newResult, control);
            Costs costs{ .comparison = analysis::compareCosts(oldCosts, newCosts) };
            for (const auto *side : { &oldCosts, &newCosts }) {
                for (const auto &diagnostic : side->diagnostics)
                    costs.unreadable += diagnostic.location.file;
            }
            return costs;
        },
        [this](Result<Costs> costs) { show(*costs); });
}

void CostChanges::show(const Costs &costs)
{
    m_comparison = costs.comparison;
    m_memories->set(memoryRows(m_comparison));
    m_memoryTable->fitHeight(MostCompareRows);
    QStringList notes;
    if (!m_comparison.hasMemories)
        notes += tr("Not known: a side has no summary report of Vela for all its partitions.");
    if (!costs.unreadable.isEmpty())
        notes += tr("Reports that cannot be read: %1.").arg(costs.unreadable.join(u", "_s));
    m_memoryNote->setText(notes.join(u' '));
    m_memoryNote->setVisible(!notes.isEmpty());
    showOperators();
    Q_EMIT shown();
}

void CostChanges::showOperators()
{
    const bool byKind = m_by->currentIndex() == 1;
    m_operators->set(byKind ? kindRows(m_comparison) : operatorRows(m_comparison));
    m_operatorTable->fitHeight(MostCompareRows);
    QString note;
    if (!m_comparison.hasOperators)
        note = tr("Not known: a side has no per-layer report of Vela.");
    else if (!byKind && m_comparison.matchedOperators == 0)
        note = tr("No operator is matched: the two were compiled from different TOSA graphs, in "
                  "which equal names stand for different operators. By kind they can be compared.");
    else if (!byKind)
        note = tr("%n operator(s) matched: by name in the same TOSA graph, else by place in the "
                  "model, kind, shape and order; the compiler's own by their neighbours.",
            nullptr, static_cast<int>(m_comparison.matchedOperators));
    m_operatorNote->setText(note);
    m_operatorNote->setVisible(!note.isEmpty());
}

} // namespace tosaic::views
