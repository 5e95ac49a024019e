// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/join.h"
#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/names.h"
#include "views/inspector/facts.h"
#include "views/models/pinwords.h"
#include "views/models/placementwords.h"
#include "views/models/rejectionhints.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class NodeInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::NodeInspection)
public:
    static std::optional<Inspection> node(const InspectionContext &context, const QString &name);
    static std::optional<Inspection> partition(const InspectionContext &context, int index);
    static Inspection counter(const model::EntityRef &entity);
    static std::optional<Inspection> bytes(
        const InspectionContext &context, const model::EntityRef &entity);

private:
    static Section identity(const compiled::CompileResult &result, const compiled::ModelNode &node);
    static Section reasons(
        const compiled::Rejection *rejection, const QString &target, bool isOnNpu);
    static Section neighbours(const compiled::CompileResult &result, const QString &name);
    static Section operators(const compiled::Partition &partition);
    static Section reports(const compiled::CompileResult &result, int index);
    static std::optional<model::EntityRef> delegateOf(const InspectionContext &context, int index);
    static Fact orNotKnown(const QString &label, const QString &value);
};

const compiled::ModelNode *findNode(const compiled::CompileResult &result, const QString &name)
{
    const auto found = std::find_if(result.nodes.begin(), result.nodes.end(),
        [&](const compiled::ModelNode &n) { return n.name == name; });
    return found == result.nodes.end() ? nullptr : &*found;
}

Fact NodeInspection::orNotKnown(const QString &label, const QString &value)
{
    return value.isEmpty() ? Facts::notKnown(label) : Fact{ .label = label, .value = value };
}

Section NodeInspection::identity(
    const compiled::CompileResult &result, const compiled::ModelNode &node)
{
    Section s{ .id = u"node"_s, .title = tr("Operator") };
    s.add(tr("Name"), node.name, Emphasis::Code);
    s.facts.push_back(orNotKnown(tr("Operator"), node.target));
    s.facts.push_back(orNotKnown(tr("Module"), node.module));
    s.facts.push_back(orNotKnown(tr("Source line"), node.source));
    s.facts.push_back(orNotKnown(tr("Type"), node.dtype));
    s.facts.push_back(
        orNotKnown(tr("Shape"), node.shape ? graph::shapeText(*node.shape) : QString()));
    s.add(tr("Runs on"), placementWord(graph::placementOf(result, node)));
    if (!node.partition)
        return s;
    const auto at = std::find_if(result.partitions.begin(), result.partitions.end(),
        [&](const compiled::Partition &p) { return p.index == *node.partition; });
    if (at != result.partitions.end())
        s.add(tr("Partition"), tr("Partition %1").arg(*node.partition), {},
            model::EntityRef::partition(
                static_cast<int>(std::distance(result.partitions.begin(), at))));
    return s;
}

Section NodeInspection::reasons(
    const compiled::Rejection *rejection, const QString &target, bool isOnNpu)
{
    Section s{ .id = u"reasons"_s, .title = tr("Why it is not on the NPU") };
    const auto hints = rejection ? rejectionHints(*rejection, target) : QStringList();
    for (qsizetype i = 0; i < hints.size(); ++i)
        s.add(tr("Reason %1").arg(i + 1), rejection->reasons[i], hints[i]);
    if (hints.isEmpty() && !isOnNpu)
        s.add(tr("Reasons"), tr("The partitioner gave none."));
    return s;
}

Section NodeInspection::neighbours(const compiled::CompileResult &result, const QString &name)
{
    Section s{ .id = u"neighbours"_s, .title = tr("Data flow") };
    const auto add = [&](const QString &label, const QString &other) {
        s.facts.push_back({ .label = label,
            .value = other,
            .link = findNode(result, other) ? model::EntityRef::node(other) : model::EntityRef(),
            .emphasis = Emphasis::Code });
    };
    for (const auto &edge : result.edges) {
        if (edge.to == name)
            add(tr("Reads"), edge.from);
    }
    for (const auto &edge : result.edges) {
        if (edge.from == name)
            add(tr("Feeds"), edge.to);
    }
    return s;
}

std::optional<Inspection> NodeInspection::node(
    const InspectionContext &context, const QString &name)
{
    const auto &result = *context.result;
    const auto *node = findNode(result, name);
    if (!node)
        return std::nullopt;
    const auto placement = graph::placementOf(result, *node);
    Inspection out{ .kind = tr("Operator of the model"),
        .title = node->target.isEmpty() ? node->name : node->target,
        .subtitle = node->name,
        .placement = placement };
    const auto &kept = context.kept ? *context.kept : result.spec.keepOnCpu;
    out.held = analysis::pinsThatHold(result, name, kept);
    if (placement == graph::Placement::Npu && out.held.isEmpty())
        out.keep = spec::KeepOnCpu{ .nodes = { name } };
    out.keepMore = analysis::pinChoicesOf(result, name);
    out.sections.push_back(identity(result, *node));
    const auto pinned = pinStateText(analysis::pinStateOf(result, *node, kept));
    if (!pinned.isEmpty())
        out.sections.back().add(tr("Pin"), pinned);
    const auto *rejection = result.rejection(name);
    const bool isOnNpu = placement == graph::Placement::Npu;
    auto why = reasons(rejection, node->target, isOnNpu || placement == graph::Placement::Boundary);
    if (!why.facts.empty())
        out.sections.insert(isOnNpu ? out.sections.end() : out.sections.begin(), std::move(why));
    if (auto flow = neighbours(result, name); !flow.facts.empty())
        out.sections.push_back(std::move(flow));
    return out;
}

