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

#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString entriesText(const spec::KeepOnCpu &rules)
{
    QStringList entries = rules.nodes + rules.operators + rules.modules + rules.patterns;
    if (entries.size() > 3)
        entries = entries.mid(0, 3) << u"…"_s;
    return entries.join(u", "_s);
}

} // namespace

std::vector<const PlacementRow *> PartitionPage::selectedRows() const
{
    std::vector<const PlacementRow *> rows;
    for (const auto &index : m_table->selectionModel()->selectedRows())
        rows.push_back(&m_operators->rows()[static_cast<size_t>(m_table->sourceRow(index))]);
    return rows;
}

int PartitionPage::npuCount(const spec::KeepOnCpu &rules) const
{
    const auto &rows = m_operators->rows();
    return static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](const PlacementRow &row) {
        return row.placement == graph::Placement::Npu
            && !spec::hittingRules(row.key, rules).isEmpty();
    }));
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

void PartitionPage::releaseSelected()
{
    spec::KeepOnCpu what;
    for (const auto *row : selectedRows())
        what = spec::united(what, row->rules);
    if (!what.isEmpty())
        Q_EMIT releaseRequested(what);
}

void PartitionPage::addKeepActions(QMenu &menu, const std::vector<const PlacementRow *> &rows)
{
    const auto add = [&](const QString &name, const QString &text, const spec::KeepOnCpu &what) {
        auto *action
            = menu.addAction(text, this, [this, what] { Q_EMIT keepOnCpuRequested(what); });
        action->setObjectName(name);
        action->setEnabled(npuCount(what) > 0);
        return action;
    };
    auto *keep = menu.addAction(
        tr("Keep %n operator(s) on the CPU", nullptr, static_cast<int>(rows.size())), this,
        &PartitionPage::keepSelected);
    keep->setObjectName(u"keepThis"_s);
    keep->setShortcut(Qt::Key_Delete);
    keep->setEnabled(std::any_of(rows.begin(), rows.end(), [](const PlacementRow *row) {
        return row->placement == graph::Placement::Npu && row->rules.isEmpty();
    }));
    const auto &key = rows.front()->key;
    if (!spec::isStep(key.target)) {
        const spec::KeepOnCpu kind{ .operators = { key.target } };
        add(u"keepOperatorKind"_s,
            tr("Keep every %1 on the CPU (%n operator(s))", nullptr, npuCount(kind))
                .arg(key.target),
            kind);
        for (const auto &path : spec::enclosingModules(key.module)) {
            const spec::KeepOnCpu module{ .modules = { path } };
            add(u"keepModule-%1"_s.arg(path),
                tr("Keep module %1 on the CPU (%n operator(s))", nullptr, npuCount(module))
                    .arg(path),
                module);
        }
    }
    const auto result = shown();
    if (const auto &source = rows.front()->source; !source.isEmpty()) {
        const auto line = analysis::pinsOfLine(*result, source);
        add(u"keepLine"_s,
            tr("Keep source line %1 on the CPU (%n operator(s))", nullptr, npuCount(line))
                .arg(source),
            line);
    }
    if (const auto &island = rows.front()->partition) {
        const auto alone = analysis::pinsOfIsland(*result, *island, false);
        const auto with = analysis::pinsOfIsland(*result, *island, true);
        add(u"keepIsland"_s,
            tr("Keep partition %1 on the CPU (%n operator(s))", nullptr, npuCount(alone))
                .arg(*island),
            alone);
        if (with != alone)
            add(u"keepNeighbours"_s,
                tr("Keep partition %1 and its neighbours on the CPU (%n operator(s))", nullptr,
                    npuCount(with))
                    .arg(*island),
                with);
    }
    menu.addAction(
            tr("Keep by name pattern…"), this, [this, name = key.name] { askForPattern(name); })
        ->setObjectName(u"keepPattern"_s);
}

void PartitionPage::addReleaseActions(QMenu &menu, const std::vector<const PlacementRow *> &rows)
{
    spec::KeepOnCpu rules;
    for (const auto *row : rows)
        rules = spec::united(rules, row->rules);
    if (rules.isEmpty())
        return;
    menu.addAction(tr("Let the NPU have it again (removes %1)").arg(entriesText(rules)), this,
            &PartitionPage::releaseSelected)
        ->setObjectName(u"release"_s);
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
