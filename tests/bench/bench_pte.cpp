// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a .pte must not depend on the size of its weights. Makes sparse files with a payload of
// TOSAIC_BENCH_BYTES (1 GiB if not set) inline and in a segment, and compares them with a small
// one.
#include "core/formats/openprogram.h"
#include "tests/bench/openbench.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/core/formats/velabuilder.h"

#include <QTemporaryDir>
#include <QtEndian>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

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
    writeSparse(path, bytes.first(split), weightBytes, bytes.sliced(split));
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
    writeSparse(path, bytes, weightBytes, stream.tail);
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

} // namespace

int main(int argc, char *argv[])
{
    const auto large = largeSize();
    const QTemporaryDir folder;
    const std::vector<FileToOpen> files{
        { "OpenSmall", folder.filePath(u"small.pte"_s), SmallSize },
        { "OpenLargeInline", folder.filePath(u"inline.pte"_s), large },
        { "OpenLargeSegment", folder.filePath(u"segment.pte"_s), large },
    };
    writeInline(files[0].path, SmallSize);
    writeInline(files[1].path, large);
    writeSegment(files[2].path, large);
    return compareOpening(argc, argv, files, openOnce);
}
