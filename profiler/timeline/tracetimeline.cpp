// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/tracetimeline.h"

#include "profiler/timeline/trackrows.h"

#include <QHash>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Subject = TimelineTrack::Subject;
const auto NpuGroup = u"NPU"_s;

bool isNumber(const QString &text)
{
    return !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return c.isDigit(); });
}

bool isAboutDma(const QString &text)
{
    return text.contains("dma"_L1, Qt::CaseInsensitive)
        || text.contains("axi"_L1, Qt::CaseInsensitive);
}

using Thread = std::pair<QString, QString>; ///< process and thread
using Counter = std::pair<QString, Thread>; ///< process, name and argument

Counter counterOf(const PmuTrace::Track &track)
{
    return { track.process, { track.name, track.argument } };
}

/// Adds to one timeline what a trace has.
class Builder
{
public:
    Builder(const PmuTrace &trace, const TraceKnowledge &knowledge)
        : m_trace(trace), m_knowledge(knowledge), m_rows(m_timeline)
    {
        for (const auto &label : trace.labels) {
            const Thread thread{ label.process, label.thread };
            if (!label.name.isEmpty() && !m_names.contains(thread))
                m_names.insert(thread, label.name);
        }
        for (const auto &track : trace.tracks) {
            if (track.kind == PmuTrace::TrackKind::Counter)
                ++m_counters[counterOf(track)]; // each has another thread
        }
    }

    Timeline build();

private:
    TimelineTrack trackLike(const QString &group, const QString &name, Subject subject) const;
    QString processName(const PmuTrace::Track &track) const;
    QString threadName(const PmuTrace::Track &track) const;
    void findInferences();
    void addInferences();
    void addOperations();
    void addReadPointer();
    void addMemory();
    void addThread(const std::vector<size_t> &numbers);
    void addCounter(const PmuTrace::Track &track);
    void addSpans(const PmuTrace::Track &track, std::vector<Span> &spans);

    const PmuTrace &m_trace;
    const TraceKnowledge &m_knowledge;
    Timeline m_timeline;
    QHash<Thread, QString> m_names; ///< by process and thread; of a process the thread is empty
    QHash<Counter, int> m_counters; ///< how many threads have a counter of these names
    TrackRows m_rows;
    quint64 m_leftOut = 0;
};

TimelineTrack Builder::trackLike(const QString &group, const QString &name, Subject subject) const
{
    TimelineTrack track;
    track.subject = subject;
    track.group = group;
    track.name = name;
    track.origin = Origin::Fvp;
    return track;
}

QString Builder::processName(const PmuTrace::Track &track) const
{
    const auto label = m_names.constFind({ track.process, QString() });
    if (label != m_names.constEnd())
        return *label;
    return isNumber(track.process) ? u"pid %1"_s.arg(track.process) : track.process;
}

QString Builder::threadName(const PmuTrace::Track &track) const
{
    const auto label = m_names.constFind({ track.process, track.thread });
    if (!track.thread.isEmpty() && label != m_names.constEnd())
        return *label;
    if (track.thread.isEmpty())
        return track.name;
    return isNumber(track.thread) ? u"tid %1"_s.arg(track.thread) : track.thread;
}

/// By the join, which knows the streams of other programs; else by the reader going back.
void Builder::findInferences()
{
    auto &found = m_timeline.inferences;
    if (!m_knowledge.table || m_knowledge.table->inferences.empty()) {
        for (const auto &inference : inferencesOf(m_trace)) {
            if (inference.end <= static_cast<quint64>(LargestTime))
                found.emplace_back(inference.begin, inference.end);
        }
        return;
    }
    std::map<int, size_t> passes; // by command stream: each runs once an inference
    for (const auto &inference : m_knowledge.table->inferences) {
        if (inference.stream < 0)
            continue;
        const auto pass = passes[inference.stream]++;
        if (pass == found.size()) {
            found.emplace_back(inference.firstTs, inference.lastTs);
            continue;
        }
        found[pass].first = std::min(found[pass].first, inference.firstTs);
        found[pass].second = std::max(found[pass].second, inference.lastTs);
    }
}

