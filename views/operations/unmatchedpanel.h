// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/tablemodel.h"
#include "views/operations/shownoperations.h"

#include <QFrame>

namespace tosaic::views {

struct UnmatchedRow
{
    QString text; ///< "12 operations were never reached by the trace"
    quint64 count = 0;
    std::optional<quint64> cycles;
    QString examples;
};

std::vector<UnmatchedRow> unmatchedRows(const OperationsData &operations);

class UnmatchedModel : public TableModel<UnmatchedRow>
{
    Q_OBJECT
public:
    enum Column
    {
        TextColumn,
        CyclesColumn,
        ExamplesColumn,
        ColumnCount
    };

    using TableModel::TableModel;
    void set(std::vector<UnmatchedRow> rows) { setRows(std::move(rows)); }

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const UnmatchedRow &row, int column, int role) const override;
};

/// What the join could not match, or had to leave with less than it wanted.
class UnmatchedPanel : public QFrame
{
    Q_OBJECT
public:
    explicit UnmatchedPanel(QWidget *parent = nullptr);

    void setData(const OperationsData &operations);

Q_SIGNALS:
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    UnmatchedModel *m_model;
    class DataTable *m_table;
};

} // namespace tosaic::views
