// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a .pte must not depend on the size of its weights. Makes sparse files with a payload of
// TOSAIC_BENCH_BYTES (1 GiB if not set) inline and in a segment, and compares them with a small
// one.
#include "core/formats/openprogram.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/core/formats/velabuilder.h"

#include <benchmark/benchmark.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtEndian>

#include <cstdio>
#include <map>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

constexpr double BudgetMs = 50; ///< for the large files, after the first touch

/// A Vela stream in two pieces; the weights between them are a hole in the file.
struct Stream
{
    QByteArray head;
    QByteArray tail = velaBlock("vela_end_stream", {});

    explicit Stream(quint32 weightBytes)
    {
        head = velaBlock("vela_bin_stream", {})
            + velaBlock("cmd_data", cop1(ConfigU55With128, { OpConv, OpStop }))
            + velaBlock("scratch_size", littleEndian({ 144 }))
            + velaBlock("inputs", descriptorList({ 1, 1, 1, 3, 8, 8, 1, 16, 1 }))
            + velaBlock("outputs", descriptorList({ 1, 1, 1, 4, 8, 8, 1, 0, 1 }))
            + velaBlock("weight_data", {});
        qToLittleEndian<quint32>(weightBytes, head.data() + head.size() - 16);
    }
};

void write(const QString &path, const QByteArray &before, quint64 hole, const QByteArray &after)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(before) != before.size()
        || !file.seek(qint64(before.size()) + qint64(hole)) || file.write(after) != after.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// The payload is the first thing built, so it lies at the end of the FlatBuffer and can be
/// stretched: only its length and the size in its block header change.
void writeInline(const QString &path, quint32 weightBytes)
{
    const Stream stream(weightBytes);
    const auto payload = stream.head + stream.tail;
    ProgramBuilder builder;
    builder.addInlineDelegate("EthosUBackend", payload);
    auto bytes = builder.finish();
    const auto at = bytes.indexOf(payload);
    qToLittleEndian<quint32>(quint32(payload.size()) + weightBytes, bytes.data() + at - 4);
    const auto split = at + stream.head.size();
    write(path, bytes.first(split), weightBytes, bytes.sliced(split));
}

void writeSegment(const QString &path, quint32 weightBytes)
{
    const Stream stream(weightBytes);
    ProgramBuilder builder;
    builder.addSegmentDelegate("EthosUBackend", 0);
    builder.addSegment(0, quint64(stream.head.size() + stream.tail.size()) + weightBytes);
    auto bytes = builder.finish(stream.head);
    qToLittleEndian<quint64>(
        quint64(stream.head.size() + stream.tail.size()) + weightBytes, bytes.data() + 32);
    write(path, bytes, weightBytes, stream.tail);
}

void openOnce(const QString &path, quint64 weightBytes)
{
    const auto source = ByteSource::map(path);
    const auto program = source
        ? formats::readProgram(*source)
        : Result<std::shared_ptr<const model::Program>>(fail(source.error()));
    const auto *payload
        = program ? (*program)->methods.front().delegates.front().ethosu.get() : nullptr;
    if (!payload || !payload->npu || payload->block(u"weight_data"_s)->size != weightBytes)
        qFatal("%s was not read completely", qPrintable(path));
}

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

int main(int argc, char *argv[])
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toUInt();
    const quint32 large = (wanted > 0 ? wanted : 1U << 30) / 16 * 16;
    const quint32 small = 1024;
    const QTemporaryDir folder;
    const std::vector<std::tuple<const char *, QString, quint32>> files{
        { "OpenSmall", folder.filePath(u"small.pte"_s), small },
        { "OpenLargeInline", folder.filePath(u"inline.pte"_s), large },
        { "OpenLargeSegment", folder.filePath(u"segment.pte"_s), large },
    };
    writeInline(std::get<1>(files[0]), small);
    writeInline(std::get<1>(files[1]), large);
    writeSegment(std::get<1>(files[2]), large);

    benchmark::Initialize(&argc, argv);
    for (const auto &[name, path, size] : files) {
        openOnce(path, size); // the first touch is the disk's, not ours
        benchmark::RegisterBenchmark(name, [path = path, size = size](benchmark::State &state) {
            for ([[maybe_unused]] auto round : state)
                openOnce(path, size);
        })->Unit(benchmark::kMicrosecond);
    }
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);

    int status = 0;
    for (const char *name : { "OpenLargeInline", "OpenLargeSegment" }) {
        const auto time = reporter.milliseconds[name];
        std::printf("%s: %.3f ms for %u bytes of weights, %.2f times the small file\n", name, time,
            large, time / reporter.milliseconds["OpenSmall"]);
        if (time > BudgetMs) {
            std::printf("FAILED: more than %.0f ms\n", BudgetMs);
            status = 1;
        }
    }
    return status;
}
