// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphdiff.h"

#include "core/graph/graphtext.h"
#include "core/graph/kinds.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

using analysis::MatchReason;
using analysis::OperatorIdentity;
using model::EntityRef;

/// What Node::subtitle says of the tensor: "int8 1x48x48x16".
struct Tensor
{
    QString dtype;
    std::vector<qint64> shape;
};

Tensor tensorOf(const Node &node)
{
    Tensor tensor;
    const auto words = QStringView(node.subtitle).split(u' ', Qt::SkipEmptyParts);
    if (words.empty() || words.size() > 2)
        return tensor;
    for (const auto size : words.back().split(u'x')) {
        bool isNumber = false;
        const auto value = size.toLongLong(&isNumber);
        if (!isNumber && size != u'?')
            return words.size() == 1 ? Tensor{ words.back().toString(), {} } : Tensor{};
        tensor.shape.push_back(isNumber ? value : -1);
    }
    if (words.size() == 2)
        tensor.dtype = words.front().toString();
    return tensor;
}

/// The same in every order of dimensions: torch counts channels first, TFLite and TOSA last.
std::vector<qint64> withoutOrder(std::vector<qint64> shape)
{
    std::erase(shape, 1);
    std::ranges::sort(shape);
    return shape;
}

QString kindOf(const Node &node)
{
    return node.pattern.isEmpty() ? node.placement == Placement::Io ? u"io"_s : node.title
                                  : node.pattern;
}

using Kinds = QHash<QString, size_t>; ///< number of operators of each

Kinds kindsIn(const Graph &graph)
{
    Kinds kinds;
    for (const auto &node : graph.nodes) {
        if (!node.pattern.isEmpty())
            ++kinds[node.pattern];
    }
    return kinds;
}

size_t sharedBy(const Kinds &before, const Kinds &after)
{
    size_t shared = 0;
    for (auto kind = before.cbegin(); kind != before.cend(); ++kind)
        shared += std::min(*kind, after.value(kind.key(), 0));
    return shared;
}

/// Formats spell some kinds alike (RESHAPE) and most in their own way (CONV_2D, CONV2D).
bool spellOtherwise(const Graph &before, const Graph &after)
{
    const auto old = kindsIn(before);
    const auto now = kindsIn(after);
    if (old.empty() || now.empty())
        return false;
    const auto inCommonWords = [](const Kinds &kinds) {
        Kinds common;
        for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind)
            common[commonKind(kind.key())] += *kind;
        return common;
    };
    return 3 * sharedBy(old, now) < sharedBy(inCommonWords(old), inCommonWords(now))
        || sharedBy(old, now) == 0;
}

std::vector<OperatorIdentity> identitiesOf(const DiffSide &side, bool hasOtherKinds)
{
    const auto &graph = *side.graph;
    std::vector<OperatorIdentity> identities;
    identities.reserve(graph.nodes.size());
    QHash<QString, QString> kinds; // of a pattern
    for (const auto &node : graph.nodes) {
        auto kind = kindOf(node);
        if (hasOtherKinds) {
            auto &common = kinds[kind];
            if (common.isEmpty())
                common = commonKind(kind);
            kind = common;
        }
        auto tensor = tensorOf(node);
        identities.push_back({ .name = node.name,
            .graphSha256 = side.names,
            .kind = kind,
            .place = node.module,
            .target = node.pattern.isEmpty() ? QString() : kind,
            .shape
            = hasOtherKinds ? withoutOrder(std::move(tensor.shape)) : std::move(tensor.shape) });
    }
    for (const auto &edge : graph.edges) {
        if (!edge.isControl)
            identities[edge.to.value].inputs.push_back(edge.from.value);
    }
    return identities;
}

/// The partition or delegate that each group stands in, itself included.
std::vector<GroupId> partitionsOf(const Graph &graph)
{
    std::vector<GroupId> partitions(graph.groups.size());
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        const auto &group = graph.groups[i];
        if (group.entity.kind == EntityRef::Kind::Partition
            || group.entity.kind == EntityRef::Kind::Delegate)
            partitions[i] = GroupId(i);
        else if (group.parent && group.parent.value < i)
            partitions[i] = partitions[group.parent.value];
    }
    return partitions;
}

