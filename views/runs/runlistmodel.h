// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "views/models/roles.h"

#include <QAbstractListModel>

namespace tosaic::views {

/// The runs of a document; the rows are its indices.
class RunListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum
    {
        DetailRole = IdRole + 1, ///< family and status, one line
        StatusRole ///< int(profile::RunStatus)
    };

    explicit RunListModel(RunsDocument &runs, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QString details(const NamedRun &run) const;

    RunsDocument &m_runs;
    int m_count = 0; ///< rows as the views know them
};

} // namespace tosaic::views
