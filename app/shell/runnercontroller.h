// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/analysis/runnerplan.h"
#include "core/toolchain/jobqueue.h"
#include "views/models/jobhistory.h"

#include <QObject>

namespace tosaic::toolchain {
class CommandJob;
}

namespace tosaic::views {
class RunnerPanel;
}

namespace tosaic::shell {

/// The bare-metal runner of the open program: plans it for the spec being edited, and runs the
/// checkout's scripts as a job where they are.
class RunnerController : public QObject
{
    Q_OBJECT
public:
    RunnerController(
        const ShellContext &context, views::RunnerPanel &panel, QObject *parent = nullptr);

private:
    analysis::RunnerRequest request() const;
    void plan();
    void keepChoices();
    void build(bool startFvp);
    void takeEnd(toolchain::QueuedJobId id, toolchain::JobQueue::State state);

    ShellContext m_context;
    views::RunnerPanel &m_panel;
    toolchain::QueuedJobId m_queued;
    toolchain::CommandJob *m_job = nullptr; ///< the queue's; null while none runs or waits
    views::JobRecordId m_record;
};

} // namespace tosaic::shell
