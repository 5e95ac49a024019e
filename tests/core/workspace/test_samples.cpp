// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <thread>

namespace tosaic::test::samplestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

std::vector<Sample> wave(size_t count, qint64 start = 0, qint64 step = 10)
{
    std::mt19937 random(7);
    std::vector<Sample> samples;
    for (size_t i = 0; i < count; ++i)
        samples.push_back({ start + static_cast<qint64>(i) * step,
            std::floor(std::sin(double(i) / 500) * 1e6) + double(random() % 1000) });
    return samples;
}

class SamplesTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_path = test::temporaryDir() + u"/samples.tosaic"_s;
        m_file = *Workspace::create(m_path);
        m_run = *m_file->addRun({ .name = u"run"_s, .status = u"running"_s });
        m_series = *m_file->addSeries(m_run, u"NPU_ACTIVE"_s, u"cycles"_s, u"ns"_s);
    }

    Result<void> append(std::span<const Sample> samples)
    {
        const SampleBatch batch{ m_series, samples };
        return m_file->appendSamples({ &batch, 1 });
    }

    QString m_path;
    std::unique_ptr<Workspace> m_file;
    RunId m_run;
    SeriesId m_series;
};

/// Buckets as they are defined, sample by sample.
std::map<int, SampleBucket> bucketsByHand(
    const std::vector<Sample> &samples, TimeRange range, int count)
{
    std::map<int, SampleBucket> buckets;
    const double width = (double(range.to) - double(range.from) + 1) / count;
    for (const auto &[time, value] : samples) {
        if (time < range.from || time > range.to)
            continue;
        const int index = std::min(count - 1, int(double(time - range.from) / width));
        auto [it, isNew] = buckets.try_emplace(index, SampleBucket{ index, 0, time, value, value });
        auto &bucket = it->second;
        ++bucket.count;
        bucket.lowest = std::min(bucket.lowest, value);
        bucket.highest = std::max(bucket.highest, value);
        bucket.total += value;
    }
    return buckets;
}

void expectBuckets(const std::vector<SampleBucket> &found, const std::map<int, SampleBucket> &right)
{
    ASSERT_EQ(found.size(), right.size());
    for (const auto &bucket : found) {
        ASSERT_TRUE(right.contains(bucket.index)) << bucket.index;
        const auto &other = right.at(bucket.index);
        EXPECT_EQ(bucket.count, other.count) << bucket.index;
        EXPECT_EQ(bucket.firstTime, other.firstTime);
        EXPECT_EQ(bucket.lowest, other.lowest);
        EXPECT_EQ(bucket.highest, other.highest);
        EXPECT_NEAR(bucket.total, other.total, std::abs(other.total) * 1e-9 + 1e-6);
    }
}

} // namespace

TEST_F(SamplesTest, GivesBackWhatWasAppendedInAnyPieces)
{
    const auto samples = wave(3 * SamplesPerChunk + 17);
    std::span<const Sample> rest(samples);
    for (const size_t piece : { 1UL, 2047UL, 1UL, 63UL, 1UL, 4000UL }) {
        ASSERT_TRUE(append(rest.first(piece)));
        rest = rest.subspan(piece);
    }
    ASSERT_TRUE(append(rest));
    ASSERT_TRUE(append({}));
    m_file.reset();
    m_file = *Workspace::open(m_path);
    EXPECT_EQ(*m_file->samples(m_series), samples);
    const auto record = m_file->series(m_run)->front();
    EXPECT_EQ(record.count, samples.size());
    EXPECT_EQ(record.name, u"NPU_ACTIVE"_s);
    EXPECT_EQ(record.unit, u"cycles"_s);
    EXPECT_EQ(record.timeUnit, u"ns"_s);
    EXPECT_EQ(record.firstTime, 0);
    EXPECT_EQ(record.lastTime, samples.back().time);
    const auto [lowest, highest] = std::ranges::minmax(samples, {}, &Sample::value);
    EXPECT_EQ(record.lowest, lowest.value);
    EXPECT_EQ(record.highest, highest.value);
    double total = 0;
    for (const auto &sample : samples)
        total += sample.value;
    EXPECT_DOUBLE_EQ(record.total, total);
}

TEST_F(SamplesTest, ReadsARangeWithBothEnds)
{
    const auto samples = wave(5000, 100, 3);
    ASSERT_TRUE(append(samples));
    const auto some = *m_file->samples(m_series, { samples[2040].time, samples[4100].time });
    ASSERT_EQ(some.size(), 2061U);
    EXPECT_EQ(some.front(), samples[2040]);
    EXPECT_EQ(some.back(), samples[4100]);
    EXPECT_TRUE(m_file->samples(m_series, { 101, 102 })->empty());
    EXPECT_TRUE(m_file->samples(m_series, { -5, 99 })->empty());
    const auto tooMany = m_file->samples(m_series, {}, 4999);
    ASSERT_FALSE(tooMany);
    EXPECT_EQ(tooMany.error().code, ErrorCode::LimitExceeded);
}

