// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/selection.h"
#include "profiler/analysis/runcomparison.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"
#include "profiler/session/tracedoperators.h"
#include "views/widgets/theme.h"

#include <QHash>
#include <QWidget>

#include <functional>
#include <optional>

class QAbstractItemModel;
class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QTabWidget;

namespace tosaic::views {

class ConditionModel;
class DataTable;
class DifferenceBar;
class RunChangeModel;
class RunSide;
class SearchLine;
class TracedCache;
class StateStack;
class WaterfallPane;
class WrappedLabel;

/// Two sides of measured runs, or of Vela's estimates: in which conditions they differ, what
/// changed by counter and by operator with what the repeats say about it, and whether it stays
/// below a limit. Several runs of a side are repeats.
class RunComparePage : public QWidget
{
    Q_OBJECT
public:
    RunComparePage(RunsDocument &runs, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~RunComparePage() override;

    /// Tells which operators of the program the names stand for; null: none. Must outlive the page.
    void setProfile(const ProfileDocument *profile);
    /// Tells which programs the traces may have run: their operators are compared too, by
    /// inference. Asked on the GUI thread at each comparison.
    void setPrograms(std::function<TracedPrograms()> programs);
    /// Absent while there are not two sides.
    const std::optional<profile::RunComparison> &comparison() const { return m_comparison; }

public Q_SLOTS:
    /// Indices into the document.
    void compare(const QList<int> &oldRuns, const QList<int> &newRuns);
    void swapSides();

Q_SIGNALS:
    /// The empty state's action: the user wants to read a file with measurements.
    void importRequested();
    /// The sides were compared, or there are not two.
    void shown();
    /// Others are compared than before, or another smallest share counts; both empty: none.
    void sidesChanged(const QList<int> &oldRuns, const QList<int> &newRuns, double leastEffect);

private:
    QWidget *createContent();
    QWidget *createSides(QWidget *parent);
    QWidget *createLimit(QWidget *parent);
    QWidget *createTabs(QWidget *parent);
    DataTable *createTable(const QString &name, const QString &title, QAbstractItemModel *model);
    void connectTables();
    void followDocument();
    void refresh();
    void showEmpty();
    void showComparison(profile::RunComparison comparison);
    void retryTraces();
    void showLimit();
    void showTitles();
    void onEmptyAction();
    double leastEffect() const; ///< a share
    QString originOf(const QList<int> &side) const;
    model::EntityRef entityOf(const profile::ValueChange &change) const;
    void learnOperators();
    void followSelection(const model::EntityRef &entity, const QObject *origin);

    RunsDocument &m_runs;
    SelectionContext &m_selection;
    const Theme &m_theme;
    const ProfileDocument *m_profile = nullptr;
    std::function<TracedPrograms()> m_programs;
    std::shared_ptr<TracedCache> m_traced; ///< for the pool thread, one job at a time
    QHash<QString, model::EntityRef> m_operators; ///< by name
    std::vector<std::shared_ptr<const profile::Run>> m_known; ///< the document's, to follow it
    std::optional<profile::RunComparison> m_comparison;
    JobSlot m_slot;

    StateStack *m_stack = nullptr;
    StateStack *m_results = nullptr;
    RunSide *m_old = nullptr;
    RunSide *m_new = nullptr;
    WrappedLabel *m_outcome = nullptr;
    WrappedLabel *m_tracedNote = nullptr; ///< why operators of a trace are not compared
    DifferenceBar *m_differences = nullptr;
    QDoubleSpinBox *m_limit = nullptr;
    QDoubleSpinBox *m_leastEffect = nullptr;
    QCheckBox *m_judgesOperators = nullptr;
    QLabel *m_verdict = nullptr;
    SearchLine *m_filter = nullptr;
    QTabWidget *m_tabs = nullptr;
    DataTable *m_counterTable = nullptr;
    DataTable *m_operatorTable = nullptr;
    DataTable *m_conditionTable = nullptr;
    WaterfallPane *m_waterfall = nullptr;
    RunChangeModel *m_counters = nullptr;
    RunChangeModel *m_changes = nullptr; ///< of operators
    ConditionModel *m_conditions = nullptr;
};

} // namespace tosaic::views
