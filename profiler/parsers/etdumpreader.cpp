// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpreader.h"

#include "profiler/parsers/etdumpdescription.h"
#include "profiler/parsers/etdumpevents.h"

#include "etdump_generated.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr flatbuffers::uoffset_t MaxTables = 10'000'000;
constexpr flatbuffers::uoffset_t MaxDepth = 64;
constexpr qsizetype SmallestDump = 16; ///< bytes
/// The verifier asserts on larger buffers; offsets are 32-bit, so nothing can lie beyond.
constexpr quint64 LargestDump = FLATBUFFERS_MAX_BUFFER_SIZE - 1;

/// The FlatBuffer inside the file.
struct Frame
{
    QByteArrayView bytes; ///< with its size prefix
    bool hasPrefix = false;
};

Result<Frame> frameOf(QByteArrayView bytes)
{
    if (bytes.size() < SmallestDump)
        return fail(ErrorCode::FormatDamaged, u"too short for an ETDump"_s);
    if (bytes.sliced(4, 4) == "ED00")
        return Frame{ bytes, false };
    if (bytes.sliced(8, 4) != "ED00")
        return fail(ErrorCode::FormatDamaged, u"no ETDump: the identifier ED00 is missing"_s);
    const auto stated = quint64(qFromLittleEndian<quint32>(bytes.data())) + 4;
    if (stated > quint64(bytes.size()))
        return fail(ErrorCode::FormatDamaged,
            u"the file states %1 bytes but has %2: it was cut off"_s.arg(stated).arg(bytes.size()));
    if (stated < quint64(SmallestDump))
        return fail(ErrorCode::FormatDamaged, u"the file states %1 bytes"_s.arg(stated));
    return Frame{ bytes.first(qsizetype(stated)), true };
}

Result<const fb::ETDump *> verified(const Frame &frame)
{
    if (quint64(frame.bytes.size()) > LargestDump)
        return fail(ErrorCode::LimitExceeded, u"an ETDump may have 2 GiB"_s);
    const auto *data = reinterpret_cast<const quint8 *>(frame.bytes.data());
    // The prefix belongs to the buffer: alignment counts from it.
    flatbuffers::Verifier verifier(data, size_t(frame.bytes.size()), MaxDepth, MaxTables);
    const auto isSound = frame.hasPrefix ? verifier.VerifySizePrefixedBuffer<fb::ETDump>("ED00")
                                         : verifier.VerifyBuffer<fb::ETDump>("ED00");
    if (!isSound)
        return fail(ErrorCode::FormatDamaged,
            u"an offset or length points outside of the ETDump, or it refers to more than %1 tables"_s
                .arg(MaxTables));
    return frame.hasPrefix ? flatbuffers::GetSizePrefixedRoot<fb::ETDump>(data)
                           : flatbuffers::GetRoot<fb::ETDump>(data);
}

} // namespace

Result<EtDump> readEtDump(std::shared_ptr<const ByteSource> source)
{
    const auto inFile = [&](Error error) {
        error.location.file = source->name();
        return fail(std::move(error));
    };
    const auto bytes = source->bytes();
    const auto frame = frameOf(bytes);
    if (!frame)
        return inFile(frame.error());
    const auto root = verified(*frame);
    if (!root)
        return inFile(root.error());
    EtDump dump;
    dump.source = source;
    dump.version = (*root)->version();
    dump.hasSizePrefix = frame->hasPrefix;
    auto runs = readEtDumpRuns(**root, bytes);
    if (!runs)
        return inFile(runs.error());
    dump.runs = std::move(*runs);
    const Location where{ .file = source->name() };
    if (dump.version != 0)
        dump.diagnostics.push_back({ u"etdump.version"_s, Severity::Warning, where,
            u"version %1 is newer than what is known (0)"_s.arg(dump.version) });
    if (frame->bytes.size() < bytes.size())
        dump.diagnostics.push_back({ u"etdump.trailing-bytes"_s, Severity::Info, where,
            u"%1 bytes behind its end are ignored"_s.arg(bytes.size() - frame->bytes.size()) });
    return dump;
}

bool isReadableEtdump(QByteArrayView bytes)
{
    const auto frame = frameOf(bytes);
    return frame && verified(*frame);
}

QJsonObject etdumpToJson(QByteArrayView bytes)
{
    QJsonObject object{ { u"size"_s, static_cast<qint64>(bytes.size()) } };
    const auto dump = readEtDump(ByteSource::fromBytes(bytes.toByteArray()));
    if (dump)
        object.insert(u"runs"_s, runsJson(*dump));
    return object;
}

} // namespace tosaic::profile
