// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/knownfacts.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QWidget>

#include <functional>

class QTabWidget;

namespace tosaic::views {

class MetricsPanel;
class RepeatsView;
class RunStatements;
class StateStack;
class WrappedLabel;

/// Several runs as one record: the spread of every counter, and the metrics of all of them
/// together. What nobody told (origin, clock, NPU, MACs) can be stated of all of them at once.
/// Conditions that differ stop the merge and say so. Follows the runs it was made from; one that is
/// taken out of the list leaves the record.
class MergedRunPage : public QWidget
{
    Q_OBJECT
public:
    MergedRunPage(RunsDocument &runs, const Theme &theme, QWidget *parent = nullptr);

    /// Indices of the document.
    void setRuns(QList<int> runs);
    /// Programs that runs may belong to.
    void setPrograms(std::vector<profile::ProgramFacts> programs);
    bool isEmpty() const { return m_runs.isEmpty(); }

Q_SIGNALS:
    /// The user is done with the record.
    void closeRequested();

private:
    QWidget *makeHeader();
    void connectStatements();
    void state(const std::function<void(int)> &statement);
    void show();
    void follow();

    RunsDocument &m_document;
    QList<int> m_runs;
    std::vector<profile::ProgramFacts> m_programs;
    std::vector<std::shared_ptr<const profile::Run>> m_contents; ///< of m_runs
    StateStack *m_states = nullptr;
    WrappedLabel *m_title = nullptr;
    WrappedLabel *m_details = nullptr;
    WrappedLabel *m_notes = nullptr;
    RunStatements *m_statements = nullptr;
    QTabWidget *m_tabs = nullptr;
    RepeatsView *m_repeats = nullptr;
    MetricsPanel *m_metrics = nullptr;
    bool m_isStating = false; ///< several runs are being told the same
};

} // namespace tosaic::views
