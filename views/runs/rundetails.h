// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "views/runs/runcontext.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QPushButton;
class QSplitter;
class QTabWidget;

namespace tosaic::views {

class RunConsole;
class CounterCharts;
class CountersModel;
class DataTable;
class MetricsPanel;
class RepeatsView;
class FactsModel;
template <typename Row>
class ColumnModel;

/// One measurement of a console: counters as table and as chart, facts of the log, metrics, repeats
/// of the same measurement, errors.
class RunDetails : public QWidget
{
    Q_OBJECT
public:
    explicit RunDetails(const Theme &theme, QWidget *parent = nullptr);

    /// profile: index into the run's profiles; -1 if it has none. What is the same as before stays
    /// where it is, with selection and scroll position.
    void set(const profile::MeasuredRun &run, int profile, const RunContext &context);
    /// Another run: the tab that the user chose stays; only of a failed run the errors come first,
    /// until the next run.
    void showMostImportantTab(const profile::Run &run);
    /// Marks a counter in table and chart; empty or unknown: none.
    void showCounter(const QString &counter);

Q_SIGNALS:
    /// The user chose a counter in the table or in a chart.
    void counterChosen(const QString &counter);
    /// Of the counters that the log does not name.
    void nameCountersRequested();
    /// Consoles are to be read anew.
    void familiesChanged();
    void productStated(const QString &product);
    void npuMacsStated(std::optional<quint32> macs);
    void modelMacsStated(std::optional<quint64> macs);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeUpper(const Theme &theme);
    QWidget *makeLower(const Theme &theme);
    DataTable *makeTable(const QString &name, const QString &title, QAbstractItemModel *model);
    void fitCounters();
    void showLine(const QString &counter);
    void showRepeats(const profile::MeasuredRun &run, const profile::Profile *current);

    QLabel *m_noCounters;
    QPushButton *m_nameCounters;
    CountersModel *m_counters;
    FactsModel *m_facts;
    ColumnModel<profile::LogError> *m_errors;
    QSplitter *m_upper = nullptr;
    DataTable *m_table = nullptr;
    DataTable *m_factsTable = nullptr;
    DataTable *m_errorsTable = nullptr;
    CounterCharts *m_charts = nullptr;
    RunConsole *m_console = nullptr;
    MetricsPanel *m_metrics = nullptr;
    RepeatsView *m_repeats = nullptr;
    QTabWidget *m_tabs = nullptr;
    int m_chosenTab = 0; ///< by the user
    bool m_isChoosingTab = false; ///< by us
    std::shared_ptr<const profile::Run> m_run;
    int m_profile = -1; ///< of m_run
    bool m_isFollowing = false; ///< the selection is being shown, not made
};

} // namespace tosaic::views
