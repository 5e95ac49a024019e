// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runordermodel.h"

#include "views/runs/runlistmodel.h"
#include "views/runs/runwords.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

RunOrderModel::RunOrderModel(RunListModel &runs, QObject *parent)
    : QSortFilterProxyModel(parent), m_runs(runs)
{
    // Before the proxy itself hears of it.
    const auto forget = [this] { m_groups.clear(); };
    connect(&runs, &RunListModel::dataChanged, this, forget);
    connect(&runs, &RunListModel::rowsInserted, this, forget);
    connect(&runs, &RunListModel::rowsRemoved, this, forget);
    connect(&runs, &RunListModel::modelReset, this, forget);
    setSourceModel(&runs);
    setDynamicSortFilter(true);
    sort(0);
}

void RunOrderModel::setGrouping(RunGrouping grouping, const ProgramNames &programs)
{
    if (m_grouping == grouping && m_programs == programs)
        return;
    m_grouping = grouping;
    m_programs = programs;
    m_groups.clear();
    invalidate();
}

const QString &RunOrderModel::groupOfSource(int row) const
{
    if (m_groups.empty()) {
        for (int i = 0; i < m_runs.rowCount(); ++i)
            m_groups.push_back(groupOf(m_runs.run(i), m_grouping, m_programs));
    }
    return m_groups[static_cast<size_t>(row)];
}

QString RunOrderModel::groupAt(int row) const
{
    return groupOfSource(mapToSource(index(row, 0)).row());
}

bool RunOrderModel::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const auto &one = groupOfSource(left.row());
    const auto &other = groupOfSource(right.row());
    if (one == other)
        return left.row() < right.row();
    if (one.isEmpty() || other.isEmpty())
        return other.isEmpty();
    return m_grouping == RunGrouping::Date ? one > other : one < other;
}

QList<int> RunOrderModel::groupAround(int row) const
{
    QList<int> rows;
    const auto group = groupAt(row);
    for (int other = 0; other < rowCount(); ++other) {
        if (groupAt(other) == group && !(m_isHidden && m_isHidden(other)))
            rows << other;
    }
    return rows;
}

QVariant RunOrderModel::data(const QModelIndex &index, int role) const
{
    if (role != GroupRole)
        return QSortFilterProxyModel::data(index, role);
    if (m_grouping == RunGrouping::None || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto group = groupAt(index.row());
    auto before = index.row() - 1;
    while (before >= 0 && m_isHidden && m_isHidden(before))
        --before;
    if (before >= 0 && groupAt(before) == group)
        return {};
    return tr("%1 (%2)", "a group of runs, how many they are")
        .arg(groupWord(m_grouping, group), QLocale().toString(groupAround(index.row()).size()));
}

} // namespace tosaic::views
