// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Storing and plotting samples: TOSAIC_BENCH_SAMPLES (1,000,000 if not set) as 10 runs of 8
// counters, each run in one transaction. Absolute times depend on machine and disk; judged are the
// ratios to a row per sample and to a plain file of the same bytes, measured in the same run.
#include "core/base/median.h"
#include "core/workspace/workspace.h"
#include "tests/bench/yardstick.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <random>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::workspace;

namespace {

constexpr int Runs = 10;
constexpr int Counters = 8;
constexpr int Buckets = 1000;
/// 200 ms on a disk that keeps the plain file safe in 40.
constexpr double LargestPlainRatio = 5;
constexpr double LeastRowRatio = 3; ///< a row per sample takes at least so many times as long
constexpr double BucketsBudgetMs = 1; ///< stated for 1 M samples
constexpr double StoreBudgetMs = 200; ///< stated for 1 M samples

std::vector<Sample> noise(size_t count)
{
    std::mt19937 random(1);
    std::vector<Sample> samples;
    samples.reserve(count);
    for (size_t i = 0; i < count; ++i)
        samples.push_back({ static_cast<qint64>(i) * 100, static_cast<double>(random() % 100000) });
    return samples;
}

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double medianOf(int rounds, const std::function<double()> &measure)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i)
        times.push_back(measure());
    std::ranges::sort(times);
    return times[times.size() / 2];
}

template <typename T>
T need(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().toText()));
    return std::move(*result);
}

void need(const Result<void> &result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().toText()));
}

double storeChunks(const QString &path, std::span<const Sample> samples)
{
    const auto file = need(Workspace::create(path));
    std::vector<std::vector<SampleBatch>> runs;
    for (int run = 0; run < Runs; ++run) {
        const auto id = need(file->addRun({ .name = QString::number(run) }));
        auto &batches = runs.emplace_back();
        for (int counter = 0; counter < Counters; ++counter)
            batches.push_back(
                { need(file->addSeries(id, QString::number(counter), u"cycles"_s, u"ns"_s)),
                    samples });
    }
    return milliseconds([&] {
        for (const auto &batches : runs)
            need(file->appendSamples(batches));
    });
}

double storeRows(const QString &path, std::span<const Sample> samples)
{
    SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(
        "PRAGMA synchronous = FULL; CREATE TABLE samples (run INTEGER, counter INTEGER,"
        " time INTEGER, value REAL); CREATE INDEX by_time ON samples (run, counter, time)");
    SQLite::Statement insert(database, "INSERT INTO samples VALUES (?, ?, ?, ?)");
    return milliseconds([&] {
        for (int run = 0; run < Runs; ++run) {
            SQLite::Transaction transaction(database);
            for (int counter = 0; counter < Counters; ++counter) {
                for (const auto &sample : samples) {
                    insert.reset();
                    insert.bind(1, run);
                    insert.bind(2, counter);
                    insert.bind(3, static_cast<int64_t>(sample.time));
                    insert.bind(4, sample.value);
                    insert.exec();
                }
            }
            transaction.commit();
        }
    });
}

/// The same bytes, run by run, in a plain file that is safe on the disk after each.
double storePlainly(const QString &path, std::span<const Sample> samples)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    return milliseconds([&] {
        for (int run = 0; run < Runs; ++run) {
            for (int counter = 0; counter < Counters; ++counter)
                file.write(reinterpret_cast<const char *>(samples.data()),
                    static_cast<qint64>(samples.size_bytes()));
            if (!file.flush() || fsync(file.handle()) != 0)
                qFatal("cannot write %s", qPrintable(path));
        }
    });
}

/// All samples as one series, read as a plot does.
double plot(const QString &path, size_t count)
{
    const auto file = need(Workspace::create(path));
    const auto run = need(file->addRun({ .name = u"plot"_s }));
    const auto series = need(file->addSeries(run, u"counter"_s, u"cycles"_s, u"ns"_s));
    const auto samples = noise(count);
    const SampleBatch batch{ series, samples };
    need(file->appendSamples({ &batch, 1 }));
    return medianOf(15, [&] {
        return milliseconds([&] {
            const auto buckets = need(file->sampleBuckets(series, {}, Buckets));
            if (buckets.empty())
                qFatal("no buckets");
        });
    });
}

} // namespace

int main()
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_SAMPLES").toULongLong();
    const size_t total = wanted > 0 ? wanted : 1'000'000;
    const bool isFull = total >= 1'000'000;
    const auto samples = noise(std::max<size_t>(1, total / (Runs * Counters)));
    const QTemporaryDir folder;
    int number = 0;
    const auto path = [&] { return folder.filePath(u"%1.tosaic"_s.arg(++number)); };
    // In turn, so that both meet the same neighbours.
    std::vector<double> plains;
    const auto chunks = medianOf(5, [&] {
        plains.push_back(storePlainly(path(), samples));
        return storeChunks(path(), samples);
    });
    std::ranges::sort(plains);
    const auto plain = plains[plains.size() / 2];
    const auto rows = storeRows(path(), samples);
    const auto buckets = plot(path(), total);
    const auto tenfold = isFull ? plot(path(), total * 10) : buckets;
    std::printf(
        "store %zu samples: %.1f ms (stated: %.0f ms for 1 M)\n", total, chunks, StoreBudgetMs);
    std::printf(
        "  a row each: %.1f ms, %.1f x as long; plain file: %.1f ms\n", rows, rows / chunks, plain);
    std::printf("%d buckets of one series: %.3f ms (stated: %.0f ms for 1 M), of ten times as "
                "many samples: %.3f ms\n",
        Buckets, buckets, BucketsBudgetMs, tenfold);
    if (!isFull)
        return 0;
    const bool isFine = bench::judge("against a plain file", chunks / plain, LargestPlainRatio);
    return bench::judge("against a row each", chunks / rows, 1 / LeastRowRatio) && isFine ? 0 : 1;
}
