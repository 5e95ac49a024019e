// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/metricsblock.h"

#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/etdumpblock.h"
#include "profiler/parsers/eventtable.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr QByteArrayView Begin = "<metrics>";
constexpr QByteArrayView End = "</metrics>";
constexpr qsizetype LargestText = 1 << 20; ///< bytes of base64

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/// One of `repeats` counts; absent if it is none, or if there are not as many as that.
std::optional<quint64> valueOf(const QJsonValue &json, qsizetype repeat = 0, qsizetype repeats = 1)
{
    const auto values = json.toArray();
    const auto value = json.isArray() ? (values.size() == repeats ? values[repeat] : QJsonValue())
        : repeats == 1                ? json
                                      : QJsonValue();
    constexpr double Whole = 9'007'199'254'740'992.0; // up to here doubles have all integers
    const auto number = value.toDouble(-1);
    if (number < 0 || number > Whole || number != static_cast<double>(static_cast<quint64>(number)))
        return std::nullopt;
    return static_cast<quint64>(number);
}

void addNpuValue(Profile &profile, const QString &printed, quint64 value)
{
    const bool isShare = printed == u"ACTIVE" || printed == u"IDLE";
    const auto name = printed == u"TOTAL" ? CycleCounter.toString()
        : isShare                         ? u"NPU_"_s + printed
                                          : canonicalEventName(printed);
    if (!profile.counter(name) && profile.counters.size() < limits::CountersPerProfile)
        profile.counters.push_back({ name, value, findEvent(name).unit, printed == u"IDLE" });
}

void addSample(Profile &profile, const QJsonObject &sample, qsizetype repeat, qsizetype repeats)
{
    const auto name = sample[u"name"_s].toString();
    const auto value = valueOf(sample[u"value"_s], repeat, repeats);
    if (!value)
        return;
    if (name.startsWith(u"NPU "))
        addNpuValue(profile, name.mid(4), *value);
    else if (name == u"CPU TOTAL")
        profile.cpuCycles.inference = value;
    else if (name == u"CPU ACTIVE")
        profile.cpuCycles.active = value;
}

/// How many inferences the samples have a value of each for; 1 if they are of all together.
qsizetype repeatsOf(const QJsonObject &group)
{
    const auto count = valueOf(group[u"count"_s]).value_or(1);
    const auto samples = group[u"samples"_s].toArray();
    const bool isEach = count > 1 && count <= limits::Runs
        && std::ranges::any_of(samples, [count](const QJsonValue &sample) {
               return quint64(sample[u"value"_s].toArray().size()) == count;
           });
    return isEach ? qsizetype(count) : 1;
}

Profile profileOf(const QJsonObject &group, qsizetype repeat, qsizetype repeats)
{
    Profile profile{ .label = group[u"profiling_group"_s].toString(),
        .inferences = repeats > 1 ? 1 : valueOf(group[u"count"_s]) };
    const auto samples = group[u"samples"_s].toArray();
    for (const auto &sample : samples)
        addSample(profile, sample.toObject(), repeat, repeats);
    return profile;
}

bool isRepetition(const Profile &profile, const std::vector<Profile> &before)
{
    const auto isIn = [&](const Counter &counter) {
        const auto *same = before.back().counter(counter.name);
        return same && same->value == counter.value;
    };
    return !before.empty() && before.back().label == profile.label
        && std::ranges::all_of(profile.counters, isIn);
}

} // namespace

bool MetricsBlock::take(ParseState &state, QByteArrayView line, quint64 number)
{
    if (!m_isOpen) {
        const auto start = line.first(qMin(line.size(), limits::RuleBytes)).indexOf(Begin);
        if (start < 0)
            return false;
        m_isOpen = true;
        m_line = number;
        line = line.sliced(start + Begin.size());
    }
    const auto end = line.indexOf(End);
    const auto text = end < 0 ? line : line.first(end);
    const bool isText
        = std::all_of(text.begin(), text.end(), [](char c) { return isBase64(c) || isSpace(c); });
    if (!isText || m_text.size() + text.size() > LargestText) {
        close(state, false);
        return number == m_line; // another line means something else
    }
    std::copy_if(text.begin(), text.end(), std::back_inserter(m_text), isBase64);
    if (end >= 0)
        close(state, true);
    return true;
}

void MetricsBlock::finish(ParseState &state)
{
    if (m_isOpen)
        close(state, false);
}

void MetricsBlock::close(ParseState &state, bool isWhole)
{
    m_isOpen = false;
    const auto text = std::exchange(m_text, {});
    const auto decoded
        = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    const auto groups = QJsonDocument::fromJson(decoded.decoded);
    state.hints |= HintMlek | HintNpu;
    if (!isWhole || !decoded || !groups.isArray()) {
        state.diagnostics.add(u"metrics.damaged"_s, Severity::Warning,
            u"the block of metrics cannot be read"_s, { .line = static_cast<int>(m_line) });
        return;
    }
    for (const auto &entry : groups.array()) {
        const auto group = entry.toObject();
        const auto repeats = repeatsOf(group);
        for (qsizetype repeat = 0; repeat < repeats; ++repeat) {
            auto profile = profileOf(group, repeat, repeats);
            const bool isEmpty = profile.counters.empty() && !profile.cpuCycles.inference
                && !profile.cpuCycles.active;
            const bool isKnown = repeats == 1 && isRepetition(profile, state.profiles.profiles());
            if (isEmpty || isKnown)
                continue;
            state.hints |= HintEnded;
            state.profiles.append(std::move(profile));
        }
    }
}

} // namespace tosaic::profile
