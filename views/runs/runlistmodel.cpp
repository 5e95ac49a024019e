// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runlistmodel.h"

#include "views/models/rundrag.h"
#include "views/models/runnames.h"
#include "views/runs/runwords.h"

#include <QMimeData>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Whether it is the same run as before, while others come and go.
bool isSameRun(const profile::MeasuredRun &a, const profile::MeasuredRun &b)
{
    return a.run == b.run && a.trace == b.trace && a.etdump == b.etdump && a.name == b.name
        && a.path == b.path && a.stored == b.stored && a.status == b.status;
}

} // namespace

RunListModel::RunListModel(RunsDocument &runs, QObject *parent)
    : QAbstractListModel(parent), m_runs(runs)
{
    reset();
    connect(&m_runs, &RunsDocument::changed, this, &RunListModel::follow);
    connect(&m_runs, &RunsDocument::runChanged, this, [this](int row) {
        m_known[static_cast<size_t>(row)].run = m_runs.runs()[static_cast<size_t>(row)];
        Q_EMIT dataChanged(index(row), index(row));
    });
}

void RunListModel::reset()
{
    m_known.clear();
    for (const auto &run : m_runs.runs())
        m_known.push_back({ run });
}

/// Runs came or one went: the other rows stay, with what is selected among them.
void RunListModel::follow()
{
    const auto &runs = m_runs.runs();
    size_t same = 0;
    while (same < m_known.size() && same < runs.size() && isSameRun(runs[same], m_known[same].run))
        ++same;
    const auto at = static_cast<int>(same);
    if (runs.size() > m_known.size() && same == m_known.size()) {
        beginInsertRows({}, at, static_cast<int>(runs.size()) - 1);
        for (size_t i = same; i < runs.size(); ++i)
            m_known.push_back({ runs[i] });
        endInsertRows();
    } else if (runs.size() + 1 == m_known.size()) {
        beginRemoveRows({}, at, at);
        m_known.erase(m_known.begin() + at);
        endRemoveRows();
    } else {
        beginResetModel();
        reset();
        endResetModel();
    }
}

int RunListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_known.size());
}

const profile::MeasuredRun *RunListModel::runAt(const QModelIndex &index) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return nullptr;
    return &m_known[static_cast<size_t>(index.row())].run;
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    const auto *run = runAt(index);
    if (!run)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return run->name;
    case Qt::ToolTipRole: {
        const auto where = run->path.isEmpty() ? run->name : run->path;
        return run->note.isEmpty() ? where : where + u'\n' + run->note;
    }
    case Qt::AccessibleTextRole: {
        auto text
            = tr("%1, %2, %3, origin %4")
                  .arg(run->name, kindWord(run->kind), runDetails(*run), originWord(run->origin));
        if (!run->note.isEmpty())
            text = tr("%1, note: %2").arg(text, run->note.simplified());
        return run->isLive ? tr("%1, live").arg(text) : text;
    }
    case DetailRole:
        return runDetails(*run);
    case StatusRole: {
        const auto status = runStatusOf(*run);
        return status ? QVariant(static_cast<int>(*status)) : QVariant();
    }
    case OriginRole:
        return run->origin ? originTag(*run->origin) : tr("origin not stated");
    case LiveRole:
        return run->isLive;
    case KindRole:
        return kindWord(run->kind);
    case OldRole:
        return m_known[static_cast<size_t>(index.row())].isOld;
    case FastRole:
        return isFastMode(*run);
    case NoteRole:
        return run->note.simplified();
    default:
        return {};
    }
}

bool RunListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const auto name = value.toString().trimmed();
    if (role != Qt::EditRole || name.isEmpty() || !runAt(index))
        return false;
    m_runs.setName(index.row(), name);
    return true;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex &index) const
{
    return QAbstractListModel::flags(index)
        | (index.isValid() ? Qt::ItemIsEditable | Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

QStringList RunListModel::mimeTypes() const
{
    return { RunDragType };
}

QMimeData *RunListModel::mimeData(const QModelIndexList &indexes) const
{
    QList<int> rows;
    for (const auto &index : indexes)
        rows << index.row();
    return runDrag(rows).release();
}

QList<int> RunListModel::oldRuns() const
{
    QList<int> rows;
    for (size_t i = 0; i < m_known.size(); ++i) {
        if (m_known[i].isOld)
            rows.append(static_cast<int>(i));
    }
    return rows;
}

void RunListModel::setOldRuns(const QList<int> &rows)
{
    for (size_t i = 0; i < m_known.size(); ++i)
        m_known[i].isOld = rows.contains(static_cast<int>(i));
    if (!m_known.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), { OldRole });
}

} // namespace tosaic::views
