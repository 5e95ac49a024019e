// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/toolchain/jobqueue.h"
#include "views/models/jobhistory.h"

#include <QObject>
#include <QTemporaryDir>

namespace tosaic::toolchain {
class ReferenceJob;
}

namespace tosaic::views {
class ReferencePanel;
}

namespace tosaic::shell {

class ToolKeeper;

/// Runs the TOSA reference model on the graph that is open or on those a compile kept. Arrays go to
/// a folder of the session and go with it; what is to stay is saved from the panel.
class ReferenceController : public QObject
{
    Q_OBJECT
public:
    ReferenceController(const ShellContext &context, const ToolKeeper &tools,
        views::ReferencePanel &panel, QObject *parent = nullptr);

private:
    void listGraphs();
    void run();
    void sweep();
    void takeEnd(toolchain::QueuedJobId id, toolchain::JobQueue::State state);

    ShellContext m_context;
    const ToolKeeper &m_tools;
    views::ReferencePanel &m_panel;
    QTemporaryDir m_folder;
    int m_runs = 0;
    toolchain::QueuedJobId m_queued;
    toolchain::ReferenceJob *m_job = nullptr; ///< the queue's; null while none runs or waits
    views::JobRecordId m_record;
};

} // namespace tosaic::shell
