// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vgf/vgfreader.h"

#include "core/formats/vgf/section.h"
#include "core/formats/vgf/vgfconstants.h"

#include "vgf_generated.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace fb = tosaic::vgf::fb;

namespace {

using vgf::Section;

constexpr qsizetype HeaderSize = 128;
constexpr qsizetype SectionsAt = 16;

QString nameOr(const char *name, int number)
{
    return *name != '\0' ? QString::fromLatin1(name) : QString::number(number);
}

class VgfReader
{
public:
    VgfReader(ReadContext &context, VgfFile &file) : m_context(context), m_file(file) { }

    void read()
    {
        readHeader();
        Section modules(m_context, m_file.sections[0]);
        Section sequence(m_context, m_file.sections[1]);
        Section resources(m_context, m_file.sections[2]);
        Section constants(m_context, m_file.sections[3]);
        readModules(modules);
        readSequence(sequence);
        readResources(resources);
        if (constants.isReadable())
            m_file.constants = vgf::readConstants(m_context, constants);
        checkIndices();
    }

private:
    void readHeader()
    {
        const auto bytes = m_context.bytes();
        m_file.vulkanHeaderVersion = qFromLittleEndian<quint16>(bytes.data() + 4);
        m_file.version
            = u"%1.%2.%3"_s.arg(quint8(bytes[8])).arg(quint8(bytes[9])).arg(quint8(bytes[10]));
        if (bytes[8] != 0)
            m_context.report(u"vgf.version"_s, Severity::Warning,
                u"version %1, 0.x is known: read as if it were that"_s.arg(m_file.version),
                m_context.inFile(8));
        constexpr std::array SectionNames{ "modules", "sequence", "resources", "constants" };
        for (size_t i = 0; i < SectionNames.size(); ++i) {
            const auto *at = bytes.data() + SectionsAt + qsizetype(i) * 16;
            m_file.sections.push_back({ QString::fromLatin1(SectionNames.at(i)),
                { qFromLittleEndian<quint64>(at), qFromLittleEndian<quint64>(at + 8) } });
        }
    }

    void readModules(Section &section)
    {
        const auto *root = section.root<fb::ModuleTable>();
        const auto *list = root ? root->modules() : nullptr;
        for (quint32 i = 0, count = m_context.count(list); i < count; ++i) {
            const auto *from = list->Get(i);
            VgfModule module;
            module.name = m_context.text(from->name());
            module.entryPoint = m_context.text(from->entry_point());
            module.type = nameOr(fb::EnumNameModuleType(from->type()), int(from->type()));
            module.codeKind
                = nameOr(fb::EnumNameModuleCode(from->code_type()), int(from->code_type()));
            readCode(section, *from, module);
            m_file.modules.push_back(std::move(module));
        }
    }

    void readCode(const Section &section, const fb::Module &from, VgfModule &module)
    {
        const auto *spirv = from.code_as_SPIRV();
        if (const auto *words = spirv ? spirv->words() : nullptr) {
            module.code
                = model::ByteRange{ section.fileOffset(words->Data()), quint64(words->size()) * 4 };
            if (words->size() < 2)
                return;
            module.magic = words->Get(0);
            module.spirvVersion
                = u"%1.%2"_s.arg(words->Get(1) >> 16 & 0xFF).arg(words->Get(1) >> 8 & 0xFF);
            if (*module.magic != SpirvMagic)
                m_context.report(u"vgf.code"_s, Severity::Error,
                    u"the code begins with 0x%1, SPIR-V with 0x07230203"_s.arg(
                        *module.magic, 8, 16, QLatin1Char('0')),
                    m_context.inEntity(u"module %1"_s.arg(module.name)));
            return;
        }
        const auto *glsl = from.code_as_GLSL();
        const auto *hlsl = from.code_as_HLSL();
        const auto *text = glsl ? glsl->code() : hlsl ? hlsl->code() : nullptr;
        if (text)
            module.code = model::ByteRange{ section.fileOffset(text->c_str()), text->size() };
    }