void Builder::addInferences()
{
    const auto &inferences = m_knowledge.table->inferences;
    const bool tellsDelegates = std::ranges::any_of(
        inferences, [](const TracedInference &one) { return one.stream > 0; });
    std::map<int, int> passes; // by command stream: each runs once an inference
    std::vector<Span> spans;
    for (const auto &inference : inferences) {
        auto label = u"Inference %1"_s.arg(++passes[inference.stream]);
        if (inference.stream < 0)
            label += u" of another program"_s;
        else if (tellsDelegates)
            label += u" of delegate %1"_s.arg(m_knowledge.table->delegateOf(inference.stream));
        spans.push_back({ .start = inference.firstTs,
            .end = std::max(inference.firstTs, inference.lastTs),
            .label = m_rows.label(label) });
    }
    m_rows.addSlices(trackLike(NpuGroup, u"Inferences"_s, Subject::Inference), std::move(spans));
}

void Builder::addOperations()
{
    const auto &operations = m_knowledge.table->operations;
    std::vector<quint32> labels;
    labels.reserve(operations.size());
    for (const auto &label : operationLabels(*m_knowledge.table))
        labels.push_back(m_rows.label(label));
    std::vector<Span> kernels;
    std::vector<Span> waits;
    for (const auto &slice : m_knowledge.slices) {
        if (slice.operation >= operations.size())
            continue;
        (slice.isDmaWait ? waits : kernels)
            .push_back({ .start = slice.start,
                .end = slice.end,
                .label = labels[slice.operation],
                .operation = static_cast<qint32>(slice.operation) });
    }
    m_rows.addSlices(
        trackLike(NpuGroup, u"NPU operations"_s, Subject::NpuOperation), std::move(kernels));
    m_rows.addSlices(trackLike(NpuGroup, u"Waits for DMA"_s, Subject::Dma), std::move(waits));
}

void Builder::addMemory()
{
    for (const auto &memory : m_knowledge.memory) {
        std::vector<qint64> times;
        std::vector<double> values;
        for (const auto &slice : m_knowledge.slices) {
            const auto use = memory.bytes.find(slice.operation);
            if (slice.isDmaWait || use == memory.bytes.end())
                continue;
            const auto bytes = static_cast<double>(use->second);
            if (!values.empty() && values.back() == bytes)
                continue;
            times.push_back(slice.start);
            values.push_back(bytes);
        }
        auto like = trackLike(u"Memory"_s, memory.name, Subject::Arena);
        like.unit = u"bytes"_s;
        like.origin = Origin::Estimate; // as it was planned; the trace does not say it
        m_rows.addCounter(std::move(like), std::move(times), std::move(values));
    }
}

void Builder::addReadPointer()
{
    std::vector<qint64> times;
    std::vector<double> values;
    times.reserve(m_trace.queueReads.size());
    values.reserve(m_trace.queueReads.size());
    for (const auto &read : m_trace.queueReads) {
        if (read.ts > static_cast<quint64>(LargestTime)) {
            ++m_leftOut;
            continue;
        }
        times.push_back(static_cast<qint64>(read.ts));
        values.push_back(read.word);
    }
    auto like = trackLike(NpuGroup, u"Command stream position"_s, Subject::Counter);
    like.unit = u"words"_s;
    m_rows.addCounter(std::move(like), std::move(times), std::move(values));
}

