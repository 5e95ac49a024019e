// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/familyrules.h"

#include "profiler/parsers/eventtable.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr qsizetype LargestFile = 256 * 1024; // bytes
constexpr qsizetype MostRules = 200;
constexpr qsizetype LongestPattern = 500; // characters

/// A line of a family that matched: groups by their names, else the first one is the value.
struct FamilyMatch
{
    const FamilyRule &rule;
    const RuleMatch &match;

    int group(const QString &name) const
    {
        return static_cast<int>(rule.pattern.namedCaptureGroups().indexOf(name));
    }
    int value() const { return std::max(1, group(u"value"_s)); }
    QString text(const QString &name, const QString &otherwise) const
    {
        const auto at = group(name);
        return at > 0 && match.has(at) ? match.text(at) : otherwise;
    }
    std::optional<quint64> count(ParseState &state) const
    {
        return rule.isMean ? roundedMean(state) : match.count(state, value());
    }

private:
    std::optional<quint64> roundedMean(ParseState &state) const;
};

/// "405120.25"; digits that another message may have cut off make no number.
std::optional<quint64> FamilyMatch::roundedMean(ParseState &state) const
{
    constexpr double LargestExact = 9'007'199'254'740'992.0; // 2^53
    bool isNumber = false;
    const auto mean = match.text(value()).toDouble(&isNumber);
    if (!isNumber || match.mayBeCut(value()) || !(mean >= 0 && mean <= LargestExact))
        return std::nullopt;
    const auto whole = static_cast<quint64>(std::llround(mean));
    const bool isPrintedWhole = static_cast<double>(whole) == mean;
    if (!isPrintedWhole)
        state.diagnostics.add(u"log.rounded"_s, Severity::Info,
            u"a mean is printed with a fraction and rounded to a whole: %1"_s.arg(
                match.text(value())),
            { .line = static_cast<int>(match.lineNumber()) });
    return whole;
}

/// What a clock is printed in; of no unit: hertz.
std::optional<quint64> hertzPer(const QString &unit)
{
    constexpr std::array<std::pair<const char16_t *, quint64>, 5> Units{ { { u"", 1 }, { u"Hz", 1 },
        { u"kHz", 1'000 }, { u"MHz", 1'000'000 }, { u"GHz", 1'000'000'000 } } };
    for (const auto &[name, hertz] : Units) {
        if (unit == QStringView(name))
            return hertz;
    }
    return std::nullopt;
}

template <auto Field>
void setClock(ParseState &state, const FamilyMatch &line)
{
    const auto hertz = hertzPer(line.text(u"unit"_s, line.rule.unit));
    const auto value = line.count(state);
    if (hertz && value && *value > 0 && *value <= LargestCount / *hertz)
        state.*Field = *value * *hertz;
}

void addCounter(ParseState &state, const FamilyMatch &line)
{
    const auto name = canonicalEventName(line.text(u"name"_s, line.rule.name));
    if (name.isEmpty())
        return;
    state.profiles.addNamed(name, line.count(state));
    auto &counters = state.profiles.open().counters;
    if (!counters.empty() && counters.back().name == name && counters.back().unit.isEmpty())
        counters.back().unit = line.text(u"unit"_s, line.rule.unit);
}

template <auto Field>
void setCpu(ParseState &state, const FamilyMatch &line)
{
    state.profiles.setCpuCycles(Field, line.count(state));
}

struct FieldFacts
{
    const char16_t *key;
    quint32 hints;
    void (*apply)(ParseState &state, const FamilyMatch &line);
};

