// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/accuracyrun.h"
#include "core/accuracy/taps.h"
#include "core/base/savefile.h"
#include "core/formats/opennetwork.h"
#include "core/inspect/openstreams.h"
#include "core/npusim/invocation.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace tosaic::test {

/// A compiled fixture, whole or with a fault in its program.
struct Fixture
{
    explicit Fixture(QString folderName, const QString &programName)
        : folder(fixturePath(folderName)), program(folder + u'/' + programName)
    {
        const auto file = ByteSource::map(program);
        EXPECT_TRUE(file);
        bytes = (*file)->bytes().toByteArray();
    }

    std::shared_ptr<const formats::vela::VelaDebugDb> database(int partition) const
    {
        const auto file
            = ByteSource::map(folder + QStringLiteral("/partition%1/debug.xml").arg(partition));
        EXPECT_TRUE(file);
        const auto read = formats::vela::readDebugDb(*file);
        EXPECT_TRUE(read);
        return *read;
    }
    QString tosa(int partition) const
    {
        return folder + QStringLiteral("/partition%1/partition.tosa").arg(partition);
    }

    QString folder;
    QString program;
    QByteArray bytes; ///< of the .pte
};

inline const Fixture &transformer()
{
    static const Fixture fixture(
        QStringLiteral("transformer_block-u85-256"), QStringLiteral("transformer_block.pte"));
    return fixture;
}

/// What each delegate gets, and what its operators compute.
struct Tapped
{
    std::map<int, std::vector<QByteArray>> inputs;
    std::map<int, std::vector<accuracy::Tap>> taps;
};

inline Tapped tapped(const Fixture &fixture, const QByteArray &bytes, quint64 seed = 0)
{
    Tapped result;
    std::map<int, accuracy::TapCollector> collectors;
    localrun::LocalRequest request{ .seed = seed };
    request.watch.begins = [&](int delegate, const std::vector<QByteArray> &inputs) {
        result.inputs[delegate] = inputs;
        collectors.try_emplace(delegate, fixture.database(delegate));
    };
    request.watch.stepped = [&](int delegate, npusim::Simulator &simulator) {
        collectors.at(delegate).stepped(simulator);
    };
    const auto run = localrun::runHere(ByteSource::fromBytes(bytes), request);
    EXPECT_TRUE(run) << run.error().toText().toStdString();
    for (auto &[delegate, collector] : collectors)
        result.taps.emplace(delegate, collector.take());
    return result;
}

/// The same of one delegate with the inputs that `tosaic-cli debug` seeds.
inline Tapped tappedAlone(const Fixture &fixture, int delegate)
{
    const auto source = ByteSource::fromBytes(fixture.bytes);
    const auto opened = inspect::openStreams(source);
    EXPECT_TRUE(opened);
    const auto placed = npu::disassembleAll(*opened->source, opened->places)[size_t(delegate)];
    auto memory
        = npusim::memoryFor(placed.place, *placed.stream, npusim::regionSizes(placed.place), 0);
    EXPECT_TRUE(memory);
    Tapped result;
    for (const auto &io : placed.place.payload->inputs) {
        auto &inputs = result.inputs[delegate];
        const auto array = localrun::seededArray(
            model::ScalarType::Char, { qint64(npusim::bytesOf(io).value_or(0)) }, inputs.size());
        EXPECT_TRUE(array && npusim::putInput(*memory, io, array->bytes));
        inputs.push_back(array->bytes);
    }
    accuracy::TapCollector collector(fixture.database(delegate));
    npusim::Simulator simulator(*placed.stream, *memory, {});
    while (simulator.step())
        collector.stepped(simulator);
    result.taps.emplace(delegate, collector.take());
    return result;
}

inline localrun::Array arrayOf(const accuracy::Tap &tap)
{
    using model::ScalarType;
    localrun::Array array{ tap.bits == 8 ? ScalarType::Char
            : tap.bits == 16             ? ScalarType::Short
                                         : ScalarType::Int,
        { qint64(tap.stored.size()) }, {} };
    for (const auto value : tap.stored)
        array.bytes.append(reinterpret_cast<const char *>(&value), tap.bits / 8);
    return array;
}

/// A folder as a run of the TOSA reference model leaves it, with what the sound program computes in
/// its place: the fixtures' streams equal the model bit for bit (tests/fixtures/test_npusim.py).
inline QString keptFolder(const Fixture &fixture, const Tapped &sound, int partition)
{
    const QDir folder(temporaryDir());
    const auto file = ByteSource::map(fixture.tosa(partition));
    EXPECT_TRUE(file);
    const auto network = formats::readNetwork(*file);
    EXPECT_TRUE(network);
    const auto &graph = (*network)->subgraphs.front();
    const auto kept = [&folder](const QString &name, const localrun::Array &array, int number) {
        const auto path = QStringLiteral("%1.npy").arg(number);
        const auto npy = localrun::npyOf(array);
        EXPECT_TRUE(npy && saveFile(folder.filePath(path), *npy));
        return QJsonObject{ { QStringLiteral("name"), name }, { QStringLiteral("path"), path } };
    };
    int number = 0;
    QJsonArray inputs;
    for (const auto &bytes : sound.inputs.at(partition)) {
        const auto &tensor = graph.tensors[size_t(graph.inputs[size_t(number)])];
        inputs.append(kept(tensor.name,
            { bytes.size() == qsizetype(tensor.elementCount().value_or(0))
                    ? model::ScalarType::Char
                    : model::ScalarType::Short,
                *tensor.shape, bytes },
            number));
        ++number;
    }
    QJsonArray values;
    for (const auto &tap : sound.taps.at(partition))
        values.append(kept(tap.name, arrayOf(tap), number++));
    const QJsonObject result{ { QStringLiteral("status"), QStringLiteral("succeeded") },
        { QStringLiteral("inputs"), inputs }, { QStringLiteral("outputs"), QJsonArray() },
        { QStringLiteral("intermediates"), values } };
    EXPECT_TRUE(
        saveFile(folder.filePath(QStringLiteral("result.json")), QJsonDocument(result).toJson()));
    return folder.path();
}

/// Where things lie in the program.
struct ProgramStreams
{
    explicit ProgramStreams(const QByteArray &bytes)
    {
        const auto read = inspect::openStreams(ByteSource::fromBytes(bytes));
        EXPECT_TRUE(read);
        opened = *read;
        placed = npu::disassembleAll(*opened.source, opened.places);
    }
    inspect::FileStreams opened;
    std::vector<npu::PlacedStream> placed;
};

/// Changes the multiplier of a channel's scale record by about its half.
inline QByteArray withWrongScale(
    QByteArray bytes, const npu::PlacedStream &placed, const npu::Operation &operation, int channel)
{
    constexpr quint64 RecordBytes = 10;
    const auto isU85 = placed.stream->config.product == model::NpuProduct::U85;
    const auto high = quint64(isU85 ? 7 : 8); // the highest byte of the multiplier
    auto &byte = bytes[qsizetype(*placed.place.weightsOffset + operation.scales.front().address
        + quint64(channel) * RecordBytes + high)];
    byte = char(byte ^ 0x30);
    return bytes;
}

} // namespace tosaic::test
