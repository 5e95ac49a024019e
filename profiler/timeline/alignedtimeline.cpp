// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/alignedtimeline.h"

#include "core/base/coveredrange.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

class Alignment
{
public:
    Alignment(const TimelinePart &first, size_t inference)
        : m_first(first), m_inference(inference), m_aligned(*first.timeline),
          m_start(startOf(first))
    {
        for (auto &track : m_aligned.tracks) {
            track.group = groupOf(first, track.group);
            endCounter(track, *first.timeline, 0);
        }
        for (size_t i = 0; i < m_aligned.labels.size(); ++i)
            m_labels.emplace(m_aligned.labels[i], static_cast<quint32>(i));
        m_aligned.parts.push_back(first.name);
    }

    void add(const TimelinePart &part)
    {
        const auto &timeline = *part.timeline;
        if (timeline.timeUnit != m_aligned.timeUnit)
            return tell(u"timeline.unit"_s, Severity::Warning,
                u"%1 counts %2 and not %3: it is left out"_s.arg(
                    part.name, timeline.timeUnit, m_aligned.timeUnit));
        if (timeline.clockHz && m_aligned.clockHz && timeline.clockHz != m_aligned.clockHz)
            tell(u"timeline.clocks"_s, Severity::Info,
                u"the clock of %1 is %2 Hz and not %3 Hz: cycles stand beside each other, not times"_s
                    .arg(part.name)
                    .arg(*timeline.clockHz)
                    .arg(*m_aligned.clockHz));
        for (auto diagnostic : timeline.diagnostics) {
            diagnostic.text = u"%1: %2"_s.arg(part.name, diagnostic.text);
            m_aligned.diagnostics.push_back(std::move(diagnostic));
        }
        m_aligned.parts.push_back(part.name);
        const auto shift = m_start - startOf(part);
        for (auto track : timeline.tracks) {
            track.group = groupOf(part, track.group);
            track.operations.clear();
            for (auto &time : track.starts)
                time += shift;
            for (auto &time : track.ends)
                time += shift;
            for (auto &label : track.labels)
                label = labelOf(timeline.labels[label]);
            endCounter(track, timeline, shift);
            m_aligned.tracks.push_back(std::move(track));
        }
        if (timeline.range)
            cover(m_aligned.range, timeline.range->first + shift, timeline.range->second + shift);
    }

    Timeline take() { return std::move(m_aligned); }

private:
    static QString groupOf(const TimelinePart &part, const QString &group)
    {
        return part.name.isEmpty() ? group : u"%1: %2"_s.arg(part.name, group);
    }

    /// What was counted ends with its own timeline, however long those beside it are.
    static void endCounter(TimelineTrack &track, const Timeline &timeline, qint64 shift)
    {
        if (track.kind != TimelineTrack::Kind::Counter)
            return;
        const auto end = timeline.range ? std::optional(timeline.range->second) : std::nullopt;
        if (const auto until = track.until ? track.until : end)
            track.until = *until + shift;
    }

    qint64 startOf(const TimelinePart &part)
    {
        const auto &inferences = part.timeline->inferences;
        if (m_inference < inferences.size())
            return inferences[m_inference].first;
        tell(u"timeline.inference"_s, Severity::Info,
            u"%1 has no inference %2: it is aligned by its beginning"_s
                .arg(part.name.isEmpty() ? m_first.name : part.name)
                .arg(m_inference + 1));
        return part.timeline->range ? part.timeline->range->first : 0;
    }

    quint32 labelOf(const QString &label)
    {
        const auto [known, isNew]
            = m_labels.try_emplace(label, static_cast<quint32>(m_aligned.labels.size()));
        if (isNew)
            m_aligned.labels.push_back(label);
        return known->second;
    }

    void tell(const QString &id, Severity severity, const QString &text)
    {
        m_aligned.diagnostics.push_back({ id, severity, {}, text });
    }

    const TimelinePart &m_first;
    size_t m_inference;
    Timeline m_aligned;
    std::map<QString, quint32> m_labels;
    qint64 m_start;
};

} // namespace

Timeline alignedTimeline(std::span<const TimelinePart> parts, size_t inference)
{
    if (parts.empty())
        return {};
    Alignment alignment(parts.front(), inference);
    for (const auto &part : parts.subspan(1))
        alignment.add(part);
    return alignment.take();
}

} // namespace tosaic::profile