/// Tells what of a pair is not the same.
class Judge
{
public:
    Judge(const Graph &before, const Graph &after, bool hasOtherKinds)
        : m_before(before), m_after(after), m_hasOtherKinds(hasOtherKinds),
          m_partitionsBefore(partitionsOf(before)), m_partitionsAfter(partitionsOf(after))
    {
    }

    /// Numbers of partitions shift: the one that took most of another's operators is the same;
    /// where one was cut, the part that kept its name, if that is no small one.
    void learnPartitions(const std::vector<NodePair> &pairs)
    {
        QHash<size_t, std::map<size_t, size_t>> shared; // number of operators by before and after
        for (const auto &pair : pairs) {
            if (const auto [from, to] = partitions(pair); from && to)
                ++shared[from.value][to.value];
        }
        for (auto it = shared.cbegin(); it != shared.cend(); ++it) {
            size_t all = 0;
            for (const auto &[to, count] : *it)
                all += count;
            const auto weight = [&, from = it.key()](const std::pair<const size_t, size_t> &heir) {
                const bool hasName
                    = m_before.groups[from].title == m_after.groups[heir.first].title;
                return hasName && 5 * heir.second >= all ? all + 1 : heir.second;
            };
            m_heirs[it.key()] = std::ranges::max_element(*it, {}, weight)->first;
        }
    }

    void judge(NodePair &pair) const
    {
        const auto &before = m_before.nodes[*pair.before];
        const auto &after = m_after.nodes[*pair.after];
        const auto add = [&pair](AspectChange::Aspect aspect, const QString &was, const QString &is,
                             Difference difference) {
            pair.aspects.push_back({ aspect, was, is });
            pair.difference = difference;
        };
        if (!m_hasOtherKinds && kindOf(before) != kindOf(after))
            add(AspectChange::Aspect::Kind, kindOf(before), kindOf(after), Difference::Changed);
        if (isOtherTensor(before, after))
            add(AspectChange::Aspect::Tensor, before.subtitle, after.subtitle, Difference::Changed);
        if (before.placement != after.placement && !before.isUnplaced && !after.isUnplaced)
            add(AspectChange::Aspect::Placement, placementText(before.placement),
                placementText(after.placement), Difference::Moved);
        const auto [from, to] = partitions(pair);
        if (from && to && m_heirs.value(from.value, to.value) != to.value)
            add(AspectChange::Aspect::Partition, m_before.groups[from.value].title,
                m_after.groups[to.value].title, Difference::Moved);
    }

private:
    bool isOtherTensor(const Node &before, const Node &after) const
    {
        if (!m_hasOtherKinds)
            return before.subtitle != after.subtitle;
        const auto was = tensorOf(before);
        const auto is = tensorOf(after);
        return was.dtype != is.dtype || withoutOrder(was.shape) != withoutOrder(is.shape);
    }

    std::pair<GroupId, GroupId> partitions(const NodePair &pair) const
    {
        const auto at = [](const Graph &graph, const std::vector<GroupId> &partitions,
                            const std::optional<size_t> &node) {
            const auto group = node ? graph.nodes[*node].group : GroupId();
            return group ? partitions[group.value] : GroupId();
        };
        return { at(m_before, m_partitionsBefore, pair.before),
            at(m_after, m_partitionsAfter, pair.after) };
    }

    const Graph &m_before;
    const Graph &m_after;
    bool m_hasOtherKinds;
    std::vector<GroupId> m_partitionsBefore;
    std::vector<GroupId> m_partitionsAfter;
    QHash<size_t, size_t> m_heirs; // after by before
};

QHash<EntityRef, size_t> nodesByEntity(const Graph &graph)
{
    QHash<EntityRef, size_t> nodes;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        for (const auto &folded : graph.nodes[i].folded)
            nodes.emplace(folded, i);
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i)
        nodes.insert(graph.nodes[i].entity, i);
    return nodes;
}

