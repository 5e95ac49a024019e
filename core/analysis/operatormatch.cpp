// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/operatormatch.h"

#include <QHash>
#include <QStringList>

#include <algorithm>

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

class Matching
{
public:
    Matching(Operators before, Operators after)
        : m_before(before), m_after(after), m_partner(after.size()), m_isUsed(before.size())
    {
    }

    /// What has the same key on both sides, as often on one as on the other.
    void byKey(Key keyOf, MatchReason reason)
    {
        QHash<QString, std::vector<size_t>> old;
        QHash<QString, std::vector<size_t>> now;
        for (size_t i = 0; i < m_before.size(); ++i) {
            if (const auto key = keyOf(m_before[i]); !m_isUsed[i] && !key.isEmpty())
                old[key].push_back(i);
        }
        for (size_t i = 0; i < m_after.size(); ++i) {
            if (const auto key = keyOf(m_after[i]); !m_partner[i] && !key.isEmpty())
                now[key].push_back(i);
        }
        for (auto it = now.cbegin(); it != now.cend(); ++it) {
            const auto others = old.value(it.key());
            if (others.size() != it->size())
                continue;
            for (size_t i = 0; i < others.size(); ++i)
                join(others[i], (*it)[i], reason);
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
        m_isUsed[before] = true;
    }

    void joinAlike(size_t before, size_t after)
    {
        if (before >= m_before.size() || m_isUsed[before] || m_partner[after])
            return;
        const auto isOwn = [](const OperatorIdentity &is) {
            return is.target.isEmpty() && (is.name.isEmpty() || is.name.startsWith(u'#'));
        };
        if (m_before[before].kind == m_after[after].kind && isOwn(m_before[before])
            && isOwn(m_after[after]))
            join(before, after, MatchReason::Place);
    }

    Operators m_before;
    Operators m_after;
    std::vector<std::optional<OperatorMatch>> m_partner; // of each of m_after
    std::vector<bool> m_isUsed; // of each of m_before
};

} // namespace

std::vector<OperatorMatch> matchOperators(Operators before, Operators after)
{
    Matching matching(before, after);
    matching.byKey(nameKey, MatchReason::Name);
    matching.byKey(contentKey, MatchReason::Content);
    matching.byKey(moduleKey, MatchReason::Module);
    matching.byPlace();
    return matching.matches();
}

} // namespace tosaic::analysis
