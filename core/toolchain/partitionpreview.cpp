// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/partitionpreview.h"

#include <utility>

namespace tosaic::toolchain {

PartitionPreview::PartitionPreview(WarmCompiler &compiler, QObject *parent)
    : QObject(parent), m_compiler(compiler)
{
}

PartitionPreview::~PartitionPreview() = default;

void PartitionPreview::ask(CompileRequest request)
{
    if (!m_job)
        return begin(std::move(request));
    // Loading and exporting the model is most of the work and serves the next question as well.
    m_isWanted = false;
    m_waiting = std::move(request);
}

void PartitionPreview::stop()
{
    m_waiting.reset();
    m_isWanted = false;
}

void PartitionPreview::begin(CompileRequest request)
{
    m_folder = std::make_unique<WorkFolder>();
    request.onlyPartitions = true;
    request.outputFolder = m_folder->path();
    m_isWanted = true;
    m_job = std::make_unique<CompileJob>(std::move(request));
    m_job->setWarmCompiler(&m_compiler);
    connect(m_job.get(), &CompileJob::finished, this, &PartitionPreview::take);
    m_job->start();
}

void PartitionPreview::take(const std::shared_ptr<const compiled::CompileResult> &result)
{
    m_job.release()->deleteLater(); // its signal is on the stack
    m_folder.reset();
    if (auto next = std::exchange(m_waiting, {}))
        return begin(std::move(*next));
    if (std::exchange(m_isWanted, false))
        Q_EMIT answered(result);
}

} // namespace tosaic::toolchain
