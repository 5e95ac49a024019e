// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/coverage.h"
#include "core/analysis/join.h"
#include "core/base/units.h"
#include "views/inspector/facts.h"
#include "views/inspector/payloadsegments.h"
#include "views/models/streamowner.h"
#include "views/widgets/evidencetext.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class DelegateInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::DelegateInspection)
public:
    static std::optional<Inspection> of(
        const InspectionContext &context, const model::EntityRef &entity);
    static std::optional<Inspection> block(
        const InspectionContext &context, const model::EntityRef &entity);

private:
    static Section identity(const InspectionContext &context, const model::EntityRef &entity,
        const model::Delegate &delegate);
    static void addNpu(Section &s, const model::Delegate &delegate);
    static void addArena(Section &s, const model::EthosUPayload &payload);
    static Section blocks(const model::Delegate &delegate, const model::EntityRef &entity);
    static Section operations(const model::EthosUPayload &payload);
    static Section io(const model::EthosUPayload &payload);
    static Section source(const RelatedNetwork &related);
    static Fact descriptor(const QString &label, const model::IoDescriptor &io);
    static QString region(qint32 region);
};

QString specValue(const model::Delegate &delegate, QLatin1StringView key)
{
    for (const auto &entry : delegate.compileSpecs) {
        if (entry.key == key)
            return QString::fromUtf8(entry.value);
    }
    return {};
}

void DelegateInspection::addNpu(Section &s, const model::Delegate &delegate)
{
    const auto &payload = *delegate.ethosu;
    if (!payload.npu) {
        s.facts.push_back(Facts::notKnown(tr("Compiled for")));
        return;
    }
    s.add(tr("Compiled for"), payload.npu->name(),
        tr("from the command stream: %1 MACs per cycle, configuration word 0x%2")
            .arg(payload.npu->macs)
            .arg(payload.npu->configWord, 8, 16, QChar(u'0')));
    const auto target = specValue(delegate, "target"_L1);
    if (!target.isEmpty()
        && analysis::targetName(target).compare(payload.npu->name(), Qt::CaseInsensitive) != 0)
        s.add(tr("Warning"),
            tr("The compile spec says %1, but the commands are for %2. The driver on %1 "
               "refuses them; compile again.")
                .arg(target, payload.npu->name()),
            Emphasis::Warning);
}

void DelegateInspection::addArena(Section &s, const model::EthosUPayload &payload)
{
    auto arena = Facts::bytes(tr("Arena"), payload.arenaBytes);
    arena.detail = tr("scratch the runtime provides at each call");
    s.facts.push_back(arena);
    if (payload.persistentBytes)
        s.facts.push_back(Facts::bytes(tr("Persistent"), payload.persistentBytes));
    // Commands kept outside the program cannot be counted.
    s.facts.push_back(payload.driverFormat.isEmpty()
            ? Facts::notKnown(tr("Commands"))
            : Fact{ .label = tr("Commands"),
                .value = tr("%1 words, %2")
                             .arg(formatCount(payload.commandStreamWords), payload.driverFormat) });
    if (payload.streamVersion)
        s.add(tr("Vela stream"), tr("variant %1").arg(*payload.streamVersion));
}

Section DelegateInspection::identity(const InspectionContext &context,
    const model::EntityRef &entity, const model::Delegate &delegate)
{
    Section s{ .id = u"delegate"_s, .title = tr("Delegate") };
    s.add(tr("Backend"), delegate.id);
    if (delegate.ethosu) {
        addNpu(s, delegate);
        addArena(s, *delegate.ethosu);
    }
    s.facts.push_back(Facts::range(tr("Payload"), delegate.data));
    s.add(tr("Stored"),
        delegate.inSegment ? tr("in segment %1").arg(delegate.dataIndex)
                           : tr("inline, entry %1").arg(delegate.dataIndex));
    const auto partition
        = context.join ? context.join->partitionOf(entity.method, entity.index) : std::nullopt;
    if (partition)
        s.add(tr("Partition"), tr("Partition %1").arg(*partition),
            tr("same bytes as the compile result's"), model::EntityRef::partition(*partition));
    return s;
}

Section DelegateInspection::blocks(const model::Delegate &delegate, const model::EntityRef &entity)
{
    Section s{ .id = u"payload"_s, .title = tr("Inside the payload"), .hasPayloadBar = true };
    const auto &blocks = delegate.ethosu->blocks;
    for (size_t i = 0; i < blocks.size(); ++i) {
        const auto &block = blocks[i];
        if (block.size == 0 && PayloadSegments::role(block.name) == PayloadSegment::Role::Structure)
            continue; // start and end marks hold nothing
        QString detail = tr("at offset 0x%1 of the payload").arg(block.offset, 0, 16);
        if (block.padding)
            detail
                += u", "_s + tr("%n byte(s) of padding", nullptr, static_cast<int>(block.padding));
        const bool hasBytes = block.size > 0;
        if (block.isExternal) // what stands here is the key alone
            detail = tr("under a key, %1").arg(detail);
        const auto bytes = block.bytes();
        s.add(PayloadSegments::blockWord(block.name),
            !hasBytes   ? tr("empty")
                : bytes ? Facts::bytes(*bytes)
                        : tr("Not known"),
            hasBytes ? detail : QString(),
            hasBytes
                ? model::EntityRef::payloadBlock(entity.method, entity.index, static_cast<int>(i))
                : model::EntityRef());
        if (block.isExternal)
            s.add(tr("External"), block.externalKey, Emphasis::Code,
                tr("The bytes are in named data under this key, normally in a .ptd "
                   "file beside the program: ship both."));
    }
    return s;
}

