// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/recordedvalues.h"

#include <QCryptographicHash>
#include <QHash>

#include <algorithm>
#include <cstring>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// A value as bytes that are equal where the values are. `isWhole`: the bytes of all tensors were
/// at hand.
struct Print
{
    QByteArray bytes;
    bool isWhole = true;
};

void append(QByteArray &bytes, quint64 number)
{
    bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
}

/// Elements times size, in bytes; absent for sizes that make no sense.
std::optional<quint64> bytesOf(const EtDumpTensor &tensor)
{
    const auto bits = model::bitsPerElement(tensor.type);
    if (!bits)
        return std::nullopt;
    quint64 bytes = (*bits + 7) / 8;
    for (const auto size : tensor.sizes) {
        if (size < 0 || __builtin_mul_overflow(bytes, static_cast<quint64>(size), &bytes))
            return std::nullopt;
    }
    return bytes;
}

void print(const EtDumpTensor &tensor, const ByteSource *buffer, Print &print)
{
    append(print.bytes, static_cast<quint64>(tensor.type));
    append(print.bytes, tensor.sizes.size());
    for (const auto size : tensor.sizes)
        append(print.bytes, static_cast<quint64>(size));
    for (const auto stride : tensor.strides)
        append(print.bytes, static_cast<quint64>(stride));
    const auto size = bytesOf(tensor);
    if (!buffer || !size || tensor.offset < 0) {
        print.isWhole = print.isWhole && size == quint64(0);
        return;
    }
    const auto slice = buffer->slice(static_cast<quint64>(tensor.offset), *size);
    if (!slice) {
        print.isWhole = false;
        return;
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(*slice);
    print.bytes += hash.result();
}

Print printOf(const EtDumpDebugEvent &event, const ByteSource *buffer)
{
    Print result{ .bytes = event.kind.toUtf8() };
    if (const auto *whole = std::get_if<qint64>(&event.value)) {
        append(result.bytes, static_cast<quint64>(*whole));
    } else if (const auto *flag = std::get_if<bool>(&event.value)) {
        append(result.bytes, *flag ? 1 : 0);
    } else if (const auto *number = std::get_if<double>(&event.value)) {
        quint64 bits = 0;
        std::memcpy(&bits, number, sizeof bits);
        append(result.bytes, bits);
    } else if (const auto *tensors = std::get_if<std::vector<EtDumpTensor>>(&event.value)) {
        for (const auto &tensor : *tensors)
            print(tensor, buffer, result);
    }
    return result;
}

QString keyText(const EtDumpDebugEvent &event)
{
    const auto &place = event.place;
    return u"%1/%2/%3/%4/%5"_s.arg(place.chain.value_or(-1))
        .arg(place.instruction)
        .arg(place.delegateId.value_or(-1))
        .arg(place.delegateName.value_or(QString()),
            event.isProgramOutput ? u"output"_s : QString());
}

/// One value while the executions are walked.
struct Collected
{
    RecordedValue value;
    QByteArray first; ///< its print in the first execution that has it
    std::set<QByteArray> prints;
    bool isWhole = true;
};

class Collector
{
public:
    explicit Collector(const ByteSource *buffer) : m_buffer(buffer) { }

    void add(const EtDumpRun &run, size_t execution);
    std::vector<RecordedValue> take();

private:
    Collected &slot(const EtDumpDebugEvent &event, size_t position);

    const ByteSource *m_buffer;
    std::vector<Collected> m_values;
    QHash<QString, size_t> m_known;
};

void Collector::add(const EtDumpRun &run, size_t execution)
{
    QHash<QString, size_t> seen; // values of a place in this execution
    for (const auto &entry : run.events) {
        const auto *event = std::get_if<EtDumpDebugEvent>(&entry);
        if (!event)
            continue;
        auto &collected = slot(*event, seen[keyText(*event)]++);
        const auto print = printOf(*event, m_buffer);
        collected.isWhole = collected.isWhole && print.isWhole;
        if (collected.value.executions.empty())
            collected.first = print.bytes;
        else if (print.bytes != collected.first)
            collected.value.differing.push_back(execution);
        collected.prints.insert(print.bytes);
        collected.value.executions.push_back(execution);
    }
}

Collected &Collector::slot(const EtDumpDebugEvent &event, size_t position)
{
    const auto key = u"%1#%2"_s.arg(keyText(event)).arg(position);
    if (const auto known = m_known.constFind(key); known != m_known.constEnd())
        return m_values[*known];
    m_known.insert(key, m_values.size());
    Collected collected{ .value = { .place = event.place,
                             .position = position,
                             .name = event.name.value_or(QString()),
                             .kind = event.kind,
                             .isProgramOutput = event.isProgramOutput } };
    if (const auto *tensors = std::get_if<std::vector<EtDumpTensor>>(&event.value))
        collected.value.tensors = *tensors;
    m_values.push_back(std::move(collected));
    return m_values.back();
}

std::vector<RecordedValue> Collector::take()
{
    std::vector<RecordedValue> values;
    for (auto &collected : m_values) {
        if (collected.isWhole || collected.prints.size() > 1)
            collected.value.variants = collected.prints.size();
        values.push_back(std::move(collected.value));
    }
    return values;
}

} // namespace

std::vector<RecordedValue> recordedValues(
    const EtDump &dump, const std::vector<Execution> &executions, const ByteSource *buffer)
{
    Collector collector(buffer);
    for (size_t i = 0; i < executions.size(); ++i)
        collector.add(dump.runs[executions[i].run], i);
    return collector.take();
}

quint64 leastBufferSize(const EtDump &dump)
{
    quint64 least = 0;
    for (const auto &run : dump.runs) {
        for (const auto &entry : run.events) {
            const auto *event = std::get_if<EtDumpDebugEvent>(&entry);
            const auto *tensors
                = event ? std::get_if<std::vector<EtDumpTensor>>(&event->value) : nullptr;
            if (!tensors)
                continue;
            for (const auto &tensor : *tensors) {
                const auto size = bytesOf(tensor);
                quint64 end = 0;
                if (size && *size > 0 && tensor.offset >= 0
                    && !__builtin_add_overflow(static_cast<quint64>(tensor.offset), *size, &end))
                    least = std::max(least, end);
            }
        }
    }
    return least;
}

} // namespace tosaic::profile
