// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a PMU trace of TOSAIC_BENCH_EVENTS events (10 million if not set), plain and compressed, on
// one core. Fails if the compressed one takes too much longer than memchr needs to find the lines
// of the plain one.
#include "profiler/parsers/pmutrace.h"
#include "tests/bench/yardstick.h"

#include <zlib.h>

#include <cstdio>

using namespace tosaic;

namespace {

/// Times memchr: 5 seconds where memchr takes 0.07.
constexpr double LargestRatio = 70;

/// In the form of the NPU model: every number a string; one event in two is a queue read.
QByteArray traceOf(qsizetype events)
{
    QByteArray json = "{\"traceEvents\": [\n";
    json.reserve(events * 120);
    for (qsizetype i = 0; i < events; ++i) {
        const auto ts = QByteArray::number(1000 + i * 7);
        if (i > 0)
            json += ",\n";
        if (i % 2 == 0)
            json += "{\"name\": \"qread\", \"ph\": \"i\", \"ts\": \"" + ts
                + "\", \"pid\": \"NPU\", \"tid\": \"qread\", \"args\": {\"qread\": \""
                + QByteArray::number(i / 2 % 100000) + "\"}}";
        else
            json += "{\"name\": \"axi_enabled_cycles\", \"ph\": \"X\", \"ts\": \"" + ts
                + "\", \"pid\": \"DMA\", \"tid\": \"axi" + QByteArray::number(i % 8)
                + "\", \"dur\": \"" + QByteArray::number(i % 977) + "\"}";
    }
    return json + "\n]}\n";
}

QByteArray compressed(const QByteArray &text)
{
    z_stream stream{};
    if (deflateInit2(&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("zlib does not work");
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(text.size()))),
        Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.constData()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

double measure(const char *name, const QByteArray &bytes, qsizetype events)
{
    const auto source = ByteSource::fromBytes(bytes);
    const auto start = bench::processorTime();
    const auto trace = profile::readPmuTrace(source);
    const auto seconds = bench::processorTime() - start;
    if (!trace || !trace->isComplete || trace->eventCount != static_cast<quint64>(events))
        qFatal("the trace was not read completely");
    std::printf("%-10s %.1f M events, %.0f MB of %.0f MB JSON: %.2f s, %.0f MB of arrays\n", name,
        double(events) / 1e6, double(bytes.size()) / 1e6, double(trace->jsonSize) / 1e6, seconds,
        double(trace->memorySize()) / 1e6);
    std::fflush(stdout);
    return seconds;
}

} // namespace

int main()
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_EVENTS").toLongLong();
    const qsizetype events = wanted > 0 ? wanted : 10'000'000;
    const auto plain = traceOf(events);
    measure("plain", plain, events);
    const auto seconds = measure("gzip", compressed(plain), events);
    const auto lines = bench::memchrSeconds(plain.constData(), size_t(plain.size()));
    // A trace that is too small tells nothing about the rate.
    return events < 5'000'000 || bench::judge("gzip", seconds / lines, LargestRatio) ? 0 : 1;
}
