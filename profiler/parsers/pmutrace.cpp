// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/pmutrace.h"

#include "profiler/parsers/gzipreader.h"
#include "profiler/parsers/traceparser.h"

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr size_t PieceSize = 1 << 20; ///< bytes between two questions to 'progress'

QString tooLong(quint64 most)
{
    return u"the trace is too long: what comes after %1 bytes of JSON was not read"_s.arg(most);
}

/// The JSON lies in memory: every piece is taken from where the last stopped. False: given up.
bool readPlain(TraceParser &parser, QByteArrayView bytes, const PmuTraceLimits &limits,
    const PmuTraceProgress &progress, size_t &left)
{
    const auto all = static_cast<size_t>(
        std::min<quint64>(static_cast<quint64>(bytes.size()), limits.jsonSize));
    size_t begin = 0;
    size_t end = 0;
    while (end < all && !parser.isFinished()) {
        end = std::min(all, end + PieceSize);
        begin += parser.take({ bytes.data() + begin, end - begin });
        if (end - begin > static_cast<size_t>(limits.eventSize)) {
            parser.builder().report(u"pmutrace.limit"_s, u"an event is too long"_s, begin);
            break;
        }
        if (progress && !progress(end, static_cast<quint64>(bytes.size())))
            return false;
    }
    if (all < static_cast<size_t>(bytes.size()) && !parser.isFinished())
        parser.builder().report(u"pmutrace.limit"_s, tooLong(all), all);
    left = end - begin;
    return true;
}

void reportGzip(TraceParser &parser, const GzipReader &gzip)
{
    if (gzip.state() == GzipReader::State::Damaged)
        parser.builder().report(u"pmutrace.damaged"_s,
            u"the compressed bytes are damaged; what follows was not read"_s, gzip.position());
    else if (gzip.state() == GzipReader::State::Truncated)
        parser.builder().report(u"pmutrace.truncated"_s,
            u"the compressed bytes stop before their end"_s, gzip.position());
}

/// The JSON passes through a buffer, at whose beginning an event that was cut waits for its rest.
bool readCompressed(TraceParser &parser, QByteArrayView bytes, const PmuTraceLimits &limits,
    const PmuTraceProgress &progress, size_t &left)
{
    GzipReader gzip(bytes);
    std::vector<char> buffer(PieceSize + static_cast<size_t>(limits.eventSize));
    const auto most = std::min(limits.jsonSize, mostOfGzip(bytes));
    quint64 size = 0;
    while (gzip.state() == GzipReader::State::Reading && !parser.isFinished()) {
        const auto room = std::min(PieceSize, buffer.size() - left);
        const auto read = gzip.read({ buffer.data() + left, room });
        size += read;
        const auto taken = parser.take({ buffer.data(), left + read });
        left += read - taken;
        std::memmove(buffer.data(), buffer.data() + taken, left);
        if (progress && !progress(gzip.position(), static_cast<quint64>(bytes.size())))
            return false;
        if (left > static_cast<size_t>(limits.eventSize) || size > most) {
            parser.builder().report(
                u"pmutrace.limit"_s, size > most ? tooLong(most) : u"an event is too long"_s, size);
            break;
        }
    }
    reportGzip(parser, gzip);
    return true;
}

} // namespace

quint64 PmuTrace::memorySize() const
{
    quint64 size = queueReads.capacity() * sizeof(QueueRead);
    for (const auto &track : tracks)
        size += track.ts.capacity() * sizeof(quint64) + track.durations.capacity() * sizeof(quint64)
            + track.values.capacity() * sizeof(double);
    return size;
}

Result<PmuTrace> readPmuTrace(const std::shared_ptr<const ByteSource> &source,
    const PmuTraceLimits &limits, const PmuTraceProgress &progress)
{
    TraceParser parser(limits);
    const auto bytes = source->bytes();
    const bool isCompressed = isGzip(bytes);
    const auto read = isCompressed ? readCompressed : readPlain;
    size_t left = 0; // bytes of an event that is not whole
    const Location place{ .file = source->name() };
    if (!read(parser, bytes, limits, progress, left))
        return fail(ErrorCode::Cancelled, u"the trace was not read to its end"_s, place);
    if (!parser.hasBegun())
        return fail(
            ErrorCode::FormatUnknown, u"this is no trace: it has no list \"traceEvents\""_s, place);
    auto trace = parser.finish(left);
    trace.isCompressed = isCompressed;
    return trace;
}

Result<void> expectNpu(const PmuTrace &trace, const QString &name)
{
    if (!trace.isOfOtherProgram)
        return {};
    return fail(ErrorCode::FormatUnsupported,
        u"a Chrome trace of another program: nothing in it is of an NPU, and its times are no NPU "
        "cycles"_s,
        { .file = name });
}

bool isPmuTrace(QByteArrayView bytes)
{
    constexpr qsizetype HeadSize = 64 * 1024;
    const auto head = isGzip(bytes) ? gzipHead(bytes, HeadSize)
                                    : bytes.first(std::min(HeadSize, bytes.size())).toByteArray();
    TraceParser parser({});
    parser.take({ head.data(), static_cast<size_t>(head.size()) });
    return parser.hasBegun();
}

std::vector<TraceInference> inferencesOf(const PmuTrace &trace)
{
    struct Pass
    {
        quint64 begin = 0;
        quint64 end = 0;
        quint32 lastWord = 0;
    };
    std::vector<Pass> passes;
    for (const auto &read : trace.queueReads) {
        if (passes.empty() || read.word < passes.back().lastWord)
            passes.push_back({ read.ts, read.ts, read.word });
        passes.back().end = std::max(passes.back().end, read.ts);
        passes.back().lastWord = read.word;
    }
    const auto repeatsAfter = [&](size_t period) {
        if (passes.size() % period != 0)
            return false;
        for (size_t i = period; i < passes.size(); ++i) {
            if (passes[i].lastWord != passes[i - period].lastWord)
                return false;
        }
        return true;
    };
    size_t period = 1;
    while (period < passes.size() && !repeatsAfter(period))
        ++period;
    std::vector<TraceInference> inferences;
    for (size_t i = 0; i < passes.size(); ++i) {
        if (i % period == 0)
            inferences.push_back({ .begin = passes[i].begin });
        auto &inference = inferences.back();
        inference.end = passes[i].end;
        inference.cycles += passes[i].end - std::min(passes[i].begin, passes[i].end);
    }
    return inferences;
}

} // namespace tosaic::profile
