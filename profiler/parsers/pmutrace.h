// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <QByteArrayView>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// The trace that the NPU model of an FVP writes with --pmu-trace: Chrome trace JSON, usually
/// compressed with gzip. Numbers may be written as strings ("ts": "1029"). Times are NPU cycles.
/// Everything is kept in arrays by kind: traces have millions of events.
struct PmuTrace
{
    /// The command reader of the NPU reached a word of the command stream (an event whose thread is
    /// "qread"). In the order of the file.
    struct QueueRead
    {
        quint64 ts = 0; ///< NPU cycles
        quint32 word = 0; ///< index of a 32-bit word; 4 x word is the byte offset
        bool operator==(const QueueRead &) const = default;
    };

    enum class TrackKind
    {
        Spans, ///< something lasts: ts and durations (phases X, or B with E)
        Counter, ///< a value from ts on: ts and values (phase C), one track for each argument
        Instants ///< something happens at ts (phases i, I, R)
    };

    /// All events with the same process, thread, name (and, of counters, argument). In the order of
    /// the file, which need not be that of time.
    struct Track
    {
        TrackKind kind = TrackKind::Spans;
        QString process; ///< pid as written: "DMA"
        QString thread; ///< tid as written
        QString name; ///< "axi_enabled_cycles"
        QString argument; ///< counters: the key of the value; else empty
        std::vector<quint64> ts; ///< NPU cycles
        std::vector<quint64> durations; ///< NPU cycles; spans only, one for each ts
        std::vector<double> values; ///< counters only, one for each ts
        bool operator==(const Track &) const = default;
    };

    std::vector<QueueRead> queueReads;
    std::vector<Track> tracks; ///< in the order of their first events
    /// Names that metadata events (phase M) give to a process, or to a thread of one.
    struct Label
    {
        QString process; ///< pid as written
        QString thread; ///< tid as written; empty: the process itself
        QString name;
        bool operator==(const Label &) const = default;
    };
    std::vector<Label> labels;
    quint64 eventCount = 0; ///< elements of traceEvents that are kept, queue reads among them
    quint64 skippedCount = 0; ///< elements that are not understood; said in a diagnostic
    /// Least ts and greatest end of all events kept; absent without events.
    std::optional<std::pair<quint64, quint64>> range;
    quint64 jsonSize = 0; ///< bytes of the JSON that was read
    bool isCompressed = false;
    bool isComplete = false; ///< the JSON ends where it should
    /// No queue of an NPU is in it, but what other writers of Chrome traces leave and the NPU model
    /// does not ("otherData", "schemaVersion", categories of events): torch.profiler, Tosaic's own
    /// export. Its times are no NPU cycles.
    bool isOfOtherProgram = false;
    /// "pmutrace.damaged", "pmutrace.truncated", "pmutrace.limit", "pmutrace.event", each with the
    /// byte of the JSON (of the file, where gzip itself is damaged).
    std::vector<Diagnostic> diagnostics;

    /// Bytes that the arrays hold.
    quint64 memorySize() const;
};

/// What one trace may make us keep. What lies beyond is not read; "pmutrace.limit" says so.
struct PmuTraceLimits
{
    /// With the values of counters and what is left out. Kept in no more than 512 MiB, also where
    /// every array has just grown.
    quint64 events = 1 << 24;
    size_t tracks = 10'000;
    size_t names = 64 << 20; ///< bytes of the names of tracks, processes and threads
    quint64 jsonSize = 2'000'000'000; ///< bytes, decompressed
    qsizetype eventSize = 1'048'576; ///< bytes of one event
};

/// Told now and then how much of the file was read; returns false to give up (Cancelled).
using PmuTraceProgress = std::function<bool(quint64 bytesRead, quint64 bytesOfAll)>;

/// Reads a trace, plain or compressed, in one pass without holding the text. A file that stops or
/// is damaged gives what was read before, with a diagnostic. FormatUnknown if the content is no
/// Chrome trace at all; Cancelled. Any thread.
Result<PmuTrace> readPmuTrace(const std::shared_ptr<const ByteSource> &source,
    const PmuTraceLimits &limits = {}, const PmuTraceProgress &progress = {});

/// FormatUnsupported for a trace of another program: it is no measurement of an NPU.
Result<void> expectNpu(const PmuTrace &trace, const QString &name);

/// Whether the content, decompressed if need be, begins as such a trace: an object that has a list
/// "traceEvents", or a list of events. Looks at the first 64 KiB of the JSON only, because plain
/// traces have no mark of their own.
bool isPmuTrace(QByteArrayView bytes);

struct TraceInference
{
    quint64 begin = 0; ///< first read of the command reader in it, NPU cycles
    quint64 end = 0; ///< last one
    quint64 cycles = 0; ///< of its command streams; what lies between them is left out
};

/// An inference is what repeats: the runs of command streams (where the reader goes back) come in a
/// fixed order, each up to its own last word. Runs that repeat nothing are one inference. Empty
/// without reads.
std::vector<TraceInference> inferencesOf(const PmuTrace &trace);

} // namespace tosaic::profile