constexpr std::array Fields{
    FieldFacts{ u"npu", HintNone, nullptr },
    FieldFacts{ u"started", HintStarted, nullptr },
    FieldFacts{ u"ended", HintEnded, nullptr },
    FieldFacts{ u"failed", HintFailed | HintError, nullptr },
    FieldFacts{ u"measurement", HintNone,
        [](ParseState &s, const FamilyMatch &m) {
            s.profiles.begin(m.match.has(m.value()) ? m.match.text(m.value()) : QString());
        } },
    FieldFacts{ u"model", HintStarted,
        [](ParseState &s, const FamilyMatch &m) { s.beginModel(m.match.text(m.value())); } },
    FieldFacts{ u"cycles", HintEnded,
        [](ParseState &s, const FamilyMatch &m) { s.profiles.setCycleCounter(m.count(s)); } },
    FieldFacts{ u"counter", HintEnded, addCounter },
    FieldFacts{ u"cpuInference", HintEnded, setCpu<&CpuCycles::inference> },
    FieldFacts{ u"cpuOperators", HintEnded, setCpu<&CpuCycles::operators> },
    FieldFacts{ u"cpuWaitForNpu", HintEnded, setCpu<&CpuCycles::waitForNpu> },
    FieldFacts{ u"cpuActive", HintEnded, setCpu<&CpuCycles::active> },
    FieldFacts{ u"time", HintEnded,
        [](ParseState &s, const FamilyMatch &m) {
            const auto time = m.match.nanoseconds(m.value(), m.text(u"unit"_s, m.rule.unit));
            if (time)
                s.profiles.setTime(time);
        } },
    FieldFacts{ u"inferences", HintEnded,
        [](ParseState &s, const FamilyMatch &m) {
            s.inferences.add(&InferenceCounts::total, m.count(s));
        } },
    FieldFacts{ u"arenaBytes", HintNone,
        [](ParseState &s, const FamilyMatch &m) { s.memory.arenaBytes = m.count(s); } },
    FieldFacts{ u"cpuClockHz", HintNone, setClock<&ParseState::cpuClockHz> },
    FieldFacts{ u"npuClockHz", HintNone, setClock<&ParseState::npuClockHz> },
};

const FieldFacts *factsOf(const QString &field)
{
    const auto found = std::ranges::find_if(
        Fields, [&](const FieldFacts &facts) { return field == QStringView(facts.key); });
    return found == Fields.end() ? nullptr : &*found;
}

/// What is wrong with a rule; empty: nothing.
QString problemOf(const FamilyRule &rule)
{
    const auto *facts = factsOf(rule.field);
    if (!facts)
        return u"\"field\" is one of "_s + familyFields().join(u", "_s);
    if (rule.pattern.pattern().size() > LongestPattern)
        return u"the pattern is too long"_s;
    if (!rule.pattern.isValid())
        return u"the pattern: "_s + rule.pattern.errorString();
    const bool isAscii
        = std::ranges::all_of(rule.needle, [](QChar c) { return c >= u' ' && c < u'\x7f'; });
    if (rule.needle.size() < KeywordTable::MinimumSize || !isAscii)
        return u"\"contains\" names at least %1 ASCII characters that every such line has"_s.arg(
            KeywordTable::MinimumSize);
    if (facts->apply && rule.field != "measurement"_L1 && rule.pattern.captureCount() < 1)
        return u"the pattern has no group ( ) for the value"_s;
    const auto hasGroup
        = [&](const QString &name) { return rule.pattern.namedCaptureGroups().contains(name); };
    if (rule.field == "counter"_L1 && rule.name.isEmpty() && !hasGroup(u"name"_s))
        return u"a counter has a \"name\""_s;
    if (rule.field == "time"_L1 && rule.unit.isEmpty() && !hasGroup(u"unit"_s))
        return u"a time has a \"unit\": ns, us, ms or s"_s;
    if (rule.field.endsWith("ClockHz"_L1) && !hertzPer(rule.unit))
        return u"the \"unit\" of a clock is Hz, kHz, MHz or GHz"_s;
    return {};
}

} // namespace

QStringList familyFields()
{
    QStringList keys;
    for (const auto &facts : Fields)
        keys << QString::fromUtf16(facts.key);
    return keys;
}

