// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/vgfdescription.h"

#include "core/base/knownjson.h"

#include "core/inspect/descriptionparts.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

/// Names of VkFormat and VkDescriptorType that VGF files use; others are shown as numbers.
struct NamedNumber
{
    quint32 number;
    const char *name;
};
constexpr std::array Formats{
    NamedNumber{ 0, "VK_FORMAT_UNDEFINED" },
    NamedNumber{ 13, "VK_FORMAT_R8_UINT" },
    NamedNumber{ 14, "VK_FORMAT_R8_SINT" },
    NamedNumber{ 74, "VK_FORMAT_R16_UINT" },
    NamedNumber{ 75, "VK_FORMAT_R16_SINT" },
    NamedNumber{ 76, "VK_FORMAT_R16_SFLOAT" },
    NamedNumber{ 98, "VK_FORMAT_R32_UINT" },
    NamedNumber{ 99, "VK_FORMAT_R32_SINT" },
    NamedNumber{ 100, "VK_FORMAT_R32_SFLOAT" },
    NamedNumber{ 110, "VK_FORMAT_R64_UINT" },
    NamedNumber{ 111, "VK_FORMAT_R64_SINT" },
    NamedNumber{ 112, "VK_FORMAT_R64_SFLOAT" },
    NamedNumber{ 1000460000, "VK_FORMAT_R8_BOOL_ARM" },
};
constexpr std::array DescriptorTypes{
    NamedNumber{ 0, "VK_DESCRIPTOR_TYPE_SAMPLER" },
    NamedNumber{ 1, "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER" },
    NamedNumber{ 2, "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE" },
    NamedNumber{ 3, "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE" },
    NamedNumber{ 6, "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER" },
    NamedNumber{ 7, "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER" },
    NamedNumber{ 1000460000, "VK_DESCRIPTOR_TYPE_TENSOR_ARM" },
};

template <typename Names>
QString nameIn(const Names &names, quint32 number)
{
    for (const auto &entry : names) {
        if (entry.number == number)
            return QString::fromLatin1(entry.name);
    }
    return QString::number(number);
}

class VgfJson
{
public:
    explicit VgfJson(const formats::VgfFile &file) : m_file(file) { }

    QJsonObject whole()
    {
        QJsonObject result{ { u"version"_s, m_file.version },
            { u"vulkanHeaderVersion"_s, qint64(m_file.vulkanHeaderVersion) },
            { u"sections"_s, list(m_file.sections, &VgfJson::sectionJson) },
            { u"modules"_s, list(m_file.modules, &VgfJson::moduleJson) },
            { u"resources"_s, list(m_file.resources, &VgfJson::resourceJson) },
            { u"segments"_s, list(m_file.segments, &VgfJson::segmentJson) },
            { u"inputs"_s, list(m_file.inputs, &VgfJson::bindingJson) },
            { u"outputs"_s, list(m_file.outputs, &VgfJson::bindingJson) },
            { u"constants"_s, list(m_file.constants, &VgfJson::constantJson) } };
        if (m_omitted > 0)
            result[u"omitted"_s] = m_omitted;
        return result;
    }

private:
    template <typename Item>
    QJsonArray list(const std::vector<Item> &items, QJsonObject (VgfJson::*convert)(const Item &))
    {
        QJsonArray result;
        for (const auto &item : items) {
            const auto object = (this->*convert)(item);
            if (object.isEmpty())
                ++m_omitted;
            else
                result.append(object);
        }
        return result;
    }

    QJsonObject sectionJson(const formats::VgfSection &part)
    {
        return { { u"name"_s, part.name }, { u"offset"_s, qint64(part.range.offset) },
            { u"size"_s, qint64(part.range.size) } };
    }

    QJsonObject moduleJson(const formats::VgfModule &module)
    {
        if (!m_room.take(module.name.size() + module.entryPoint.size() + 128))
            return {};
        QJsonObject result{ { u"name"_s, module.name }, { u"entryPoint"_s, module.entryPoint },
            { u"type"_s, module.type }, { u"code"_s, module.codeKind } };
        if (module.code) {
            result[u"codeOffset"_s] = qint64(module.code->offset);
            result[u"codeSize"_s] = qint64(module.code->size);
        }
        insertKnown(result, u"spirv"_s, module.spirvVersion);
        return result;
    }