TEST_F(SamplesTest, RefusesWhatIsNoSeriesOfSamplesAndWritesNothingOfIt)
{
    const std::vector<Sample> good{ { 1, 1 }, { 1, 2 }, { 5, 3 } };
    ASSERT_TRUE(append(good));
    const std::vector<Sample> back{ { 4, 1 } };
    EXPECT_EQ(append(back).error().code, ErrorCode::FormatDamaged);
    const std::vector<Sample> inside{ { 9, 1 }, { 8, 1 } };
    EXPECT_EQ(append(inside).error().code, ErrorCode::FormatDamaged);
    const std::vector<Sample> odd{ { 9, std::numeric_limits<double>::quiet_NaN() } };
    EXPECT_EQ(append(odd).error().code, ErrorCode::FormatDamaged);
    // One bad series of two: neither is written.
    const auto other = *m_file->addSeries(m_run, u"other"_s, {}, u"ns"_s);
    const std::vector batches{ SampleBatch{ other, good }, SampleBatch{ m_series, back } };
    EXPECT_FALSE(m_file->appendSamples(batches));
    EXPECT_EQ(m_file->series(m_run)->back().count, 0U) << "of the other one";
    EXPECT_EQ(*m_file->samples(m_series), good);
    EXPECT_EQ(m_file->appendSamples(std::vector{ SampleBatch{ SeriesId(99), good } }).error().code,
        ErrorCode::Internal);
}

TEST_F(SamplesTest, BucketsAreThoseOfTheSamplesOneByOne)
{
    auto samples = wave(9000, -4000, 7);
    samples.erase(samples.begin() + 3000, samples.begin() + 5000); // a gap leaves buckets out
    ASSERT_TRUE(append(samples));
    const TimeRange all{ samples.front().time, samples.back().time };
    for (const int count : { 1, 100, 1000, 20000 })
        expectBuckets(
            *m_file->sampleBuckets(m_series, all, count), bucketsByHand(samples, all, count));
    const TimeRange part{ -1001, 20011 };
    expectBuckets(*m_file->sampleBuckets(m_series, part, 500), bucketsByHand(samples, part, 500));
    const TimeRange wider{ -100000, 900000 };
    expectBuckets(
        *m_file->sampleBuckets(m_series, wider, 1000), bucketsByHand(samples, wider, 1000));
    EXPECT_TRUE(m_file->sampleBuckets(m_series, { 1'000'000, 2'000'000 }, 10)->empty());
}

TEST_F(SamplesTest, ManySamplesABucketAreAddedUpByBlocks)
{
    const auto samples = wave(200'000);
    ASSERT_TRUE(append(samples));
    const auto buckets = *m_file->sampleBuckets(m_series, {}, 100); // 2,000 samples each
    ASSERT_EQ(buckets.size(), 100U);
    quint64 count = 0;
    double total = 0;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    for (const auto &bucket : buckets) {
        EXPECT_NEAR(double(bucket.count), 2000, SamplesPerBlock);
        count += bucket.count;
        total += bucket.total;
        lowest = std::min(lowest, bucket.lowest);
        highest = std::max(highest, bucket.highest);
    }
    const auto record = m_file->series(m_run)->front();
    EXPECT_EQ(count, samples.size());
    EXPECT_NEAR(total, record.total, 1e-6 * std::abs(record.total));
    EXPECT_EQ(lowest, record.lowest);
    EXPECT_EQ(highest, record.highest);
    // A bucket is at most one block off.
    const auto right = bucketsByHand(samples, { 0, samples.back().time }, 100);
    for (const auto &bucket : buckets) {
        const qint64 first = right.at(bucket.index).firstTime;
        EXPECT_LE(std::abs(bucket.firstTime - first), 10 * SamplesPerBlock);
    }
}

TEST_F(SamplesTest, TimesAtBothEndsOfTheirTypeDoNotOverflow)
{
    const std::vector<Sample> samples{ { std::numeric_limits<qint64>::min(), 1 }, { 0, 2 },
        { std::numeric_limits<qint64>::max(), 3 } };
    ASSERT_TRUE(append(samples));
    const auto buckets = *m_file->sampleBuckets(m_series, {}, 4);
    ASSERT_EQ(buckets.size(), 3U);
    EXPECT_EQ(buckets[0].index, 0);
    EXPECT_EQ(buckets[1].index, 2);
    EXPECT_EQ(buckets[2].index, 3);
    EXPECT_EQ(*m_file->samples(m_series), samples);
}

TEST_F(SamplesTest, RemovingARunTakesItsSamplesAlong)
{
    ASSERT_TRUE(append(wave(5000)));
    const auto second = *m_file->addRun({ .name = u"second"_s });
    const auto kept = *m_file->addSeries(second, u"NPU_ACTIVE"_s, u"cycles"_s, u"ns"_s);
    EXPECT_EQ(*m_file->addSeries(second, u"NPU_ACTIVE"_s, u"cycles"_s, u"ns"_s), kept);
    const auto samples = wave(100);
    ASSERT_TRUE(m_file->appendSamples(std::vector{ SampleBatch{ kept, samples } }));
    ASSERT_TRUE(m_file->removeRun(m_run));
    EXPECT_TRUE(m_file->series(m_run)->empty());
    EXPECT_TRUE(m_file->samples(m_series)->empty());
    EXPECT_EQ(*m_file->samples(kept), samples);
    EXPECT_TRUE(m_file->verify());
}

TEST_F(SamplesTest, TwoWindowsAppendSideBySide)
{
    constexpr int Each = 30;
    const auto write = [this](const QString &name) {
        const auto file = *Workspace::open(m_path);
        const auto series = *file->addSeries(m_run, name, {}, u"ns"_s);
        const auto samples = wave(Each * 100);
        for (int i = 0; i < Each; ++i) {
            const SampleBatch batch{ series, std::span(samples).subspan(size_t(i) * 100, 100) };
            EXPECT_TRUE(file->appendSamples({ &batch, 1 }));
        }
    };
    std::thread other(write, u"other"_s);
    write(u"this"_s);
    other.join();
    const auto all = *m_file->series(m_run);
    ASSERT_EQ(all.size(), 3U);
    for (const auto &one : all) {
        if (one.id != m_series) {
            EXPECT_EQ(*m_file->samples(one.id), wave(Each * 100));
        }
    }
}

} // namespace tosaic::test::samplestests
