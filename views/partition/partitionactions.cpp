// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PartitionPage that acts on the selected rows: keep, release, copy.
#include "core/analysis/pinholds.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "core/spec/pins.h"
#include "views/partition/operatortablemodel.h"
#include "views/partition/partitionpage.h"
#include "views/partition/patterndialog.h"
#include "views/widgets/datatable.h"
#include "views/widgets/pinmenu.h"

#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::vector<const PlacementRow *> PartitionPage::selectedRows() const
{
    std::vector<const PlacementRow *> rows;
    for (const auto &index : m_table->selectionModel()->selectedRows())
        rows.push_back(&m_operators->rows()[static_cast<size_t>(m_table->sourceRow(index))]);
    return rows;
}

void PartitionPage::keepSelected()
{
    if (!m_operators->hasModelOperators())
        return;
    spec::KeepOnCpu what;
    for (const auto *row : selectedRows()) {
        if (row->placement == graph::Placement::Npu && row->rules.isEmpty())
            what.nodes.append(row->key.name);
    }
    if (!what.isEmpty())
        Q_EMIT keepOnCpuRequested(what);
}

void PartitionPage::addKeepActions(QMenu &menu, const std::vector<const PlacementRow *> &rows)
{
    auto *keep = menu.addAction(
        tr("Keep %n operator(s) on the CPU", nullptr, static_cast<int>(rows.size())), this,
        &PartitionPage::keepSelected);
    keep->setObjectName(u"keepThis"_s);
    keep->setShortcut(Qt::Key_Delete);
    keep->setEnabled(std::any_of(rows.begin(), rows.end(), [](const PlacementRow *row) {
        return row->placement == graph::Placement::Npu && row->rules.isEmpty();
    }));
    const auto &name = rows.front()->key.name;
    auto choices = analysis::pinChoicesOf(*shown(), name);
    std::erase_if(choices, [](const analysis::PinChoice &choice) {
        return choice.part == analysis::PinChoice::Part::Operator; // the rows, above
    });
    auto *more = menu.addMenu(tr("Keep more on the CPU"));
    addPinChoices(
        *more, choices, [this](const spec::KeepOnCpu &what) { Q_EMIT keepOnCpuRequested(what); });
    more->addAction(tr("Name pattern…"), this, [this, name] { askForPattern(name); })
        ->setObjectName(u"keepPattern"_s);
}

void PartitionPage::addReleaseActions(QMenu &menu, const std::vector<const PlacementRow *> &rows)
{
    spec::KeepOnCpu rules;
    for (const auto *row : rows)
        rules = spec::united(rules, row->rules);
    addPinRelease(
        menu, rules, [this](const spec::KeepOnCpu &what) { Q_EMIT releaseRequested(what); });
}

void PartitionPage::showMenu(const QPoint &position)
{
    const auto rows = selectedRows();
    if (rows.empty())
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(u"operatorMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_operators->hasModelOperators()) {
        addKeepActions(*menu, rows);
        addReleaseActions(*menu, rows);
    } else {
        menu->addAction(tr("Compile the model source to keep operators on the CPU…"), this,
                &PartitionPage::compileWanted)
            ->setObjectName(u"compileWanted"_s);
    }
    menu->addSeparator();
    menu->addAction(
            tr("Show"), this, [this] { Q_EMIT m_selection.activated(m_selection.current()); })
        ->setObjectName(u"showOperator"_s);
    menu->addActions(m_table->actions());
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

void PartitionPage::askForPattern(const QString &start)
{
    std::vector<spec::OperatorKey> keys;
    for (const auto &row : m_operators->rows()) {
        if (row.placement == graph::Placement::Npu && !spec::isStep(row.key.target))
            keys.push_back(row.key);
    }
    auto *dialog = new PatternDialog(std::move(keys), start, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
        [this, dialog] { Q_EMIT keepOnCpuRequested({ .patterns = { dialog->pattern() } }); });
    dialog->open();
}

} // namespace tosaic::views
