// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/graph/networkgraph.h"
#include "views/inspector/facts.h"
#include "views/inspector/networkfacts.h"
#include "views/models/formatwords.h"

#include <QFileInfo>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using model::EntityRef;

class NetworkInspection
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::NetworkInspection)
public:
    static Inspection file(const InspectionContext &context);
    static std::optional<Inspection> subgraph(
        const InspectionContext &context, const EntityRef &entity);
    static std::optional<Inspection> op(const InspectionContext &context, const EntityRef &entity);
    static std::optional<Inspection> tensor(
        const InspectionContext &context, const EntityRef &entity);

private:
    static Section identity(const InspectionContext &context);
    static Section subgraphs(const model::Network &network);
    static Section metadata(const model::Network &network);
    static Section kinds(const model::Subgraph &subgraph);
    static Section tensors(const model::Subgraph &subgraph, const EntityRef &owner,
        const QString &id, const QString &title, const std::vector<qint32> &indices);
    static Section attributes(const model::NetworkOperator &op);
    static Section origin(const model::NetworkOperator &op);
    static Section control(const model::Network &network, const model::NetworkOperator &op);
    static Section npu(const model::EthosUPayload &payload, const NpuAnalysis *analysis);
    static Section users(const model::Subgraph &subgraph, const EntityRef &entity, qint32 tensor);
};

Section NetworkInspection::identity(const InspectionContext &context)
{
    Section s{ .id = u"file"_s, .title = tr("File") };
    s.add(tr("Path"), context.path, Emphasis::Code);
    if (context.source)
        s.facts.push_back(Facts::bytes(tr("Size"), context.source->size()));
    const auto format = context.network ? context.network->format : context.description->format;
    const auto version
        = context.network ? context.network->version : context.description->formatVersion;
    s.add(tr("Format"), formatWord(format));
    if (!version.isEmpty())
        s.add(tr("Version"), version);
    if (context.network && !context.network->description.isEmpty())
        s.add(tr("Description"), context.network->description);
    return s;
}

Section NetworkInspection::subgraphs(const model::Network &network)
{
    Section s{ .id = u"subgraphs"_s, .title = tr("Subgraphs") };
    for (size_t i = 0; i < network.subgraphs.size(); ++i) {
        const auto &subgraph = network.subgraphs[i];
        s.add(tr("Subgraph %1").arg(i), subgraph.name.isEmpty() ? tr("no name") : subgraph.name,
            tr("%Ln operator(s)", nullptr, static_cast<int>(subgraph.operators.size())),
            EntityRef::subgraph(static_cast<int>(i)));
    }
    return s;
}

Section NetworkInspection::metadata(const model::Network &network)
{
    Section s{ .id = u"metadata"_s, .title = tr("Metadata") };
    for (const auto &[name, text] : network.metadata)
        s.add(name, text);
    return s;
}

Inspection NetworkInspection::file(const InspectionContext &context)
{
    Inspection out{ .kind = tr("File"), .title = QFileInfo(context.path).fileName() };
    out.sections.push_back(identity(context));
    if (!context.network)
        return out;
    out.sections.push_back(subgraphs(*context.network));
    if (!context.network->subgraphs.empty())
        out.sections.push_back(kinds(context.network->subgraphs.front()));
    if (!context.network->metadata.empty())
        out.sections.push_back(metadata(*context.network));
    return out;
}

Section NetworkInspection::kinds(const model::Subgraph &subgraph)
{
    std::map<QString, quint64> counts;
    for (const auto &op : subgraph.operators)
        ++counts[op.type];
    std::vector<std::pair<QString, quint64>> ranked(counts.begin(), counts.end());
    std::stable_sort(ranked.begin(), ranked.end(),
        [](const auto &a, const auto &b) { return a.second > b.second; });
    Section s{ .id = u"operators"_s, .title = tr("Operators") };
    for (const auto &[type, count] : ranked)
        s.add(type, formatCount(count));
    return s;
}

Section NetworkInspection::tensors(const model::Subgraph &subgraph, const EntityRef &owner,
    const QString &id, const QString &title, const std::vector<qint32> &indices)
{
    Section s{ .id = id, .title = title };
    for (size_t i = 0; i < indices.size(); ++i) {
        const auto index = indices[i];
        const auto label = QString::number(i);
        if (index < 0 || static_cast<size_t>(index) >= subgraph.tensors.size()) {
            s.add(label, tr("left out"));
            continue;
        }
        auto link = EntityRef::networkTensor(owner.method, index);
        link.name = owner.name;
        s.facts.push_back(
            NetworkFacts::tensor(label, subgraph.tensors[static_cast<size_t>(index)], link));
    }
    return s;
}

std::optional<Inspection> NetworkInspection::subgraph(
    const InspectionContext &context, const EntityRef &entity)
{
    const auto *subgraph = context.subgraph(entity);
    if (!subgraph)
        return std::nullopt;
    Inspection out{ .kind = tr("Subgraph"),
        .title = subgraph->name.isEmpty() ? tr("Subgraph %1").arg(entity.method) : subgraph->name };
    if (!subgraph->region.isEmpty())
        out.subtitle = tr("Region %1").arg(subgraph->region);
    out.sections = { tensors(*subgraph, entity, u"inputs"_s, tr("Inputs"), subgraph->inputs),
        tensors(*subgraph, entity, u"outputs"_s, tr("Outputs"), subgraph->outputs),
        kinds(*subgraph) };
    return out;
}

Section NetworkInspection::attributes(const model::NetworkOperator &op)
{
    Section s{ .id = u"attributes"_s, .title = tr("Attributes") };
    for (const auto &attribute : op.attributes)
        s.add(attribute.name, graph::attributeText(attribute.value));
    return s;
}

