// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/counterline.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Letters and digits alone: "NPU AXI0 RD-DATA" is "npuaxi0rddata".
QString bare(const QString &text)
{
    QString letters;
    for (const auto c : text) {
        if (c.isLetterOrNumber())
            letters += c.toLower();
    }
    return letters;
}

bool hasNumber(const QString &line, quint64 value)
{
    static const QRegularExpression number(u"(?<![0-9A-Za-z.])[0-9]+(?:[,'][0-9]{3})*"_s);
    for (auto all = number.globalMatch(line); all.hasNext();) {
        auto digits = all.next().captured();
        digits.remove(u',').remove(u'\'');
        bool isNumber = false;
        if (digits.toULongLong(&isNumber) == value && isNumber)
            return true;
    }
    return false;
}

} // namespace

std::optional<CounterLine> counterLine(const QStringList &lines, const profile::Run &run,
    size_t measurement, const profile::Counter &counter)
{
    constexpr quint64 LeastTelling = 1000; // smaller numbers stand in many lines
    if (counter.isDerived)
        return std::nullopt;
    // The same counter with the same value in measurements before has lines of its own.
    qsizetype before = 0;
    for (size_t i = 0; i < std::min(measurement, run.profiles.size()); ++i) {
        const auto *earlier = run.profiles[i].counter(counter.name);
        before += earlier && !earlier->isDerived && earlier->value == counter.value ? 1 : 0;
    }
    const auto name = bare(counter.label.isEmpty() ? counter.name : counter.label);
    QList<qsizetype> named;
    QList<qsizetype> others;
    for (qsizetype i = 0; i < lines.size() && named.size() <= before; ++i) {
        if (hasNumber(lines[i], counter.value))
            (bare(lines[i]).contains(name) ? named : others) << i;
    }
    if (before < named.size())
        return CounterLine{ named[before], true };
    if (named.isEmpty() && before < others.size() && counter.value >= LeastTelling)
        return CounterLine{ others[before], false };
    return std::nullopt;
}

} // namespace tosaic::views
