// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QFrame>
#include <QHash>
#include <QSet>

class QLabel;
class QToolButton;

namespace tosaic::views {

class DataTable;
class OperatorTableModel;
class Theme;

/// Which operators a table shows: words, placements, quantise steps; and how many are left.
class OperatorFilter : public QFrame
{
    Q_OBJECT
public:
    /// Filters `table`, which shows `operators`; both must outlive this.
    OperatorFilter(OperatorTableModel &operators, DataTable &table, const Theme &theme,
        QWidget *parent = nullptr);

    /// After other operators have come.
    void refresh();
    /// As if it were typed into the line.
    void search(const QString &text);

private:
    void addToggle(graph::Placement placement);
    void addSearch();
    void apply();
    void updateToggles();
    void updateShownCount();

    OperatorTableModel &m_operators;
    DataTable &m_table;
    const Theme &m_theme;
    QSet<int> m_hidden; ///< placements
    QHash<int, QToolButton *> m_toggles;
    QToolButton *m_steps;
    QLabel *m_shown;
};

} // namespace tosaic::views
