// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpdescription.h"

#include "core/base/units.h"

#include <QJsonObject>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr size_t MaxRows = 500; ///< of a table

const QLocale &locale()
{
    // Output for scripts and people alike must not depend on the machine's language.
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english;
}

QString label(const char *text)
{
    return QString::fromLatin1(text);
}

/// Sums over events of one name.
struct Times
{
    quint64 count = 0;
    quint64 timed = 0; ///< of those, how many have a duration
    quint64 total = 0;
    quint64 shortest = 0;
    quint64 longest = 0;

    void add(const EtDumpProfileEvent &event)
    {
        ++count;
        const auto ticks = event.ticks();
        if (!ticks)
            return;
        shortest = timed == 0 ? *ticks : std::min(shortest, *ticks);
        longest = std::max(longest, *ticks);
        total = __builtin_add_overflow(total, *ticks, &total) ? ~quint64(0) : total;
        ++timed;
    }
};

struct Allocations
{
    quint64 count = 0;
    quint64 bytes = 0;
};

/// Everything that is counted over a run.
struct Counts
{
    quint64 profile = 0;
    quint64 allocation = 0;
    quint64 debug = 0;
    quint64 outputs = 0;
    std::map<QString, Times> byName;
    std::map<QString, quint64> byDelegateId;
    std::map<qint32, Allocations> byAllocator;

    explicit Counts(const EtDumpRun &run)
    {
        for (const auto &event : run.events)
            std::visit([this](const auto &one) { add(one); }, event);
    }

    void add(const EtDumpProfileEvent &event)
    {
        ++profile;
        byName[event.name.value_or(QString())].add(event);
        if (event.place.delegateName || event.place.delegateId)
            ++byDelegateId[event.place.delegateName.value_or(
                QString::number(event.place.delegateId.value_or(-1)))];
    }

    void add(const EtDumpAllocation &event)
    {
        ++allocation;
        auto &sum = byAllocator[event.allocator];
        ++sum.count;
        sum.bytes += event.size;
    }

    void add(const EtDumpDebugEvent &event)
    {
        ++debug;
        outputs += event.isProgramOutput;
    }
};

/// Allocators count from 1 in the events.
QString allocatorName(const EtDumpRun &run, qint32 number)
{
    if (number >= 1 && size_t(number) <= run.allocators.size())
        return run.allocators[size_t(number) - 1];
    return QString::number(number);
}

QJsonObject runJson(const EtDumpRun &run)
{
    const Counts counts(run);
    QJsonObject names;
    QJsonObject ticks;
    for (const auto &[name, times] : counts.byName) {
        names.insert(name, qint64(times.count));
        if (times.timed > 0)
            ticks.insert(name, qint64(times.total));
    }
    QJsonObject object{ { u"name"_s, run.name },
        { u"events"_s,
            QJsonObject{ { u"profile"_s, qint64(counts.profile) },
                { u"allocation"_s, qint64(counts.allocation) },
                { u"debug"_s, qint64(counts.debug) } } },
        { u"eventNames"_s, names }, { u"ticks"_s, ticks } };
    if (run.bundledInput)
        object.insert(u"bundledInput"_s, *run.bundledInput);
    if (counts.outputs > 0)
        object.insert(u"programOutputs"_s, qint64(counts.outputs));
    QJsonObject delegates;
    for (const auto &[id, count] : counts.byDelegateId)
        delegates.insert(id, qint64(count));
    if (!delegates.isEmpty())
        object.insert(u"delegateEvents"_s, delegates);
    QJsonArray allocations;
    for (const auto &[number, sum] : counts.byAllocator)
        allocations.append(QJsonObject{ { u"allocator"_s, allocatorName(run, number) },
            { u"count"_s, qint64(sum.count) }, { u"bytes"_s, qint64(sum.bytes) } });
    if (!allocations.isEmpty())
        object.insert(u"allocations"_s, allocations);
    return object;
}

DescriptionSection runsSection(const EtDump &dump)
{
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Runs")), {}, {} };
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Run")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Name")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Profile events")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Allocation events")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Debug events")), true } };
    for (size_t i = 0; i < dump.runs.size(); ++i) {
        if (section.table.rows.size() == MaxRows) {
            ++section.table.omitted;
            continue;
        }
        const Counts counts(dump.runs[i]);
        section.table.rows.push_back(
            { QString::number(i), dump.runs[i].name, formatCount(counts.profile, locale()),
                formatCount(counts.allocation, locale()), formatCount(counts.debug, locale()) });
    }
    return section;
}

/// Over all runs of one name: what took how long. A delegate's events have no name but an id.
DescriptionSection timesSection(const EtDump &dump)
{
    std::map<std::pair<QString, QString>, Times> byName;
    for (const auto &run : dump.runs) {
        for (const auto &event : run.events) {
            if (const auto *profile = std::get_if<EtDumpProfileEvent>(&event))
                byName[{ run.name, profile->title() }].add(*profile);
        }
    }
    DescriptionSection section{ label(QT_TRANSLATE_NOOP("Description", "Times in ticks")),
        { { label(QT_TRANSLATE_NOOP("Description", "Unit of a tick")),
            label(QT_TRANSLATE_NOOP("Description", "Not known")) } },
        {} };
    section.table.columns = { { label(QT_TRANSLATE_NOOP("Description", "Runs called")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Event")), false },
        { label(QT_TRANSLATE_NOOP("Description", "Count")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Total")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Shortest")), true },
        { label(QT_TRANSLATE_NOOP("Description", "Longest")), true } };
    for (const auto &[key, times] : byName) {
        if (section.table.rows.size() == MaxRows) {
            ++section.table.omitted;
            continue;
        }
        const auto isTimed = times.timed > 0;
        const auto number = [isTimed](quint64 ticks) {
            return isTimed ? formatCount(ticks, locale()) : QString();
        };
        section.table.rows.push_back({ key.first, key.second, formatCount(times.count, locale()),
            number(times.total), number(times.shortest), number(times.longest) });
    }
    return section;
}

} // namespace

QJsonArray runsJson(const EtDump &dump)
{
    QJsonArray runs;
    for (const auto &run : dump.runs)
        runs.append(runJson(run));
    return runs;
}

Description describeEtDump(const EtDump &dump)
{
    Description description{ u"etdump"_s, QString::number(dump.version), {}, {}, dump.diagnostics };
    description.json.insert(u"version"_s, qint64(dump.version));
    description.json.insert(u"sizePrefix"_s, dump.hasSizePrefix);
    description.json.insert(u"runs"_s, runsJson(dump));
    description.sections = { runsSection(dump), timesSection(dump) };
    return description;
}

} // namespace tosaic::profile
