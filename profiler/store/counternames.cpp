// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/counternames.h"

#include "profiler/parsers/eventtable.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// As the log calls it; empty if the log names its event.
QString ownLabel(const Counter &counter)
{
    if (!counter.label.isEmpty())
        return counter.label;
    const bool isLabel = counter.unit.isEmpty() && counter.name.startsWith("cntr"_L1);
    return isLabel ? counter.name : QString();
}

/// By label.
std::map<QString, QString> namesIn(const QStringList &events)
{
    std::map<QString, QString> names;
    for (const auto &event : events) {
        const auto split = event.indexOf(u'=');
        if (split > 0)
            names[event.left(split)] = event.mid(split + 1);
    }
    return names;
}

void name(Profile &profile, Counter &counter, const std::map<QString, QString> &names)
{
    const auto label = ownLabel(counter);
    if (label.isEmpty())
        return;
    counter.name = label;
    counter.unit.clear();
    counter.label.clear();
    const auto found = names.find(label);
    if (found == names.end() || profile.counter(found->second))
        return;
    counter.label = label;
    counter.name = found->second;
    counter.unit = findEvent(counter.name).unit;
}

} // namespace

QStringList unnamedCounters(const Run &run)
{
    QStringList labels;
    for (const auto &profile : run.profiles) {
        for (const auto &counter : profile.counters) {
            if (const auto label = ownLabel(counter); !label.isEmpty() && !labels.contains(label))
                labels << label;
        }
    }
    return labels;
}

std::shared_ptr<const Run> withCounterNames(
    const std::shared_ptr<const Run> &run, const QStringList &events)
{
    const auto names = namesIn(events);
    const auto isNamed = [](const Counter &counter) { return !counter.label.isEmpty(); };
    const bool hasNamed = run && std::ranges::any_of(run->profiles, [&](const Profile &profile) {
        return std::ranges::any_of(profile.counters, isNamed);
    });
    if (!run || (names.empty() && !hasNamed))
        return run;
    auto named = *run;
    for (auto &profile : named.profiles) {
        for (auto &counter : profile.counters)
            name(profile, counter, names);
    }
    return std::make_shared<const Run>(std::move(named));
}

bool nameCounters(MeasuredRun &run, const std::map<QString, QString> &names)
{
    auto events = run.conditions.events;
    for (const auto &[label, name] : names) {
        events.removeIf([&](const QString &event) {
            return event.startsWith(label + u'=', Qt::CaseSensitive);
        });
        if (!name.isEmpty())
            events << label + u'=' + name;
    }
    if (events == run.conditions.events || !run.run)
        return false;
    run.conditions.events = events;
    run.run = withCounterNames(run.run, events);
    return true;
}

} // namespace tosaic::profile
