// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernels/kernelsubject.h"
#include "views/models/roles.h"
#include "views/models/tablemodel.h"

#include <QStringList>

namespace tosaic::views {

/// Texts with what to sort and copy.
struct FactRow
{
    struct Cell
    {
        QString text;
        QVariant value; ///< what it is sorted and copied by; invalid: the text
    };
    std::vector<Cell> cells;
    QString toolTip;
    int instruction = -1; ///< of the first chain; -1: none
};

/// A table of facts: allocations, recorded values, conditions. Numbers are right-aligned.
class FactsModel : public TableModel<FactRow>
{
    Q_OBJECT
public:
    using TableModel::TableModel;

    void set(const QStringList &titles, std::vector<FactRow> rows);

private:
    int columns() const override { return static_cast<int>(m_titles.size()); }
    QVariant header(int column, int role) const override;
    QVariant cell(const FactRow &row, int column, int role) const override;
    bool isNumber(int column) const;

    QStringList m_titles;
};

void showAllocations(FactsModel &model, const KernelsSubject &subject);
void showValues(FactsModel &model, const profile::MethodProfile &method);
void showConditions(
    FactsModel &model, const KernelsSubject &subject, const profile::MethodProfile &method);

} // namespace tosaic::views