    using Slots = flatbuffers::Vector<flatbuffers::Offset<fb::BindingSlot>>;
    using Names = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>;
    std::vector<VgfBinding> bindings(const Slots *list, const Names *names = nullptr)
    {
        std::vector<VgfBinding> result;
        for (quint32 i = 0, count = m_context.count(list); i < count; ++i)
            result.push_back({ list->Get(i)->binding(), list->Get(i)->mrt_index(),
                names && i < names->size() ? m_context.text(names->Get(i)) : QString() });
        return result;
    }

    void readSequence(Section &section)
    {
        const auto *root = section.root<fb::ModelSequenceTable>();
        if (!root)
            return;
        m_file.inputs = bindings(root->inputs(), root->input_names());
        m_file.outputs = bindings(root->outputs(), root->output_names());
        for (quint32 i = 0, count = m_context.count(root->segments()); i < count; ++i) {
            const auto *from = root->segments()->Get(i);
            VgfSegment segment;
            segment.name = m_context.text(from->name());
            segment.type = nameOr(fb::EnumNameModuleType(from->type()), int(from->type()));
            segment.module = from->module_index();
            segment.inputs = bindings(from->inputs());
            segment.outputs = bindings(from->outputs());
            segment.constants = m_context.list<quint32>(from->constants());
            segment.dispatchShape = m_context.list<quint32>(from->dispatch_shape());
            m_file.segments.push_back(std::move(segment));
        }
    }

    void readResources(Section &section)
    {
        const auto *root = section.root<fb::ModelResourceTable>();
        const auto *list = root ? root->mrt_entry() : nullptr;
        for (quint32 i = 0, count = m_context.count(list); i < count; ++i) {
            const auto *from = list->Get(i);
            VgfResource resource;
            resource.category
                = nameOr(fb::EnumNameResourceCategory(from->category()), int(from->category()));
            resource.descriptorType = from->vk_descriptor_type();
            resource.format = from->vk_format();
            if (const auto *description = from->description()) {
                resource.shape = m_context.list<qint64>(description->shape());
                resource.strides = m_context.list<qint64>(description->strides());
            }
            m_file.resources.push_back(std::move(resource));
        }
    }

    void check(const QString &place, const QString &what, quint64 index, size_t count)
    {
        if (index >= count)
            m_context.report(u"vgf.index-out-of-range"_s, Severity::Error,
                u"%1 %2, the file has %3"_s.arg(what).arg(index).arg(count),
                m_context.inEntity(place));
    }

    void check(const QString &place, const std::vector<VgfBinding> &bindings)
    {
        for (const auto &binding : bindings)
            check(place, u"resource"_s, binding.resource, m_file.resources.size());
    }

    void checkIndices()
    {
        check(u"inputs"_s, m_file.inputs);
        check(u"outputs"_s, m_file.outputs);
        for (size_t i = 0; i < m_file.segments.size(); ++i) {
            const auto &segment = m_file.segments[i];
            const auto place = u"segment %1"_s.arg(i);
            check(place, u"module"_s, segment.module, m_file.modules.size());
            check(place, segment.inputs);
            check(place, segment.outputs);
            for (const auto constant : segment.constants)
                check(place, u"constant"_s, constant, m_file.constants.size());
        }
        for (size_t i = 0; i < m_file.constants.size(); ++i)
            check(u"constant %1"_s.arg(i), u"resource"_s, m_file.constants[i].resource,
                m_file.resources.size());
    }

    static constexpr quint32 SpirvMagic = 0x07230203;

    ReadContext &m_context;
    VgfFile &m_file;
};

} // namespace

Result<std::shared_ptr<const VgfFile>> readVgf(std::shared_ptr<const ByteSource> source)
{
    ReadContext context(*source);
    const auto bytes = source->bytes();
    if (bytes.size() < 4 || bytes.first(4) != "VGF1")
        return fail(ErrorCode::FormatUnknown, u"not a VGF container"_s, context.inFile());
    if (bytes.size() < HeaderSize)
        return fail(ErrorCode::FormatDamaged,
            u"%1 bytes, the header alone has %2"_s.arg(bytes.size()).arg(HeaderSize),
            context.inSection(u"header"_s, 0));
    auto file = std::make_shared<VgfFile>();
    file->source = source;
    VgfReader(context, *file).read();
    if (const auto limit = context.limitError())
        return fail(*limit);
    file->diagnostics = context.takeDiagnostics();
    return std::shared_ptr<const VgfFile>(std::move(file));
}

} // namespace tosaic::formats