void Builder::addSpans(const PmuTrace::Track &track, std::vector<Span> &spans)
{
    const auto label = m_rows.label(track.name.isEmpty() ? track.thread : track.name);
    spans.reserve(spans.size() + track.ts.size());
    for (size_t i = 0; i < track.ts.size(); ++i) {
        const auto duration = track.durations.empty() ? 0 : track.durations[i];
        if (track.ts[i] > static_cast<quint64>(LargestTime)
            || duration > static_cast<quint64>(LargestTime) - track.ts[i]) {
            ++m_leftOut;
            continue;
        }
        const auto start = static_cast<qint64>(track.ts[i]);
        spans.push_back(
            { .start = start, .end = start + static_cast<qint64>(duration), .label = label });
    }
}

/// All spans and instants of a thread.
void Builder::addThread(const std::vector<size_t> &numbers)
{
    const auto &first = m_trace.tracks[numbers.front()];
    std::vector<Span> spans;
    for (const auto number : numbers)
        addSpans(m_trace.tracks[number], spans);
    const auto group = processName(first);
    const auto name = threadName(first);
    const auto subject = isAboutDma(group) || isAboutDma(name) ? Subject::Dma : Subject::Other;
    m_rows.addSlices(trackLike(group, name, subject), std::move(spans));
}

void Builder::addCounter(const PmuTrace::Track &track)
{
    const bool isPlain
        = track.argument.isEmpty() || track.argument == u"value"_s || track.argument == track.name;
    const bool isShared = m_counters.value(counterOf(track)) > 1;
    auto like = trackLike(processName(track),
        isPlain ? track.name : u"%1 %2"_s.arg(track.name, track.argument), Subject::Counter);
    if (isShared) // whoever reads an export knows counters by their name alone
        like.name = u"%1 (%2)"_s.arg(like.name, threadName(track));
    if (like.group.isEmpty())
        like.group = u"Counters"_s;
    std::vector<qint64> times;
    std::vector<double> values;
    times.reserve(track.ts.size());
    values.reserve(track.ts.size());
    for (size_t i = 0; i < track.ts.size(); ++i) {
        if (track.ts[i] > static_cast<quint64>(LargestTime)) {
            ++m_leftOut;
            continue;
        }
        times.push_back(static_cast<qint64>(track.ts[i]));
        values.push_back(track.values[i]);
    }
    m_rows.addCounter(std::move(like), std::move(times), std::move(values));
}

Timeline Builder::build()
{
    m_timeline.clockHz = m_knowledge.clockHz;
    findInferences();
    if (m_knowledge.table) {
        addInferences();
        addOperations();
    }
    addReadPointer();
    if (m_knowledge.table)
        addMemory();
    QHash<Thread, std::vector<size_t>> threads;
    const auto threadOf
        = [](const PmuTrace::Track &track) { return Thread(track.process, track.thread); };
    for (size_t i = 0; i < m_trace.tracks.size(); ++i) {
        if (m_trace.tracks[i].kind != PmuTrace::TrackKind::Counter)
            threads[threadOf(m_trace.tracks[i])].push_back(i);
    }
    for (size_t i = 0; i < m_trace.tracks.size(); ++i) {
        const auto &track = m_trace.tracks[i];
        if (track.kind == PmuTrace::TrackKind::Counter)
            addCounter(track);
        else if (const auto &numbers = threads[threadOf(track)]; numbers.front() == i)
            addThread(numbers); // in the place of its first track
    }
    m_rows.finish();
    if (m_leftOut > 0) {
        m_timeline.diagnostics.push_back({ u"timeline.time"_s, Severity::Warning, {},
            u"%1 events lie beyond cycle %2 and are left out"_s.arg(
                QString::number(m_leftOut), QString::number(LargestTime)) });
    }
    return std::move(m_timeline);
}

} // namespace

std::vector<QString> operationLabels(const OperationTable &table)
{
    auto names = operationNames(table);
    std::ranges::replace(names, QString(), u"NPU operation"_s);
    return names;
}

Timeline timelineOf(const PmuTrace &trace, const TraceKnowledge &knowledge)
{
    return Builder(trace, knowledge).build();
}

} // namespace tosaic::profile
