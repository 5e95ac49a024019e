// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

#include <map>

namespace tosaic::profile {

/// Takes the samples of a live run one by one and writes them in whole chunks: what flush() or a
/// full chunk has written survives kill -9, at most one chunk of each series is only in memory.
/// Thread as the workspace, which must outlive it. The destructor flushes.
class SampleWriter
{
public:
    explicit SampleWriter(workspace::Workspace &workspace) : m_workspace(workspace) { }
    ~SampleWriter();
    SampleWriter(const SampleWriter &) = delete;
    SampleWriter &operator=(const SampleWriter &) = delete;

    /// Writes all series as soon as one has a whole chunk. Errors as appendSamples(); the samples
    /// in memory stay there then, and the next call tries again.
    Result<void> add(workspace::SeriesId series, workspace::Sample sample);
    Result<void> flush();
    /// Samples that are only in memory.
    quint64 pending() const;

private:
    workspace::Workspace &m_workspace;
    std::map<workspace::SeriesId, std::vector<workspace::Sample>> m_pending;
};

} // namespace tosaic::profile
