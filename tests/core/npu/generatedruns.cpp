// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/npu/generatedruns.h"

#include "core/formats/openprogram.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/formats/vela/velanpz.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

QJsonObject readJson(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

QString onlyFile(const QString &folder, const QString &pattern)
{
    const auto names = QDir(folder).entryList({ pattern }, QDir::Files);
    return names.size() == 1 ? folder + u'/' + names.first() : QString();
}

void addNpz(GeneratedRun &run, const std::shared_ptr<const ByteSource> &source)
{
    const auto npz = formats::vela::readNpz(source);
    if (!npz || !(*npz)->commandRange())
        return;
    npu::StreamPlace place;
    place.owner = model::EntityRef::file();
    place.driverPayload = *(*npz)->commandRange();
    place.payload = (*npz)->payload;
    place.weights = (*npz)->weightData();
    run.streams = npu::disassembleAll(*source, { place });
    run.keeps = *npz;
}

void addNetwork(GeneratedRun &run, const std::shared_ptr<const ByteSource> &source)
{
    const auto network = formats::readTfLite(source);
    if (!network)
        return;
    run.streams = npu::disassembleAll(*source, npu::streamsOf(**network));
    run.keeps = *network;
}

std::optional<quint64> whole(const QJsonValue &value)
{
    bool isNumber = value.isDouble();
    const auto number = isNumber ? value.toDouble() : value.toString().toDouble(&isNumber);
    return isNumber ? std::optional(static_cast<quint64>(std::llround(number))) : std::nullopt;
}

GeneratedRun velaRun(const QString &folder, const QString &name, const QJsonObject &expected)
{
    GeneratedRun run{ .name = name, .folder = folder + u'/' + name };
    const auto summary = expected[u"summary"_s].toObject();
    run.macs = whole(summary[u"macs"_s]);
    run.sramBytes = whole(summary[u"sramBytes"_s]).value_or(0);
    run.dramBytes = whole(summary[u"dramBytes"_s]).value_or(0);
    run.isDedicated = summary[u"memoryMode"_s].toString().startsWith(u"Dedicated"_s);
    run.livePeak = expected[u"livePeak"_s].toObject();
    if (const auto npz = onlyFile(run.folder, u"*_vela.npz"_s); !npz.isEmpty())
        addNpz(run, *ByteSource::map(npz));
    else if (const auto network = onlyFile(run.folder, u"*_vela.tflite"_s); !network.isEmpty())
        addNetwork(run, *ByteSource::map(network));
    return run;
}

quint64 bytesOfKib(const QJsonValue &value)
{
    return static_cast<quint64>(std::llround(value.toString().toDouble() * 1024));
}

void addPartition(const QString &folder, const QJsonObject &partition,
    const std::vector<npu::PlacedStream> &streams, const std::shared_ptr<const void> &keeps,
    std::vector<GeneratedRun> &runs)
{
    const auto name = partition[u"folder"_s].toString();
    GeneratedRun run{ .name = QDir(folder).dirName() + u'/' + name,
        .folder = folder + u'/' + name };
    const auto delegate = partition[u"delegate"_s].toInt();
    for (const auto &stream : streams) {
        if (stream.place.owner.index == delegate && stream.stream)
            run.streams.push_back(stream);
    }
    const auto summary = partition[u"summary"_s].toObject();
    run.keeps = keeps;
    // Commands that lie in a companion .ptd are in Vela's own result, too.
    if (run.streams.empty())
        addNpz(run, *ByteSource::map(run.folder + u"/out_vela.npz"_s));
    run.macs = whole(summary[u"nn_macs"_s]);
    run.sramBytes = bytesOfKib(summary[u"sram_memory_used"_s]);
    run.dramBytes = bytesOfKib(summary[u"dram_memory_used"_s]);
    run.isDedicated = summary[u"memory_mode"_s].toString().startsWith(u"Dedicated"_s);
    runs.push_back(std::move(run));
}

} // namespace

std::vector<GeneratedRun> velaRuns()
{
    const auto folder = samplesDir() + u"/generated/vela"_s;
    const auto expected = readJson(folder + u"/expected.json"_s);
    std::vector<GeneratedRun> runs;
    for (auto at = expected.begin(); at != expected.end(); ++at) {
        if (at.key().startsWith(u"fail-"_s))
            continue;
        auto run = velaRun(folder, at.key(), at.value().toObject());
        if (!run.streams.empty())
            runs.push_back(std::move(run));
    }
    return runs;
}

std::vector<GeneratedRun> partitionRuns()
{
    const QDir aot(samplesDir() + u"/generated/aot"_s);
    std::vector<GeneratedRun> runs;
    for (const auto &name : aot.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto folder = aot.filePath(name);
        const auto expected = readJson(folder + u"/expected.json"_s);
        const auto source = ByteSource::map(folder + u"/model.pte"_s);
        if (!source)
            continue;
        const auto program = formats::readProgram(*source);
        if (!program)
            continue;
        const auto streams = npu::disassembleAll(**source, npu::streamsOf(**program));
        for (const auto partition : expected[u"partitions"_s].toArray())
            addPartition(folder, partition.toObject(), streams, *program, runs);
    }
    return runs;
}

} // namespace tosaic::test
