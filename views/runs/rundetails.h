// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QTabWidget;

namespace tosaic::views {

class CounterCharts;
class CountersModel;
class DataTable;
class TextTableModel;

/// One profile of a run: counters as table and as chart, facts of the log, derived values, errors.
class RunDetails : public QWidget
{
    Q_OBJECT
public:
    explicit RunDetails(const Theme &theme, QWidget *parent = nullptr);

    /// profile: index into the run's profiles; -1 if it has none.
    void set(const profile::Run &run, int profile, const profile::MetricContext &context);
    /// The errors if the run failed, else the facts.
    void showMostImportantTab(const profile::Run &run);
    /// Marks a counter in table and chart; empty or unknown: none.
    void showCounter(const QString &counter);

Q_SIGNALS:
    /// The user chose a counter in the table or in a chart.
    void counterChosen(const QString &counter);

private:
    QWidget *makeUpper(const Theme &theme);
    QWidget *makeLower();
    DataTable *makeTable(const QString &name, const QString &title, QAbstractItemModel *model);

    QLabel *m_noCounters;
    CountersModel *m_counters;
    TextTableModel *m_facts;
    TextTableModel *m_derived;
    TextTableModel *m_errors;
    QWidget *m_upper = nullptr;
    DataTable *m_table = nullptr;
    CounterCharts *m_charts = nullptr;
    QTabWidget *m_tabs = nullptr;
    bool m_isFollowing = false; ///< the selection is being shown, not made
};

} // namespace tosaic::views
