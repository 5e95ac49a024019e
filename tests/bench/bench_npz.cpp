// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Listing a .npz must not depend on its weights: makes a sparse one with TOSAIC_BENCH_BYTES (1 GiB
// if not set) of weights.
#include "core/formats/vela/velanpz.h"
#include "tests/core/formats/npy/npybuilder.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/core/formats/zip/zipbuilder.h"

#include <benchmark/benchmark.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtEndian>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

constexpr double BudgetMs = 50; ///< after the first touch

/// The archive of a small result with its weights stretched by a hole: sizes and offsets behind it
/// are corrected in the headers, checksums of stored members are not looked at.
void write(const QString &path, quint32 size)
{
    constexpr quint32 Small = 64;
    auto npy = test::npyBytes("'|S" + QByteArray::number(size) + "'", "()", QByteArray(Small, 'w'));
    const auto small = quint32(npy.size());
    const auto commands = test::npyBytes("'|S4'", "()", "COP1");
    auto bytes = test::storedZip({ { "cmd_data.npy", commands }, { "weight_data.npy", npy } });
    const auto content = bytes.indexOf(npy);
    const auto split = content + npy.size();
    const auto hole = size - Small;
    const auto grow = [&](qsizetype at, quint32 was) {
        if (qFromLittleEndian<quint32>(bytes.data() + at) != was)
            qFatal("the archive has another layout");
        qToLittleEndian<quint32>(was + hole, bytes.data() + at);
    };
    const auto local = bytes.lastIndexOf("PK\x03\x04", content);
    grow(local + 18, small);
    grow(local + 22, small);
    const auto directory = bytes.lastIndexOf("PK\x01\x02");
    grow(directory + 20, small);
    grow(directory + 24, small);
    const auto end = bytes.lastIndexOf("PK\x05\x06");
    grow(end + 16, qFromLittleEndian<quint32>(bytes.data() + end + 16));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.first(split)) != split
        || !file.seek(split + hole) || file.write(bytes.sliced(split)) <= 0)
        qFatal("cannot write %s", qPrintable(path));
}

void listOnce(const QString &path, quint32 size)
{
    const auto source = ByteSource::map(path);
    const auto npz = formats::vela::readNpz(*source);
    if (!npz || (*npz)->weightData().size() != qsizetype(size))
        qFatal("%s was not read completely", qPrintable(path));
}

class Reporter : public benchmark::ConsoleReporter
{
public:
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const auto &run : runs)
            milliseconds = run.GetAdjustedRealTime() / 1e3;
        ConsoleReporter::ReportRuns(runs);
    }
    double milliseconds = 0;
};

} // namespace

int main(int argc, char *argv[])
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toUInt();
    const quint32 size = wanted > 0 ? wanted : 1U << 30;
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"net_vela.npz"_s);
    write(path, size);
    listOnce(path, size); // the first touch is the disk's, not ours
    benchmark::Initialize(&argc, argv);
    benchmark::RegisterBenchmark("ListNpz", [&](benchmark::State &state) {
        for ([[maybe_unused]] auto round : state)
            listOnce(path, size);
    })->Unit(benchmark::kMicrosecond);
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::printf("%.3f ms for %u bytes of weights\n", reporter.milliseconds, size);
    if (reporter.milliseconds > BudgetMs) {
        std::printf("FAILED: more than %.0f ms\n", BudgetMs);
        return 1;
    }
    return 0;
}
