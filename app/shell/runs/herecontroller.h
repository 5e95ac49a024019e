// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "app/shell/runs/runcancel.h"
#include "core/base/joblist.h"
#include "core/base/jobslot.h"
#include "core/npusim/weights.h"
#include "views/target/hereresult.h"

#include <QObject>

namespace tosaic::views {
class RunPanel;
struct HereRequest;
}

namespace tosaic::shell {

class ToolKeeper;

/// Runs the program in Tosaic itself, the NPU simulated: one run at a time, on a pool thread. What
/// it says is shown by the Run panel; what the checks find are problem rows. Functional: it is no
/// measurement, so nothing of it is kept among the runs.
class HereController : public QObject
{
    Q_OBJECT
public:
    HereController(const ShellContext &context, const ToolKeeper &tools, views::RunPanel &panel,
        QObject *parent = nullptr);
    ~HereController() override;

    bool isRunning() const { return m_running.isRunning(); }
    void start();
    void stop();

Q_SIGNALS:
    void runningChanged();
    void finished(const tosaic::views::HereOutcome &outcome);

private:
    void take(views::HereOutcome outcome);
    void showProblems(const views::HereOutcome &outcome);

    ShellContext m_context;
    const ToolKeeper &m_tools;
    views::RunPanel &m_panel;
    std::shared_ptr<npusim::WeightCache> m_weights; ///< decoded ones, for the next run
    std::shared_ptr<RunCancel> m_cancelling; ///< shared with the run
    QString m_program; ///< that runs
    JobId m_record;
    JobSlot m_running; ///< last: its run uses what is above
};

} // namespace tosaic::shell