Section DelegateInspection::operations(const model::EthosUPayload &payload)
{
    Section s{ .id = u"operations"_s, .title = tr("NPU operations") };
    if (payload.driverFormat.isEmpty()) {
        s.facts.push_back(Facts::notKnown(tr("That compute")));
        return s;
    }
    s.add(tr("That compute"), formatCount(payload.operations));
    for (const auto &[name, count] : payload.operationKinds)
        s.add(name, formatCount(count));
    if (payload.unknownCommands)
        s.add(tr("Not recognised"), formatCount(payload.unknownCommands), Emphasis::Warning);
    return s;
}

QString DelegateInspection::region(qint32 region)
{
    switch (region) {
    case 0:
        return tr("region 0 (weights)");
    case 1:
        return tr("region 1 (scratch)");
    case 2:
        return tr("region 2 (fast scratch)");
    case -1:
        return tr("no region");
    default:
        return tr("region %1").arg(region);
    }
}

Fact DelegateInspection::descriptor(const QString &label, const model::IoDescriptor &io)
{
    return { .label = label,
        .value = Facts::shape(io.shape),
        .detail = tr("%n byte(s) an element, offset %1 in %2", nullptr, io.elementSize)
                      .arg(io.offset)
                      .arg(region(io.region)) };
}

Section DelegateInspection::io(const model::EthosUPayload &payload)
{
    Section s{ .id = u"descriptors"_s, .title = tr("Inputs and outputs as Vela laid them out") };
    for (size_t i = 0; i < payload.inputs.size(); ++i)
        s.facts.push_back(descriptor(tr("Input %1").arg(i), payload.inputs[i]));
    for (size_t i = 0; i < payload.outputs.size(); ++i)
        s.facts.push_back(descriptor(tr("Output %1").arg(i), payload.outputs[i]));
    return s;
}

Section DelegateInspection::source(const RelatedNetwork &related)
{
    using Confidence = RelatedNetwork::Confidence;
    Section s{ .id = u"related"_s, .title = tr("Made from") };
    const auto word = related.confidence == Confidence::Certain ? tr("certain")
        : related.confidence == Confidence::Likely              ? tr("likely")
                                                                : tr("possible");
    auto link = model::EntityRef::subgraph(0);
    link.name = related.path;
    s.add(tr("TOSA file"), QFileInfo(related.path).fileName(), {}, link);
    s.add(tr("Path"), related.path, Emphasis::Code);
    s.add(tr("How sure"), word);
    for (const auto &evidence : related.evidence)
        s.add(evidenceWord(evidence.verdict), evidenceText(evidence));
    return s;
}

std::optional<Inspection> DelegateInspection::of(
    const InspectionContext &context, const model::EntityRef &entity)
{
    const auto *delegate = context.delegate(entity);
    if (!delegate)
        return std::nullopt;
    Inspection out{ .kind = tr("Delegate"),
        .title = streamOwnerName(entity),
        .subtitle = delegate->id,
        .placement = delegate->ethosu ? graph::Placement::Npu : graph::Placement::OtherDelegate };
    if (delegate->ethosu && delegate->ethosu->npu)
        out.subtitle = tr("%1, %2").arg(delegate->id, delegate->ethosu->npu->name());
    out.sections.push_back(identity(context, entity, *delegate));
    if (delegate->ethosu) {
        out.payloadOf = model::EntityRef::delegate(entity.method, entity.index);
        out.sections.push_back(blocks(*delegate, entity));
        if (const auto *related
            = relatedTo(context.related, model::EntityRef::delegate(entity.method, entity.index)))
            out.sections.push_back(source(*related));
        out.sections.push_back(operations(*delegate->ethosu));
        out.sections.push_back(io(*delegate->ethosu));
    }
    for (auto &section : compileSpecSections(*delegate))
        out.sections.push_back(std::move(section));
    return out;
}

std::optional<Inspection> DelegateInspection::block(
    const InspectionContext &context, const model::EntityRef &entity)
{
    const auto *delegate = context.delegate(entity);
    if (!delegate || !delegate->ethosu || entity.subIndex < 0
        || static_cast<size_t>(entity.subIndex) >= delegate->ethosu->blocks.size())
        return std::nullopt;
    const auto owner = model::EntityRef::delegate(entity.method, entity.index);
    const auto &block = delegate->ethosu->blocks[static_cast<size_t>(entity.subIndex)];
    Inspection out{ .kind = tr("Payload block"),
        .title = PayloadSegments::blockWord(block.name),
        .subtitle = tr("%1 of delegate %2").arg(block.name).arg(entity.index),
        .placement = graph::Placement::Npu,
        .payloadOf = owner };
    Section s{ .id = u"block"_s, .title = tr("Block") };
    s.add(tr("Delegate"), streamOwnerName(owner), {}, owner);
    s.facts.push_back(
        Facts::range(tr("Bytes"), { delegate->data.offset + block.offset, block.size }));
    s.add(tr("In payload"),
        tr("offset 0x%1, header at 0x%2")
            .arg(QString::number(block.offset, 16), QString::number(block.headerOffset, 16)));
    s.facts.push_back(Facts::bytes(tr("Padding"), block.padding));
    if (block.isExternal)
        s.add(tr("External key"), block.externalKey, Emphasis::Code);
    if (block.externalSize)
        s.add(tr("Bytes in the .ptd"), Facts::bytes(*block.externalSize));
    out.sections = { std::move(s), blocks(*delegate, owner) };
    return out;
}

} // namespace

std::optional<Inspection> inspectDelegate(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return DelegateInspection::of(context, entity);
}

std::optional<Inspection> inspectBlock(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return DelegateInspection::block(context, entity);
}

} // namespace tosaic::views
