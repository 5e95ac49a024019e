// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/chrometrace.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "profiler/timeline/gzipwriter.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Subject = TimelineTrack::Subject;

/// With its quotes.
QByteArray quoted(const QString &text)
{
    const auto array = QJsonDocument(QJsonArray{ text }).toJson(QJsonDocument::Compact);
    return array.mid(1, array.size() - 2);
}

QByteArray category(Subject subject)
{
    switch (subject) {
    case Subject::Inference:
        return "inference";
    case Subject::NpuOperation:
        return "npu";
    case Subject::Dma:
        return "dma";
    case Subject::CpuKernel:
        return "cpu";
    case Subject::Delegate:
        return "delegate";
    case Subject::Counter:
        return "counter";
    case Subject::Arena:
        return "arena";
    case Subject::Other:
        break;
    }
    return "other";
}

class Writer
{
public:
    Writer(const Timeline &timeline, QIODevice &device, const ChromeTraceOptions &options);
    Result<quint64> write();

private:
    void writeNames();
    void writeName(const char *what, const QByteArray &place, const QString &name);
    bool writeSlices(const TimelineTrack &track, const QByteArray &place);
    bool writeCounter(const TimelineTrack &track, const QByteArray &place);
    void writeBegin();
    void startEvent() { m_writer.write(m_isFirst ? "\n" : ",\n"), m_isFirst = false; }
    bool isCancelled(size_t i) const
    {
        return i % 65536 == 0 && m_options.isCancelled && m_options.isCancelled();
    }
    void appendTime(qint64 time);
    void appendNumber(double value);
    QByteArray placeOf(size_t track) const;

    const Timeline &m_timeline;
    const ChromeTraceOptions &m_options;
    GzipWriter m_writer;
    std::optional<double> m_microseconds; ///< of one unit
    QHash<QString, int> m_groups;
    QByteArray m_event;
    bool m_isFirst = true;
    quint64 m_count = 0;
};

Writer::Writer(const Timeline &timeline, QIODevice &device, const ChromeTraceOptions &options)
    : m_timeline(timeline), m_options(options), m_writer(device, options.isCompressed)
{
    if (const auto seconds = timeline.secondsPerUnit())
        m_microseconds = *seconds * 1e6;
    for (const auto &track : timeline.tracks) {
        if (!m_groups.contains(track.group))
            m_groups.insert(track.group, static_cast<int>(m_groups.size()) + 1);
    }
}

void Writer::appendNumber(double value)
{
    char text[400]; // the longest double without an exponent
    const auto fixed = std::chars_format::fixed;
    const auto end = std::isfinite(value)
        ? std::to_chars(std::begin(text), std::end(text), value, fixed).ptr
        : std::copy_n("0", 1, text);
    m_event.append(text, end - text);
}

void Writer::appendTime(qint64 time)
{
    if (!m_microseconds) {
        m_event.append(QByteArray::number(time));
        return;
    }
    // Picoseconds are finer than any clock here; more digits would be noise.
    appendNumber(std::round(static_cast<double>(time) * *m_microseconds * 1e6) / 1e6);
}

QByteArray Writer::placeOf(size_t number) const
{
    return ",\"pid\":" + QByteArray::number(m_groups.value(m_timeline.tracks[number].group))
        + ",\"tid\":" + QByteArray::number(number + 1);
}

void Writer::writeName(const char *what, const QByteArray &place, const QString &name)
{
    startEvent();
    m_writer.write(QByteArray("{\"ph\":\"M\",\"name\":\"") + what + '"' + place
        + ",\"args\":{\"name\":" + quoted(name) + "}}");
}

void Writer::writeNames()
{
    for (auto group = m_groups.cbegin(); group != m_groups.cend(); ++group)
        writeName("process_name", ",\"pid\":" + QByteArray::number(group.value()), group.key());
    for (size_t i = 0; i < m_timeline.tracks.size(); ++i) {
        const auto &track = m_timeline.tracks[i];
        if (track.kind == TimelineTrack::Kind::Counter)
            continue;
        writeName("thread_name", placeOf(i), track.name);
        startEvent();
        m_writer.write("{\"ph\":\"M\",\"name\":\"thread_sort_index\"" + placeOf(i)
            + ",\"args\":{\"sort_index\":" + QByteArray::number(i + 1) + "}}");
    }
}

