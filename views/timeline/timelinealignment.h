// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "profiler/session/tracedoperators.h"

#include <QWidget>

#include <functional>

class QLabel;
class QMenu;
class QSpinBox;
class QToolButton;

namespace tosaic::views {

/// Chooses which other traces stand on the axis of the one that is looked at, and by which
/// inference they are aligned.
class TimelineAlignment : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineAlignment(QWidget *parent = nullptr);

    /// Null: there is nothing to align with. Both must outlive the widget.
    void setRuns(const RunsDocument *runs, std::function<TracedPrograms()> programs);

    /// Of what is chosen; the timeline of the run that is looked at is `first`.
    struct Choice
    {
        QString name; ///< of the run that is looked at
        std::vector<profile::MeasuredRun> others; ///< empty: it stands alone
        size_t inference = 0; ///< counts from 0
        bool operator==(const Choice &other) const;
    };
    Choice choice() const;
    TracedPrograms programs() const { return m_programs ? m_programs() : TracedPrograms(); }
    /// All traces stand beside the one that is looked at, aligned by this inference (from 0).
    void chooseAll(size_t inference);
    /// How many inferences the run that is looked at has.
    void setInferences(size_t count);

    /// The choice's runs beside `first`, on its axis. Blocks: for a pool thread. Runs that cannot
    /// be read are left out, which the timeline's diagnostics say.
    static std::shared_ptr<const profile::Timeline> aligned(
        const std::shared_ptr<const profile::Timeline> &first, const Choice &choice,
        const TracedPrograms &programs);

Q_SIGNALS:
    void changed(); ///< by the user, or because a chosen run is gone

private:
    void refresh();
    void fillMenu();
    void toggle(const profile::MeasuredRun &run);
    bool canStandBeside(int index) const;
    QString titleOf(int index) const;

    const RunsDocument *m_runs = nullptr;
    std::function<TracedPrograms()> m_programs;
    std::vector<std::shared_ptr<const profile::Run>> m_chosen; ///< MeasuredRun::run
    QToolButton *m_button;
    QMenu *m_menu;
    QLabel *m_label;
    QSpinBox *m_inference;
};

} // namespace tosaic::views
