// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/resultsdocument.h"
#include "views/models/columnmodel.h"
#include "views/widgets/sidebyside.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QMenu;

namespace tosaic::views {

class DataTable;

/// The metrics of more than two compiles as columns, each against the old side. Hidden while there
/// are not three. Which compiles are shown is chosen in a menu; at first those of the same model,
/// the newest. Compares in the background.
class CompileColumns : public QWidget
{
    Q_OBJECT
public:
    CompileColumns(ResultsDocument &results, const Theme &theme, QWidget *parent = nullptr);
    ~CompileColumns() override;

Q_SIGNALS:
    /// The columns have been compared and stand there.
    void shown();

private:
    using Item = ResultsDocument::Item;
    void refresh();
    void fillMenu();
    bool isShown(const Item &item) const;
    void compare(std::vector<Item> sides);

    ResultsDocument &m_results;
    JobSlot m_slot;
    std::map<Item, bool> m_chosen; ///< by the user; all others follow the model
    std::vector<Item> m_compared;
    ColumnModel<MetricRow> *m_model;
    DataTable *m_table;
    QMenu *m_menu;
};

} // namespace tosaic::views
