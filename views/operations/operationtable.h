// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/shownoperations.h"
#include "views/widgets/datatable.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

class OperationTableModel;

/// The rows as a table. Columns nobody knows anything of are not shown until the user asks for
/// them in the menu of the titles.
class OperationTable : public DataTable
{
    Q_OBJECT
public:
    explicit OperationTable(const Theme &theme, QWidget *parent = nullptr);

    void setData(const OperationsDataPtr &operations, const std::vector<size_t> &shown);
    /// Rows of the data. Does not emit.
    void setSelected(const std::vector<size_t> &rows);
    /// By the user; what was hidden or shown so stays.
    void setColumnWanted(int column, bool isWanted);

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);

private:
    void showColumns();
    void showHeaderMenu(const QPoint &position);

    OperationTableModel *m_model;
    QHash<int, bool> m_wanted; ///< what the user chose
    bool m_isFitted = false;
};

} // namespace tosaic::views
