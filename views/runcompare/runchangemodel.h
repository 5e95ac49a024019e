// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"
#include "profiler/analysis/runcomparison.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// Counters or operators of two sides, in the order of the comparison: worst first.
class RunChangeModel : public ColumnModel<profile::ValueChange>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::RunChangeModel)
public:
    using EntityFinder = std::function<model::EntityRef(const profile::ValueChange &)>;

    /// `finder`: what a row stands for in the open documents.
    RunChangeModel(const EntityFinder &finder, QObject *parent);
    /// Tags of the sides, "FVP" or "est"; empty if a side's runs do not agree or state none.
    void setOrigins(const QString &oldOrigin, const QString &newOrigin);
};

/// Conditions in which the sides differ, worst first.
class ConditionModel : public ColumnModel<profile::ConditionDifference>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::ConditionModel)
public:
    explicit ConditionModel(QObject *parent = nullptr);
};

} // namespace tosaic::views
