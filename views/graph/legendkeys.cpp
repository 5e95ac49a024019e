// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/legendkeys.h"

#include "views/graph/graphmarks.h"
#include "views/graph/graphstyle.h"
#include "views/graph/overlaypainting.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

namespace tosaic::views {

namespace {

using graph::Node;

constexpr int Steps = 5; ///< of a colour map

struct KeyWords
{
    Q_DECLARE_TR_FUNCTIONS(Legend)
};

class Keys
{
public:
    Keys(const graph::Graph &graph, const GraphOverlay &overlay)
        : m_graph(graph), m_overlay(overlay)
    {
    }

    /// Nothing where no node is meant.
    void add(LegendKey key, const std::function<bool(size_t node)> &isMeant)
    {
        bool isThere = false;
        key.nodes.resize(m_graph.nodes.size());
        for (size_t i = 0; i < key.nodes.size(); ++i) {
            key.nodes[i] = isMeant(i);
            isThere = isThere || key.nodes[i];
        }
        if (isThere)
            m_keys.push_back(std::move(key));
    }

    void addPlacements();
    void addFamilies();
    void addChanges(ChangeBase base);
    void addCategories();
    void addSteps(const ThemeColors &colors);
    void addUnknown();
    std::vector<LegendKey> take() { return std::move(m_keys); }

private:
    const Node &node(size_t at) const { return m_graph.nodes[at]; }
    const std::optional<NodeMark> &mark(size_t at) const { return m_overlay.nodes[at]; }

    const graph::Graph &m_graph;
    const GraphOverlay &m_overlay;
    std::vector<LegendKey> m_keys;
};

void Keys::addPlacements()
{
    using graph::Placement;
    for (const auto placement : { Placement::Npu, Placement::Cpu, Placement::OtherDelegate,
             Placement::Boundary, Placement::Io, Placement::Unknown }) {
        const Node sample{ .placement = placement };
        add({ style::placementPhrase(sample), sample },
            [&](size_t i) { return node(i).placement == placement && !node(i).isUnplaced; });
    }
}

/// Of operators that nobody has placed yet; a closed group is of each kind that is in it.
void Keys::addFamilies()
{
    std::map<graph::Family, QString> titles;
    std::vector<std::optional<graph::Family>> families(m_graph.nodes.size());
    QHash<QString, graph::Family> known; // telling one is slow, and titles repeat
    for (size_t i = 0; i < families.size(); ++i) {
        if (!node(i).isUnplaced || node(i).collapsed)
            continue;
        const auto &title = node(i).title;
        if (!known.contains(title))
            known.insert(title, graph::familyOf(title));
        families[i] = node(i).isDepthwise ? graph::Family::Depthwise : known.value(title);
        titles.try_emplace(*families[i], title);
    }
    for (const auto &one : m_graph.nodes) {
        for (const auto &[family, count] : one.families) {
            if (one.isUnplaced)
                titles.try_emplace(family, QString());
        }
    }
    for (const auto &[family, title] : titles) {
        const Node sample{ .title = title,
            .placement = graph::Placement::Unknown,
            .isDepthwise = family == graph::Family::Depthwise,
            .isUnplaced = true };
        add({ style::familyWord(family), sample }, [&, family = family](size_t i) {
            return families[i] == family
                || (node(i).isUnplaced && node(i).families.contains(family));
        });
    }
}

void Keys::addChanges(ChangeBase base)
{
    const Node sample{ .isUnplaced = true, .change = graph::Change::New };
    add({ base == ChangeBase::NextCompile ? KeyWords::tr("Preview: changes with the next compile")
                                          : KeyWords::tr("Changed since the compile before"),
            sample },
        [&](size_t i) { return style::isChanged(node(i)); });
}

void Keys::addCategories()
{
    // A closed group is of each kind that is in it.
    const auto isInside = [this](size_t i, const QString &word) {
        return m_overlay.metric == GraphMetric::Kind
            && std::ranges::any_of(node(i).families,
                [&word](const auto &family) { return style::familyWord(family.first) == word; });
    };
    for (size_t k = 0; k < m_overlay.keys.size(); ++k) {
        const auto &key = m_overlay.keys[k];
        add({ key.text, std::nullopt, key.color }, [&](size_t i) {
            const bool isOwn = mark(i)
                && (mark(i)->key < 0 ? mark(i)->color == key.color
                                     : mark(i)->key == static_cast<int>(k));
            return isOwn || isInside(i, key.text);
        });
    }
}

void Keys::addSteps(const ThemeColors &colors)
{
    const bool isDiverging = m_overlay.metric == GraphMetric::Deviation;
    const auto stepOf = [&](const NodeMark &mark) {
        const auto share = isDiverging ? (mark.position + 1) / 2 : mark.position;
        return std::clamp(static_cast<int>(share * Steps), 0, Steps - 1);
    };
    for (int step = 0; step < Steps; ++step) {
        const auto middle = (step + 0.5) / Steps;
        const NodeMark sample{ .position = isDiverging ? 2 * middle - 1 : middle,
            .isDiverging = isDiverging };
        LegendKey key{ KeyWords::tr("Step %1 of %2, from %3 to %4")
                           .arg(step + 1)
                           .arg(Steps)
                           .arg(m_overlay.lowest, m_overlay.highest),
            std::nullopt, style::markColor(sample, colors), true, {} };
        key.nodes.resize(m_graph.nodes.size());
        for (size_t i = 0; i < key.nodes.size(); ++i)
            key.nodes[i] = mark(i) && stepOf(*mark(i)) == step;
        m_keys.push_back(std::move(key)); // also an empty one: the map has no gaps
    }
}

void Keys::addUnknown()
{
    add({ QCoreApplication::translate("GraphOverlay", "Not known") }, [&](size_t i) {
        const bool isIo = node(i).placement == graph::Placement::Io && !node(i).collapsed;
        return !mark(i) && !isIo && !node(i).isControl;
    });
}

} // namespace

std::vector<LegendKey> legendKeys(const graph::Graph &graph, const GraphOverlay &overlay,
    const ThemeColors &colors, ChangeBase base)
{
    Keys keys(graph, overlay);
    if (!overlay.isShown() || overlay.nodes.size() != graph.nodes.size()) {
        keys.addPlacements();
        keys.addFamilies();
        keys.addChanges(base);
        return keys.take();
    }
    if (overlay.keys.empty())
        keys.addSteps(colors);
    else
        keys.addCategories();
    keys.addUnknown();
    if (overlay.metric != GraphMetric::Change)
        keys.addChanges(base);
    return keys.take();
}

} // namespace tosaic::views
