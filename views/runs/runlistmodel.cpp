// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runlistmodel.h"

#include "views/runs/runwords.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

RunListModel::RunListModel(RunsDocument &runs, QObject *parent)
    : QAbstractListModel(parent), m_runs(runs), m_count(static_cast<int>(runs.runs().size()))
{
    connect(&m_runs, &RunsDocument::changed, this, [this] {
        beginResetModel();
        m_count = static_cast<int>(m_runs.runs().size());
        endResetModel();
    });
    connect(&m_runs, &RunsDocument::runChanged, this,
        [this](int row) { Q_EMIT dataChanged(index(row), index(row)); });
}

int RunListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QString RunListModel::details(const NamedRun &run) const
{
    return u"%1 · %2"_s.arg(statusWord(run.run->status), familyWord(run.run->family));
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)
        || index.row() >= static_cast<int>(m_runs.runs().size()))
        return {};
    const auto &run = m_runs.runs()[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return run.name;
    case Qt::ToolTipRole:
        return run.path.isEmpty() ? run.name : run.path;
    case Qt::AccessibleTextRole:
        return tr("%1, %2, origin %3").arg(run.name, details(run), originWord(run.origin));
    case DetailRole:
        return details(run);
    case StatusRole:
        return static_cast<int>(run.run->status);
    case OriginRole:
        return run.origin ? originTag(*run.origin) : tr("origin not stated");
    default:
        return {};
    }
}

} // namespace tosaic::views
