// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/array.h"

#include "core/base/sizestext.h"
#include "core/base/try.h"
#include "core/formats/npy/npyheader.h"
#include "core/formats/vela/velanpz.h"

#include <QStringList>
#include <QtEndian>

#include <algorithm>
#include <cstring>
#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

using model::ScalarType;

constexpr quint64 LargestArray = quint64(1) << 30; ///< bytes

struct NumpyType
{
    ScalarType type;
    char kind; ///< NumPy's letter
    int bytes;
};
constexpr std::array Types{ NumpyType{ ScalarType::Byte, 'u', 1 },
    NumpyType{ ScalarType::Char, 'i', 1 }, NumpyType{ ScalarType::Short, 'i', 2 },
    NumpyType{ ScalarType::Int, 'i', 4 }, NumpyType{ ScalarType::Long, 'i', 8 },
    NumpyType{ ScalarType::Half, 'f', 2 }, NumpyType{ ScalarType::Float, 'f', 4 },
    NumpyType{ ScalarType::Double, 'f', 8 }, NumpyType{ ScalarType::Bool, 'b', 1 },
    NumpyType{ ScalarType::UInt16, 'u', 2 }, NumpyType{ ScalarType::UInt32, 'u', 4 },
    NumpyType{ ScalarType::UInt64, 'u', 8 } };

const NumpyType *numpyType(ScalarType type)
{
    const auto found = std::ranges::find(Types, type, &NumpyType::type);
    return found == Types.end() ? nullptr : &*found;
}

/// Where each element of the array lies in memory: bytes between neighbours of each dimension.
/// FormatDamaged if the order does not name each dimension once: two elements would have one place,
/// and others none.
Result<std::vector<qint64>> steps(
    const std::vector<qint64> &shape, const std::vector<quint8> &dimOrder, qint64 elementBytes)
{
    std::vector<qint64> result(shape.size(), 0);
    auto step = elementBytes;
    for (size_t i = shape.size(); i-- > 0;) {
        const auto dimension = dimOrder.size() == shape.size() ? size_t(dimOrder[i]) : i;
        if (dimension >= shape.size() || result[dimension] != 0)
            return fail(ErrorCode::FormatDamaged,
                u"the dimensions of a tensor are not in any order: %1 is not one of %2, or is one twice"_s
                    .arg(dimension)
                    .arg(shape.size()));
        result[dimension] = step;
        step *= std::max<qint64>(shape[dimension], 1);
    }
    return result;
}

/// FormatDamaged if the bytes are not those of the elements.
Result<void> checkSize(const std::vector<qint64> &shape, qint64 elementBytes, qsizetype bytes)
{
    const auto count = Array::elementsOf(shape);
    if (count && quint64(bytes) % quint64(elementBytes) == 0
        && *count == quint64(bytes) / quint64(elementBytes))
        return {};
    return fail(
        ErrorCode::FormatDamaged, u"a tensor has %1 bytes, not those of its shape"_s.arg(bytes));
}

/// Calls `function` with the place of each element in memory, in the order of the array.
template <typename Function>
void forElements(
    const std::vector<qint64> &shape, const std::vector<qint64> &step, Function &&function)
{
    const auto count = Array::elementsOf(shape).value_or(0);
    std::vector<qint64> index(shape.size(), 0);
    qint64 place = 0;
    for (quint64 i = 0; i < count; ++i) {
        function(place);
        for (size_t d = shape.size(); d-- > 0;) {
            place += step[d];
            if (++index[d] < shape[d])
                break;
            place -= step[d] * shape[d];
            index[d] = 0;
        }
    }
}

template <typename Number, typename Make>
QByteArray filled(quint64 count, Make &&make)
{
    QByteArray bytes(qsizetype(count * sizeof(Number)), Qt::Uninitialized);
    for (quint64 i = 0; i < count; ++i) {
        const auto number = Number(make());
        std::memcpy(bytes.data() + i * sizeof number, &number, sizeof number);
    }
    return bytes;
}

template <typename Number>
std::vector<double> numbersAs(const QByteArray &bytes)
{
    std::vector<double> numbers(size_t(bytes.size()) / sizeof(Number));
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = double(qFromLittleEndian<Number>(bytes.constData() + i * sizeof(Number)));
    return numbers;
}

} // namespace

std::optional<quint64> Array::elementsOf(const std::vector<qint64> &shape)
{
    quint64 count = 1;
    for (const auto size : shape) {
        if (size < 0 || __builtin_mul_overflow(count, quint64(size), &count))
            return std::nullopt;
    }
    return count;
}

