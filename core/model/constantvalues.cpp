// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/constantvalues.h"

#include "core/model/numbertext.h"
#include "core/model/smallfloats.h"

#include <QtEndian>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::model {

namespace {

constexpr auto Nan = std::numeric_limits<double>::quiet_NaN();

/// Bits of element `index` of a type with 4, 6 or 8 bits; packed from the lowest bit on.
quint32 codeAt(const char *bytes, quint64 index, quint32 bits)
{
    const auto bit = index * bits;
    const auto *at = reinterpret_cast<const quint8 *>(bytes) + bit / 8;
    const auto shift = quint32(bit % 8);
    quint32 code = quint32(*at) >> shift;
    if (shift + bits > 8)
        code |= quint32(at[1]) << (8 - shift);
    return code & ((1U << bits) - 1);
}

qint64 int48At(const char *at)
{
    const auto low = quint64(qFromLittleEndian<quint32>(at));
    const auto high = quint64(qFromLittleEndian<quint16>(at + 4));
    return qint64((low | (high << 32)) << 16) >> 16;
}

template <typename T>
void readNumbers(const char *bytes, quint64 first, std::span<double> into)
{
    const auto *at = bytes + first * sizeof(T);
    for (auto &value : into) {
        value = double(qFromLittleEndian<T>(at));
        at += sizeof(T);
    }
}

template <typename Decode>
void readCodes(
    const char *bytes, quint64 first, std::span<double> into, quint32 bits, Decode decode)
{
    for (auto &value : into)
        value = decode(codeAt(bytes, first++, bits));
}

void readFloats16(
    const char *bytes, quint64 first, std::span<double> into, const SmallFloat &format)
{
    const auto *at = bytes + first * 2;
    for (auto &value : into) {
        value = format.value(qFromLittleEndian<quint16>(at));
        at += 2;
    }
}

double unsignedScale(quint32 code)
{
    return code == 0xff ? Nan : SmallFloat::powerOfTwo(int(code) - 127);
}

int signedNibble(quint32 code)
{
    return code < 8 ? int(code) : int(code) - 16;
}

/// Row-major; saturated where the product overflows, which no element that exists can reach.
std::vector<quint64> stridesOf(const std::vector<qint64> &shape)
{
    std::vector<quint64> strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;) {
        if (__builtin_mul_overflow(
                strides[i], quint64(std::max<qint64>(shape[i], 1)), &strides[i - 1]))
            strides[i - 1] = std::numeric_limits<quint64>::max();
    }
    return strides;
}

} // namespace

Result<ConstantValues> ConstantValues::make(std::shared_ptr<const ByteSource> source,
    ByteRange data, ElementType type, std::vector<qint64> shape, std::vector<quint64> strides)
{
    const auto bits = bitsPerElement(type);
    if (!bits || numberKind(type) == NumberKind::None)
        return fail(ErrorCode::FormatUnsupported,
            u"elements of type %1 are not numbers"_s.arg(elementTypeName(type)));
    NetworkTensor whole;
    whole.type = type;
    whole.shape = shape;
    const auto promised = whole.elementCount();
    if (!promised)
        return fail(ErrorCode::FormatUnsupported, u"the shape has no fixed number of elements"_s);
    const auto bytes = source->slice(data.offset, data.size);
    if (!bytes)
        return fail(bytes.error());
    ConstantValues values;
    values.m_source = std::move(source);
    values.m_data = data;
    values.m_bytes = *bytes;
    values.m_type = type;
    values.m_shape = std::move(shape);
    values.m_strides = std::move(strides);
    values.m_promised = *promised;
    values.m_count = std::min(*promised, quint64(bytes->size()) * 8 / *bits);
    return values;
}

Result<ConstantValues> ConstantValues::open(std::shared_ptr<const ByteSource> source,
    ByteRange data, ElementType type, std::vector<qint64> shape)
{
    auto strides = stridesOf(shape);
    return make(std::move(source), data, type, std::move(shape), std::move(strides));
}

Result<ConstantValues> ConstantValues::of(const Network &network, const NetworkTensor &tensor)
{
    if (!tensor.data || !tensor.shape)
        return fail(ErrorCode::FormatUnsupported, u"the tensor has no constant bytes"_s);
    if (tensor.isSparse)
        return fail(ErrorCode::FormatUnsupported,
            u"the tensor is stored sparse: its bytes are not its elements in order"_s);
    return open(network.source, *tensor.data, tensor.type, *tensor.shape);
}

Result<ConstantValues> ConstantValues::of(const Program &program, const Tensor &tensor)
{
    if (!tensor.constant)
        return fail(ErrorCode::FormatUnsupported, u"the tensor has no bytes in this file"_s);
    return of(program.source, *tensor.constant, tensor);
}

Result<ConstantValues> ConstantValues::of(
    std::shared_ptr<const ByteSource> source, ByteRange data, const Tensor &tensor)
{
    std::vector<qint64> shape(tensor.shape.begin(), tensor.shape.end());
    auto strides = stridesOf(shape);
    const auto stored = tensor.strides();
    // Without a usable dim_order the tensor's diagnostics say so; row-major is what is left.
    if (stored.size() == shape.size())
        std::copy(stored.begin(), stored.end(), strides.begin());
    return make(
        std::move(source), data, elementTypeOf(tensor.dtype), std::move(shape), std::move(strides));
}

std::vector<qint64> ConstantValues::position(quint64 index) const
{
    std::vector<qint64> position(m_shape.size(), 0);
    for (size_t i = 0; i < m_shape.size(); ++i) {
        if (m_shape[i] > 0 && m_strides[i] > 0)
            position[i] = qint64(index / m_strides[i] % quint64(m_shape[i]));
    }
    return position;
}

