// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/samplewriter.h"

#include "core/base/try.h"

namespace tosaic::profile {

SampleWriter::~SampleWriter()
{
    // Nobody is left to tell; who wants to know calls flush().
    static_cast<void>(flush().has_value());
}

Result<void> SampleWriter::add(workspace::SeriesId series, workspace::Sample sample)
{
    auto &samples = m_pending[series];
    samples.push_back(sample);
    if (samples.size() < static_cast<size_t>(workspace::SamplesPerChunk))
        return {};
    return flush();
}

Result<void> SampleWriter::flush()
{
    std::vector<workspace::SampleBatch> batches;
    for (const auto &[series, samples] : m_pending) {
        if (!samples.empty())
            batches.push_back({ series, samples });
    }
    if (batches.empty())
        return {};
    TRY(m_workspace.appendSamples(batches));
    for (auto &[series, samples] : m_pending)
        samples.clear();
    return {};
}

quint64 SampleWriter::pending() const
{
    quint64 count = 0;
    for (const auto &[series, samples] : m_pending)
        count += samples.size();
    return count;
}

} // namespace tosaic::profile