namespace {

/// `data` holds the numbers alone.
Result<Array> arrayOf(const formats::NpyHeader &header, QByteArrayView data, const QString &file)
{
    const auto found = std::ranges::find_if(Types, [&header](const NumpyType &type) {
        return type.kind == header.kind && quint64(type.bytes) == header.itemBytes;
    });
    const auto unsupported = [&](const QString &why) {
        return fail(ErrorCode::FormatUnsupported, why, { .file = file });
    };
    if (found == Types.end())
        return unsupported(u"a program has no type like NumPy's %1"_s.arg(header.dtype));
    const bool hasOrder = header.shape.size() > 1 && header.isFortranOrder;
    if (header.isBigEndian || hasOrder)
        return unsupported(hasOrder
                ? u"the numbers are in Fortran order; save them with numpy.ascontiguousarray"_s
                : u"the numbers are big-endian; save them with astype(dtype.newbyteorder('<'))"_s);
    Array array{ .type = found->type };
    for (const auto size : header.shape)
        array.shape.push_back(qint64(size));
    const auto bytes = header.dataBytes();
    if (!bytes || *bytes > LargestArray)
        return fail(ErrorCode::LimitExceeded, u"the array is too large"_s, { .file = file });
    if (*bytes > quint64(data.size()))
        return fail(ErrorCode::FormatDamaged, u"the array ends early"_s, { .file = file });
    array.bytes = data.first(qsizetype(*bytes)).toByteArray();
    return array;
}

bool isArchive(const ByteSource &source)
{
    return source.bytes().startsWith("PK");
}

Result<std::map<QString, Array>> readArchive(const std::shared_ptr<const ByteSource> &source)
{
    std::map<QString, Array> arrays;
    const auto npz = TRY(formats::vela::readNpz(source));
    for (const auto &member : npz->arrays) {
        if (!member.data)
            return fail(ErrorCode::FormatDamaged, u"the array %1 cannot be read"_s.arg(member.name),
                { .file = source->name() });
        arrays.insert_or_assign(
            member.name, TRY(arrayOf(member.header, member.data->bytes(), source->name())));
    }
    if (arrays.empty())
        return fail(
            ErrorCode::SpecInvalid, u"there is no array in it"_s, { .file = source->name() });
    return arrays;
}

QString namesIn(const std::map<QString, Array> &arrays)
{
    constexpr qsizetype Most = 16;
    QStringList names;
    for (const auto &[name, array] : arrays)
        names += name;
    return names.size() > Most ? names.first(Most).join(u", "_s) + u", ..."_s : names.join(u", "_s);
}

} // namespace

Result<Array> readArray(const ByteSource &source)
{
    const auto header = TRY(formats::readNpyHeader(source.bytes()));
    const auto behind = source.size() - std::min(header.dataOffset, source.size());
    const auto data = TRY(source.slice(header.dataOffset, behind));
    return arrayOf(header, data, source.name());
}

Result<std::map<QString, Array>> readArrays(const std::vector<std::pair<QString, QString>> &files)
{
    std::map<QString, Array> arrays;
    for (const auto &[key, path] : files) {
        const auto source = TRY(ByteSource::map(path));
        if (!isArchive(*source)) {
            if (key.isEmpty())
                return fail(ErrorCode::SpecInvalid,
                    u"an array of its own needs the index or name it is for"_s, { .file = path });
            arrays.insert_or_assign(key, TRY(readArray(*source)));
            continue;
        }
        auto members = TRY(readArchive(source));
        const auto named = members.size() == 1 ? members.begin() : members.find(key);
        if (key.isEmpty()) {
            for (auto &[name, array] : members)
                arrays.insert_or_assign(name, std::move(array));
        } else if (named != members.end()) {
            arrays.insert_or_assign(key, std::move(named->second));
        } else {
            return fail(ErrorCode::SpecInvalid,
                u"there is no array %1 in it; there are %2: %3"_s.arg(
                    key, QString::number(members.size()), namesIn(members)),
                { .file = path });
        }
    }
    return arrays;
}

Result<QByteArray> npyOf(const Array &array)
{
    const auto *type = numpyType(array.type);
    if (!type)
        return fail(ErrorCode::FormatUnsupported,
            u"NumPy has no type like %1"_s.arg(model::dtypeName(array.type)));
    const auto shape
        = sizesText(array.shape, u", "_s) + (array.shape.size() == 1 ? u","_s : QString());
    auto header = u"{'descr': '%1%2%3', 'fortran_order': False, 'shape': (%4), }"_s
                      .arg(QChar(type->bytes == 1 ? u'|' : u'<'))
                      .arg(QLatin1Char(type->kind))
                      .arg(type->bytes)
                      .arg(shape)
                      .toLatin1();
    constexpr qsizetype Alignment = 64;
    constexpr qsizetype Before = 10; // magic, version, length
    const auto padded = (Before + header.size() + 1 + Alignment - 1) / Alignment * Alignment;
    header.append(QByteArray(padded - Before - header.size() - 1, ' ')).append('\n');
    QByteArray file("\x93NUMPY\x01\x00", 8);
    file.append(char(header.size() & 0xFF)).append(char(header.size() >> 8 & 0xFF));
    return file + header + array.bytes;
}