quint64 ConstantValues::byteOffset(quint64 index) const
{
    return m_data.offset + index * bitsPerElement(m_type).value_or(8) / 8;
}

quint64 ConstantValues::read(quint64 first, std::span<double> into) const
{
    if (first >= m_count)
        return 0;
    into = into.first(size_t(std::min<quint64>(into.size(), m_count - first)));
    const auto *bytes = m_bytes.data();
    const auto codes = [&](const SmallFloat &format, quint32 bits = 8) {
        readCodes(bytes, first, into, bits, [&](quint32 code) { return format.value(code); });
    };
    switch (m_type) {
    case ElementType::Bool:
        readCodes(bytes, first, into, 8, [](quint32 code) { return code != 0 ? 1.0 : 0.0; });
        break;
    case ElementType::Int4:
        readCodes(bytes, first, into, 4, [](quint32 code) { return double(signedNibble(code)); });
        break;
    case ElementType::UInt8:
        readNumbers<quint8>(bytes, first, into);
        break;
    case ElementType::Int8:
        readNumbers<qint8>(bytes, first, into);
        break;
    case ElementType::UInt16:
        readNumbers<quint16>(bytes, first, into);
        break;
    case ElementType::Int16:
        readNumbers<qint16>(bytes, first, into);
        break;
    case ElementType::UInt32:
        readNumbers<quint32>(bytes, first, into);
        break;
    case ElementType::Int32:
        readNumbers<qint32>(bytes, first, into);
        break;
    case ElementType::Int48:
        for (size_t i = 0; i < into.size(); ++i)
            into[i] = double(int48At(bytes + (first + i) * 6));
        break;
    case ElementType::UInt64:
        readNumbers<quint64>(bytes, first, into);
        break;
    case ElementType::Int64:
    case ElementType::Shape:
        readNumbers<qint64>(bytes, first, into);
        break;
    case ElementType::Float4E2M1:
        codes(Float4E2M1Format, 4);
        break;
    case ElementType::Float6E2M3:
        codes(Float6E2M3Format, 6);
        break;
    case ElementType::Float6E3M2:
        codes(Float6E3M2Format, 6);
        break;
    case ElementType::MxInt8:
        readNumbers<qint8>(bytes, first, into);
        for (auto &value : into)
            value /= 64;
        break;
    case ElementType::Float8UE8M0:
        readCodes(bytes, first, into, 8, unsignedScale);
        break;
    case ElementType::Float8E4M3:
        codes(Float8E4M3Format);
        break;
    case ElementType::Float8E5M2:
        codes(Float8E5M2Format);
        break;
    case ElementType::Float8E4M3Fnuz:
        codes(Float8E4M3FnuzFormat);
        break;
    case ElementType::Float8E5M2Fnuz:
        codes(Float8E5M2FnuzFormat);
        break;
    case ElementType::Float16:
        readFloats16(bytes, first, into, Float16Format);
        break;
    case ElementType::BFloat16:
        readFloats16(bytes, first, into, BFloat16Format);
        break;
    case ElementType::Float32:
        readNumbers<float>(bytes, first, into);
        break;
    case ElementType::Float64:
        readNumbers<double>(bytes, first, into);
        break;
    default:
        std::fill(into.begin(), into.end(), Nan);
    }
    return into.size();
}

double ConstantValues::real(quint64 index) const
{
    double value = Nan;
    read(index, std::span(&value, 1));
    return value;
}

std::optional<qint64> ConstantValues::integer(quint64 index) const
{
    const auto kind = numberKind(m_type);
    if (index >= m_count || (kind != NumberKind::Integer && kind != NumberKind::Boolean))
        return std::nullopt;
    if (m_type == ElementType::UInt64) {
        const auto value = qFromLittleEndian<quint64>(m_bytes.data() + index * 8);
        return value >> 63 == 0 ? std::optional(qint64(value)) : std::nullopt;
    }
    if (m_type == ElementType::Int64 || m_type == ElementType::Shape)
        return qFromLittleEndian<qint64>(m_bytes.data() + index * 8);
    return qint64(real(index)); // 48 bits at most: exact
}

QString ConstantValues::text(quint64 index) const
{
    if (index >= m_count)
        return {};
    const auto *bytes = m_bytes.data();
    const auto float32At
        = [&](quint64 i) { return numberText(qFromLittleEndian<float>(bytes + i * 4)); };
    const auto float64At
        = [&](quint64 i) { return numberText(qFromLittleEndian<double>(bytes + i * 8)); };
    switch (m_type) {
    case ElementType::Bool:
        return bytes[index] != 0 ? u"true"_s : u"false"_s;
    case ElementType::UInt64:
        return QString::number(qFromLittleEndian<quint64>(bytes + index * 8));
    case ElementType::Complex64:
        return complexText(float32At(2 * index), float32At(2 * index + 1));
    case ElementType::Complex128:
        return complexText(float64At(2 * index), float64At(2 * index + 1));
    case ElementType::Float32:
        return float32At(index);
    case ElementType::Float64:
        return float64At(index);
    case ElementType::Float16:
        return numberText(real(index), Float16Format);
    case ElementType::BFloat16:
        return numberText(real(index), BFloat16Format);
    case ElementType::Float8E4M3:
        return numberText(real(index), Float8E4M3Format);
    case ElementType::Float8E5M2:
        return numberText(real(index), Float8E5M2Format);
    case ElementType::Float8E4M3Fnuz:
        return numberText(real(index), Float8E4M3FnuzFormat);
    case ElementType::Float8E5M2Fnuz:
        return numberText(real(index), Float8E5M2FnuzFormat);
    default:
        break;
    }
    if (const auto exact = integer(index))
        return QString::number(*exact);
    return numberText(real(index)); // the few codes of the smallest formats are short as doubles
}

} // namespace tosaic::model
