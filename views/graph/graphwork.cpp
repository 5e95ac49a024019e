// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphwork.h"

#include "core/layout/layered/layeredengine.h"

#include <utility>

namespace tosaic::views {

GraphWork::GraphWork(JobList &jobs, std::function<void()> cancelled)
    : m_jobs(jobs), m_cancelled(std::move(cancelled)), m_slot(&jobs),
      m_engine(std::make_unique<layout::LayeredEngine>())
{
}

GraphWork::~GraphWork() = default;

QString GraphWork::build(
    GraphMaterial material, const GraphPlace &place, bool constants, Built built)
{
    const auto label = tr("Building the graph");
    m_slot.start(
        label,
        [material = std::move(material), place, constants](const JobControl &)
            -> Result<graph::Graph> { return buildGraph(material, place, constants); },
        [built = std::move(built)](Result<graph::Graph> full) { built(std::move(*full)); });
    return label;
}

QString GraphWork::layOut(const layout::Request &request, layout::LayoutEngine::Done laidOut)
{
    endLayoutJob();
    const auto label = tr("Laying out the graph");
    m_layoutJob = m_jobs.begin(label, m_cancelled);
    m_engine->layout(request, [this, laidOut = std::move(laidOut)](Result<layout::Layout> answer) {
        endLayoutJob();
        laidOut(std::move(answer));
    });
    return label;
}

void GraphWork::endLayoutJob()
{
    if (m_layoutJob)
        m_jobs.end(std::exchange(m_layoutJob, {}));
}

void GraphWork::stopLayout()
{
    endLayoutJob();
    m_engine->cancel();
}

void GraphWork::stop()
{
    m_slot.cancel();
    stopLayout();
}

void GraphWork::setEngine(std::unique_ptr<layout::LayoutEngine> engine)
{
    endLayoutJob();
    m_engine = std::move(engine);
}

} // namespace tosaic::views
