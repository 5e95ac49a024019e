// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/header.h"

#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace {

constexpr qsizetype MagicAt = 8;
constexpr qsizetype LengthAt = 12;
constexpr qsizetype ProgramSizeAt = 16;
constexpr qsizetype SegmentBaseAt = 24;
constexpr qsizetype SegmentSizeAt = 32;
constexpr quint32 MinimumLength = 24; ///< before 1.0
constexpr quint32 KnownLength = 32; ///< with segment_data_size

template <typename Number>
Number at(QByteArrayView bytes, qsizetype offset)
{
    return qFromLittleEndian<Number>(bytes.data() + offset);
}

bool isTwoDigits(QByteArrayView text)
{
    return text.size() == 2 && text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9';
}

void checkExtent(ReadContext &context, const model::Header &header)
{
    const auto size = context.size();
    const auto place = context.inSection(u"extended header"_s, MagicAt);
    if (header.programSize > size) {
        context.report(u"pte.truncated"_s, Severity::Error,
            u"the header promises a program of %1 bytes, the file has %2: the file was cut off, "
            "the runtime refuses it"_s.arg(header.programSize)
                .arg(size),
            place);
    }
    if (header.segmentBaseOffset != 0 && header.segmentBaseOffset < header.programSize) {
        context.report(u"pte.header-contradiction"_s, Severity::Error,
            u"segments begin at %1, inside the program that ends at %2: their bytes cannot be trusted"_s
                .arg(header.segmentBaseOffset)
                .arg(header.programSize),
            place);
    }
    quint64 end = 0;
    const auto data = header.segmentDataSize.value_or(0);
    if (__builtin_add_overflow(header.segmentBaseOffset, data, &end) || end > size) {
        context.report(u"pte.truncated"_s, Severity::Error,
            u"the header places %1 bytes of segments at %2, the file has %3 bytes: segment bytes "
            "are missing, the runtime refuses the file"_s.arg(data)
                .arg(header.segmentBaseOffset)
                .arg(size),
            place);
    } else {
        const auto expected = std::max(end, header.programSize);
        if (header.segmentDataSize && expected < size) {
            context.report(u"pte.trailing-bytes"_s, Severity::Warning,
                u"%1 bytes behind the end that the header states: nothing refers to them"_s.arg(
                    size - expected),
                context.inFile(expected));
        }
    }
}

std::optional<model::Header> readExtendedHeader(ReadContext &context)
{
    const auto bytes = context.bytes();
    const auto place = context.inSection(u"extended header"_s, MagicAt);
    if (bytes.size() < LengthAt + 4 || bytes.sliced(MagicAt, 2) != "eh"
        || !isTwoDigits(bytes.sliced(MagicAt + 2, 2)))
        return std::nullopt; // a program without segment bytes has no header
    if (bytes.sliced(MagicAt, 4) != "eh00") {
        context.report(u"pte.header-magic"_s, Severity::Error,
            u"unknown header '%1' (eh00 is known): it is ignored, so segments cannot be found; the "
            "runtime ignores it too and reads constants from wrong places"_s.arg(
                QString::fromLatin1(bytes.sliced(MagicAt, 4))),
            place);
        return std::nullopt;
    }
    const auto length = at<quint32>(bytes, LengthAt);
    if (length < MinimumLength || bytes.size() < MagicAt + qsizetype(MinimumLength)) {
        context.report(u"pte.header-length"_s, Severity::Error,
            u"the header states a length of %1 bytes, 24 are needed: it is ignored, so segments "
            "cannot be found; the runtime refuses the file"_s.arg(length),
            place);
        return std::nullopt;
    }
    model::Header header;
    header.length = length;
    header.programSize = at<quint64>(bytes, ProgramSizeAt);
    header.segmentBaseOffset = at<quint64>(bytes, SegmentBaseAt);
    if (length >= KnownLength && bytes.size() >= SegmentSizeAt + 8)
        header.segmentDataSize = at<quint64>(bytes, SegmentSizeAt);
    if (length > KnownLength) {
        context.report(u"pte.header-length"_s, Severity::Info,
            u"the header is %1 bytes long, %2 are known: what was added is not read"_s.arg(length)
                .arg(KnownLength),
            place);
    }
    checkExtent(context, header);
    return header;
}

} // namespace

Result<Head> readHead(ReadContext &context)
{
    const auto bytes = context.bytes();
    if (bytes.size() < 8 || bytes.sliced(4, 2) != "ET" || !isTwoDigits(bytes.sliced(6, 2)))
        return fail(ErrorCode::FormatUnknown, u"not an ExecuTorch program"_s, context.inFile());
    Head head;
    head.identifier = QString::fromLatin1(bytes.sliced(4, 4));
    if (head.identifier != "ET12"_L1) {
        context.report(u"pte.identifier"_s, Severity::Error,
            u"identifier %1, ET12 is known: read as if it were ET12; the runtime refuses it"_s.arg(
                head.identifier),
            context.inFile(4));
    }
    head.header = readExtendedHeader(context);
    const auto stated = head.header ? head.header->programSize : context.size();
    head.programSize = std::min(stated, context.size());
    return head;
}

} // namespace tosaic::formats::pte
