// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/operatormatch.h"

#include <QHash>
#include <QStringList>

#include <algorithm>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using Operators = std::span<const OperatorIdentity>;
using Key = QString (*)(const OperatorIdentity &);

QString nameKey(const OperatorIdentity &is)
{
    if (is.name.isEmpty() || is.name.startsWith(u'#') || is.graphSha256.isEmpty())
        return {};
    return is.graphSha256 + u'/' + is.name;
}

QString nodeKey(const OperatorIdentity &is)
{
    return is.node;
}

QString moduleKey(const OperatorIdentity &is)
{
    if (is.place.isEmpty() || is.target.isEmpty())
        return {};
    return QStringList{ is.place, is.target, is.kind }.join(u'\n');
}

QString contentKey(const OperatorIdentity &is)
{
    auto key = moduleKey(is);
    if (key.isEmpty())
        return {};
    for (const auto dimension : is.shape)
        key += u'x' + QString::number(dimension);
    return key;
}

using Consumers = std::vector<std::vector<size_t>>;

/// Who takes what an operator makes.
Consumers consumersOf(Operators operators)
{
    Consumers consumers(operators.size());
    for (size_t i = 0; i < operators.size(); ++i) {
        for (const auto input : operators[i].inputs) {
            if (input < operators.size())
                consumers[input].push_back(i);
        }
    }
    return consumers;
}

size_t lookOf(const OperatorIdentity &is)
{
    return qHashRange(is.shape.begin(), is.shape.end(), qHash(is.kind));
}

/// Of each operator itself and everything that leads to it. A loop's way back is left out.
std::vector<size_t> ancestries(Operators operators)
{
    std::vector<size_t> hashes(operators.size());
    for (size_t i = 0; i < operators.size(); ++i) {
        hashes[i] = lookOf(operators[i]);
        for (const auto input : operators[i].inputs)
            hashes[i] = qHashMulti(hashes[i], input < i ? hashes[input] : 0);
    }
    return hashes;
}

/// The same for everything that follows from it.
std::vector<size_t> descents(Operators operators, const Consumers &consumers)
{
    std::vector<size_t> hashes(operators.size());
    for (size_t i = operators.size(); i-- > 0;) {
        hashes[i] = lookOf(operators[i]);
        for (const auto consumer : consumers[i])
            hashes[i] = qHashMulti(hashes[i], consumer > i ? hashes[consumer] : 0);
    }
    return hashes;
}

/// Two sequences side by side: where they part, the nearest place is looked for at which both go on
/// alike again. Linear but for a window after each place where they part.
class SideBySide
{
public:
    SideBySide(std::vector<size_t> before, std::vector<size_t> after)
        : m_before(std::move(before)), m_after(std::move(after))
    {
        for (size_t i = 0; i + Alike <= m_before.size(); ++i)
            m_places.emplace_back(runAt(m_before, i), i);
        std::ranges::sort(m_places);
    }

    /// Indices into both, of what stands beside each other.
    std::vector<std::pair<size_t, size_t>> pairs() const
    {
        std::vector<std::pair<size_t, size_t>> found;
        for (size_t i = 0, j = 0; i < m_before.size() && j < m_after.size();) {
            if (m_before[i] == m_after[j]) {
                found.emplace_back(i++, j++);
                continue;
            }
            const auto [skippedBefore, skippedAfter] = gap(i, j);
            i += skippedBefore;
            j += skippedAfter;
        }
        return found;
    }

private:
    static constexpr size_t Alike = 4; ///< so many in a row are no chance
    static constexpr size_t Window = 256;

    static size_t runAt(const std::vector<size_t> &of, size_t at)
    {
        const auto from = of.begin() + static_cast<std::ptrdiff_t>(at);
        return qHashRange(from, from + Alike);
    }

