// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"

#include <optional>

namespace tosaic::views {

/// A name with its value, ready to be read.
struct FactRow
{
    QString name;
    QString value; ///< empty: not known
    QString tip = {}; ///< empty: the value
    std::optional<quint64> place = {}; ///< where it is to be seen, as who shows the facts counts
};

inline void addFact(
    std::vector<FactRow> &rows, const QString &name, const QString &value, const QString &tip = {})
{
    rows.push_back({ name, value, tip });
}

/// What is known of one thing, line by line.
class FactsModel : public ColumnModel<FactRow>
{
    Q_DECLARE_TR_FUNCTIONS(FactRows)
public:
    explicit FactsModel(QObject *parent = nullptr)
        : ColumnModel(columnsOf<FactRow>({ { QStringLiteral("fact"), tr("Fact"), &FactRow::name },
                          { QStringLiteral("value"), tr("Value"), &FactRow::value,
                              { .tip = &FactRow::tip } } }),
            parent)
    {
    }

    /// Facts of the same names stay where they are.
    void set(std::vector<FactRow> rows)
    {
        updateRows(
            std::move(rows), [](const FactRow &a, const FactRow &b) { return a.name == b.name; });
    }
};

} // namespace tosaic::views
