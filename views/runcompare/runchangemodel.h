// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"
#include "profiler/analysis/runcomparison.h"
#include "views/models/roles.h"
#include "views/models/tablemodel.h"

#include <functional>

namespace tosaic::views {

/// What the delegate of these tables reads beside Role.
enum RunChangeRole
{
    OldRepeatsRole = Qt::UserRole + 200, ///< QList<double>
    NewRepeatsRole ///< QList<double>
};

/// Counters or operators of two sides, in the order of the comparison: worst first.
class RunChangeModel : public TableModel<profile::ValueChange>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        OldColumn,
        NewColumn,
        DifferenceColumn,
        RelativeColumn,
        UnitColumn,
        VerdictColumn,
        RepeatsColumn,
        SignificanceColumn,
        ColumnCount
    };
    using EntityFinder = std::function<model::EntityRef(const profile::ValueChange &)>;

    using TableModel::TableModel;
    void set(std::vector<profile::ValueChange> changes) { setRows(std::move(changes)); }
    /// Tags of the sides, "FVP" or "est"; empty if a side's runs do not agree or state none.
    void setOrigins(const QString &oldOrigin, const QString &newOrigin);
    /// What a row stands for in the open documents.
    void setEntityFinder(EntityFinder finder) { m_finder = std::move(finder); }
    model::EntityRef entityOf(const profile::ValueChange &change) const;

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const profile::ValueChange &row, int column, int role) const override;

private:
    QString m_oldOrigin;
    QString m_newOrigin;
    EntityFinder m_finder;
};

/// Conditions in which the sides differ, worst first.
class ConditionModel : public TableModel<profile::ConditionDifference>
{
    Q_OBJECT
public:
    enum Column
    {
        ConditionColumn,
        OldColumn,
        NewColumn,
        MeaningColumn,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(std::vector<profile::ConditionDifference> rows) { setRows(std::move(rows)); }

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const profile::ConditionDifference &row, int column, int role) const override;
};

} // namespace tosaic::views
