// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/flattensor/extendedheader.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::flattensor {

namespace {

constexpr qsizetype MagicAt = 8;
constexpr qsizetype LengthAt = 12;
constexpr quint32 KnownLength = 40; ///< bytes from the magic on

quint64 numberAt(QByteArrayView bytes, qsizetype at)
{
    return qFromLittleEndian<quint64>(bytes.data() + at);
}

void checkExtent(ReadContext &context, const FlatTensorHeader &header)
{
    const auto place = context.inSection(u"extended header"_s, MagicAt);
    quint64 end = 0;
    if (__builtin_add_overflow(header.flatBufferOffset, header.flatBufferSize, &end)
        || end > context.size())
        context.report(u"ptd.truncated"_s, Severity::Error,
            u"%1 bytes of tables at %2 do not lie inside the file of %3 bytes: the runtime refuses it"_s
                .arg(header.flatBufferSize)
                .arg(header.flatBufferOffset)
                .arg(context.size()),
            place);
    if (__builtin_add_overflow(header.segmentBaseOffset, header.segmentDataSize, &end)
        || end > context.size())
        context.report(u"ptd.truncated"_s, Severity::Error,
            u"%1 bytes of segments at %2 do not lie inside the file of %3 bytes: data is missing"_s
                .arg(header.segmentDataSize)
                .arg(header.segmentBaseOffset)
                .arg(context.size()),
            place);
}

} // namespace

void readExtendedHeader(ReadContext &context, FlatTensorFile &file)
{
    const auto bytes = context.bytes();
    const auto place = context.inSection(u"extended header"_s, MagicAt);
    const auto isThere
        = bytes.size() >= MagicAt + qsizetype(KnownLength) && bytes.sliced(MagicAt, 2) == "FH";
    if (!isThere) {
        context.report(u"ptd.header"_s, Severity::Error,
            u"no extended header (FH01): where segments begin is not known; the runtime refuses "
            u"the "
            "file"_s,
            place);
        return;
    }
    file.headerMagic = QString::fromLatin1(bytes.sliced(MagicAt, 4));
    const auto length = qFromLittleEndian<quint32>(bytes.data() + LengthAt);
    if (length < KnownLength) {
        context.report(u"ptd.header"_s, Severity::Error,
            u"the header states a length of %1 bytes, 40 are needed: it is ignored; the runtime "
            "refuses the file"_s.arg(length),
            place);
        return;
    }
    if (file.headerMagic != "FH01"_L1)
        context.report(u"ptd.header"_s, Severity::Warning,
            u"header %1, FH01 is known: read as if it were FH01"_s.arg(file.headerMagic), place);
    file.header = FlatTensorHeader{ length, numberAt(bytes, 16), numberAt(bytes, 24),
        numberAt(bytes, 32), numberAt(bytes, 40) };
    checkExtent(context, *file.header);
}

} // namespace tosaic::formats::flattensor
