// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/graph/npunames.h"
#include "core/npu/disassemble.h"
#include "views/inspector/facts.h"
#include "views/inspector/npufacts.h"
#include "views/models/streamowner.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using model::EntityRef;

class NpuInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::NpuInspection)
public:
    static std::optional<Inspection> operation(
        const InspectionContext &context, const EntityRef &entity);
    static std::optional<Inspection> buffer(
        const InspectionContext &context, const EntityRef &entity);
    static std::optional<Inspection> command(
        const InspectionContext &context, const EntityRef &entity);

private:
    static Section identity(const NpuAnalysis &analysis, const npu::Operation &operation);
    /// Bytes of the stream, with the way to them where they lie in the open file.
    static void addCommands(Section &s, const QString &label, const NpuAnalysis &analysis,
        quint64 offset, quint64 size);
    static void addSchedule(Section &s, const npu::Operation &operation);
    static Section dataflow(const NpuAnalysis &analysis, const npu::Operation &operation);
    static Fact neighbour(const NpuAnalysis &analysis, const QString &label, qint32 operation,
        const npu::DataEdge &edge);
    static Section bytesMoved(const npu::Work &work);
    static Section users(const NpuAnalysis &analysis, const QString &id, const QString &title,
        const std::vector<quint32> &operations);
    static QString macDetail(npu::MacRule rule);
    static QString kindWord(npu::Buffer::Kind kind);
    static const npu::Work *workOf(const NpuAnalysis &analysis, const npu::Operation &operation);
};

const npu::Work *NpuInspection::workOf(const NpuAnalysis &analysis, const npu::Operation &operation)
{
    return operation.index < analysis.work.size() ? &analysis.work[operation.index] : nullptr;
}

void NpuInspection::addCommands(
    Section &s, const QString &label, const NpuAnalysis &analysis, quint64 offset, quint64 size)
{
    const auto start = analysis.stream()->streamOffset + offset;
    if (const auto bytes = analysis.placed.place.inFile(start, size))
        s.facts.push_back(Facts::range(label, *bytes));
    else
        s.add(label, Facts::bytes(size),
            tr("at 0x%1 of the commands in a .ptd").arg(QString::number(start, 16)));
}

/// Where the number comes from, and why it is not the product of the shapes if it is not.
QString NpuInspection::macDetail(npu::MacRule rule)
{
    const auto counted = tr("counted from the registers");
    const auto *note = npu::macRuleNote(rule);
    return *note == '\0'
        ? counted
        : tr("%1; %2").arg(counted, QCoreApplication::translate("Description", note));
}

void NpuInspection::addSchedule(Section &s, const npu::Operation &operation)
{
    if (operation.block[0] != 0)
        s.add(tr("Block"),
            tr("%1x%2x%3 (height, width, depth)")
                .arg(operation.block[0])
                .arg(operation.block[1])
                .arg(operation.block[2]));
    if (operation.blockDependency)
        s.add(tr("Block dependency"), QString::number(*operation.blockDependency),
            tr("blocks of the operation before that must be done first"));
    if (operation.kernelWait)
        s.add(tr("Waits for"),
            tr("kernels until %n are left", nullptr, static_cast<int>(*operation.kernelWait)));
    if (operation.dmaWait)
        s.add(tr("Waits for"),
            tr("DMA until %n are left", nullptr, static_cast<int>(*operation.dmaWait)));
    if (operation.chain >= 0)
        s.add(tr("Chain"), QString::number(operation.chain),
            tr("hands its result on inside the NPU"));
    if (!operation.isStateKnown)
        s.add(tr("Warning"), tr("A branch before it makes some registers unknown."),
            Emphasis::Warning);
}

Section NpuInspection::identity(const NpuAnalysis &analysis, const npu::Operation &operation)
{
    Section s{ .id = u"operation"_s, .title = tr("Operation") };
    s.add(tr("Command"), u"NPU_OP_"_s + npu::operationKindName(operation.kind), Emphasis::Code,
        operation.mode);
    s.add(tr("Belongs to"), streamOwnerName(analysis.owner()), {}, analysis.owner());
    const auto &stream = *analysis.stream();
    if (operation.command < stream.commands.size() && operation.firstCommand <= operation.command) {
        const auto &last = stream.commands[operation.command];
        const auto first = stream.commands[operation.firstCommand].offset;
        addCommands(s, tr("Its commands"), analysis, first,
            last.offset - first + (last.hasPayload ? 8U : 4U));
    }
    const auto *work = workOf(analysis, operation);
    if (work && work->macs)
        s.add(tr("MACs"), formatCount(*work->macs), macDetail(work->macRule));
    addSchedule(s, operation);
    return s;
}

