// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a debug database of TOSAIC_BENCH_BYTES (200 MB if not set), made in a temporary folder, and
// fails below 100 MB a second.
#include "core/formats/vela/debugdb.h"

#include <benchmark/benchmark.h>

#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

constexpr double Wanted = 100e6; ///< bytes a second

/// Half of it the wide table of numbers, the rest names, as in the databases of large networks.
void write(const QString &path, qint64 size)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write("<?xml version='1.0' encoding='UTF-8'?>\n<debug source=\"out/net\">\n"
               "<table name=\"perf_debug\">\n<![CDATA[\n\"id\"");
    constexpr int Columns = 149;
    for (int column = 0; column < Columns; ++column)
        file.write(",\"c" + QByteArray::number(column) + '"');
    file.write("\n");
    for (int row = 1; file.size() < size / 2; ++row) {
        auto line = QByteArray::number(row);
        for (int column = 0; column < Columns; ++column)
            line += column % 12 == 3 ? QByteArray(",\"NHCWB16\"")
                : column % 12 == 7   ? QByteArray(",\"\"")
                                     : ',' + QByteArray::number((row * column) % 3000);
        file.write(line + '\n');
    }
    file.write("]]>\n</table>\n<table name=\"perf\">\n<![CDATA[\n"
               "\"id\",\"operator\",\"name\",\"op_cycles\",\"Sram_ac\"\n");
    for (int row = 1; file.size() < size; ++row) {
        const auto number = QByteArray::number(row);
        file.write(number + ",\"Conv2D\",\"model/features/" + number + "/conv/BiasAdd;model/relu\","
            + number + ",256\n");
    }
    file.write("]]>\n</table>\n</debug>\n");
}

void read(benchmark::State &state, const QString &path)
{
    const auto source = ByteSource::map(path);
    for ([[maybe_unused]] auto round : state) {
        const auto db = formats::vela::readDebugDb(*source);
        if (!db || !(*db)->isWellFormed || (*db)->tables.size() != 2)
            qFatal("the database was not read completely");
    }
    state.SetBytesProcessed(qint64(state.iterations()) * qint64((*source)->size()));
}

class Reporter : public benchmark::ConsoleReporter
{
public:
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const auto &run : runs) {
            const auto rate = run.counters.find("bytes_per_second");
            bytesPerSecond = rate == run.counters.end() ? 0 : rate->second.value;
        }
        ConsoleReporter::ReportRuns(runs);
    }
    double bytesPerSecond = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toLongLong();
    const auto size = wanted > 0 ? wanted : 200'000'000;
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"net_debug.xml"_s);
    write(path, size);
    benchmark::Initialize(&argc, argv);
    benchmark::RegisterBenchmark("ReadDebugDb", [&](benchmark::State &state) {
        read(state, path);
    })->Unit(benchmark::kMillisecond);
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::printf("%.0f MB a second\n", reporter.bytesPerSecond / 1e6);
    // A file that is too small tells nothing about the rate.
    if (size >= 100'000'000 && reporter.bytesPerSecond < Wanted) {
        std::printf("FAILED: less than %.0f MB a second\n", Wanted / 1e6);
        return 1;
    }
    return 0;
}