    /// How many to pass over on either side, as few as possible.
    std::pair<size_t, size_t> gap(size_t i, size_t j) const
    {
        std::pair<size_t, size_t> best(0, Window);
        auto least = std::numeric_limits<size_t>::max();
        for (size_t skipped = 0; skipped < std::min(Window, least); ++skipped) {
            if (j + skipped + Alike > m_after.size())
                break;
            const auto run = runAt(m_after, j + skipped);
            const auto place = std::ranges::lower_bound(m_places, std::pair(run, i));
            if (place == m_places.end() || place->first != run)
                continue;
            if (const auto both = skipped + place->second - i; both < least) {
                least = both;
                best = { place->second - i, skipped };
            }
        }
        return best;
    }

    std::vector<size_t> m_before;
    std::vector<size_t> m_after;
    std::vector<std::pair<size_t, size_t>> m_places; ///< of runs in m_before
};

class Matching
{
public:
    Matching(Operators before, Operators after)
        : m_before(before), m_after(after), m_partner(after.size()), m_ofBefore(before.size())
    {
    }

    void byKey(Key keyOf, MatchReason reason)
    {
        byIndex<QString>([&](size_t i) { return keyOf(m_before[i]); },
            [&](size_t i) { return keyOf(m_after[i]); }, reason);
    }

    /// By what leads to them, then by what follows, then by the order between changes; where both
    /// sides say what they take.
    void byStructure()
    {
        const auto says = [](const OperatorIdentity &is) { return !is.inputs.empty(); };
        if (std::ranges::none_of(m_before, says) || std::ranges::none_of(m_after, says))
            return;
        const auto beforeConsumers = consumersOf(m_before);
        const auto afterConsumers = consumersOf(m_after);
        byHashes(ancestries(m_before), ancestries(m_after));
        byHashes(descents(m_before, beforeConsumers), descents(m_after, afterConsumers));
        byOrder(afterConsumers);
        byGap();
        byNeighbours(beforeConsumers, afterConsumers);
        byGapWithoutShape();
    }

    /// What has the same key on both sides, as often on one as on the other. An empty key or one of
    /// 0 says nothing.
    template <typename Value>
    void byIndex(const auto &keyOfBefore, const auto &keyOfAfter, MatchReason reason)
    {
        // Numbers of keys with operators in place of a list for each key: most keys have one.
        using Numbered = std::vector<std::pair<size_t, size_t>>;
        QHash<Value, size_t> numbers;
        numbers.reserve(qsizetype(m_before.size()));
        const auto numberOf = [&numbers](const Value &key) {
            const auto known = numbers.constFind(key);
            return known != numbers.cend() ? *known : *numbers.insert(key, size_t(numbers.size()));
        };
        Numbered old;
        Numbered now;
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (m_ofBefore[i])
                continue;
            if (const auto key = keyOfBefore(i); key != Value())
                old.emplace_back(numberOf(key), i);
        }
        for (size_t i = 0; i < m_after.size(); ++i) {
            if (m_partner[i])
                continue;
            const auto key = keyOfAfter(i);
            if (const auto number = numbers.constFind(key); number != numbers.cend())
                now.emplace_back(*number, i);
        }
        std::ranges::sort(old);
        std::ranges::sort(now);
        constexpr auto number = &Numbered::value_type::first;
        for (auto at = now.cbegin(); at != now.cend();) {
            const auto alike = std::ranges::equal_range(now, at->first, {}, number);
            const auto others = std::ranges::equal_range(old, at->first, {}, number);
            at = alike.end();
            if (others.size() != alike.size())
                continue;
            auto other = others.begin();
            for (const auto &[key, after] : alike)
                join((other++)->second, after, reason);
        }
    }

    /// Forwards from each pair: what follows it on both sides and is the compiler's own, of one
    /// kind, is the same; then backwards.
    void byPlace()
    {
        for (size_t i = 0; i + 1 < m_after.size(); ++i) {
            if (m_partner[i])
                joinAlike(m_partner[i]->before + 1, i + 1);
        }
        for (size_t i = m_after.size(); i-- > 1;) {
            if (m_partner[i] && m_partner[i]->before > 0)
                joinAlike(m_partner[i]->before - 1, i - 1);
        }
    }

    std::vector<OperatorMatch> matches() const
    {
        std::vector<OperatorMatch> found;
        for (const auto &match : m_partner) {
            if (match)
                found.push_back(*match);
        }
        return found;
    }