Section NodeInspection::operators(const compiled::Partition &partition)
{
    Section s{ .id = u"operators"_s, .title = tr("Operators") };
    for (const auto &name : partition.operators)
        s.add(QString::number(s.facts.size() + 1), name, {}, model::EntityRef::node(name));
    return s;
}

Section NodeInspection::reports(const compiled::CompileResult &result, int index)
{
    Section s{ .id = u"reports"_s, .title = tr("Files of this partition") };
    for (const auto &artefact : result.artefacts) {
        if (artefact.partition != index)
            continue;
        s.add(artefact.kind, QDir(result.folder).filePath(artefact.path), Emphasis::Code,
            Facts::bytes(artefact.size));
    }
    return s;
}

std::optional<model::EntityRef> NodeInspection::delegateOf(
    const InspectionContext &context, int index)
{
    if (!context.join)
        return std::nullopt;
    for (const auto &joined : context.join->delegates) {
        if (joined.partition == index)
            return model::EntityRef::delegate(joined.method, joined.delegate);
    }
    return std::nullopt;
}

std::optional<Inspection> NodeInspection::partition(const InspectionContext &context, int index)
{
    const auto *result = context.result.get();
    if (!result || index < 0 || static_cast<size_t>(index) >= result->partitions.size())
        return std::nullopt;
    const auto &partition = result->partitions[static_cast<size_t>(index)];
    Inspection out{ .kind = tr("Partition"),
        .title = tr("Partition %1").arg(partition.index),
        .subtitle
        = tr("%n operator(s)", nullptr, static_cast<int>(graph::operatorCount(partition, *result))),
        .placement = graph::Placement::Npu };
    Section s{ .id = u"partition"_s, .title = tr("Partition") };
    s.add(tr("Tag"), partition.name, Emphasis::Code);
    if (const auto delegate = delegateOf(context, index))
        s.add(tr("Delegate"), streamOwnerName(*delegate), tr("same bytes"), *delegate);
    s.add(tr("SHA-256"), partition.payloadSha256, Emphasis::Code);
    Section numbers{ .id = u"estimate"_s,
        .title = tr("Vela's estimate"),
        .facts = Facts::summary(partition.summary) };
    out.sections = { std::move(s), std::move(numbers), operators(partition) };
    if (auto files = reports(*result, partition.index); !files.facts.empty())
        out.sections.push_back(std::move(files));
    return out;
}

Inspection NodeInspection::counter(const model::EntityRef &entity)
{
    Section s{ .id = u"counter"_s, .title = tr("Counter") };
    s.add(tr("Name"), entity.name, Emphasis::Code);
    if (entity.index >= 0)
        s.add(tr("Profile"), QString::number(entity.index));
    s.add(tr("Value"), tr("in Runs, beside its origin"));
    return { .kind = tr("Hardware counter"), .title = entity.name, .sections = { std::move(s) } };
}

std::optional<Inspection> NodeInspection::bytes(
    const InspectionContext &context, const model::EntityRef &entity)
{
    if (!context.program)
        return std::nullopt;
    const bool isSegment = entity.kind == model::EntityRef::Kind::Segment;
    if (isSegment
        && (entity.index < 0
            || static_cast<size_t>(entity.index) >= context.program->segments.size()))
        return std::nullopt;
    const auto range = isSegment
        ? context.program->absoluteSegment(static_cast<size_t>(entity.index))
        : entity.bytes;
    Section s{ .id = u"bytes"_s, .title = tr("Bytes of the file") };
    s.facts.push_back(Facts::range(tr("Range"), range));
    s.add(tr("First byte"),
        tr("%1 (0x%2)").arg(formatCount(range.offset), QString::number(range.offset, 16)));
    s.add(tr("Behind it"),
        tr("%1 (0x%2)")
            .arg(formatCount(range.offset + range.size),
                QString::number(range.offset + range.size, 16)));
    for (const auto &named : context.program->namedData) {
        if (isSegment && static_cast<int>(named.segmentIndex) == entity.index)
            s.add(tr("Key"), named.key, Emphasis::Code);
    }
    return Inspection{ .kind = isSegment ? tr("Segment") : tr("Bytes"),
        .title = isSegment ? tr("Segment %1").arg(entity.index) : formatBytes(range.size),
        .subtitle = tr("at offset 0x%1").arg(range.offset, 0, 16),
        .sections = { std::move(s) } };
}

} // namespace

std::optional<Inspection> inspectNode(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return context.result ? NodeInspection::node(context, entity.name) : std::nullopt;
}

std::optional<Inspection> inspectPartition(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NodeInspection::partition(context, entity.index);
}

std::optional<Inspection> inspectBytes(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NodeInspection::bytes(context, entity);
}

std::optional<Inspection> inspectCounter(const model::EntityRef &entity)
{
    return NodeInspection::counter(entity);
}

} // namespace tosaic::views#include "views/models/placementwords.h"
#include "views/models/streamowner.h"