    QJsonObject resourceJson(const formats::VgfResource &resource)
    {
        if (!m_room.take(qint64(resource.shape.size() + resource.strides.size()) * 12 + 128))
            return {};
        QJsonObject result{ { u"category"_s, resource.category },
            { u"format"_s, nameIn(Formats, resource.format) },
            { u"descriptorType"_s, nameIn(DescriptorTypes, resource.descriptorType) },
            { u"shape"_s, jsonList(resource.shape) } };
        insertKnown(result, u"strides"_s, jsonList(resource.strides));
        return result;
    }

    QJsonObject segmentJson(const formats::VgfSegment &segment)
    {
        if (!m_room.take(segment.name.size()
                + qint64(segment.constants.size() + segment.dispatchShape.size()) * 12 + 64))
            return {};
        QJsonObject result{ { u"name"_s, segment.name }, { u"type"_s, segment.type },
            { u"module"_s, qint64(segment.module) },
            { u"inputs"_s, list(segment.inputs, &VgfJson::bindingJson) },
            { u"outputs"_s, list(segment.outputs, &VgfJson::bindingJson) },
            { u"constants"_s, jsonList(segment.constants) } };
        insertKnown(result, u"dispatchShape"_s, jsonList(segment.dispatchShape));
        return result;
    }

    QJsonObject bindingJson(const formats::VgfBinding &binding)
    {
        if (!m_room.take(binding.name.size() + 48))
            return {};
        QJsonObject result{ { u"binding"_s, qint64(binding.binding) },
            { u"resource"_s, qint64(binding.resource) } };
        insertKnown(result, u"name"_s, binding.name);
        return result;
    }

    QJsonObject constantJson(const formats::VgfConstant &constant)
    {
        if (!m_room.take(64))
            return {};
        QJsonObject result{ { u"resource"_s, qint64(constant.resource) } };
        if (constant.bytes) {
            result[u"offset"_s] = qint64(constant.bytes->offset);
            result[u"size"_s] = qint64(constant.bytes->size);
        }
        if (constant.sparsityDimension >= 0)
            result[u"sparsityDimension"_s] = constant.sparsityDimension;
        return result;
    }

    const formats::VgfFile &m_file;
    JsonRoom m_room;
    qint64 m_omitted = 0;
};

DescriptionSection fileSection(const formats::VgfFile &file)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "VGF container"));
    result.facts = { fact(QT_TRANSLATE_NOOP("Description", "Version"), file.version) };
    if (file.vulkanHeaderVersion > 0)
        result.facts.push_back(fact(QT_TRANSLATE_NOOP("Description", "Vulkan header version"),
            QString::number(file.vulkanHeaderVersion)));
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Section")),
        column(QT_TRANSLATE_NOOP("Description", "Offset"), true),
        column(QT_TRANSLATE_NOOP("Description", "Bytes"), true) };
    for (const auto &part : file.sections)
        addRow(
            result.table, { part.name, countText(part.range.offset), countText(part.range.size) });
    return result;
}

DescriptionSection moduleSection(const formats::VgfFile &file)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "Modules"));
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Name")),
        column(QT_TRANSLATE_NOOP("Description", "Type")),
        column(QT_TRANSLATE_NOOP("Description", "Code")),
        column(QT_TRANSLATE_NOOP("Description", "Bytes"), true) };
    for (const auto &module : file.modules)
        addRow(result.table,
            { nameText(module.name), module.type,
                orDash((module.codeKind + u' ' + module.spirvVersion).trimmed()),
                module.code ? countText(module.code->size) : u"-"_s });
    return result;
}

DescriptionSection resourceSection(const formats::VgfFile &file)
{
    auto result = section(QT_TRANSLATE_NOOP("Description", "Resources"));
    result.facts
        = { fact(QT_TRANSLATE_NOOP("Description", "Constants"), countText(file.constants.size())) };
    result.table.columns = { column(QT_TRANSLATE_NOOP("Description", "Index"), true),
        column(QT_TRANSLATE_NOOP("Description", "Category")),
        column(QT_TRANSLATE_NOOP("Description", "Type")),
        column(QT_TRANSLATE_NOOP("Description", "Shape")) };
    for (size_t i = 0; i < file.resources.size(); ++i)
        addRow(result.table,
            { QString::number(i), file.resources[i].category,
                nameIn(Formats, file.resources[i].format),
                nameText(shapeText(file.resources[i].shape)) });
    return result;
}

} // namespace

Description describeVgf(const formats::VgfFile &file)
{
    Description result;
    result.format = u"vgf"_s;
    result.formatVersion = file.version;
    result.json = VgfJson(file).whole();
    result.sections = { fileSection(file), moduleSection(file), resourceSection(file) };
    result.diagnostics = file.diagnostics;
    return result;
}

} // namespace tosaic::inspect
