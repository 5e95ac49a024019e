// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linerules.h"

#include "profiler/parsers/keywordtable.h"

#include <QVarLengthArray>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

std::optional<quint64> RuleMatch::untrusted(int group) const
{
    const auto digits = m_match.capturedView(group);
    if (digits.isEmpty())
        return std::nullopt;
    for (const auto c : digits) {
        if (c < u'0' || c > u'9')
            return std::nullopt;
    }
    bool ok = false;
    const auto value = digits.toULongLong(&ok);
    return ok ? std::optional<quint64>(value) : std::nullopt;
}

bool RuleMatch::mayBeCut(int group) const
{
    return m_line.end != LineEnd::Newline && m_match.capturedEnd(group) == m_line.message.size();
}

std::optional<quint64> RuleMatch::number(int group) const
{
    return mayBeCut(group) ? std::nullopt : untrusted(group);
}

std::optional<quint64> RuleMatch::nanoseconds(int group, int unitGroup) const
{
    struct Unit
    {
        const char16_t *name;
        double nanoseconds;
    };
    static constexpr std::array<Unit, 8> units{ { { u"ns", 1 }, { u"us", 1e3 }, { u"µs", 1e3 },
        { u"ms", 1e6 }, { u"milliseconds", 1e6 }, { u"s", 1e9 }, { u"sec", 1e9 },
        { u"seconds", 1e9 } } };
    bool ok = false;
    const auto value = m_match.capturedView(group).toDouble(&ok);
    const auto printed = m_match.capturedView(unitGroup);
    for (const auto &unit : units) {
        if (printed == QStringView(unit.name) && ok && value >= 0
            && value * unit.nanoseconds < 9e18)
            return static_cast<quint64>(std::llround(value * unit.nanoseconds));
    }
    return std::nullopt;
}

namespace {

/// The rules of all tables in order, found by their needles.
class RuleIndex
{
public:
    RuleIndex()
    {
        for (const auto *table : { &executorchRules(), &pmuRules(), &mlekRules(), &driverRules(),
                 &jobRules(), &timeRules() }) {
            for (const auto &rule : *table)
                add(rule);
        }
    }

    const std::vector<QByteArray> &needles() const { return m_needles; }

    /// Calls 'take' with each rule whose needle may be in the message, in order.
    template <typename Take>
    void forEach(const QString &message, Take take) const
    {
        QVarLengthArray<quint16, 32> found;
        for (const auto index : m_unindexed)
            found.append(index);
        // What Latin-1 has not becomes '?', which no needle has.
        m_words.scan(message.toLatin1(), [&found](quint16 index) { found.append(index); });
        std::sort(found.begin(), found.end());
        const auto end = std::unique(found.begin(), found.end());
        for (auto it = found.begin(); it != end; ++it)
            take(*m_rules[*it]);
    }

private:
    void add(const LineRule &rule)
    {
        const auto index = static_cast<quint16>(m_rules.size());
        m_rules.push_back(&rule);
        const auto needle = QStringView(rule.needle).toLatin1();
        if (needle.size() < KeywordTable::MinimumSize) {
            m_unindexed.push_back(index);
            return;
        }
        m_needles.push_back(needle);
        m_words.add(needle, index);
    }

    std::vector<const LineRule *> m_rules;
    std::vector<quint16> m_unindexed; ///< their needles are too short
    std::vector<QByteArray> m_needles;
    KeywordTable m_words;
};

const RuleIndex &ruleIndex()
{
    static const RuleIndex index;
    return index;
}

} // namespace

std::vector<QByteArray> ruleNeedles()
{
    return ruleIndex().needles();
}

quint32 applyRules(ParseState &state, const ConsoleLine &line)
{
    quint32 hints = HintNone;
    ruleIndex().forEach(line.message, [&](const LineRule &rule) {
        if (!line.message.contains(QStringView(rule.needle)))
            return;
        QRegularExpressionMatch match;
        if (!rule.pattern.pattern().isEmpty()) {
            match = rule.pattern.match(line.message);
            if (!match.hasMatch())
                return;
        }
        hints |= rule.hints;
        if (rule.apply)
            rule.apply(state, RuleMatch(line, match));
    });
    return hints;
}

} // namespace tosaic::profile
