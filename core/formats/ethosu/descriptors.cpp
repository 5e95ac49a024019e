// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/blocks.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::formats::ethosu {

namespace {

constexpr quint64 DescriptorLimit = 4096;
constexpr quint64 SmallDescriptor = 28; ///< 4-D shape, until May 2025
constexpr quint64 LargeDescriptor = 36; ///< 6-D shape

qint32 numberAt(QByteArrayView bytes, quint64 at)
{
    return qFromLittleEndian<qint32>(bytes.data() + at);
}

class DescriptorReader
{
public:
    DescriptorReader(
        QByteArrayView stream, StreamContext &context, const model::EthosUPayload &payload)
        : m_stream(stream), m_context(context), m_payload(payload)
    {
    }

    /// "inputs" or "outputs": a count, then descriptors of 28 or 36 bytes.
    std::vector<model::IoDescriptor> read(const QString &name)
    {
        const auto *block = m_payload.block(name);
        if (!block) {
            report(name, 0, u"the stream has no such block"_s);
            return {};
        }
        const auto bytes = blockBytes(m_stream, *block);
        const auto count = countIn(*block, bytes);
        if (count == 0)
            return {};
        const auto size = (block->size - 4) / count;
        if (size != SmallDescriptor && size != LargeDescriptor) {
            report(name, block->offset,
                u"%1 bytes for %2 descriptors: neither 28 nor 36 each"_s.arg(block->size - 4)
                    .arg(count));
            return {};
        }
        std::vector<model::IoDescriptor> result;
        for (quint64 i = 0; i < count; ++i)
            result.push_back(descriptorAt(bytes, 4 + i * size, size == LargeDescriptor ? 6 : 4));
        return result;
    }

    /// The oldest variant: shapes and offsets in blocks of their own, nothing else.
    std::vector<model::IoDescriptor> readOld(const QString &shapes, const QString &offsets)
    {
        const auto *block = m_payload.block(shapes);
        if (!block)
            return {};
        const auto bytes = blockBytes(m_stream, *block);
        const auto count = countIn(*block, bytes);
        std::vector<model::IoDescriptor> result;
        for (quint64 i = 0; i < count && 4 + (i + 1) * 16 <= block->size; ++i) {
            model::IoDescriptor descriptor;
            for (quint64 d = 0; d < 4; ++d)
                descriptor.shape.push_back(numberAt(bytes, 4 + i * 16 + d * 4));
            descriptor.region = 1; // offsets of that time were always into the scratch
            result.push_back(std::move(descriptor));
        }
        const auto *places = m_payload.block(offsets);
        for (quint64 i = 0; places && i < result.size() && 4 + (i + 1) * 4 <= places->size; ++i)
            result[i].offset = numberAt(blockBytes(m_stream, *places), 4 + i * 4);
        return result;
    }

private:
    quint64 countIn(const model::PayloadBlock &block, QByteArrayView bytes)
    {
        const auto count = block.size >= 4 ? numberAt(bytes, 0) : -1;
        if (count >= 0 && quint64(count) <= DescriptorLimit && quint64(count) <= block.size / 4)
            return quint64(count);
        report(block.name, block.offset, u"the number of descriptors does not fit its size"_s);
        return 0;
    }

    static model::IoDescriptor descriptorAt(QByteArrayView bytes, quint64 at, quint64 rank)
    {
        model::IoDescriptor descriptor;
        for (quint64 d = 0; d < rank; ++d)
            descriptor.shape.push_back(numberAt(bytes, at + d * 4));
        descriptor.elementSize = numberAt(bytes, at + rank * 4);
        descriptor.offset = numberAt(bytes, at + rank * 4 + 4);
        descriptor.region = numberAt(bytes, at + rank * 4 + 8);
        return descriptor;
    }

    void report(const QString &name, quint64 offset, const QString &text)
    {
        m_context.sink.add(
            u"ethosu.descriptors"_s, Severity::Error, text, blockPlace(m_context, name, offset));
    }

    QByteArrayView m_stream;
    StreamContext &m_context;
    const model::EthosUPayload &m_payload;
};

} // namespace

void readDescriptors(QByteArrayView stream, StreamContext &context, model::EthosUPayload &payload)
{
    DescriptorReader reader(stream, context, payload);
    if (payload.block(u"input_shape"_s) || payload.block(u"output_shape"_s)) {
        payload.inputs = reader.readOld(u"input_shape"_s, u"input_offset"_s);
        payload.outputs = reader.readOld(u"output_shape"_s, u"output_offset"_s);
        return;
    }
    payload.inputs = reader.read(u"inputs"_s);
    payload.outputs = reader.read(u"outputs"_s);
}

} // namespace tosaic::formats::ethosu
