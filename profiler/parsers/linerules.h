// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/parsestate.h"

#include <QRegularExpression>

#include <span>
#include <vector>

namespace tosaic::profile {

/// The largest number that a log is believed. Larger ones are differences that went below zero
/// (18446744073709551606 is -10); 64 signed bits is also what JSON and databases keep.
inline constexpr quint64 LargestCount = 0x7fff'ffff'ffff'ffffULL;

/// A line that matched, with its captures as numbers where they are numbers. The message is either
/// text or, where it is known to be ASCII, the bytes of the log.
class RuleMatch
{
public:
    /// Of the message; a group that took no part has -1.
    struct Capture
    {
        qsizetype at = -1;
        qsizetype size = 0;
        qsizetype end() const { return at + size; }
    };

    RuleMatch(const ConsoleLine &line, std::span<const Capture> captures)
        : m_wide(line.message), m_captures(captures), m_lineNumber(line.number), m_end(line.end)
    {
    }
    /// `texts`: those of captures that are the same in every line of the shape, else null texts.
    RuleMatch(QLatin1String message, quint64 lineNumber, std::span<const Capture> captures,
        std::span<const QString> texts)
        : m_ascii(message), m_captures(captures), m_texts(texts), m_lineNumber(lineNumber)
    {
    }

    quint64 lineNumber() const { return m_lineNumber; }
    QString text(int group) const;
    bool has(int group) const { return capture(group).size > 0; }
    /// The capture as a number; absent if it is none ("lu", "?.??"), overflows, or stands where the
    /// text stops or another message cuts in, so that digits may be missing.
    std::optional<quint64> number(int group) const;
    /// As number(), also hexadecimal ("0x1A2B") and in groups of thousands ("1,234,567"). What
    /// looks like a number and is none ("1234.5", "-3"), or is cut by another message, leaves the
    /// diagnostic "log.number"; what a C library could not print ("lu") does not.
    std::optional<quint64> count(ParseState &state, int group) const;
    /// As number(), also where digits may be missing.
    std::optional<quint64> untrusted(int group) const;
    bool mayBeCut(int group) const;
    /// A time with its unit in the next group, in ns; with a decimal point or comma. Absent where
    /// it could be either ("68,750 ms").
    std::optional<quint64> nanoseconds(int group, int unitGroup) const;
    std::optional<quint64> nanoseconds(int group, const QString &unit) const;

private:
    Capture capture(int group) const;
    bool isAscii() const { return m_wide.isNull(); }

    QStringView m_wide;
    QLatin1String m_ascii;
    std::span<const Capture> m_captures;
    std::span<const QString> m_texts;
    quint64 m_lineNumber = 0;
    LineEnd m_end = LineEnd::Newline;
};

/// One kind of line. The needle (ASCII) is looked for first, because that is cheap: all needles in
/// one pass. An empty pattern means that the needle alone decides.
struct LineRule
{
    const char16_t *needle;
    QRegularExpression pattern;
    quint32 hints = HintNone;
    void (*apply)(ParseState &state, const RuleMatch &match) = nullptr;
    /// Whether the pattern matches may depend on which digit stands behind this text, not only on
    /// how many digits stand where; null: never.
    const char16_t *decidedBehind = nullptr;
};

/// A rule that matched, and where its captures stand in the message.
struct RuleHit
{
    /// How many numbers of the line end before a capture begins, and before it ends.
    struct Moves
    {
        quint8 before = 0;
        quint8 behind = 0;
    };
    const LineRule *rule = nullptr;
    std::vector<RuleMatch::Capture> captures;
    std::vector<QString> texts; ///< of captures without digits, trimmed; null for the others
    std::vector<Moves> moves; ///< of a shape that is elastic
};

/// What the rules made of a line.
struct RuleOutcome
{
    quint32 hints = HintNone;
    std::vector<RuleHit> hits; ///< those that do more than hint
    bool isFixed = true; ///< the same for every line that differs in digits only
    bool isElastic = true; ///< no rule that was tried counts digits
};

// One table for each concern. Families that are data are in familyrules.h.
const std::vector<LineRule> &executorchRules();
const std::vector<LineRule> &pmuRules();
const std::vector<LineRule> &mlekRules();
const std::vector<LineRule> &driverRules();
const std::vector<LineRule> &jobRules();
const std::vector<LineRule> &timeRules();
const std::vector<LineRule> &tickRules();

/// The needles of all rules but the dimension's lone colon, which LineFilter knows by its digits.
std::vector<QByteArray> ruleNeedles();

/// Applies all tables to a line.
RuleOutcome applyRules(ParseState &state, const ConsoleLine &line);

} // namespace tosaic::profile