Result<Array> seededArray(model::ScalarType type, std::vector<qint64> shape, quint64 seed)
{
    const auto count = Array::elementsOf(shape);
    const auto *numpy = numpyType(type);
    if (!count || *count > LargestArray / 8)
        return fail(ErrorCode::LimitExceeded, u"an input has too many elements"_s);
    if (!numpy || type == ScalarType::Half)
        return fail(ErrorCode::FormatUnsupported,
            u"an input of type %1 is not filled with seeded numbers: give it with --input"_s.arg(
                model::dtypeName(type)));
    // The generator is exact in the standard; its distributions are not.
    std::mt19937_64 generator(seed);
    const auto bits = [&] { return quint64(generator()); };
    const auto real = [&] { return double(generator() >> 11) * 0x1p-52 - 1.0; };
    const auto wide = [&] { return qint64(generator() >> 43) - (qint64(1) << 20); };
    Array array{ type, std::move(shape), {} };
    if (type == ScalarType::Bool)
        array.bytes = filled<quint8>(*count, [&] { return bits() >> 63; });
    else if (type == ScalarType::Float)
        array.bytes = filled<float>(*count, real);
    else if (type == ScalarType::Double)
        array.bytes = filled<double>(*count, real);
    else if (numpy->bytes == 1)
        array.bytes = filled<quint8>(*count, [&] { return bits() >> 56; });
    else if (numpy->bytes == 2)
        array.bytes = filled<quint16>(*count, [&] { return bits() >> 48; });
    else if (numpy->kind == 'u')
        array.bytes = numpy->bytes == 4 ? filled<quint32>(*count, [&] { return bits() >> 44; })
                                        : filled<quint64>(*count, [&] { return bits() >> 44; });
    else
        array.bytes
            = numpy->bytes == 4 ? filled<qint32>(*count, wide) : filled<qint64>(*count, wide);
    return array;
}

Result<Array> seededIndices(ScalarType type, std::vector<qint64> shape, qint64 bound, quint64 seed)
{
    const auto *numpy = numpyType(type);
    if (bound < 1 || !numpy || (numpy->kind != 'i' && numpy->kind != 'u') || numpy->bytes < 4)
        return seededArray(type, std::move(shape), seed);
    auto array = TRY(seededArray(ScalarType::UInt64, std::move(shape), seed));
    const auto count = quint64(array.bytes.size()) / sizeof(quint64);
    auto next = [at = array.bytes.constData(), bound]() mutable {
        const auto number = qFromLittleEndian<quint64>(at) % quint64(bound);
        at += sizeof(quint64);
        return number;
    };
    array.bytes = numpy->bytes == 4 ? filled<quint32>(count, next) : filled<quint64>(count, next);
    array.type = type;
    return array;
}

std::vector<double> numbersOf(const Array &array)
{
    switch (array.type) {
    case ScalarType::Bool:
    case ScalarType::Byte:
        return numbersAs<quint8>(array.bytes);
    case ScalarType::Char:
        return numbersAs<qint8>(array.bytes);
    case ScalarType::Short:
        return numbersAs<qint16>(array.bytes);
    case ScalarType::Int:
        return numbersAs<qint32>(array.bytes);
    case ScalarType::Long:
        return numbersAs<qint64>(array.bytes);
    case ScalarType::Float:
        return numbersAs<float>(array.bytes);
    case ScalarType::Double:
        return numbersAs<double>(array.bytes);
    default:
        return {};
    }
}

Result<QByteArray> toMemory(const Array &array, const std::vector<quint8> &dimOrder)
{
    if (array.bytes.isEmpty() || std::ranges::is_sorted(dimOrder))
        return array.bytes;
    const auto element = qint64((model::bitsPerElement(array.type).value_or(8) + 7) / 8);
    TRY(checkSize(array.shape, element, array.bytes.size()));
    QByteArray memory(array.bytes.size(), '\0');
    const auto *from = array.bytes.data();
    const auto step = TRY(steps(array.shape, dimOrder, element));
    forElements(array.shape, step, [&](qint64 place) {
        std::memcpy(memory.data() + place, from, size_t(element));
        from += element;
    });
    return memory;
}

Result<QByteArray> fromMemory(QByteArrayView bytes, quint64 elementBytes,
    const std::vector<qint64> &shape, const std::vector<quint8> &dimOrder)
{
    if (bytes.isEmpty() || std::ranges::is_sorted(dimOrder))
        return bytes.toByteArray();
    TRY(checkSize(shape, qint64(elementBytes), bytes.size()));
    const auto step = TRY(steps(shape, dimOrder, qint64(elementBytes)));
    QByteArray array;
    array.reserve(bytes.size());
    forElements(shape, step,
        [&](qint64 place) { array.append(bytes.data() + place, qsizetype(elementBytes)); });
    return array;
}

} // namespace tosaic::localrun