bool Writer::writeSlices(const TimelineTrack &track, const QByteArray &place)
{
    size_t first = 0;
    auto end = track.starts.size();
    if (m_options.range) {
        const auto [from, to] = *m_options.range;
        first
            = static_cast<size_t>(std::ranges::lower_bound(track.ends, from) - track.ends.begin());
        end = static_cast<size_t>(
            std::ranges::lower_bound(track.starts, to) - track.starts.begin());
    }
    QHash<quint32, QByteArray> heads;
    const auto tail = place + ",\"cat\":\"" + category(track.subject) + '"';
    for (auto i = first; i < end; ++i) {
        if (isCancelled(i))
            return false;
        auto &head = heads[track.labels[i]];
        if (head.isEmpty())
            head = "{\"ph\":\"X\",\"name\":" + quoted(m_timeline.labels[track.labels[i]]) + tail
                + ",\"ts\":";
        m_event = head;
        appendTime(track.starts[i]);
        m_event += ",\"dur\":";
        appendTime(track.ends[i] - track.starts[i]);
        if (!track.operations.empty() && track.operations[i] >= 0)
            m_event += ",\"args\":{\"operation\":" + QByteArray::number(track.operations[i]) + '}';
        m_event += '}';
        startEvent();
        m_writer.write(m_event);
        ++m_count;
    }
    return true;
}

bool Writer::writeCounter(const TimelineTrack &track, const QByteArray &place)
{
    size_t first = 0;
    auto end = track.starts.size();
    if (m_options.range) {
        const auto [from, to] = *m_options.range;
        const auto upper = std::ranges::upper_bound(track.starts, from) - track.starts.begin();
        first = static_cast<size_t>(std::max<std::ptrdiff_t>(0, upper - 1)); // it still holds
        end = static_cast<size_t>(
            std::ranges::lower_bound(track.starts, to) - track.starts.begin());
    }
    const auto head = "{\"ph\":\"C\",\"name\":" + quoted(track.name) + place + ",\"ts\":";
    const auto unit = track.unit.isEmpty() ? QByteArray("\"value\"") : quoted(track.unit);
    for (auto i = first; i < end; ++i) {
        if (isCancelled(i))
            return false;
        m_event = head;
        appendTime(track.starts[i]);
        m_event += ",\"args\":{" + unit + ':';
        appendNumber(track.values[i]);
        m_event += "}}";
        startEvent();
        m_writer.write(m_event);
        ++m_count;
    }
    return true;
}

/// Whose trace it is stands before the events, so that a file that was cut still says it.
void Writer::writeBegin()
{
    QJsonObject data{ { u"producer"_s, u"Tosaic"_s }, { u"timeUnit"_s, m_timeline.timeUnit } };
    if (m_timeline.clockHz)
        data.insert(u"clockHz"_s, static_cast<qint64>(*m_timeline.clockHz));
    data.insert(u"note"_s,
        m_microseconds ? u"Times are microseconds."_s
                       : u"The clock is not known: 1 microsecond stands for 1 of \"%1\"."_s.arg(
                           m_timeline.timeUnit));
    m_writer.write("{\"displayTimeUnit\":\"ns\",\"otherData\":"
        + QJsonDocument(data).toJson(QJsonDocument::Compact) + ",\n\"traceEvents\":[");
}

Result<quint64> Writer::write()
{
    writeBegin();
    writeNames();
    for (size_t i = 0; i < m_timeline.tracks.size(); ++i) {
        const auto &track = m_timeline.tracks[i];
        const bool isWritten = track.kind == TimelineTrack::Kind::Counter
            ? writeCounter(track, placeOf(i))
            : writeSlices(track, placeOf(i));
        if (!isWritten)
            return fail(ErrorCode::Cancelled, u"the export was stopped"_s);
    }
    m_writer.write("\n]}\n");
    if (const auto finished = m_writer.finish(); !finished)
        return fail(finished.error());
    return m_count;
}

} // namespace

Result<quint64> writeChromeTrace(
    const Timeline &timeline, QIODevice &device, const ChromeTraceOptions &options)
{
    return Writer(timeline, device, options).write();
}

Result<quint64> saveChromeTrace(
    const Timeline &timeline, const QString &path, ChromeTraceOptions options)
{
    options.isCompressed = options.isCompressed || path.endsWith(".gz"_L1, Qt::CaseInsensitive);
    quint64 count = 0;
    auto saved = saveFile(path, [&](QFileDevice &file) -> Result<void> {
        count = TRY(writeChromeTrace(timeline, file, options));
        return {};
    });
    if (saved)
        return count;
    saved.error().location.file = path;
    return fail(std::move(saved.error()));
}

} // namespace tosaic::profile
