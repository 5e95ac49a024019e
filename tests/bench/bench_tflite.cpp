// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a .tflite must not depend on the size of its weights. Makes sparse files with constants
// of TOSAIC_BENCH_BYTES (1 GiB if not set) inside the FlatBuffer and appended behind it, and
// compares them with a small one.
#include "core/formats/tflite/tflitereader.h"
#include "tests/core/formats/tflite/tflitebuilder.h"

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
constexpr int Layers = 200; ///< operators around the constant, so that there is something to read

void write(const QString &path, const QByteArray &before, quint64 hole, const QByteArray &after)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(before) != before.size()
        || !file.seek(qint64(before.size()) + qint64(hole)) || file.write(after) != after.size())
        qFatal("cannot write %s", qPrintable(path));
}

QByteArray modelWith(TfLiteBuilder &builder, quint32 buffer, quint32 size)
{
    builder.addTensor({ .shape = { qint32(size) }, .buffer = buffer, .name = "weights" });
    builder.addTensor({});
    const auto code = builder.addCode(tfl::BuiltinOperator::CONV_2D);
    for (int i = 0; i < Layers; ++i)
        builder.addOperator(code, { 1, 0 }, { 1 }, tfl::BuiltinOptions::Conv2DOptions,
            tfl::CreateConv2DOptions(builder.fbb).Union());
    builder.closeSubgraph({ 1 }, { 1 });
    return builder.finish();
}

/// The constant is the first thing built, so it lies at the end of the FlatBuffer and can be
/// stretched: only its length changes.
void writeInside(const QString &path, quint32 size)
{
    const QByteArray marker(16, 'w');
    TfLiteBuilder builder;
    const auto buffer = builder.addBuffer(marker);
    auto bytes = modelWith(builder, buffer, size);
    const auto at = bytes.lastIndexOf(marker);
    qToLittleEndian<quint32>(size, bytes.data() + at - 4);
    const auto split = at + marker.size();
    write(path, bytes.first(split), size - quint64(marker.size()), bytes.sliced(split) + '\0');
}

void writeAppended(const QString &path, quint32 size)
{
    constexpr quint64 Place = 1U << 20;
    TfLiteBuilder builder;
    const auto buffer = builder.addAppended(Place, size);
    const auto bytes = modelWith(builder, buffer, size).leftJustified(Place, '\0');
    write(path, bytes, size - 1, QByteArray(1, '\0'));
}

void openOnce(const QString &path, quint64 size)
{
    const auto source = ByteSource::map(path);
    const auto network = source
        ? formats::readTfLite(*source)
        : Result<std::shared_ptr<const model::Network>>(fail(source.error()));
    if (!network || (*network)->subgraphs[0].operators.size() != Layers
        || (*network)->subgraphs[0].tensors[0].data.value_or(model::ByteRange{}).size != size)
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
        { "OpenSmall", folder.filePath(u"small.tflite"_s), small },
        { "OpenLargeInside", folder.filePath(u"inside.tflite"_s), large },
        { "OpenLargeAppended", folder.filePath(u"appended.tflite"_s), large },
    };
    writeInside(std::get<1>(files[0]), small);
    writeInside(std::get<1>(files[1]), large);
    writeAppended(std::get<1>(files[2]), large);

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
    for (const char *name : { "OpenLargeInside", "OpenLargeAppended" }) {
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
