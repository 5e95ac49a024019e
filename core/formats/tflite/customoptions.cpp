// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/customoptions.h"

#include <QtEndian>

#include <bit>
#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace {

/// FlexBuffers' type numbers.
enum FlexType : quint8
{
    Null = 0,
    Int = 1,
    UInt = 2,
    Float = 3,
    Key = 4,
    String = 5,
    IndirectInt = 6,
    IndirectUInt = 7,
    IndirectFloat = 8,
    Map = 9,
    Vector = 10,
    VectorInt = 11,
    VectorFloat = 13,
    VectorInt2 = 16, ///< then UINT2, FLOAT2, INT3 ... FLOAT4
    VectorFloat4 = 24,
    Blob = 25,
    Bool = 26,
    VectorBool = 36
};

/// Reads every number with its bounds checked, instead of verifying first and reading then: options
/// stand at any address, FlexBuffers' own readers want them aligned.
class FlexReader
{
public:
    explicit FlexReader(QByteArrayView bytes) : m_bytes(bytes) { }

    std::vector<model::Attribute> read() const
    {
        if (m_bytes.size() < 3)
            return {};
        const auto width = quint8(m_bytes.back());
        const auto packed = quint8(m_bytes[m_bytes.size() - 2]);
        if (!std::has_single_bit(width) || width > 8 || m_bytes.size() < width + 2)
            return {};
        const Place root{ quint64(m_bytes.size()) - 2 - width, width, packed };
        if (root.type() == Map)
            return entries(root);
        const auto single = value(root);
        if (std::holds_alternative<std::monostate>(single))
            return {};
        return { { u"value"_s, single } };
    }

private:
    struct Place
    {
        quint64 at = 0;
        quint8 width = 1; ///< bytes of what stands at `at`
        quint8 packed = 0; ///< type and width of what it refers to

        quint8 type() const { return packed >> 2; }
        quint8 targetWidth() const { return quint8(1 << (packed & 3)); }
    };

    bool has(quint64 at, quint64 size) const
    {
        return at <= quint64(m_bytes.size()) && size <= quint64(m_bytes.size()) - at;
    }

    std::optional<quint64> number(quint64 at, quint8 width) const
    {
        if (!has(at, width))
            return std::nullopt;
        const auto *data = m_bytes.data() + at;
        switch (width) {
        case 1:
            return quint8(*data);
        case 2:
            return qFromLittleEndian<quint16>(data);
        case 4:
            return qFromLittleEndian<quint32>(data);
        default:
            return qFromLittleEndian<quint64>(data);
        }
    }

    std::optional<quint64> target(const Place &place) const
    {
        const auto distance = number(place.at, place.width);
        if (!distance || *distance > place.at)
            return std::nullopt;
        return place.at - *distance;
    }

    /// The count in front of a vector, string or map; absent if its elements do not fit.
    std::optional<quint64> countAt(quint64 at, quint8 width, quint8 elementWidth) const
    {
        const auto count = at >= width ? number(at - width, width) : std::nullopt;
        if (!count || *count > quint64(m_bytes.size()) || !has(at, *count * elementWidth))
            return std::nullopt;
        return count;
    }

    static qint64 asSigned(quint64 number, quint8 width)
    {
        const auto unused = 64 - 8 * width;
        return qint64(number << unused) >> unused;
    }

    static double asFloat(quint64 number, quint8 width)
    {
        return width == 4 ? double(std::bit_cast<float>(quint32(number)))
                          : std::bit_cast<double>(number);
    }

    model::AttributeValue scalar(quint8 type, quint64 at, quint8 width) const
    {
        const auto stored = number(at, width);
        if (!stored)
            return {};
        if (type == Int || type == IndirectInt)
            return asSigned(*stored, width);
        if (type == UInt || type == IndirectUInt)
            return qint64(*stored);
        if (type == Bool)
            return *stored != 0;
        if (width < 4) // half floats are not defined by the format
            return {};
        return asFloat(*stored, width);
    }

    model::AttributeValue value(const Place &place) const
    {
        const auto type = place.type();
        if (type == Int || type == UInt || type == Float || type == Bool)
            return scalar(type, place.at, place.width);
        const auto at = target(place);
        if (type == Null || !at)
            return {};
        const auto width = place.targetWidth();
        if (type >= IndirectInt && type <= IndirectFloat)
            return scalar(type, *at, width);
        if (type == Key)
            return text(*at);
        return container(type, *at, width);
    }

    model::AttributeValue container(quint8 type, quint64 at, quint8 width) const
    {
        if (type >= VectorInt2 && type <= VectorFloat4)
            return numbers(
                (type - VectorInt2) % 3 + Int, at, width, quint64((type - VectorInt2) / 3 + 2));
        const auto isBytes = type == String || type == Blob;
        const auto count = countAt(at, width, isBytes ? 1 : width);
        if (!count)
            return {};
        if (type == String)
            return QString::fromUtf8(m_bytes.sliced(qsizetype(at), qsizetype(*count)));
        if (type == Blob)
            return u"%1 bytes"_s.arg(*count);
        if (type >= VectorInt && type <= VectorFloat)
            return numbers(type - VectorInt + Int, at, width, *count);
        if (type == VectorBool)
            return numbers(Bool, at, width, *count);
        return u"%1 entries"_s.arg(*count);
    }

    model::AttributeValue numbers(int type, quint64 at, quint8 width, quint64 count) const
    {
        if (count > FlexEntryLimit)
            return u"%1 numbers"_s.arg(count);
        std::vector<qint64> integers;
        std::vector<double> reals;
        for (quint64 i = 0; i < count; ++i) {
            const auto element = scalar(quint8(type), at + i * width, width);
            if (const auto *integer = std::get_if<qint64>(&element))
                integers.push_back(*integer);
            else if (const auto *boolean = std::get_if<bool>(&element))
                integers.push_back(*boolean);
            else if (const auto *real = std::get_if<double>(&element))
                reals.push_back(*real);
            else
                return {};
        }
        if (type == Float)
            return reals;
        return integers;
    }

    QString text(quint64 at) const
    {
        if (!has(at, 1))
            return {};
        const auto rest = m_bytes.sliced(qsizetype(at));
        const auto end = rest.indexOf('\0');
        return end < 0 ? QString() : QString::fromUtf8(rest.first(end));
    }

    /// In front of a map's values: distance to its keys, their width, the count.
    std::vector<model::Attribute> entries(const Place &root) const
    {
        const auto at = target(root);
        const auto width = root.targetWidth();
        const auto count = at ? countAt(*at, width, width) : std::nullopt;
        if (!count || *at < 3 * width || *count > FlexEntryLimit)
            return {};
        const auto keys = target({ *at - 3 * width, width });
        const auto keyWidth = number(*at - 2 * width, width);
        if (!keys || !keyWidth || !std::has_single_bit(*keyWidth) || *keyWidth > 8)
            return {};
        std::vector<model::Attribute> result;
        for (quint64 i = 0; i < *count; ++i) {
            const auto key = target({ *keys + i * *keyWidth, quint8(*keyWidth) });
            const auto packed = number(*at + *count * width + i, 1);
            if (!key || !packed)
                return {};
            result.push_back({ text(*key), value({ *at + i * width, width, quint8(*packed) }) });
        }
        return result;
    }

    QByteArrayView m_bytes;
};

} // namespace

std::vector<model::Attribute> readFlexBuffer(QByteArrayView bytes)
{
    return FlexReader(bytes).read();
}

} // namespace tosaic::formats::tflite
