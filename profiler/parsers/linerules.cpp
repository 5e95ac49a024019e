// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/linerules.h"

#include "profiler/parsers/keywordtable.h"

#include <QVarLengthArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

RuleMatch::Capture RuleMatch::capture(int group) const
{
    const auto index = static_cast<size_t>(group);
    return index < m_captures.size() ? m_captures[index] : Capture{};
}

QString RuleMatch::text(int group) const
{
    if (const auto index = static_cast<size_t>(group);
        index < m_texts.size() && !m_texts[index].isNull())
        return m_texts[index];
    const auto [at, size] = capture(group);
    if (at < 0)
        return {};
    return isAscii() ? QString(m_ascii.sliced(at, size).trimmed())
                     : m_wide.sliced(at, size).trimmed().toString();
}

namespace {

char16_t unitOf(char c)
{
    return static_cast<quint8>(c);
}

char16_t unitOf(QChar c)
{
    return c.unicode();
}

/// Digits alone, as long as they fit.
template <typename View>
std::optional<quint64> numberOf(View digits)
{
    constexpr auto Largest = LargestCount;
    const bool mayOverflow = digits.size() > std::numeric_limits<qint64>::digits10;
    quint64 value = 0;
    for (const auto c : digits) {
        const auto digit = static_cast<quint64>(unitOf(c) - u'0');
        if (digit > 9) // also what lies below '0'
            return std::nullopt;
        if (mayOverflow && value > (Largest - digit) / 10)
            return std::nullopt;
        value = value * 10 + digit;
    }
    return digits.isEmpty() ? std::nullopt : std::optional(value);
}

/// "1,234,567" without its separators; null if they do not stand at thousands. A lone point is a
/// decimal point.
QString withoutGroups(const QString &printed)
{
    static constexpr auto Separators = u",.'_";
    const auto found = std::find_if(printed.begin(), printed.end(),
        [](QChar c) { return QStringView(Separators).contains(c); });
    if (found == printed.end())
        return {};
    const auto groups = printed.split(*found);
    const bool areThousands = !groups.front().isEmpty() && groups.front().size() <= 3
        && std::all_of(groups.begin() + 1, groups.end(),
            [](const QString &group) { return group.size() == 3; });
    return areThousands && (*found != u'.' || groups.size() > 2) ? groups.join(QString())
                                                                 : QString();
}

/// A count that is not printed as digits alone.
std::optional<quint64> writtenCount(const QString &printed)
{
    if (printed.startsWith(u"0x"_s, Qt::CaseInsensitive)) {
        bool ok = false;
        const auto value = printed.toULongLong(&ok, 16);
        return ok && value <= LargestCount ? std::optional<quint64>(value) : std::nullopt;
    }
    return numberOf(QStringView(withoutGroups(printed)));
}

/// A number with a decimal point or comma, and thousands marked by the other; none where a comma
/// could be either.
std::optional<double> decimalOf(QString printed)
{
    const auto comma = printed.lastIndexOf(u',');
    const auto point = printed.lastIndexOf(u'.');
    const bool isEither = point < 0 && comma > 0 && printed.count(u',') == 1
        && printed.size() - comma - 1 == 3 && comma <= 3 && printed[0] != u'0';
    if (isEither)
        return std::nullopt;
    if (comma > point && printed.count(u',') == 1)
        printed.remove(u'.').replace(u',', u'.');
    else
        printed.remove(u',');
    bool ok = false;
    const auto value = printed.toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<quint64> RuleMatch::untrusted(int group) const
{
    const auto [at, size] = capture(group);
    if (at < 0)
        return std::nullopt;
    return isAscii() ? numberOf(m_ascii.sliced(at, size)) : numberOf(m_wide.sliced(at, size));
}

bool RuleMatch::mayBeCut(int group) const
{
    const auto size = isAscii() ? m_ascii.size() : m_wide.size();
    return m_end != LineEnd::Newline && capture(group).end() == size;
}

std::optional<quint64> RuleMatch::number(int group) const
{
    return mayBeCut(group) ? std::nullopt : untrusted(group);
}

std::optional<quint64> RuleMatch::count(ParseState &state, int group) const
{
    const auto value = number(group);
    if (value)
        return value;
    const auto printed = text(group);
    if (!mayBeCut(group)) {
        if (const auto written = writtenCount(printed))
            return written;
    }
    const auto first = printed.isEmpty() ? QChar()
        : printed[0] == u'-'             ? printed.back()
                                         : printed[0];
    const bool isCut = mayBeCut(group) && m_end != LineEnd::EndOfText;
    if (!first.isDigit() || (mayBeCut(group) && !isCut)) // where a text stops the status says so
        return value;
    state.diagnostics.add(u"log.number"_s, Severity::Warning,
        isCut ? (m_end == LineEnd::Wrapped ? u"a line end cuts into the number "_s
                                           : u"another message cuts into the number "_s)
                + printed
              : printed + u" cannot be a count and is left out"_s,
        { .line = static_cast<int>(m_lineNumber) });
    return value;
}

std::optional<quint64> RuleMatch::nanoseconds(int group, int unitGroup) const
{
    return nanoseconds(group, text(unitGroup));
}

std::optional<quint64> RuleMatch::nanoseconds(int group, const QString &printed) const
{
    struct Unit
    {
        const char16_t *name;
        double nanoseconds;
    };
    static constexpr std::array<Unit, 8> units{ { { u"ns", 1 }, { u"us", 1e3 }, { u"µs", 1e3 },
        { u"ms", 1e6 }, { u"milliseconds", 1e6 }, { u"s", 1e9 }, { u"sec", 1e9 },
        { u"seconds", 1e9 } } };
    const auto value = decimalOf(text(group));
    for (const auto &unit : units) {
        if (printed == QStringView(unit.name) && value && *value >= 0
            && *value * unit.nanoseconds < 9e18)
            return static_cast<quint64>(std::llround(*value * unit.nanoseconds));
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
                 &jobRules(), &timeRules(), &tickRules() }) {
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

namespace {

void takeCaptures(const QRegularExpressionMatch &match, RuleHit &hit)
{
    for (int group = 0; group <= match.lastCapturedIndex(); ++group) {
        const auto text = match.capturedView(group);
        hit.captures.push_back({ match.capturedStart(group), match.capturedLength(group) });
        const bool isFixed = match.hasCaptured(group)
            && std::none_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
        hit.texts.push_back(isFixed ? text.trimmed().toString() : QString());
    }
}

/// Whether a digit stands behind the text, so that another digit there could matter.
bool hasDigitBehind(QStringView message, QStringView text)
{
    for (auto at = message.indexOf(text); at >= 0; at = message.indexOf(text, at + 1)) {
        const auto behind = at + text.size();
        if (behind < message.size() && message[behind].isDigit())
            return true;
    }
    return false;
}

} // namespace

RuleOutcome applyRules(ParseState &state, const ConsoleLine &line)
{
    RuleOutcome outcome;
    ruleIndex().forEach(line.message, [&](const LineRule &rule) {
        if (!line.message.contains(QStringView(rule.needle)))
            return;
        if (rule.decidedBehind && hasDigitBehind(line.message, rule.decidedBehind))
            outcome.isFixed = false;
        RuleHit hit{ .rule = &rule, .captures = {}, .texts = {}, .moves = {} };
        if (!rule.pattern.pattern().isEmpty()) {
            // "\\d{2,4}": how many digits there are decides.
            outcome.isElastic = outcome.isElastic && !rule.pattern.pattern().contains(u'{');
            const auto match = rule.pattern.match(line.message);
            if (!match.hasMatch())
                return;
            takeCaptures(match, hit);
        }
        outcome.hints |= rule.hints;
        if (!rule.apply)
            return;
        rule.apply(state, RuleMatch(line, hit.captures));
        outcome.hits.push_back(std::move(hit));
    });
    return outcome;
}

} // namespace tosaic::profile