Fact NpuInspection::neighbour(
    const NpuAnalysis &analysis, const QString &label, qint32 operation, const npu::DataEdge &edge)
{
    Fact fact{ .label = label, .detail = edge.range ? graph::rangeText(*edge.range) : QString() };
    const auto &operations = analysis.stream()->operations;
    if (operation < 0 || static_cast<size_t>(operation) >= operations.size()) {
        fact.value = operation < 0 && edge.to < 0 ? tr("an output")
                                                  : tr("an input, or what the file holds");
        return fact;
    }
    const auto &other = operations[static_cast<size_t>(operation)];
    fact.value = tr("operation %1: %2")
                     .arg(QString::number(operation),
                         graph::operationTitle(other, workOf(analysis, other)));
    fact.link = EntityRef::npuOperation(analysis.owner(), operation);
    return fact;
}

Section NpuInspection::dataflow(const NpuAnalysis &analysis, const npu::Operation &operation)
{
    Section s{ .id = u"dataflow"_s, .title = tr("Data comes from and goes to") };
    const auto self = static_cast<qint32>(operation.index);
    for (const auto &edge : analysis.dataflow.edges) {
        if (edge.to == self)
            s.facts.push_back(neighbour(
                analysis, tr("%1 from").arg(graph::portName(edge.port)), edge.from, edge));
    }
    for (const auto &edge : analysis.dataflow.edges) {
        if (edge.from == self)
            s.facts.push_back(neighbour(analysis, tr("Read by"), edge.to, edge));
    }
    return s;
}

Section NpuInspection::bytesMoved(const npu::Work &work)
{
    Section s{ .id = u"bytes"_s, .title = tr("Bytes moved (registers)") };
    for (const auto &[region, bytes] : work.readBytes)
        s.add(tr("Read"), Facts::bytes(bytes), NpuFacts::region(region));
    for (const auto &[region, bytes] : work.writtenBytes)
        s.add(tr("Written"), Facts::bytes(bytes), NpuFacts::region(region));
    return s;
}

std::optional<Inspection> NpuInspection::operation(
    const InspectionContext &context, const EntityRef &entity)
{
    const auto analysis = streamOf(context.streams, entity);
    const auto *operation = analysis ? operationOf(*analysis, entity) : nullptr;
    if (!operation)
        return std::nullopt;
    const auto *work = workOf(*analysis, *operation);
    Inspection out{ .kind = tr("NPU operation"),
        .title = graph::operationTitle(*operation, work),
        .subtitle = tr("Operation %1 of %2")
                        .arg(QString::number(entity.subIndex), streamOwnerName(analysis->owner())),
        .placement = operation->kind == npu::OperationKind::Dma ? graph::Placement::Boundary
                                                                : graph::Placement::Npu };
    out.sections.push_back(identity(*analysis, *operation));
    for (auto &section : NpuFacts::sections(*operation, analysis->placed.place))
        out.sections.push_back(std::move(section));
    if (auto section = dataflow(*analysis, *operation); !section.facts.empty())
        out.sections.push_back(std::move(section));
    if (work && !(work->readBytes.empty() && work->writtenBytes.empty()))
        out.sections.push_back(bytesMoved(*work));
    return out;
}

QString NpuInspection::kindWord(npu::Buffer::Kind kind)
{
    switch (kind) {
    case npu::Buffer::Kind::Input:
        return tr("Input");
    case npu::Buffer::Kind::Output:
        return tr("Output");
    case npu::Buffer::Kind::FeatureMap:
        return tr("Feature map");
    case npu::Buffer::Kind::Weights:
        return tr("Weights copied in");
    case npu::Buffer::Kind::Other:
        break;
    }
    return tr("Other data");
}