QString needleOf(const QString &pattern)
{
    QString longest;
    QString run;
    int depth = 0;
    bool isInClass = false;
    const auto end = [&] {
        if (run.size() > longest.size())
            longest = run;
        run.clear();
    };
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        auto c = pattern[i];
        const bool isEscaped = c == u'\\' && i + 1 < pattern.size();
        if (isEscaped)
            c = pattern[++i];
        const bool isClassEscape = isEscaped && c.isLetterOrNumber();
        if (!isEscaped && c == u'|')
            return {}; // one of several
        if (!isEscaped && (c == u'[' || c == u']'))
            isInClass = c == u'[';
        if (!isEscaped && !isInClass && (c == u'(' || c == u')'))
            depth += c == u'(' ? 1 : -1;
        if (!isEscaped && QStringView(u"*?{").contains(c))
            run.chop(1); // the character before may be missing
        const bool isLiteral = !isClassEscape && !isInClass && depth == 0
            && (isEscaped || !QStringView(u".^$*+?()[]{}|").contains(c));
        if (isLiteral && c >= u' ' && c < u'\x7f')
            run += c;
        else
            end();
    }
    end();
    return longest;
}

Result<std::vector<FamilyRule>> readFamily(const QByteArray &json, const QString &file)
{
    const auto damaged = [&](const QString &why) {
        return fail(ErrorCode::FormatDamaged, why, Location{ .file = file });
    };
    if (json.size() > LargestFile)
        return fail(ErrorCode::LimitExceeded, u"a console family is a small file"_s,
            Location{ .file = file });
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        return damaged(error.error == QJsonParseError::NoError ? u"this is no JSON object"_s
                                                               : error.errorString());
    const auto list = document["rules"_L1].toArray();
    if (document["formatVersion"_L1].toInt() != 1 || list.isEmpty())
        return damaged(u"a console family has \"formatVersion\": 1 and \"rules\""_s);
    if (list.size() > MostRules)
        return fail(ErrorCode::LimitExceeded, u"more than %1 rules"_s.arg(MostRules),
            Location{ .file = file });
    std::vector<FamilyRule> rules;
    for (const auto &item : list) {
        const auto text = [&](QLatin1StringView key) { return item[key].toString(); };
        FamilyRule rule{ .needle = text("contains"_L1),
            .pattern = QRegularExpression(text("pattern"_L1)),
            .field = text("field"_L1),
            .name = text("name"_L1),
            .unit = text("unit"_L1),
            .isNpu = item["npu"_L1].toBool(true),
            .isMean = item["mean"_L1].toBool() };
        if (rule.needle.isEmpty())
            rule.needle = needleOf(rule.pattern.pattern());
        if (const auto problem = problemOf(rule); !problem.isEmpty())
            return damaged(u"rule %1: %2"_s.arg(rules.size() + 1).arg(problem));
        rule.pattern.optimize();
        rules.push_back(std::move(rule));
    }
    return rules;
}

FamilyRules::FamilyRules(std::vector<FamilyRule> rules)
    : m_rules(std::move(rules)), m_filter([this] {
          std::vector<QByteArray> needles;
          for (const auto &rule : m_rules)
              needles.push_back(rule.needle.toLatin1());
          return LineFilter(needles);
      }())
{
}

void FamilyRules::apply(ParseState &state, const ConsoleLine &line, RuleOutcome &outcome) const
{
    for (const auto &rule : m_rules) {
        if (!line.message.contains(rule.needle))
            continue;
        outcome.isFixed = false;
        const auto match = rule.pattern.match(line.message);
        if (!match.hasMatch())
            continue;
        const auto *facts = factsOf(rule.field);
        outcome.hints |= facts->hints | (rule.isNpu ? HintNpu : HintNone);
        if (!facts->apply)
            continue;
        std::vector<RuleMatch::Capture> captures;
        for (int group = 0; group <= match.lastCapturedIndex(); ++group)
            captures.push_back({ match.capturedStart(group), match.capturedLength(group) });
        facts->apply(state, { rule, RuleMatch(line, captures) });
    }
}

} // namespace tosaic::profile
