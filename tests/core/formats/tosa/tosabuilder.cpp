// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tosa/tosabuilder.h"

namespace tosaic::test {

namespace fb = tosaic::tosa::fb;

namespace {

/// Lists and strings must be finished before the table that holds them begins.
class AttributeWriter
{
public:
    explicit AttributeWriter(flatbuffers::FlatBufferBuilder &fbb) : m_fbb(fbb) { }

    flatbuffers::uoffset_t write(const std::vector<TosaBuilder::Slot> &slots)
    {
        std::vector<flatbuffers::uoffset_t> parts(slots.size(), 0);
        for (size_t i = 0; i < slots.size(); ++i)
            parts[i] = part(slots[i]);
        // Every field is written, also where it has its default, so that the table has a slot for
        // each as those of the real writers mostly do.
        m_fbb.ForceDefaults(true);
        const auto start = m_fbb.StartTable();
        for (size_t i = 0; i < slots.size(); ++i)
            add(flatbuffers::voffset_t(4 + 2 * i), slots[i], parts[i]);
        const auto end = m_fbb.EndTable(start);
        m_fbb.ForceDefaults(false);
        return end;
    }

private:
    flatbuffers::uoffset_t part(const TosaBuilder::Slot &slot)
    {
        if (const auto *text = std::get_if<std::string>(&slot))
            return m_fbb.CreateString(*text).o;
        if (const auto *data = std::get_if<QByteArray>(&slot)) {
            m_fbb.ForceVectorAlignment(size_t(data->size()), 1, 8);
            return m_fbb
                .CreateVector(
                    reinterpret_cast<const quint8 *>(data->constData()), size_t(data->size()))
                .o;
        }
        if (const auto *list = std::get_if<std::vector<qint32>>(&slot))
            return m_fbb.CreateVector(*list).o;
        if (const auto *list = std::get_if<std::vector<qint16>>(&slot))
            return m_fbb.CreateVector(*list).o;
        return 0;
    }

    void add(flatbuffers::voffset_t at, const TosaBuilder::Slot &slot, flatbuffers::uoffset_t part)
    {
        if (const auto *number = std::get_if<qint32>(&slot))
            m_fbb.AddElement<qint32>(at, *number, 0);
        else if (const auto *value = std::get_if<quint32>(&slot))
            m_fbb.AddElement<quint32>(at, *value, 0);
        else if (const auto *flag = std::get_if<bool>(&slot))
            m_fbb.AddElement<quint8>(at, *flag ? 1 : 0, 0);
        else if (part != 0)
            m_fbb.AddOffset(at, flatbuffers::Offset<void>(part));
    }

    flatbuffers::FlatBufferBuilder &m_fbb;
};

} // namespace

TosaBuilder::Strings TosaBuilder::strings(const std::vector<std::string> &texts)
{
    return m_fbb.CreateVectorOfStrings(texts);
}

flatbuffers::Offset<flatbuffers::Vector<quint8>> TosaBuilder::bytes(const QByteArray &data)
{
    m_fbb.ForceVectorAlignment(size_t(data.size()), 1, 8);
    return m_fbb.CreateVector(
        reinterpret_cast<const quint8 *>(data.constData()), size_t(data.size()));
}

flatbuffers::Offset<fb::AnyAttribute> TosaBuilder::attribute(const std::vector<Slot> &slots)
{
    return AttributeWriter(m_fbb).write(slots);
}

flatbuffers::Offset<fb::Operator> TosaBuilder::op(const Op &op)
{
    const auto attributes = op.attribute && op.tag != 0 ? attribute(*op.attribute)
                                                        : flatbuffers::Offset<fb::AnyAttribute>();
    const auto inputs = strings(op.inputs);
    const auto outputs = strings(op.outputs);
    const auto location = op.location
        ? fb::CreateOpLocation(m_fbb, m_fbb.CreateString(*op.location))
        : flatbuffers::Offset<fb::OpLocation>();
    return fb::CreateOperator(m_fbb, op.number, op.tag, attributes, inputs, outputs, location);
}

flatbuffers::Offset<fb::Tensor> TosaBuilder::tensor(const Tensor &tensor)
{
    const auto name = m_fbb.CreateString(tensor.name);
    const auto shape = m_fbb.CreateVector(tensor.shape);
    const auto data
        = tensor.data ? bytes(*tensor.data) : flatbuffers::Offset<flatbuffers::Vector<quint8>>();
    const auto variable = tensor.variableName.empty() ? flatbuffers::Offset<flatbuffers::String>()
                                                      : m_fbb.CreateString(tensor.variableName);
    return fb::CreateTensor(m_fbb, name, shape, tensor.type, data, tensor.isVariable,
        tensor.isUnranked, variable, tensor.offset, tensor.size);
}

flatbuffers::Offset<fb::BasicBlock> TosaBuilder::block(const Block &block)
{
    std::vector<flatbuffers::Offset<fb::Operator>> ops;
    for (const auto &entry : block.ops)
        ops.push_back(op(entry));
    std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
    for (const auto &entry : block.tensors)
        tensors.push_back(tensor(entry));
    flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::Shape>>> shapes;
    if (block.shapes) {
        std::vector<flatbuffers::Offset<fb::Shape>> entries;
        for (const auto &shape : *block.shapes) {
            const auto name = m_fbb.CreateString(shape.name);
            entries.push_back(fb::CreateShape(
                m_fbb, name, quint32(shape.values.size()), bytes(rawBytes(shape.values))));
        }
        shapes = m_fbb.CreateVector(entries);
    }
    const auto name = m_fbb.CreateString(block.name);
    const auto inputs = strings(block.inputs);
    const auto outputs = strings(block.outputs);
    return fb::CreateBasicBlock(
        m_fbb, name, m_fbb.CreateVector(ops), m_fbb.CreateVector(tensors), inputs, outputs, shapes);
}

void TosaBuilder::addRegion(const std::string &name, const std::vector<Block> &blocks)
{
    std::vector<flatbuffers::Offset<fb::BasicBlock>> entries;
    for (const auto &entry : blocks)
        entries.push_back(block(entry));
    const auto text = m_fbb.CreateString(name);
    m_regions.push_back(fb::CreateRegion(m_fbb, text, m_fbb.CreateVector(entries)));
}

QByteArray TosaBuilder::finish(
    std::optional<TosaVersion> version, std::optional<std::string> softwareModifier)
{
    const auto regions = m_fbb.CreateVector(m_regions);
    const auto stated = version
        ? fb::CreateVersion(m_fbb, version->major, version->minor, version->patch, version->isDraft)
        : flatbuffers::Offset<fb::Version>();
    const auto software = softwareModifier
        ? fb::CreateSoftwareVersion(m_fbb, 2026, 5, 0, m_fbb.CreateString(*softwareModifier))
        : flatbuffers::Offset<fb::SoftwareVersion>();
    fb::FinishGraphBuffer(m_fbb, fb::CreateGraph(m_fbb, stated, regions, software));
    return QByteArray(
        reinterpret_cast<const char *>(m_fbb.GetBufferPointer()), qsizetype(m_fbb.GetSize()));
}

QByteArray tosaFile(const TosaBuilder::Block &block, TosaVersion version)
{
    TosaBuilder builder;
    builder.addRegion("main", { block });
    return builder.finish(version);
}

} // namespace tosaic::test