std::vector<NodePair> recordedPairs(
    const Graph &before, const Graph &after, const RecordedPairs &recorded)
{
    const auto old = nodesByEntity(before);
    const auto now = nodesByEntity(after);
    QSet<std::pair<size_t, size_t>> found;
    for (const auto &[from, to] : recorded) {
        const auto a = old.constFind(from);
        const auto b = now.constFind(to);
        if (a != old.cend() && b != now.cend())
            found.insert({ *b, *a });
    }
    std::vector<std::pair<size_t, size_t>> ordered(found.cbegin(), found.cend());
    std::ranges::sort(ordered);
    std::vector<NodePair> pairs;
    for (const auto &[to, from] : ordered)
        pairs.push_back({ .before = from, .after = to, .reason = MatchReason::Recorded });
    return pairs;
}

std::vector<NodePair> matchedPairs(
    const std::vector<OperatorIdentity> &before, const std::vector<OperatorIdentity> &after)
{
    std::vector<NodePair> pairs;
    for (const auto &match : analysis::matchOperators(before, after))
        pairs.push_back({ .before = match.before, .after = match.after, .reason = match.reason });
    return pairs;
}

} // namespace

bool GraphDiff::areUnrelated() const
{
    return 5 * std::min(matchedBefore, matchedAfter) < std::min(nodesBefore, nodesAfter);
}

bool GraphDiff::isSame() const
{
    return count(Difference::Same) == pairs.size();
}

GraphDiff diffGraphs(const DiffSide &before, const DiffSide &after, const RecordedPairs &recorded)
{
    const auto &old = *before.graph;
    const auto &now = *after.graph;
    const bool isRecorded = !recorded.empty();
    GraphDiff diff{ .nodesBefore = old.nodes.size(), .nodesAfter = now.nodes.size() };
    diff.hasOtherKinds = spellOtherwise(old, now);
    const auto beforeIdentities = identitiesOf(before, diff.hasOtherKinds);
    const auto afterIdentities = identitiesOf(after, diff.hasOtherKinds);
    auto pairs = isRecorded ? recordedPairs(old, now, recorded)
                            : matchedPairs(beforeIdentities, afterIdentities);
    if (!isRecorded) {
        Judge judge(old, now, diff.hasOtherKinds);
        judge.learnPartitions(pairs);
        for (auto &pair : pairs)
            judge.judge(pair);
    }
    std::vector<bool> hasPartnerBefore(old.nodes.size());
    std::vector<bool> hasPartnerAfter(now.nodes.size());
    for (const auto &pair : pairs) {
        hasPartnerBefore[*pair.before] = true;
        hasPartnerAfter[*pair.after] = true;
    }
    const auto kindsLeft = [](const auto &identities, const std::vector<bool> &hasPartner) {
        QSet<QString> kinds;
        for (size_t i = 0; i < identities.size(); ++i) {
            if (!hasPartner[i])
                kinds.insert(identities[i].kind);
        }
        return kinds;
    };
    const auto oldKinds = kindsLeft(beforeIdentities, hasPartnerBefore);
    const auto newKinds = kindsLeft(afterIdentities, hasPartnerAfter);
    for (size_t i = 0; i < now.nodes.size(); ++i) {
        if (!hasPartnerAfter[i])
            pairs.push_back({ .after = i,
                .difference = isRecorded || oldKinds.contains(afterIdentities[i].kind)
                    ? Difference::Unmatched
                    : Difference::Added });
    }
    std::ranges::stable_sort(pairs, {}, [](const NodePair &pair) { return *pair.after; });
    for (size_t i = 0; i < old.nodes.size(); ++i) {
        if (!hasPartnerBefore[i])
            pairs.push_back({ .before = i,
                .difference = isRecorded || newKinds.contains(beforeIdentities[i].kind)
                    ? Difference::Unmatched
                    : Difference::Removed });
    }
    for (const auto &pair : pairs)
        ++diff.counts[static_cast<size_t>(pair.difference)];
    diff.matchedBefore = size_t(std::ranges::count(hasPartnerBefore, true));
    diff.matchedAfter = size_t(std::ranges::count(hasPartnerAfter, true));
    diff.pairs = std::move(pairs);
    return diff;
}

} // namespace tosaic::graph
