// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/npy/npyarray.h"

#include <QFloat16>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

using Number = NpyArray::Number;

constexpr quint64 MostElements = quint64(1) << 31;

template <typename T>
Number readAs(const char *bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return static_cast<Number>(value);
}

Number readHalf(const char *bytes)
{
    qfloat16 value;
    std::memcpy(&value, bytes, sizeof(value));
    return static_cast<Number>(static_cast<float>(value));
}

/// Digits that tell two numbers of a floating-point type apart.
int digitsOf(quint64 bytes)
{
    return bytes == 2 ? 4 : bytes == 4 ? 7 : int(QLocale::FloatingPointShortest);
}

} // namespace

/// Null if the type is no number.
NpyArray::Reader NpyArray::readerFor(char kind, quint64 bytes)
{
    switch (kind) {
    case 'b':
        return bytes == 1 ? &readAs<quint8> : nullptr;
    case 'i':
        return bytes == 1 ? &readAs<qint8>
            : bytes == 2  ? &readAs<qint16>
            : bytes == 4  ? &readAs<qint32>
            : bytes == 8  ? &readAs<qint64>
                          : nullptr;
    case 'u':
        return bytes == 1 ? &readAs<quint8>
            : bytes == 2  ? &readAs<quint16>
            : bytes == 4  ? &readAs<quint32>
            : bytes == 8  ? &readAs<quint64>
                          : nullptr;
    case 'f':
        return bytes == 2 ? &readHalf
            : bytes == 4  ? &readAs<float>
            : bytes == 8  ? &readAs<double>
                          : nullptr;
    default:
        return nullptr;
    }
}

Result<NpyArray> NpyArray::read(const ByteSource &source)
{
    const auto refuse = [&source](ErrorCode code, const QString &text) {
        return fail(code, text, Location{ .file = source.name() });
    };
    const auto header = readNpyHeader(source.bytes());
    if (!header)
        return fail(header.error());
    NpyArray array;
    array.m_header = *header;
    array.m_read = readerFor(header->kind, header->itemBytes);
    if (!array.m_read)
        return refuse(ErrorCode::FormatUnsupported,
            u"elements of type %1 are no numbers that can be read"_s.arg(header->dtype));
    if (header->isBigEndian && header->itemBytes > 1)
        return refuse(ErrorCode::FormatUnsupported, u"big-endian elements"_s);
    const auto elements = header->elements();
    if (!elements || *elements > MostElements)
        return refuse(ErrorCode::LimitExceeded, u"more than 2^31 elements"_s);
    const auto data = source.slice(header->dataOffset, *elements * header->itemBytes);
    if (!data)
        return fail(data.error());
    array.m_data = *data;
    array.m_elements = *elements;
    return array;
}

QString NpyArray::text(quint64 index) const
{
    const auto number = at(index);
    switch (m_header.kind) {
    case 'b':
        return number != 0 ? u"true"_s : u"false"_s;
    case 'i':
        return QString::number(static_cast<qint64>(number));
    case 'u':
        return QString::number(static_cast<quint64>(number));
    default:
        return QString::number(static_cast<double>(number), 'g', digitsOf(m_header.itemBytes));
    }
}

ArraySummary summaryOf(const NpyArray &array, quint64 most)
{
    ArraySummary summary{
        .dtype = array.header().dtype, .shape = array.header().shape, .elements = array.elements()
    };
    Number sum = 0;
    for (quint64 i = 0; i < array.elements(); ++i) {
        const auto number = array.at(i);
        if (!std::isfinite(number)) {
            ++summary.notFinite;
            continue;
        }
        sum += number;
        summary.smallest = std::min(summary.smallest.value_or(number), number);
        summary.largest = std::max(summary.largest.value_or(number), number);
    }
    if (summary.smallest)
        summary.mean
            = static_cast<double>(sum / static_cast<Number>(summary.elements - summary.notFinite));
    for (quint64 i = 0; i < std::min(most, array.elements()); ++i)
        summary.first.push_back(array.text(i));
    return summary;
}

} // namespace tosaic::formats
