// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/etdumptimeline.h"

#include "profiler/timeline/trackrows.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

enum Category
{
    Runs,
    Runtime,
    Operators,
    Delegates,
    CategoryCount
};

Category categoryOf(const EtDumpProfileEvent &event)
{
    if (event.place.delegateId || event.place.delegateName || event.name == u"DELEGATE_CALL"_s)
        return Delegates;
    return event.place.chain ? Operators : Runtime;
}

/// What a run lasts, in the recorded ticks.
struct Extent
{
    quint64 from = 0;
    quint64 to = 0;
};

class Builder
{
public:
    Builder(const EtDump &dump, const EtDumpTime &time)
        : m_dump(dump), m_time(time), m_rows(m_timeline)
    {
    }
    Timeline build();

private:
    void addRun(const EtDumpRun &run, const QString &name);
    void place(const EtDumpRun &run, const Extent &extent);
    void addTracks();
    void report(const QString &id, const QString &text)
    {
        m_timeline.diagnostics.push_back({ id, Severity::Warning, {}, text });
    }

    const EtDump &m_dump;
    const EtDumpTime &m_time;
    Timeline m_timeline;
    TrackRows m_rows;
    std::array<std::vector<Span>, CategoryCount> m_spans;
    std::optional<Extent> m_before; ///< the run before
    qint64 m_at = 0; ///< where its extent starts on the axis
    quint64 m_leftOut = 0;
    quint64 m_backwards = 0;
};

std::optional<Extent> extentOf(const EtDumpRun &run)
{
    std::optional<Extent> extent;
    for (const auto &event : run.events) {
        const auto *profile = std::get_if<EtDumpProfileEvent>(&event);
        const auto ticks = profile ? profile->ticks() : std::nullopt;
        if (!ticks)
            continue;
        const auto end = profile->start + *ticks;
        if (end < profile->start)
            continue; // hostile numbers
        if (!extent)
            extent = Extent{ profile->start, end };
        extent->from = std::min(extent->from, profile->start);
        extent->to = std::max(extent->to, end);
    }
    return extent;
}

void Builder::place(const EtDumpRun &run, const Extent &extent)
{
    for (const auto &event : run.events) {
        const auto *profile = std::get_if<EtDumpProfileEvent>(&event);
        if (!profile)
            continue;
        const auto ticks = profile->ticks();
        if (!ticks || profile->start < extent.from || *ticks > extent.to - profile->start) {
            ++m_leftOut;
            continue;
        }
        const auto start = m_at + static_cast<qint64>(profile->start - extent.from);
        const auto title = profile->title();
        m_spans[categoryOf(*profile)].push_back({ .start = start,
            .end = start + static_cast<qint64>(*ticks),
            .label = m_rows.label(title.isEmpty() ? u"(no name)"_s : title) });
    }
}

void Builder::addRun(const EtDumpRun &run, const QString &name)
{
    const auto extent = extentOf(run);
    const auto length = extent ? extent->to - extent->from : 0;
    if (!extent || length > static_cast<quint64>(LargestTime)) {
        m_leftOut += run.events.empty() || !extent ? 0 : run.events.size();
        return;
    }
    if (m_before) {
        const bool isBackwards = extent->from < m_before->to;
        const auto gap = isBackwards ? 0 : extent->from - m_before->to;
        m_backwards += isBackwards ? 1 : 0;
        const auto at = static_cast<quint64>(m_at) + (m_before->to - m_before->from);
        constexpr auto Largest = static_cast<quint64>(LargestTime);
        if (at > Largest || length > Largest - at || gap > Largest - at - length) {
            m_leftOut += run.events.size();
            return;
        }
        m_at = static_cast<qint64>(at + gap);
    }
    m_before = extent;
    m_spans[Runs].push_back(
        { .start = m_at, .end = m_at + static_cast<qint64>(length), .label = m_rows.label(name) });
    place(run, *extent);
}

void Builder::addTracks()
{
    using Subject = TimelineTrack::Subject;
    const auto add = [this](Category category, const QString &name, Subject subject) {
        TimelineTrack like;
        like.subject = subject;
        like.group = u"CPU"_s;
        like.name = name;
        like.origin = m_time.origin;
        m_rows.addSlices(like, std::move(m_spans[category]));
    };
    add(Runs, u"Runs"_s, Subject::Inference);
    add(Runtime, u"Runtime"_s, Subject::Other);
    add(Operators, u"Operators and kernels"_s, Subject::CpuKernel);
    add(Delegates, u"Delegates"_s, Subject::Delegate);
    m_rows.finish();
}

Timeline Builder::build()
{
    m_timeline.timeUnit = m_time.unit;
    QHash<QString, int> counts;
    for (const auto &run : m_dump.runs)
        addRun(run, u"%1 %2"_s.arg(run.name, QString::number(++counts[run.name])));
    addTracks();
    if (m_leftOut > 0)
        report(u"timeline.event"_s,
            u"%1 events without a usable duration are left out"_s.arg(m_leftOut));
    if (m_backwards > 0)
        report(u"timeline.clock"_s,
            u"%1 runs begin before the run before them ends; they are laid behind it"_s.arg(
                m_backwards));
    return std::move(m_timeline);
}

} // namespace

Timeline timelineOf(const EtDump &dump, const EtDumpTime &time)
{
    return Builder(dump, time).build();
}

} // namespace tosaic::profile
