// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"
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

Columns<UnmatchedRow> unmatchedColumns();

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
    ColumnModel<UnmatchedRow> *m_model;
    class DataTable *m_table;
};

} // namespace tosaic::views
