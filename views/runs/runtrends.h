// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "profiler/session/runsdocument.h"
#include "views/widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;

namespace tosaic::views {

class TrendPlot;

/// What became of the total of the runs that are like the current one: same model, target and
/// origin. Out of sight where there are not two. Computed on a pool thread.
class RunTrends : public QWidget
{
    Q_OBJECT
public:
    RunTrends(RunsDocument &runs, const Theme &theme, QWidget *parent = nullptr);

    /// Of the current run; null: none.
    const RunTrend *shown() const { return m_shown < 0 ? nullptr : &m_trends[size_t(m_shown)]; }

private:
    void compute();
    void showCurrent();

    RunsDocument &m_runs;
    JobSlot m_slot;
    QTimer m_soon; ///< several changes at once are one
    std::vector<RunTrend> m_trends;
    int m_shown = -1;
    QLabel *m_title;
    TrendPlot *m_plot;
};

} // namespace tosaic::views
