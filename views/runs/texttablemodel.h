// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/tablemodel.h"

#include <QStringList>

namespace tosaic::views {

/// A line of ready texts, with the tooltip of all of them.
struct TextRow
{
    QStringList cells;
    QString toolTip;
};

/// A small read-only table of texts: facts of a log, derived values, errors.
class TextTableModel : public TableModel<TextRow>
{
    Q_OBJECT
public:
    /// isNumeric: parallel to titles; those columns stand right.
    TextTableModel(
        const QStringList &titles, std::vector<bool> isNumeric, QObject *parent = nullptr);
    /// Rows with the same first cells as before stay where they are.
    void set(std::vector<TextRow> rows)
    {
        updateRows(std::move(rows), [](const TextRow &a, const TextRow &b) {
            return a.cells.value(0) == b.cells.value(0);
        });
    }

private:
    int columns() const override { return static_cast<int>(m_titles.size()); }
    QVariant header(int column, int role) const override;
    QVariant cell(const TextRow &row, int column, int role) const override;

    QStringList m_titles;
    std::vector<bool> m_isNumeric;
};

} // namespace tosaic::views
