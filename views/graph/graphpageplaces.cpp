// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where one is on a GraphPage: levels, subgraphs, inside a delegate and out again.
#include "views/graph/graphpage.h"

#include "core/documents/selection.h"
#include "core/graph/graphtransform.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphview.h"
#include "views/graph/pathbar.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using model::EntityRef;

void GraphPage::goTo(std::vector<GraphPlace> path)
{
    m_path = std::move(path);
    m_collapsed.clear();
    m_fitNext = true;
    m_full = {};
    m_shown = {};
    rebuild();
}

void GraphPage::changePlace(const GraphPlace &place)
{
    if (place == m_path.back())
        return;
    auto path = m_path;
    path.back() = place;
    goTo(std::move(path));
}

void GraphPage::setLevel(Level level)
{
    auto place = m_path.front();
    place.level = level;
    if (m_path.size() > 1 || place != m_path.front())
        goTo({ place });
}

void GraphPage::setSubgraph(int subgraph)
{
    auto next = place();
    next.subgraph = subgraph;
    if (next.isNetwork() && subgraph >= 0)
        changePlace(next);
}

void GraphPage::enter(const EntityRef &owner)
{
    if (goInside(owner))
        m_selection.select(owner, this); // what one is inside of is what the inspector tells about
}

/// False if one is there already, or there is nothing to go into.
bool GraphPage::goInside(const EntityRef &owner)
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

void GraphPage::leave()
{
    if (m_path.size() < 2)
        return;
    auto path = m_path;
    const auto owner = path.back().owner;
    path.pop_back();
    goTo(std::move(path));
    // What one comes out of is what the eye looks for.
    if (!owner.isEmpty())
        m_selection.select(owner, this);
}

void GraphPage::showDelegateNetwork(bool network)
{
    auto next = place();
    if (!next.isInside() || (network && !m_document.relatedTo(next.owner)))
        return;
    m_prefersNetwork = network;
    next.level = network ? Level::DelegateNetwork : Level::NpuOperations;
    next.subgraph = 0;
    changePlace(next);
}

void GraphPage::setConstantsShown(bool shown)
{
    if (m_constantsShown == shown)
        return;
    m_constantsShown = shown;
    m_fitNext = true;
    if (place().isNetwork())
        rebuild();
}

/// Double click or Enter on something, here or in another view.
void GraphPage::onEntityActivated(const EntityRef &entity)
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
void GraphPage::showOperation(const EntityRef &operation, const EntityRef &owner)
{
    m_prefersNetwork = false;
    m_selection.select(operation, this);
    if (!goInside(owner))
        showDelegateNetwork(false);
}

bool GraphPage::isEnterable(const GraphTarget &target) const
{
    const auto owner = streamOwner(m_document, m_view->graphScene()->entityOf(target));
    return !owner.isEmpty() && owner != place().owner;
}

/// Into the delegate that the network of this file became.
bool GraphPage::walkToRelated(const EntityRef &entity)
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

/// Goes where an entity that another view selected can be seen; false if it can be seen here or
/// nowhere.
bool GraphPage::walkTo(const EntityRef &entity)
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

void GraphPage::updateHeader()
{
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    const auto &here = place();
    const bool hasOperators = result && !result->nodes.empty();
    const bool isEmpty = m_document.isEmpty();
    m_header->setSentence(placeSentence(m_document, here));
    m_header->setLevels(hasOperators && !isInside(), program != nullptr && !isInside(),
        here.level == Level::Operators);
    const auto network = GraphMaterial::of(m_document, here).network;
    const bool isTorch
        = network && (network->format == "pt2"_L1 || network->format == "etrecord"_L1);
    m_header->setQuantisationAvailable(here.level == Level::Operators || isTorch);
    m_header->setConstantsAvailable(network != nullptr);
    QStringList names;
    for (size_t i = 0; network && i < network->subgraphs.size(); ++i) {
        const auto &name = network->subgraphs[i].name;
        names += name.isEmpty() ? tr("Subgraph %1").arg(i) : name;
    }
    m_header->setSubgraphs(names, here.subgraph);
    m_header->setGroupsAvailable(!graph::allGroups(m_full).isEmpty());
    m_header->setControlsEnabled(!isEmpty);
    m_footer->setVisible(!isEmpty);
    m_footer->setZoom(m_view->zoom());
    updatePath();
}

void GraphPage::updatePath()
{
    QStringList names;
    for (const auto &step : m_path)
        names += placeName(m_document, step);
    m_pathBar->setPath(names);
    m_pathBar->setInside(
        place().isInside(), level() == Level::DelegateNetwork, m_document.relatedTo(place().owner));
}

} // namespace tosaic::views
