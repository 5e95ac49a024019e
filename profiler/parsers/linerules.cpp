// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linerules.h"

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

quint32 applyTable(const std::vector<LineRule> &rules, ParseState &state, const ConsoleLine &line)
{
    quint32 hints = HintNone;
    for (const auto &rule : rules) {
        if (!line.message.contains(QStringView(rule.needle)))
            continue;
        QRegularExpressionMatch match;
        if (!rule.pattern.pattern().isEmpty()) {
            match = rule.pattern.match(line.message);
            if (!match.hasMatch())
                continue;
        }
        hints |= rule.hints;
        if (rule.apply)
            rule.apply(state, RuleMatch(line, match));
    }
    return hints;
}

} // namespace

quint32 applyRules(ParseState &state, const ConsoleLine &line)
{
    quint32 hints = HintNone;
    for (const auto *table : { &executorchRules(), &pmuRules(), &mlekRules(), &driverRules(),
             &jobRules(), &timeRules() })
        hints |= applyTable(*table, state, line);
    return hints;
}

} // namespace tosaic::profile
