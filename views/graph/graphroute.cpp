// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphroute.h"

#include "core/documents/keptentity.h"
#include "core/documents/selection.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using model::EntityRef;

namespace {

/// Whether a document has this outermost place.
bool canOpenAt(const ModelDocument &document, const GraphPlace &place)
{
    const auto result = document.compileResult();
    switch (place.level) {
    case GraphLevel::Operators:
        return result && !result->nodes.empty();
    case GraphLevel::Runtime:
        return isPartOf(document, EntityRef::ofMethod(place.method));
    case GraphLevel::Network:
        return isPartOf(document, EntityRef::subgraph(place.subgraph));
    case GraphLevel::NpuOperations:
    case GraphLevel::DelegateNetwork:
        break;
    }
    return !streamOwner(document, place.owner).isEmpty();
}

} // namespace

GraphRoute::GraphRoute(ModelDocument &document, SelectionContext &selection, const QObject &origin)
    : m_document(document), m_selection(selection), m_origin(origin)
{
}

void GraphRoute::restart()
{
    m_first = firstPlace(m_document.opened());
    goTo({ m_first });
}

bool GraphRoute::stay()
{
    if (m_first != firstPlace(m_document.opened()))
        return false;
    const auto network = m_document.network();
    const auto isGone = [&](const GraphPlace &step) {
        if (step.level == Level::Network && network
            && static_cast<size_t>(step.subgraph) >= network->subgraphs.size())
            return true;
        return step.isInside() && !step.owner.isEmpty()
            && streamOwner(m_document, step.owner).isEmpty();
    };
    if (isGone(m_path.front()))
        return false;
    m_path.erase(std::find_if(m_path.begin() + 1, m_path.end(), isGone), m_path.end());
    return true;
}

void GraphRoute::restore(std::vector<GraphPlace> path)
{
    m_first = firstPlace(m_document.opened());
    m_path = std::move(path);
    if (m_path.empty() || !canOpenAt(m_document, m_path.front()) || !stay())
        m_path = { m_first };
    Q_EMIT changed();
}

void GraphRoute::goTo(std::vector<GraphPlace> path)
{
    m_path = std::move(path);
    Q_EMIT changed();
}

void GraphRoute::changePlace(const GraphPlace &place)
{
    if (place == m_path.back())
        return;
    auto path = m_path;
    path.back() = place;
    goTo(std::move(path));
}

void GraphRoute::setLevel(Level level)
{
    auto place = m_path.front();
    place.level = level;
    if (m_path.size() > 1 || place != m_path.front())
        goTo({ place });
}

void GraphRoute::setSubgraph(int subgraph)
{
    auto next = place();
    next.subgraph = subgraph;
    if (next.isNetwork() && subgraph >= 0)
        changePlace(next);
}

void GraphRoute::enter(const EntityRef &owner)
{
    if (goInside(owner))
        m_selection.select(
            owner, &m_origin); // what one is inside of is what the inspector tells about
}

/// False if one is there already, or there is nothing to go into.
bool GraphRoute::goInside(const EntityRef &owner)
{
    if (place().owner == owner || streamOwner(m_document, owner).isEmpty())
        return false;
    auto path = m_path;
    if (path.back().isInside())
        path.pop_back(); // streams do not stand inside each other
    const bool network = m_prefersNetwork && m_document.relatedTo(owner);
    path.push_back({ .level = network ? Level::DelegateNetwork : Level::NpuOperations,
        .method = owner.method,
        .owner = owner });
    goTo(std::move(path));
    return true;
}

void GraphRoute::leave()
{
    if (m_path.size() < 2)
        return;
    auto path = m_path;
    const auto owner = path.back().owner;
    path.pop_back();
    goTo(std::move(path));
    // What one comes out of is what the eye looks for.
    if (!owner.isEmpty())
        m_selection.select(owner, &m_origin);
}

void GraphRoute::showDelegateNetwork(bool network)
{
    auto next = place();
    if (!next.isInside() || (network && !m_document.relatedTo(next.owner)))
        return;
    m_prefersNetwork = network;
    next.level = network ? Level::DelegateNetwork : Level::NpuOperations;
    next.subgraph = 0;
    changePlace(next);
}

void GraphRoute::showOperationsOf(const EntityRef &owner)
{
    m_prefersNetwork = false;
    if (place().owner == owner)
        showDelegateNetwork(false);
    else
        enter(owner);
}

void GraphRoute::open(const EntityRef &entity)
{
    if (const auto owner = streamOwner(m_document, entity); !owner.isEmpty()) {
        if (entity.isPartOfStream())
            showOperation(entity, owner);
        else
            enter(owner);
        return;
    }
    const auto network = m_document.networkOf(entity);
    if (entity.kind != EntityRef::Kind::Operator || !network || entity.method < 0
        || static_cast<size_t>(entity.method) >= network->subgraphs.size())
        return;
    const auto &operators = network->subgraphs[static_cast<size_t>(entity.method)].operators;
    const auto index = static_cast<size_t>(entity.index);
    if (index >= operators.size() || operators[index].subgraphs.empty())
        return;
    auto path = m_path;
    path.push_back(place());
    path.back().subgraph = operators[index].subgraphs.front();
    goTo(std::move(path));
}

/// An operation that another view opened: it stays selected.
void GraphRoute::showOperation(const EntityRef &operation, const EntityRef &owner)
{
    m_prefersNetwork = false;
    m_selection.select(operation, &m_origin);
    if (!goInside(owner))
        showDelegateNetwork(false);
}

/// Into the delegate that the network of this file became.
bool GraphRoute::walkToRelated(const EntityRef &entity)
{
    const auto &all = m_document.relatedNetworks();
    const auto related = std::find_if(
        all.begin(), all.end(), [&](const auto &other) { return other.path == entity.name; });
    if (related == all.end())
        return false;
    auto next = place();
    if (next.level == Level::DelegateNetwork && next.owner == related->owner
        && next.subgraph == entity.method)
        return false;
    m_prefersNetwork = true;
    if (next.owner != related->owner && goInside(related->owner))
        return true;
    next.level = Level::DelegateNetwork;
    next.subgraph = entity.method;
    changePlace(next);
    return true;
}

bool GraphRoute::walkTo(const EntityRef &entity)
{
    using Kind = EntityRef::Kind;
    const bool isOfNetwork = entity.kind == Kind::Operator || entity.kind == Kind::NetworkTensor
        || entity.kind == Kind::Subgraph;
    const auto &material = place();
    if (isOfNetwork && entity.name.isEmpty() && m_document.network()
        && (material.level != Level::Network || material.subgraph != entity.method)) {
        auto outer = m_path.front();
        outer.subgraph = entity.method;
        goTo({ outer });
        return true;
    }
    if (isOfNetwork && !entity.name.isEmpty())
        return walkToRelated(entity);
    if (!material.isInside())
        return false;
    if (entity.kind == Kind::NpuOperation && !entity.isInStreamOf(material.owner))
        return goInside(streamOwner(m_document, entity));
    const bool isOutside = entity.kind == Kind::Node || entity.kind == Kind::Partition
        || entity.kind == Kind::Value || entity.kind == Kind::Method
        || (entity.kind == Kind::Instruction && streamOwner(m_document, entity) != material.owner)
        || (entity.kind == Kind::Delegate && entity != material.owner);
    if (!isOutside)
        return false;
    goTo({ m_path.front() });
    return true;
}

} // namespace tosaic::views
