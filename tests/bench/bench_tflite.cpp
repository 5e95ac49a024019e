// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a .tflite must not depend on the size of its weights. Makes sparse files with constants
// of TOSAIC_BENCH_BYTES (1 GiB if not set) inside the FlatBuffer and appended behind it, and
// compares them with a small one.
#include "core/formats/tflite/tflitereader.h"
#include "tests/bench/openbench.h"
#include "tests/core/formats/tflite/tflitebuilder.h"

#include <QTemporaryDir>
#include <QtEndian>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

constexpr int Layers = 200; ///< operators around the constant, so that there is something to read

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
    writeSparse(
        path, bytes.first(split), size - quint64(marker.size()), bytes.sliced(split) + '\0');
}

void writeAppended(const QString &path, quint32 size)
{
    constexpr quint64 Place = 1U << 20;
    TfLiteBuilder builder;
    const auto buffer = builder.addAppended(Place, size);
    const auto bytes = modelWith(builder, buffer, size).leftJustified(Place, '\0');
    writeSparse(path, bytes, size - 1, QByteArray(1, '\0'));
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

} // namespace

int main(int argc, char *argv[])
{
    const auto large = largeSize();
    const QTemporaryDir folder;
    const std::vector<FileToOpen> files{
        { "OpenSmall", folder.filePath(u"small.tflite"_s), SmallSize },
        { "OpenLargeInside", folder.filePath(u"inside.tflite"_s), large },
        { "OpenLargeAppended", folder.filePath(u"appended.tflite"_s), large },
    };
    writeInside(files[0].path, SmallSize);
    writeInside(files[1].path, large);
    writeAppended(files[2].path, large);
    return compareOpening(argc, argv, files, openOnce);
}
