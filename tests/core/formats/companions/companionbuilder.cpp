// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/companions/companionbuilder.h"

#include "bundled_generated.h"
#include "flattensor_generated.h"
#include "flattensorlegacy_generated.h"
#include "vgf_generated.h"

#include <QByteArrayList>
#include <QtEndian>

namespace tosaic::test {

namespace {

using flatbuffers::FlatBufferBuilder;
template <typename Table>
using List = std::vector<flatbuffers::Offset<Table>>;

QByteArray bytesOf(const FlatBufferBuilder &fbb)
{
    return QByteArray(
        reinterpret_cast<const char *>(fbb.GetBufferPointer()), qsizetype(fbb.GetSize()));
}

/// Inserts the extended header behind the identifier and appends the segments.
QByteArray withHeader(const QByteArray &bare, const QByteArray &segments)
{
    constexpr qsizetype Inserted = 40;
    QByteArray header(Inserted, '\0');
    const auto base = (quint64(bare.size() + Inserted) + 15) / 16 * 16;
    std::memcpy(header.data(), "FH01", 4);
    qToLittleEndian<quint32>(40, header.data() + 4);
    qToLittleEndian<quint64>(48, header.data() + 8);
    qToLittleEndian<quint64>(quint64(bare.size()) - 8, header.data() + 16);
    qToLittleEndian<quint64>(base, header.data() + 24);
    qToLittleEndian<quint64>(quint64(segments.size()), header.data() + 32);
    auto file = bare.first(8) + header + bare.sliced(8);
    qToLittleEndian<quint32>(qFromLittleEndian<quint32>(bare.data()) + Inserted, file.data());
    return file.leftJustified(qsizetype(base), '\0') + segments;
}

QByteArray flatTensor(bool isContradictory)
{
    namespace fb = tosaic::flattensor::fb;
    FlatBufferBuilder fbb;
    const auto layout = fb::CreateTensorLayout(
        fbb, 6, fbb.CreateVector<qint32>({ 2, 2 }), fbb.CreateVector<quint8>({ 0, 1 }));
    List<fb::NamedData> named{ fb::CreateNamedData(fbb, fbb.CreateString("weight"), 0, layout),
        fb::CreateNamedData(fbb, fbb.CreateString("key"), 1) };
    if (isContradictory) {
        named.push_back(fb::CreateNamedData(fbb, fbb.CreateString("lost"), 9));
        named.push_back(fb::CreateNamedData(fbb, fbb.CreateString("large"), 1, layout));
    }
    const List<fb::DataSegment> segments{ fb::CreateDataSegment(fbb, 0, 16),
        fb::CreateDataSegment(fbb, 16, 5) };
    fb::FinishFlatTensorBuffer(
        fbb, fb::CreateFlatTensor(fbb, 0, fbb.CreateVector(segments), fbb.CreateVector(named)));
    return withHeader(bytesOf(fbb), QByteArray(16, 'w') + "bytes");
}

/// Sections behind a header of 128 bytes.
QByteArray vgfFile(const QByteArrayList &sections, char minorVersion)
{
    QByteArray header(128, '\0');
    std::memcpy(header.data(), "VGF1", 4);
    header[9] = minorVersion;
    QByteArray rest;
    for (qsizetype i = 0; i < sections.size(); ++i) {
        qToLittleEndian<quint64>(quint64(128 + rest.size()), header.data() + 16 + i * 16);
        qToLittleEndian<quint64>(quint64(sections[i].size()), header.data() + 24 + i * 16);
        rest += sections[i];
        rest.append((8 - rest.size() % 8) % 8, '\0');
    }
    return header + rest;
}

namespace vg = tosaic::vgf::fb;

QByteArray vgfModules()
{
    FlatBufferBuilder fbb;
    const auto code
        = vg::CreateSPIRV(fbb, fbb.CreateVector<quint32>({ 0x07230203, 0x00010600, 0 }));
    const auto module = vg::CreateModule(fbb, vg::ModuleType::GRAPH, fbb.CreateString("graph"),
        fbb.CreateString("main"), vg::ModuleCode::SPIRV, code.Union());
    fbb.Finish(vg::CreateModuleTable(fbb, fbb.CreateVector(List<vg::Module>{ module })));
    return bytesOf(fbb);
}

QByteArray vgfSequence()
{
    FlatBufferBuilder fbb;
    const List<vg::BindingSlot> in{ vg::CreateBindingSlot(fbb, 0, 0) };
    const List<vg::BindingSlot> out{ vg::CreateBindingSlot(fbb, 1, 1) };
    const auto segment
        = vg::CreateSegmentInfo(fbb, vg::ModuleType::GRAPH, fbb.CreateString("segment"), 0, 0,
            fbb.CreateVector(in), fbb.CreateVector(out), fbb.CreateVector<quint32>({ 0 }));
    const std::vector<flatbuffers::Offset<flatbuffers::String>> names{ fbb.CreateString("x") };
    fbb.Finish(vg::CreateModelSequenceTable(fbb, fbb.CreateVector(List<vg::SegmentInfo>{ segment }),
        fbb.CreateVector(in), fbb.CreateVector(out), fbb.CreateVector(names)));
    return bytesOf(fbb);
}

QByteArray vgfResources()
{
    FlatBufferBuilder fbb;
    List<vg::ModelResourceTableEntry> entries;
    for (const auto category : { vg::ResourceCategory::INPUT, vg::ResourceCategory::OUTPUT,
             vg::ResourceCategory::CONSTANT })
        entries.push_back(vg::CreateModelResourceTableEntry(fbb, 1000460000, 14, category,
            vg::CreateDescription(fbb, fbb.CreateVector<std::int64_t>({ 1, 4 }))));
    fbb.Finish(vg::CreateModelResourceTable(fbb, fbb.CreateVector(entries)));
    return bytesOf(fbb);
}

QByteArray vgfConstants(bool isOld)
{
    if (isOld) {
        FlatBufferBuilder fbb;
        const auto raw = fbb.CreateVector<quint8>({ 'c', 'o', 'n', 's' });
        const List<vg::ConstantData> data{ vg::CreateConstantData(fbb, 2, -1, raw) };
        fbb.Finish(vg::CreateConstantSection(fbb, fbb.CreateVector(data)));
        return bytesOf(fbb);
    }
    QByteArray section("CONST00\0", 8);
    section.append(32, '\0');
    qToLittleEndian<quint64>(1, section.data() + 8);
    qToLittleEndian<quint32>(2, section.data() + 16);
    qToLittleEndian<qint32>(-1, section.data() + 20);
    qToLittleEndian<quint64>(4, section.data() + 24);
    return section + "cons\0\0\0\0";
}

} // namespace

QByteArray smallFlatTensor()
{
    return flatTensor(false);
}

QByteArray contradictoryFlatTensor()
{
    return flatTensor(true);
}

QByteArray legacyFlatTensor()
{
    namespace fb = tosaic::flattensorlegacy::fb;
    FlatBufferBuilder fbb;
    const auto tensor = [&](const char *name, qint8 type, quint64 offset) {
        return fb::CreateTensorMetadata(fbb, fbb.CreateString(name), type,
            fbb.CreateVector<qint32>({ 2, 2 }), fbb.CreateVector<quint8>({ 0, 1 }), 0, offset);
    };
    const List<fb::TensorMetadata> tensors{ tensor("a", 6, 0), tensor("b", 1, 16) };
    const List<fb::DataSegment> segments{ fb::CreateDataSegment(fbb, 0, 20) };
    const List<fb::NamedData> named{ fb::CreateNamedData(fbb, fbb.CreateString("blob"), 0) };
    fb::FinishFlatTensorBuffer(fbb,
        fb::CreateFlatTensor(fbb, 0, 16, fbb.CreateVector(tensors), fbb.CreateVector(segments),
            fbb.CreateVector(named)));
    return withHeader(bytesOf(fbb), QByteArray(20, 'w'));
}

QByteArray smallBundle(const QByteArray &program, const char *method)
{
    namespace fb = tosaic::bundled::fb;
    FlatBufferBuilder fbb;
    fbb.ForceVectorAlignment(size_t(program.size()), 1, 32);
    const auto inner = fbb.CreateVector(
        reinterpret_cast<const quint8 *>(program.data()), size_t(program.size()));
    const auto value = [&](fb::ValueUnion kind, flatbuffers::Offset<void> content) {
        return fb::CreateValue(fbb, kind, content);
    };
    const auto tensor = [&] {
        const auto data = fbb.CreateVector<quint8>({ 1, 2, 3, 4 });
        return value(fb::ValueUnion::Tensor,
            fb::CreateTensor(fbb, 1, fbb.CreateVector<qint32>({ 2, 2 }), data,
                fbb.CreateVector<quint8>({ 0, 1 }))
                .Union());
    };
    const List<fb::Value> inputs{ tensor(),
        value(fb::ValueUnion::Int, fb::CreateInt(fbb, -3).Union()),
        value(fb::ValueUnion::Bool, fb::CreateBool(fbb, true).Union()),
        value(fb::ValueUnion::Double, fb::CreateDouble(fbb, 0.5).Union()) };
    const List<fb::Value> outputs{ tensor() };
    const List<fb::BundledMethodTestCase> cases{
        fb::CreateBundledMethodTestCase(fbb, fbb.CreateVector(inputs), fbb.CreateVector(outputs)),
        fb::CreateBundledMethodTestCase(fbb, fbb.CreateVector(inputs))
    };
    const List<fb::BundledMethodTestSuite> suites{ fb::CreateBundledMethodTestSuite(
        fbb, fbb.CreateString(method), fbb.CreateVector(cases)) };
    fb::FinishBundledProgramBuffer(
        fbb, fb::CreateBundledProgram(fbb, 2, fbb.CreateVector(suites), inner));
    return bytesOf(fbb);
}

QByteArray smallVgf(bool isOld)
{
    return vgfFile(
        { vgfModules(), vgfSequence(), vgfResources(), vgfConstants(isOld) }, isOld ? '\3' : '\4');
}

} // namespace tosaic::test
