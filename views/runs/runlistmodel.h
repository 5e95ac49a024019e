// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "views/models/roles.h"

#include <QAbstractListModel>

namespace tosaic::views {

/// The runs of a document; the rows are its indices. A run can be renamed in place, and marked as
/// one that others are compared against.
class RunListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum
    {
        DetailRole = IdRole + 1, ///< status and kind of log, one line
        StatusRole, ///< int(profile::RunStatus); invalid where nothing has a status
        LiveRole, ///< bool: it is still going on
        KindRole, ///< "Console", "Trace": what it was read from
        OldRole, ///< bool: marked as old
        FastRole, ///< bool: simulated without valid timing
        NoteRole ///< what people wrote about it, one line; empty: nothing
    };

    explicit RunListModel(RunsDocument &runs, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    /// Runs are dragged to the sides of a comparison (views/models/rundrag.h).
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;

    const profile::MeasuredRun &run(int row) const { return m_known[size_t(row)].run; }
    /// The marked ones; none is marked at first.
    QList<int> oldRuns() const;
    void setOldRuns(const QList<int> &rows);

private:
    struct Known
    {
        profile::MeasuredRun run;
        bool isOld = false;
    };

    const profile::MeasuredRun *runAt(const QModelIndex &index) const;
    void follow();
    void reset();

    RunsDocument &m_runs;
    std::vector<Known> m_known; ///< rows as the views know them: the document changes before
};

} // namespace tosaic::views
