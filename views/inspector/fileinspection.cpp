// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/facts.h"

#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "views/models/streamowner.h"

#include <QFileInfo>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class FileInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::FileInspection)
public:
    static Section file(const InspectionContext &context);
    static Section header(const model::Program &program);
    static Section methods(const model::Program &program);
    static Section segments(const model::Program &program);
    static Section namedData(const model::Program &program);
    static Section compile(const compiled::CompileResult &result);
    static Section io(const model::Method &method, int index);
    static Section contents(const model::Method &method, int index);
    static Section memory(const model::Method &method);
    static QString kind() { return tr("File"); }
    static QString methodKind() { return tr("Method"); }
    static QString methodCount(int count) { return tr("%n method(s)", nullptr, count); }
};

Section FileInspection::file(const InspectionContext &context)
{
    const auto &program = *context.program;
    Section s{ .id = u"file"_s, .title = tr("File") };
    s.add(
        tr("Path"), context.path.isEmpty() ? program.source->name() : context.path, Emphasis::Code);
    s.facts.push_back(Facts::bytes(tr("Size"), program.source->size()));
    s.add(tr("Identifier"), program.identifier);
    s.add(tr("Version"), QString::number(program.version));
    return s;
}

Section FileInspection::header(const model::Program &program)
{
    Section s{ .id = u"header"_s, .title = tr("Extended header") };
    if (!program.header) {
        s.add(
            tr("Header"), tr("None"), tr("ExecuTorch leaves it out when no segment holds bytes."));
        return s;
    }
    const auto &h = *program.header;
    s.facts.push_back({ .label = tr("Length"),
        .value = Facts::bytes(h.length),
        .link = model::EntityRef::byteRange({ 8, h.length }),
        .linkText = tr("Show bytes") });
    s.facts.push_back(Facts::bytes(tr("Program size"), h.programSize));
    s.add(tr("Segment base"),
        u"0x%1 (%2)"_s.arg(h.segmentBaseOffset, 0, 16).arg(formatCount(h.segmentBaseOffset)));
    s.facts.push_back(Facts::bytes(tr("Segment data"), h.segmentDataSize));
    return s;
}

Section FileInspection::methods(const model::Program &program)
{
    Section s{ .id = u"methods"_s, .title = tr("Methods") };
    for (size_t i = 0; i < program.methods.size(); ++i) {
        const auto &method = program.methods[i];
        const auto calls
            = tr("%n instruction(s)", nullptr, static_cast<int>(method.instructions.size()));
        const auto delegates
            = tr("%n delegate(s)", nullptr, static_cast<int>(method.delegates.size()));
        s.add(tr("Method %1").arg(i), method.name, u"%1, %2"_s.arg(calls, delegates),
            model::EntityRef::ofMethod(static_cast<int>(i)));
    }
    return s;
}

Section FileInspection::segments(const model::Program &program)
{
    Section s{ .id = u"segments"_s, .title = tr("Segments") };
    for (size_t i = 0; i < program.segments.size(); ++i) {
        const auto range = program.absoluteSegment(i);
        s.facts.push_back({ .label = tr("Segment %1").arg(i),
            .value = range.size ? Facts::bytes(range.size) : tr("empty"),
            .detail
            = range.size ? tr("at offset 0x%1 of the file").arg(range.offset, 0, 16) : QString(),
            .link
            = range.size ? model::EntityRef::segment(static_cast<int>(i)) : model::EntityRef(),
            .linkText = range.size ? tr("Show bytes") : QString() });
    }
    return s;
}

Section FileInspection::namedData(const model::Program &program)
{
    Section s{ .id = u"named-data"_s, .title = tr("Named data") };
    for (const auto &item : program.namedData)
        s.facts.push_back({ .label = tr("Segment %1").arg(item.segmentIndex),
            .value = item.key,
            .detail = Facts::bytes(item.size),
            .link = model::EntityRef::segment(static_cast<int>(item.segmentIndex)),
            .emphasis = Emphasis::Code });
    return s;
}

