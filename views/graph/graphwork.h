// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/layout/layoutengine.h"
#include "views/graph/graphplace.h"

#include <QCoreApplication>

#include <functional>
#include <memory>

namespace tosaic::views {

/// What takes time before a graph is drawn: it is built on a pool thread and laid out by an engine,
/// each listed as a job. One question at a time, the latest wins. UI thread.
class GraphWork
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::GraphWork)
public:
    /// `cancelled`: the user cancelled the layout in the list of jobs.
    GraphWork(JobList &jobs, std::function<void()> cancelled);
    ~GraphWork();

    /// The label says what goes on.
    using Built = std::function<void(graph::Graph)>;
    QString build(GraphMaterial material, const GraphPlace &place, bool constants, Built built);
    QString layOut(const layout::Request &request, layout::LayoutEngine::Done laidOut);
    /// Drops the layout that is under way; a graph that is built goes on.
    void stopLayout();
    /// Drops both.
    void stop();
    bool isRunning() const { return m_slot.isRunning() || m_layoutJob; }

    /// What was under way is dropped.
    void setEngine(std::unique_ptr<layout::LayoutEngine> engine);

private:
    void endLayoutJob();

    JobList &m_jobs;
    std::function<void()> m_cancelled;
    JobSlot m_slot; ///< of building
    std::unique_ptr<layout::LayoutEngine> m_engine;
    JobId m_layoutJob;
};

} // namespace tosaic::views
