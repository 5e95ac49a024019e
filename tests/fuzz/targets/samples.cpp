// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/workspace/samplelayout.h"

#include <algorithm>
#include <cstdlib>

namespace tosaic::fuzz {

namespace {

using namespace workspace;

quint64 countOf(const std::vector<SampleBucket> &buckets, int most)
{
    quint64 count = 0;
    int before = -1;
    for (const auto &bucket : buckets) {
        if (bucket.index <= before || bucket.index >= most || bucket.count == 0)
            std::abort();
        before = bucket.index;
        count += bucket.count;
    }
    return count;
}

} // namespace

/// The bytes of a chunk of samples, summed up and put into the columns of a plot.
void fuzzSamples(std::span<const quint8> input)
{
    auto samples = valuesOf<Sample>({ input.data(), qsizetype(input.size()) });
    if (samples.empty())
        return;
    // A workspace refuses others.
    std::ranges::stable_sort(samples, {}, &Sample::time);
    const auto summary = summaryOf(samples);
    const auto blocks = blocksOf(samples);
    if (summary.count != samples.size() || summary.firstTime > summary.lastTime
        || blocks.size() != (samples.size() + SamplesPerBlock - 1) / SamplesPerBlock)
        std::abort();
    for (const int count : { 0, 1, 7, 1000 }) {
        for (const auto range : { TimeRange{}, { summary.firstTime, summary.lastTime } }) {
            BucketFiller filler(range, count);
            for (const auto &sample : samples)
                filler.add(sample);
            if (countOf(filler.take(), std::max(1, count)) != samples.size())
                std::abort();
        }
    }
}

std::vector<QByteArray> seedsSamples()
{
    std::vector<Sample> samples{ { std::numeric_limits<qint64>::min(), -1 }, { 0, 0 }, { 7, 2.5 },
        { 7, 1e308 }, { std::numeric_limits<qint64>::max(), 3 } };
    for (int i = 0; i < 100; ++i)
        samples.push_back({ i * 100, double(i % 7) });
    return { { reinterpret_cast<const char *>(samples.data()), qsizetype(5 * sizeof(Sample)) },
        { reinterpret_cast<const char *>(samples.data() + 5), qsizetype(100 * sizeof(Sample)) } };
}

} // namespace tosaic::fuzz
