// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/parsestate.h"

#include <QRegularExpression>

#include <span>
#include <vector>

namespace tosaic::profile {

/// A line that matched, with its captures as numbers where they are numbers.
class RuleMatch
{
public:
    RuleMatch(const ConsoleLine &line, const QRegularExpressionMatch &match)
        : m_line(line), m_match(match)
    {
    }

    const ConsoleLine &line() const { return m_line; }
    QString text(int group) const { return m_match.captured(group).trimmed(); }
    bool has(int group) const { return m_match.capturedLength(group) > 0; }
    /// The capture as a number; absent if it is none ("lu", "?.??"), overflows, or stands where the
    /// text stops or another message cuts in, so that digits may be missing.
    std::optional<quint64> number(int group) const;
    /// As number(), also where digits may be missing.
    std::optional<quint64> untrusted(int group) const;
    bool mayBeCut(int group) const;
    /// A time with its unit in the next group, in ns.
    std::optional<quint64> nanoseconds(int group, int unitGroup) const;

private:
    const ConsoleLine &m_line;
    const QRegularExpressionMatch &m_match;
};

/// One kind of line. The needle (ASCII) is looked for first, because that is cheap: all needles in
/// one pass. An empty pattern means that the needle alone decides.
struct LineRule
{
    const char16_t *needle;
    QRegularExpression pattern;
    quint32 hints = HintNone;
    void (*apply)(ParseState &state, const RuleMatch &match) = nullptr;
};

// One table for each concern. A new console family is a new table and a line in allRules().
const std::vector<LineRule> &executorchRules();
const std::vector<LineRule> &pmuRules();
const std::vector<LineRule> &mlekRules();
const std::vector<LineRule> &driverRules();
const std::vector<LineRule> &jobRules();
const std::vector<LineRule> &timeRules();

/// The needles of all rules but the dimension's lone colon, which LineFilter knows by its digits.
std::vector<QByteArray> ruleNeedles();

/// Applies all tables to a line; returns the hints of those that matched.
quint32 applyRules(ParseState &state, const ConsoleLine &line);

} // namespace tosaic::profile
