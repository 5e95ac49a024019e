// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/openbench.h"

#include <benchmark/benchmark.h>

#include <QFile>

#include <cstdio>
#include <map>

namespace tosaic::test {

namespace {

constexpr double BudgetMs = 50; ///< for the large files, after the first touch

/// Remembers the mean of each benchmark so that ratios can be printed.
class Reporter : public benchmark::ConsoleReporter
{
public:
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const auto &run : runs)
            milliseconds[run.run_name.function_name]
                = run.GetAdjustedRealTime() * (run.time_unit == benchmark::kMillisecond ? 1 : 1e-3);
        ConsoleReporter::ReportRuns(runs);
    }
    std::map<std::string, double> milliseconds;
};

} // namespace

quint32 largeSize()
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toUInt();
    return (wanted > 0 ? wanted : 1U << 30) / 16 * 16;
}

void writeSparse(
    const QString &path, const QByteArray &before, quint64 hole, const QByteArray &after)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(before) != before.size()
        || !file.seek(qint64(before.size()) + qint64(hole)) || file.write(after) != after.size())
        qFatal("cannot write %s", qPrintable(path));
}

int compareOpening(int argc, char *argv[], const std::vector<FileToOpen> &files,
    const std::function<void(const QString &path, quint32 size)> &open)
{
    benchmark::Initialize(&argc, argv);
    for (const auto &file : files) {
        open(file.path, file.size); // the first touch is the disk's, not ours
        benchmark::RegisterBenchmark(file.name, [&](benchmark::State &state) {
            for ([[maybe_unused]] auto round : state)
                open(file.path, file.size);
        })->Unit(benchmark::kMicrosecond);
    }
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);

    int status = 0;
    for (size_t i = 1; i < files.size(); ++i) {
        const auto time = reporter.milliseconds[files[i].name];
        std::printf("%s: %.3f ms for %u bytes of weights, %.2f times the small file\n",
            files[i].name, time, files[i].size, time / reporter.milliseconds[files[0].name]);
        if (time > BudgetMs) {
            std::printf("FAILED: more than %.0f ms\n", BudgetMs);
            status = 1;
        }
    }
    return status;
}

} // namespace tosaic::test
