// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/whatifview.h"
#include "views/widgets/theme.h"

#include <QAbstractTableModel>

#include <map>

namespace tosaic::views {

/// The heat table: a row for each model, target, system, alternative of flags, variant and compiler
/// environment, a column for each memory mode. The colour is the metric's place between the least
/// and the most, on a logarithmic scale.
class WhatIfModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        CellRole = Qt::UserRole ///< int: index into SweepResult::cells; -1: does not exist
    };

    explicit WhatIfModel(const Theme &theme, QObject *parent = nullptr);

    void setView(const WhatIfView &view);
    void setMetric(sweep::Metric metric);
    sweep::Metric metric() const { return m_metric; }
    /// What the stars mean: no other cell has less of one and not more of the others.
    void setFront(
        sweep::Metric first, sweep::Metric second, std::optional<sweep::Metric> third = {});
    const std::vector<std::size_t> &front() const { return m_front; }

    /// Where a cell stands; invalid if it has no place.
    QModelIndex indexOf(std::size_t cell) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Place
    {
        int row = 0;
        int column = 0;
        auto operator<=>(const Place &) const = default;
    };
    struct Entry
    {
        int cell = -1;
        int excluded = -1;
    };

    void arrange();
    void weigh();
    QString tip(const Entry &entry) const;
    QBrush background(const Entry &entry) const;
    std::optional<double> position(int cell) const;

    const Theme &m_theme;
    WhatIfView m_view;
    sweep::Metric m_metric = sweep::Metric::Cycles;
    std::pair<sweep::Metric, sweep::Metric> m_frontOf{ sweep::Metric::Cycles, sweep::Metric::Sram };
    std::optional<sweep::Metric> m_third; ///< that the front is asked over, too
    struct Row
    {
        QString model; ///< empty: the only one
        QString target;
        QString system;
        QString flags; ///< alternative of the grid; empty: no more
        QString variant; ///< empty: the grid has none
        QString environment; ///< empty: the one in use
        bool operator==(const Row &) const = default;
    };
    Place placeOf(const Row &key, const spec::CompileSpec &spec);
    bool hasOther(QString Row::*name) const; ///< not all rows have the same
    QString compilerText(const QString &environment) const;

    std::vector<Row> m_rows;
    QStringList m_modes;
    std::map<Place, Entry> m_entries;
    std::vector<std::size_t> m_front;
    double m_least = 0;
    double m_most = 0;
};

} // namespace tosaic::views
