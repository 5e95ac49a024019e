// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/model/program.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::formats {

/// A section as the header places it: "modules", "sequence", "resources", "constants".
struct VgfSection
{
    QString name;
    model::ByteRange range; ///< as stated, also where it does not lie inside the file
};

struct VgfModule
{
    QString name;
    QString entryPoint;
    QString type; ///< "GRAPH" or "COMPUTE"
    QString codeKind; ///< "SPIRV", "GLSL", "HLSL" or "NONE"
    std::optional<model::ByteRange> code; ///< in the file
    std::optional<quint32> magic; ///< first word of SPIR-V: 0x07230203
    QString spirvVersion; ///< "1.6"; empty if it is no SPIR-V
};

struct VgfResource
{
    QString category; ///< "INPUT", "OUTPUT", "INTERMEDIATE", "CONSTANT"
    quint32 descriptorType = 0; ///< VkDescriptorType
    quint32 format = 0; ///< VkFormat
    std::vector<qint64> shape;
    std::vector<qint64> strides;
};

struct VgfBinding
{
    quint32 binding = 0;
    quint32 resource = 0; ///< into VgfFile::resources
    QString name; ///< only for inputs and outputs of the whole model, where stored
};

/// A step of the model: a module with what is bound to it.
struct VgfSegment
{
    QString name;
    QString type; ///< as of modules
    quint32 module = 0; ///< into VgfFile::modules
    std::vector<VgfBinding> inputs;
    std::vector<VgfBinding> outputs;
    std::vector<quint32> constants; ///< into VgfFile::constants
    std::vector<quint32> dispatchShape;
};

struct VgfConstant
{
    quint32 resource = 0; ///< into VgfFile::resources
    qint64 sparsityDimension = -1; ///< -1: dense
    std::optional<model::ByteRange> bytes; ///< in the file; absent if outside of it
};

/// A VGF container: graphs for the Vulkan ML extensions. It never runs on Ethos-U.
struct VgfFile
{
    std::shared_ptr<const ByteSource> source;
    QString version; ///< "0.3.0"
    quint32 vulkanHeaderVersion = 0; ///< VK_HEADER_VERSION of the writer; 0: not stated
    std::vector<VgfSection> sections;
    std::vector<VgfModule> modules;
    std::vector<VgfResource> resources;
    std::vector<VgfSegment> segments;
    std::vector<VgfBinding> inputs;
    std::vector<VgfBinding> outputs;
    std::vector<VgfConstant> constants;
    std::vector<Diagnostic> diagnostics;
};

/// Reads header, tables and the places of code and constants, whose bytes are not touched (of
/// SPIR-V only the first two words). A damaged section ends in a diagnostic, the others are read.
/// Errors: FormatUnknown, FormatDamaged (no complete header), LimitExceeded. Any thread.
/// Facts: Arm's VGF library (file format notes and schema).
Result<std::shared_ptr<const VgfFile>> readVgf(std::shared_ptr<const ByteSource> source);

} // namespace tosaic::formats
