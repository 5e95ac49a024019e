// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/plots/plotsource.h"

#include <QAbstractListModel>
#include <QSet>

namespace tosaic::views {

/// The series of a source, each with a tick if it has a lane. What is hidden is remembered by name,
/// so that it stays hidden in the next run.
class SeriesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    static constexpr int NameRole = Qt::UserRole; ///< stable name of the series

    using QAbstractListModel::QAbstractListModel;

    void setSource(std::shared_ptr<const PlotSource> source);
    bool isShown(size_t series) const;
    /// Indices of those with a lane.
    std::vector<size_t> shown() const;
    /// Of the rows in `rows`, or of all.
    void setShown(const QModelIndexList &rows, bool shown);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void shownChanged();

private:
    std::shared_ptr<const PlotSource> m_source;
    QSet<QString> m_hidden;
    int m_count = 0;
};

} // namespace tosaic::views