Section FileInspection::compile(const compiled::CompileResult &result)
{
    Section s{ .id = u"compile"_s, .title = tr("Compiled by") };
    s.add(tr("Model source"), result.sourceName);
    s.add(tr("Target"), result.resolvedSpec.target);
    for (const auto &[tool, version] : result.tools)
        s.add(tool, version);
    for (auto &fact : Facts::summary(result.summary))
        s.facts.push_back(std::move(fact));
    for (size_t i = 0; i < result.partitions.size(); ++i)
        s.add(tr("Partition %1").arg(i),
            tr("%Ln operator(s)", nullptr,
                static_cast<int>(graph::operatorCount(result.partitions[i], result))),
            {}, model::EntityRef::partition(static_cast<int>(i)));
    return s;
}

Section FileInspection::io(const model::Method &method, int index)
{
    Section s{ .id = u"io"_s, .title = tr("Inputs and outputs") };
    const auto add = [&](const QString &label, model::ValueIndex value) {
        const auto at = static_cast<int>(value.value);
        s.add(label, Facts::value(method, at), {}, model::EntityRef::value(index, at));
    };
    for (size_t i = 0; i < method.inputs.size(); ++i)
        add(tr("Input %1").arg(i), method.inputs[i]);
    for (size_t i = 0; i < method.outputs.size(); ++i)
        add(tr("Output %1").arg(i), method.outputs[i]);
    return s;
}

Section FileInspection::contents(const model::Method &method, int index)
{
    Section s{ .id = u"contents"_s, .title = tr("Contents") };
    std::map<QString, int> values;
    for (const auto &value : method.values)
        ++values[model::valueKindName(value)];
    std::map<QString, int> instructions;
    for (const auto &instruction : method.instructions) {
        const auto name = method.operatorName(instruction);
        ++instructions[name.isEmpty() ? model::instructionKindName(instruction) : name];
    }
    for (const auto &[name, count] : instructions)
        s.add(formatCount(static_cast<quint64>(count)), name);
    for (const auto &[name, count] : values)
        s.add(formatCount(static_cast<quint64>(count)), tr("%1 values").arg(name));
    for (size_t i = 0; i < method.delegates.size(); ++i) {
        const auto delegate = model::EntityRef::delegate(index, static_cast<int>(i));
        s.add(streamOwnerName(delegate), method.delegates[i].id, {}, delegate);
    }
    return s;
}

Section FileInspection::memory(const model::Method &method)
{
    Section s{ .id = u"memory"_s, .title = tr("Planned buffers") };
    for (size_t i = 1; i < method.plannedBuffers.size(); ++i)
        s.facts.push_back(Facts::bytes(tr("Buffer %1").arg(i),
            method.plannedBuffers[i] < 0
                ? std::nullopt
                : std::optional(static_cast<quint64>(method.plannedBuffers[i]))));
    if (s.facts.empty())
        s.add(tr("Buffers"), tr("None"));
    return s;
}

} // namespace

std::optional<Inspection> inspectFile(const InspectionContext &context)
{
    if (!context.program)
        return std::nullopt;
    const auto &program = *context.program;
    Inspection out{ .kind = FileInspection::kind(),
        .title = program.source->fileName(),
        .subtitle = u"%1, %2"_s.arg(formatBytes(program.source->size()),
            FileInspection::methodCount(static_cast<int>(program.methods.size()))) };
    out.sections = { FileInspection::file(context), FileInspection::methods(program),
        FileInspection::header(program), FileInspection::segments(program) };
    if (!program.namedData.empty())
        out.sections.push_back(FileInspection::namedData(program));
    if (context.result)
        out.sections.push_back(FileInspection::compile(*context.result));
    return out;
}

std::optional<Inspection> inspectMethod(
    const InspectionContext &context, const model::EntityRef &entity)
{
    const auto *method = context.method(entity.method);
    if (!method)
        return std::nullopt;
    Inspection out{ .kind = FileInspection::methodKind(), .title = method->name };
    out.sections = { FileInspection::io(*method, entity.method),
        FileInspection::contents(*method, entity.method), FileInspection::memory(*method) };
    return out;
}

} // namespace tosaic::views
