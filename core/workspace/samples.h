// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/records.h"

#include <QByteArray>

#include <limits>
#include <span>
#include <vector>

/// Series of samples of a run: values over time, kept in chunks with their summaries.
namespace tosaic::workspace {

inline constexpr int SamplesPerChunk = 2048;
/// A chunk has a summary of each so many samples beside it.
inline constexpr int SamplesPerBlock = 64;
/// From so many samples a bucket on, sampleBuckets() adds up blocks instead of samples.
inline constexpr quint64 BlockBuckets = 512;
/// Most that samples() reads at once: 160 MB.
inline constexpr quint64 SampleReadLimit = 10'000'000;
/// Chunks of a series have numbers of this many bits: 34 G samples.
inline constexpr int ChunkBits = 24;

/// As it lies in the file: 16 bytes, little endian.
struct Sample
{
    qint64 time = 0; ///< in the series' time unit; the origin is the source's
    double value = 0;
    bool operator==(const Sample &) const = default;
};
static_assert(sizeof(Sample) == 16);

/// Summary of consecutive samples.
struct SampleBlock
{
    qint64 firstTime = 0;
    double lowest = 0;
    double highest = 0;
    double total = 0; ///< sum of the values
};
static_assert(sizeof(SampleBlock) == 32);

struct SampleChunk
{
    quint64 id = 0; ///< series * 2^ChunkBits + number
    quint64 count = 0;
    qint64 firstTime = 0;
    qint64 lastTime = 0;
    double lowest = 0;
    double highest = 0;
    double total = 0;
};

struct SeriesRecord
{
    SeriesId id;
    RunId run;
    QString name;
    QString unit; ///< of the values
    QString timeUnit; ///< "ns", "cycles", "ms"
    quint64 count = 0;
    // Of an empty series the rest is 0.
    qint64 firstTime = 0;
    qint64 lastTime = 0;
    double lowest = 0;
    double highest = 0;
    double total = 0;
};

/// Samples of one series, times not falling.
struct SampleBatch
{
    SeriesId series;
    std::span<const Sample> samples;
};

/// Both ends belong to it.
struct TimeRange
{
    qint64 from = std::numeric_limits<qint64>::min();
    qint64 to = std::numeric_limits<qint64>::max();
};

/// One column of a plot.
struct SampleBucket
{
    int index = 0; ///< 0 to count - 1, from the left
    quint64 count = 0; ///< samples in it, never 0
    qint64 firstTime = 0; ///< of its first sample
    double lowest = 0;
    double highest = 0;
    double total = 0; ///< sum of the values
};

/// Summary of the samples, which must not be none.
SampleChunk summaryOf(std::span<const Sample> samples);
std::vector<SampleBlock> blocksOf(std::span<const Sample> samples);

/// Puts samples and summaries, given in order of time, into buckets of equal width.
class BucketFiller
{
public:
    BucketFiller(TimeRange range, int count);

    /// Of the bucket that has this time; the range has it.
    int indexOf(qint64 time) const;
    void add(qint64 firstTime, quint64 count, double lowest, double highest, double total);
    void add(const Sample &sample)
    {
        add(sample.time, 1, sample.value, sample.value, sample.value);
    }
    std::vector<SampleBucket> take() { return std::move(m_buckets); }

private:
    TimeRange m_range;
    int m_count = 1;
    double m_width = 1; ///< of a bucket
    std::vector<SampleBucket> m_buckets;
};

} // namespace tosaic::workspace