Section NpuInspection::users(const NpuAnalysis &analysis, const QString &id, const QString &title,
    const std::vector<quint32> &indices)
{
    Section s{ .id = id, .title = title };
    const auto &operations = analysis.stream()->operations;
    for (const auto index : indices) {
        if (index >= operations.size())
            continue;
        s.add(QString::number(index),
            graph::operationTitle(operations[index], workOf(analysis, operations[index])),
            graph::operationSubtitle(operations[index]),
            EntityRef::npuOperation(analysis.owner(), static_cast<int>(index)));
    }
    return s;
}

std::optional<Inspection> NpuInspection::buffer(
    const InspectionContext &context, const EntityRef &entity)
{
    const auto analysis = streamOf(context.streams, entity);
    if (!analysis || !analysis->stream() || entity.subIndex < 0
        || static_cast<size_t>(entity.subIndex) >= analysis->dataflow.buffers.size())
        return std::nullopt;
    const auto &buffer = analysis->dataflow.buffers[static_cast<size_t>(entity.subIndex)];
    Inspection out{ .kind = tr("Buffer"),
        .title = kindWord(buffer.kind),
        .subtitle = tr("Buffer %1 of %2")
                        .arg(QString::number(entity.subIndex), streamOwnerName(analysis->owner())),
        .placement = graph::Placement::Npu };
    Section s{ .id = u"buffer"_s, .title = tr("Place and life") };
    s.facts.push_back(Facts::bytes(tr("Size"), buffer.range.length));
    s.add(tr("At"), u"0x%1"_s.arg(buffer.range.address, 0, 16),
        NpuFacts::region(buffer.range.region));
    s.add(tr("First written by"), tr("operation %1").arg(buffer.firstOperation), {},
        EntityRef::npuOperation(analysis->owner(), buffer.firstOperation));
    s.add(tr("Last read by"), tr("operation %1").arg(buffer.lastOperation), {},
        EntityRef::npuOperation(analysis->owner(), buffer.lastOperation));
    out.sections = { std::move(s), users(*analysis, u"writers"_s, tr("Written by"), buffer.writers),
        users(*analysis, u"readers"_s, tr("Read by"), buffer.readers) };
    return out;
}

std::optional<Inspection> NpuInspection::command(
    const InspectionContext &context, const EntityRef &entity)
{
    const auto analysis = streamOf(context.streams, entity);
    const auto *stream = analysis ? analysis->stream() : nullptr;
    if (!stream || entity.subIndex < 0
        || static_cast<size_t>(entity.subIndex) >= stream->commands.size())
        return std::nullopt;
    const auto &command = stream->commands[static_cast<size_t>(entity.subIndex)];
    const auto name = npu::commandName(command, stream->config.product);
    Inspection out{ .kind = tr("Command"),
        .title = name.isEmpty() ? tr("Not a command of this product") : name,
        .subtitle = tr("Command %1 of %2")
                        .arg(QString::number(entity.subIndex), streamOwnerName(analysis->owner())),
        .placement = graph::Placement::Npu };
    Section s{ .id = u"command"_s, .title = tr("Command") };
    s.add(tr("Fields"), npu::commandFields(command, stream->config.product), Emphasis::Code);
    addCommands(s, tr("Bytes"), *analysis, command.offset, command.hasPayload ? 8U : 4U);
    const auto at = static_cast<quint32>(entity.subIndex);
    const auto user = std::find_if(stream->operations.begin(), stream->operations.end(),
        [&](const auto &operation) { return operation.command >= at; });
    if (user != stream->operations.end())
        s.add(user->command == at ? tr("Starts") : tr("Set before"),
            tr("operation %1: %2")
                .arg(QString::number(user->index),
                    graph::operationTitle(*user, workOf(*analysis, *user))),
            {}, EntityRef::npuOperation(analysis->owner(), static_cast<int>(user->index)));
    out.sections = { std::move(s) };
    return out;
}

} // namespace

std::optional<Inspection> inspectNpuOperation(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NpuInspection::operation(context, entity);
}

std::optional<Inspection> inspectNpuBuffer(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NpuInspection::buffer(context, entity);
}

std::optional<Inspection> inspectNpuCommand(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NpuInspection::command(context, entity);
}

} // namespace tosaic::views
