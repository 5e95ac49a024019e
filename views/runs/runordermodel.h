// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/rungroups.h"

#include <QSortFilterProxyModel>

#include <functional>
#include <vector>

namespace tosaic::views {

class RunListModel;

/// The runs of a list in the order of their groups; ungrouped in that of the document. Its rows are
/// places in the view, those of the source are indices into the document.
class RunOrderModel : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    enum
    {
        GroupRole = Qt::UserRole + 100 ///< title of the group that begins here; else empty
    };

    explicit RunOrderModel(RunListModel &runs, QObject *parent = nullptr);

    void setGrouping(RunGrouping grouping, const ProgramNames &programs);
    RunGrouping grouping() const { return m_grouping; }
    /// Rows that a filter hides begin no group.
    void setHidden(const std::function<bool(int row)> &isHidden) { m_isHidden = isHidden; }

    QVariant data(const QModelIndex &index, int role) const override;
    /// Rows of the group that this row is in, hidden ones left out.
    QList<int> groupAround(int row) const;

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    QString groupAt(int row) const;
    const QString &groupOfSource(int row) const;

    RunListModel &m_runs;
    RunGrouping m_grouping = RunGrouping::None;
    ProgramNames m_programs;
    std::function<bool(int row)> m_isHidden;
    mutable std::vector<QString> m_groups; ///< of the source's rows; empty: not looked at yet
};

} // namespace tosaic::views
