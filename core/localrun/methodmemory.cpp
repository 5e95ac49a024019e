// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/methodmemory.h"

#include "core/base/try.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

Error noTensor(qint32 value)
{
    return { ErrorCode::FormatDamaged, u"value %1 is no tensor"_s.arg(value) };
}

} // namespace

Result<MethodMemory> MethodMemory::of(
    const model::Program &program, const model::Method &method, const ExternalBytes &external)
{
    MethodMemory memory(program, method);
    TRY(memory.plan(external));
    return memory;
}

Result<void> MethodMemory::plan(const ExternalBytes &external)
{
    quint64 total = 0;
    const auto allocate = [&](quint64 size) -> Result<void> {
        total += size;
        if (size > Limit || total > Limit)
            return fail(ErrorCode::LimitExceeded,
                u"the method plans more than %1 bytes of memory"_s.arg(Limit));
        m_buffers.emplace_back(qsizetype(size), '\0');
        return {};
    };
    for (const auto size : m_method->plannedBuffers)
        TRY(allocate(quint64(std::max<qint64>(size, 0))));
    for (size_t index = 0; index < m_method->values.size(); ++index) {
        const auto *tensor = std::get_if<model::Tensor>(&m_method->values[index]);
        if (!tensor || (tensor->constant && !tensor->isMutable))
            continue;
        const auto size = tensor->byteSize();
        if (!size)
            return fail(ErrorCode::FormatDamaged, u"value %1 has no size"_s.arg(index));
        if (tensor->planned) {
            const auto buffer = size_t(tensor->planned->memoryId);
            const auto room = buffer < m_buffers.size() ? quint64(m_buffers[buffer].size()) : 0;
            if (tensor->planned->offset > room || *size > room - tensor->planned->offset)
                return fail(ErrorCode::FormatDamaged,
                    u"value %1 lies outside its planned buffer"_s.arg(index));
            m_places[qint32(index)] = { buffer, tensor->planned->offset };
        } else {
            TRY(allocate(*size));
            m_places[qint32(index)] = { m_buffers.size() - 1, 0 };
        }
        if (tensor->isExternal) {
            const auto bytes = external ? external(tensor->name) : std::nullopt;
            if (!bytes || quint64(bytes->size()) < *size)
                return fail(ErrorCode::FormatUnsupported,
                    u"the bytes of %1 are in a .ptd that is not beside the program"_s.arg(
                        tensor->name));
            std::memcpy(TRY(writable(qint32(index))), bytes->data(), size_t(*size));
        }
        if (tensor->constant) { // state that begins with these bytes
            const auto begin
                = TRY(m_program->source->slice(tensor->constant->offset, tensor->constant->size));
            std::memcpy(TRY(writable(qint32(index))), begin.data(),
                std::min(size_t(begin.size()), size_t(*size)));
        }
    }
    return {};
}

const model::Tensor *MethodMemory::tensor(qint32 value) const
{
    return m_method->tensor(value);
}

const model::Value &MethodMemory::value(qint32 index) const
{
    static const model::Value nothing;
    if (const auto set = m_set.find(index); set != m_set.end())
        return set->second;
    return index >= 0 && size_t(index) < m_method->values.size() ? m_method->values[size_t(index)]
                                                                 : nothing;
}

Result<QByteArrayView> MethodMemory::bytes(qint32 value) const
{
    const auto *of = tensor(value);
    if (!of)
        return fail(noTensor(value));
    const auto size = of->byteSize().value_or(0);
    if (const auto place = m_places.find(value); place != m_places.end())
        return QByteArrayView(m_buffers[place->second.buffer])
            .sliced(qsizetype(place->second.offset), qsizetype(size));
    if (!of->constant || of->constant->size < size)
        return fail(ErrorCode::FormatUnsupported,
            u"the bytes of value %1 are not in this file"_s.arg(value));
    return m_program->source->slice(of->constant->offset, size);
}

Result<char *> MethodMemory::writable(qint32 value)
{
    const auto place = m_places.find(value);
    if (place == m_places.end())
        return fail(noTensor(value));
    return m_buffers[place->second.buffer].data() + place->second.offset;
}

Result<Array> MethodMemory::array(qint32 value) const
{
    const auto memory = TRY(bytes(value));
    const auto &of = *tensor(value);
    Array array{ of.dtype, { of.shape.begin(), of.shape.end() }, {} };
    array.bytes = TRY(fromMemory(
        memory, (model::bitsPerElement(of.dtype).value_or(8) + 7) / 8, array.shape, of.dimOrder));
    return array;
}

Result<void> MethodMemory::set(qint32 value, const Array &array)
{
    const auto *of = tensor(value);
    if (!of)
        return fail(noTensor(value));
    if (of->dtype != array.type || of->byteSize() != quint64(array.bytes.size()))
        return fail(ErrorCode::FormatDamaged,
            u"%1 bytes of %2 do not fit a tensor of %3 elements of %4"_s.arg(array.bytes.size())
                .arg(model::dtypeName(array.type))
                .arg(of->elementCount().value_or(0))
                .arg(model::dtypeName(of->dtype)));
    const Array shaped{ array.type, { of->shape.begin(), of->shape.end() }, array.bytes };
    const auto memory = TRY(toMemory(shaped, of->dimOrder));
    std::memcpy(TRY(writable(value)), memory.data(), size_t(memory.size()));
    return {};
}

Result<void> MethodMemory::move(qint32 of, qint32 to)
{
    if (!tensor(of)) {
        m_set[to] = value(of);
        return {};
    }
    const auto from = TRY(bytes(of)).toByteArray();
    const auto *target = tensor(to);
    if (!target || target->byteSize() != quint64(from.size()))
        return fail(ErrorCode::FormatDamaged, u"value %1 does not fit value %2"_s.arg(of).arg(to));
    std::memcpy(TRY(writable(to)), from.data(), size_t(from.size()));
    return {};
}

Result<double> MethodMemory::number(qint32 index) const
{
    const auto &of = value(index);
    if (const auto *integer = std::get_if<qint64>(&of))
        return double(*integer);
    if (const auto *real = std::get_if<double>(&of))
        return *real;
    if (const auto *truth = std::get_if<bool>(&of))
        return *truth ? 1 : 0;
    return fail(ErrorCode::FormatDamaged, u"value %1 is no number"_s.arg(index));
}

Result<qint32> MethodMemory::integer(qint32 index) const
{
    const auto wanted = TRY(number(index));
    constexpr std::numeric_limits<qint32> limits;
    if (!(wanted >= limits.min() && wanted <= limits.max()) || wanted != std::trunc(wanted))
        return fail(ErrorCode::FormatDamaged, u"value %1 is no whole number"_s.arg(index));
    return qint32(wanted);
}

Result<std::vector<qint64>> MethodMemory::integers(qint32 index) const
{
    const auto *list = std::get_if<model::IntList>(&value(index));
    if (!list)
        return fail(ErrorCode::FormatDamaged, u"value %1 is no list of numbers"_s.arg(index));
    std::vector<qint64> numbers;
    for (const auto item : list->values) {
        const auto *exact = std::get_if<qint64>(&value(qint32(item)));
        numbers.push_back(exact ? *exact : TRY(integer(qint32(item))));
    }
    return numbers;
}

} // namespace tosaic::localrun