Section NetworkInspection::origin(const model::NetworkOperator &op)
{
    Section s{ .id = u"source"_s, .title = tr("Source") };
    if (!op.module.isEmpty())
        s.add(tr("Module"), op.module, Emphasis::Code);
    for (const auto &frame : op.stackTrace)
        s.add(frame.function, u"%1:%2"_s.arg(frame.file).arg(frame.line), Emphasis::Code,
            frame.context);
    return s;
}

Section NetworkInspection::control(const model::Network &network, const model::NetworkOperator &op)
{
    Section s{ .id = u"control"_s, .title = tr("Runs these subgraphs") };
    for (const auto index : op.subgraphs) {
        if (index < 0 || static_cast<size_t>(index) >= network.subgraphs.size())
            continue;
        s.add(tr("Subgraph %1").arg(index), network.subgraphs[static_cast<size_t>(index)].name, {},
            EntityRef::subgraph(index));
    }
    return s;
}

Section NetworkInspection::npu(const model::EthosUPayload &payload, const NpuAnalysis *analysis)
{
    Section s{ .id = u"npu"_s, .title = tr("Command stream") };
    s.facts.push_back(payload.npu
            ? Fact{ .label = tr("Compiled for"), .value = payload.npu->name() }
            : Facts::notKnown(tr("Compiled for")));
    s.facts.push_back(Facts::bytes(tr("Arena"), payload.arenaBytes));
    s.add(tr("NPU operations"), formatCount(payload.operations));
    s.add(tr("Commands"),
        tr("%1 words, %2").arg(formatCount(payload.commandStreamWords), payload.driverFormat));
    if (analysis)
        s.facts.push_back(Facts::range(tr("Driver payload"), analysis->placed.place.driverPayload));
    return s;
}

std::optional<Inspection> NetworkInspection::op(
    const InspectionContext &context, const EntityRef &entity)
{
    const auto *subgraph = context.subgraph(entity);
    if (!subgraph || entity.index < 0
        || static_cast<size_t>(entity.index) >= subgraph->operators.size())
        return std::nullopt;
    const auto &op = subgraph->operators[static_cast<size_t>(entity.index)];
    Inspection out{ .kind = tr("Operator"),
        .title = op.type,
        .subtitle = op.name.isEmpty() ? tr("Operator %1").arg(entity.index) : op.name,
        .placement = op.ethosu ? graph::Placement::Npu : graph::Placement::Unknown };
    if (op.ethosu)
        out.sections.push_back(npu(*op.ethosu, streamOf(context.streams, entity).get()));
    if (!op.attributes.empty())
        out.sections.push_back(attributes(op));
    out.sections.push_back(tensors(*subgraph, entity, u"inputs"_s, tr("Inputs"), op.inputs));
    out.sections.push_back(tensors(*subgraph, entity, u"outputs"_s, tr("Outputs"), op.outputs));
    if (!op.subgraphs.empty())
        out.sections.push_back(control(*networkOf(context.network, context.related, entity), op));
    if (auto source = origin(op); !source.facts.empty())
        out.sections.push_back(std::move(source));
    return out;
}

Section NetworkInspection::users(
    const model::Subgraph &subgraph, const EntityRef &entity, qint32 tensor)
{
    Section s{ .id = u"users"_s, .title = tr("Computed and used by") };
    const auto add = [&](const QString &label, size_t index) {
        const auto &op = subgraph.operators[index];
        auto link = EntityRef::networkOperator(entity.method, static_cast<int>(index));
        link.name = entity.name;
        s.add(label, op.type, op.name, link);
    };
    const auto has = [&](const std::vector<qint32> &list) {
        return std::find(list.begin(), list.end(), tensor) != list.end();
    };
    for (size_t i = 0; i < subgraph.operators.size(); ++i) {
        if (has(subgraph.operators[i].outputs))
            add(tr("Computed by"), i);
    }
    for (size_t i = 0; i < subgraph.operators.size(); ++i) {
        if (has(subgraph.operators[i].inputs))
            add(tr("Used by"), i);
    }
    return s;
}

std::optional<Inspection> NetworkInspection::tensor(
    const InspectionContext &context, const EntityRef &entity)
{
    const auto *subgraph = context.subgraph(entity);
    if (!subgraph || entity.index < 0
        || static_cast<size_t>(entity.index) >= subgraph->tensors.size())
        return std::nullopt;
    const auto &tensor = subgraph->tensors[static_cast<size_t>(entity.index)];
    Inspection out{ .kind = tensor.data ? tr("Constant") : tr("Tensor"),
        .title = tensor.name.isEmpty() ? tr("Tensor %1").arg(entity.index) : tensor.name,
        .subtitle = graph::tensorText(tensor) };
    // Bytes of another file cannot be shown in this one's hex view.
    out.sections = NetworkFacts::sections(tensor, entity.name.isEmpty());
    if (auto section = users(*subgraph, entity, entity.index); !section.facts.empty())
        out.sections.push_back(std::move(section));
    return out;
}

} // namespace

std::optional<Inspection> inspectNetwork(const InspectionContext &context)
{
    return NetworkInspection::file(context);
}

std::optional<Inspection> inspectSubgraph(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NetworkInspection::subgraph(context, entity);
}

std::optional<Inspection> inspectOperator(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NetworkInspection::op(context, entity);
}

std::optional<Inspection> inspectNetworkTensor(
    const InspectionContext &context, const model::EntityRef &entity)
{
    return NetworkInspection::tensor(context, entity);
}

} // namespace tosaic::views