private:
    void join(size_t before, size_t after, MatchReason reason)
    {
        m_partner[after] = { before, after, reason };
        m_ofBefore[before] = after;
    }

    void byHashes(const std::vector<size_t> &before, const std::vector<size_t> &after)
    {
        byIndex<size_t>([&](size_t i) { return before[i]; }, [&](size_t i) { return after[i]; },
            MatchReason::Structure);
    }

    /// What is left between changes, in the order of execution: operators that look alike and are
    /// joined to another such pair in the same way.
    void byOrder(const Consumers &afterConsumers)
    {
        std::vector<size_t> before;
        std::vector<size_t> beforeLooks;
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (!m_ofBefore[i] && !m_before[i].kind.isEmpty()) {
                before.push_back(i);
                beforeLooks.push_back(lookOf(m_before[i]));
            }
        }
        std::vector<size_t> after;
        std::vector<size_t> afterLooks;
        for (size_t i = 0; i < m_after.size(); ++i) {
            if (!m_partner[i] && !m_after[i].kind.isEmpty()) {
                after.push_back(i);
                afterLooks.push_back(lookOf(m_after[i]));
            }
        }
        std::vector<size_t> joined;
        for (const auto &[i, j] :
            SideBySide(std::move(beforeLooks), std::move(afterLooks)).pairs()) {
            join(before[i], after[j], MatchReason::Place);
            joined.push_back(after[j]);
        }
        std::vector<size_t> alone;
        std::ranges::copy_if(joined, std::back_inserter(alone),
            [&](size_t i) { return !isJoinedAlike(i, afterConsumers); });
        for (const auto i : alone) {
            m_ofBefore[m_partner[i]->before].reset();
            m_partner[i].reset();
        }
    }

    /// Whether one of its neighbours is the partner of one of its partner's, on the same side.
    bool isJoinedAlike(size_t after, const Consumers &afterConsumers) const
    {
        const auto takes = [this](size_t taker, size_t given) {
            return m_partner[taker] && m_partner[given]
                && std::ranges::find(
                       m_before[m_partner[taker]->before].inputs, m_partner[given]->before)
                != m_before[m_partner[taker]->before].inputs.end();
        };
        const auto &consumers = afterConsumers[after];
        return std::ranges::any_of(m_after[after].inputs,
                   [&](size_t input) { return input < m_after.size() && takes(after, input); })
            || std::any_of(consumers.begin(),
                consumers.begin() + std::min(std::ssize(consumers), std::ptrdiff_t(MostNeighbours)),
                [&](size_t consumer) { return takes(consumer, after); });
    }

    /// Of each operator the pair that it stands behind in the order of execution; 0: none.
    std::pair<std::vector<size_t>, std::vector<size_t>> gaps() const
    {
        std::vector<size_t> before(m_before.size());
        std::vector<size_t> after(m_after.size());
        size_t pair = 0;
        for (size_t i = 0; i < before.size(); ++i)
            before[i] = pair = m_ofBefore[i] ? i + 1 : pair;
        pair = 0;
        for (size_t i = 0; i < after.size(); ++i)
            after[i] = pair = m_partner[i] ? m_partner[i]->before + 1 : pair;
        return { before, after };
    }

    /// What looks alike behind the same pair.
    void byGap()
    {
        const auto [before, after] = gaps();
        byIndex<size_t>([&](size_t i) { return qHashMulti(before[i], lookOf(m_before[i])); },
            [&](size_t i) { return qHashMulti(after[i], lookOf(m_after[i])); }, MatchReason::Place);
    }

    /// The only one of its kind behind the same pair, where one side does not say its shape.
    void byGapWithoutShape()
    {
        const auto [before, after] = gaps();
        QHash<std::pair<size_t, QString>, std::pair<std::vector<size_t>, std::vector<size_t>>>
            kinds;
        for (size_t i = 0; i < before.size(); ++i) {
            if (!m_ofBefore[i] && !m_before[i].kind.isEmpty())
                kinds[{ before[i], m_before[i].kind }].first.push_back(i);
        }
        for (size_t i = 0; i < after.size(); ++i) {
            if (!m_partner[i] && !m_after[i].kind.isEmpty())
                kinds[{ after[i], m_after[i].kind }].second.push_back(i);
        }
        for (const auto &[old, now] : std::as_const(kinds)) {
            if (old.size() == 1 && now.size() == 1
                && m_before[old.front()].shape.empty() != m_after[now.front()].shape.empty())
                join(old.front(), now.front(), MatchReason::Place);
        }
    }

    /// From each pair to its consumers and producers of one kind, as long as that finds more.
    void byNeighbours(const Consumers &beforeConsumers, const Consumers &afterConsumers)
    {
        std::vector<size_t> pairs; // into m_after
        for (size_t i = 0; i < m_after.size(); ++i) {
            if (m_partner[i])
                pairs.push_back(i);
        }
        for (size_t at = 0; at < pairs.size(); ++at) {
            const auto after = pairs[at];
            const auto before = m_partner[after]->before;
            joinKinds(beforeConsumers[before], afterConsumers[after], pairs);
            joinKinds(m_before[before].inputs, m_after[after].inputs, pairs);
        }
    }

    void joinKinds(const std::vector<size_t> &before, const std::vector<size_t> &after,
        std::vector<size_t> &pairs)
    {
        if (before.size() > MostNeighbours || after.size() > MostNeighbours)
            return;
        QHash<QString, std::pair<std::vector<size_t>, std::vector<size_t>>> kinds;
        for (const auto i : before) {
            if (i < m_before.size() && !m_ofBefore[i] && !m_before[i].kind.isEmpty())
                kinds[m_before[i].kind].first.push_back(i);
        }
        if (kinds.isEmpty())
            return;
        for (const auto i : after) {
            if (i < m_after.size() && !m_partner[i])
                kinds[m_after[i].kind].second.push_back(i);
        }
        for (const auto &[old, now] : std::as_const(kinds)) {
            if (old.size() != 1 || now.size() != 1)
                continue;
            join(old.front(), now.front(), MatchReason::Place);
            pairs.push_back(now.front());
        }
    }

    void joinAlike(size_t before, size_t after)
    {
        if (before >= m_before.size() || m_ofBefore[before] || m_partner[after])
            return;
        const auto isOwn = [](const OperatorIdentity &is) {
            return is.target.isEmpty() && (is.name.isEmpty() || is.name.startsWith(u'#'));
        };
        if (m_before[before].kind == m_after[after].kind && isOwn(m_before[before])
            && isOwn(m_after[after]))
            join(before, after, MatchReason::Place);
    }

    static constexpr size_t MostNeighbours = 32; ///< a mask that everything takes tells no more

    Operators m_before;
    Operators m_after;
    std::vector<std::optional<OperatorMatch>> m_partner; // of each of m_after
    std::vector<std::optional<size_t>> m_ofBefore; // into m_after
};

} // namespace

QLatin1StringView matchReasonKey(MatchReason reason)
{
    using enum MatchReason;
    switch (reason) {
    case Name:
        return "name"_L1;
    case Content:
        return "content"_L1;
    case Module:
        return "module"_L1;
    case Structure:
        return "structure"_L1;
    case Place:
        return "place"_L1;
    case Recorded:
        return "recorded"_L1;
    }
    return {};
}

std::vector<OperatorMatch> matchOperators(Operators before, Operators after)
{
    Matching matching(before, after);
    matching.byKey(nameKey, MatchReason::Name);
    matching.byKey(contentKey, MatchReason::Content);
    matching.byKey(nodeKey, MatchReason::Name);
    matching.byKey(moduleKey, MatchReason::Module);
    matching.byStructure();
    matching.byPlace();
    return matching.matches();
}

} // namespace tosaic::analysis
