// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphplace.h"

#include "core/documents/relatednetwork.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/networkgraph.h"
#include "core/graph/npugraph.h"
#include "views/graph/graphsummary.h"
#include "views/models/streamowner.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using model::EntityRef;

const model::Method *methodOf(const ModelDocument &document, int index)
{
    const auto program = document.program();
    return program && index >= 0 && static_cast<size_t>(index) < program->methods.size()
        ? &program->methods[static_cast<size_t>(index)]
        : nullptr;
}

bool isNpuDelegate(const ModelDocument &document, const EntityRef &entity)
{
    const auto *method = methodOf(document, entity.method);
    return method && entity.index >= 0
        && static_cast<size_t>(entity.index) < method->delegates.size()
        && method->delegates[static_cast<size_t>(entity.index)].ethosu;
}

EntityRef delegateOfCall(const ModelDocument &document, const EntityRef &entity)
{
    const auto *method = methodOf(document, entity.method);
    if (!method || entity.index < 0
        || static_cast<size_t>(entity.index) >= method->instructions.size())
        return {};
    const auto *call = std::get_if<model::DelegateCall>(
        &method->instructions[static_cast<size_t>(entity.index)]);
    return call ? EntityRef::delegate(entity.method, static_cast<int>(call->delegate.value))
                : EntityRef();
}

const model::NetworkOperator *operatorOf(const ModelDocument &document, const EntityRef &entity)
{
    const auto network = document.networkOf(entity);
    if (!network || entity.method < 0
        || static_cast<size_t>(entity.method) >= network->subgraphs.size())
        return nullptr;
    const auto &operators = network->subgraphs[static_cast<size_t>(entity.method)].operators;
    return entity.index >= 0 && static_cast<size_t>(entity.index) < operators.size()
        ? &operators[static_cast<size_t>(entity.index)]
        : nullptr;
}

/// The partition that an operator of the model before cutting is in.
EntityRef delegateOfNode(const ModelDocument &document, const QString &name)
{
    const auto result = document.compileResult();
    if (!result)
        return {};
    const auto node = std::find_if(result->nodes.begin(), result->nodes.end(),
        [&](const auto &candidate) { return candidate.name == name; });
    if (node == result->nodes.end() || !node->partition)
        return {};
    return document.delegateOf(*node->partition).value_or(EntityRef());
}

/// Where the operators of a network run: only Ethos-U delegates have one that can be gone into.
std::optional<graph::Placement> placementIn(const GraphPlace &place)
{
    return place.level == GraphLevel::DelegateNetwork ? std::optional(graph::Placement::Npu)
                                                      : std::nullopt;
}

} // namespace

GraphMaterial GraphMaterial::of(const ModelDocument &document, const GraphPlace &place)
{
    GraphMaterial material;
    switch (place.level) {
    case GraphLevel::Operators:
    case GraphLevel::Runtime:
        material.program = document.program();
        material.result = document.compileResult();
        break;
    case GraphLevel::Network:
        material.network = document.network();
        break;
    case GraphLevel::NpuOperations:
        material.analysis = document.streamOf(place.owner);
        break;
    case GraphLevel::DelegateNetwork:
        if (const auto *related = document.relatedTo(place.owner)) {
            material.network = related->network;
            material.networkFile = related->path;
        }
        break;
    }
    return material;
}

GraphPlace firstPlace(const OpenedModel &opened)
{
    if (opened.network)
        return { .level = GraphLevel::Network };
    return { .level = opened.result && !opened.result->nodes.empty() ? GraphLevel::Operators
                                                                     : GraphLevel::Runtime,
        .method = opened.program ? graph::largestMethod(*opened.program) : -1 };
}

graph::Graph firstGraph(const OpenedModel &opened)
{
    return buildGraph(
        { .program = opened.program, .result = opened.result, .network = opened.network },
        firstPlace(opened), false);
}

EntityRef streamOwner(const ModelDocument &document, const EntityRef &entity)
{
    auto owner = entity;
    if (entity.kind == EntityRef::Kind::Instruction)
        owner = delegateOfCall(document, entity);
    else if (entity.kind == EntityRef::Kind::Partition)
        owner = document.delegateOf(entity.index).value_or(EntityRef());
    else if (entity.kind == EntityRef::Kind::Node)
        owner = delegateOfNode(document, entity.name);
    else if (entity.isPartOfStream()) {
        const auto analysis = document.streamOf(entity);
        owner = analysis ? analysis->owner() : EntityRef();
    }
    if (owner.kind == EntityRef::Kind::Delegate)
        return isNpuDelegate(document, owner) ? owner : EntityRef();
    if (owner.kind == EntityRef::Kind::Operator) {
        const auto *op = operatorOf(document, owner);
        return op && op->ethosu ? owner : EntityRef();
    }
    return owner.kind == EntityRef::Kind::File && document.streamOf(owner) ? owner : EntityRef();
}

graph::Graph buildGraph(const GraphMaterial &material, const GraphPlace &place, bool constants)
{
    if (material.preview)
        return graph::buildPreviewGraph(*material.preview);
    switch (place.level) {
    case GraphLevel::Operators:
        return material.result
            ? graph::buildResultGraph(*material.result, keptNetworks(*material.result))
            : graph::Graph();
    case GraphLevel::Runtime:
        return material.program
            ? graph::buildProgramGraph(*material.program, place.method, material.result.get())
            : graph::Graph();
    case GraphLevel::Network:
    case GraphLevel::DelegateNetwork:
        return material.network ? graph::networkGraph(*material.network, place.subgraph,
                   { .constants = constants,
                       .file = material.networkFile,
                       .placement = placementIn(place) })
                                : graph::Graph();
    case GraphLevel::NpuOperations:
        return material.analysis && material.analysis->stream()
            ? graph::buildNpuGraph(*material.analysis->stream(), material.analysis->placed.place,
                material.analysis->dataflow, material.analysis->work)
            : graph::Graph();
    }
    return {};
}

QString placeName(const ModelDocument &document, const GraphPlace &place)
{
    if (!place.isInside() || place.owner.kind == EntityRef::Kind::File) {
        const auto file = QFileInfo(document.path()).fileName();
        const auto network = document.network();
        if (!network || place.subgraph == 0
            || static_cast<size_t>(place.subgraph) >= network->subgraphs.size())
            return file;
        const auto &name = network->subgraphs[static_cast<size_t>(place.subgraph)].name;
        return name.isEmpty()
            ? QCoreApplication::translate("GraphPlace", "Subgraph %1").arg(place.subgraph)
            : name;
    }
    return streamOwnerName(place.owner);
}

QString placeSentence(const ModelDocument &document, const GraphPlace &place)
{
    const auto material = GraphMaterial::of(document, place);
    if (place.isNetwork())
        return networkSentence(material.network.get(), place.subgraph);
    if (place.level == GraphLevel::NpuOperations)
        return npuSentence(material.analysis.get());
    return placementSentence(material.program.get(), material.result.get(), place.method);
}

} // namespace tosaic::views
