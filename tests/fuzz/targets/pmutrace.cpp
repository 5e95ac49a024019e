// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/parsers/gzipreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/parsers/pmutracedescription.h"
#include "tests/profiler/gzipped.h"

namespace tosaic::fuzz {

namespace {

Result<profile::PmuTrace> read(const QByteArray &bytes)
{
    // Small limits, so that they are met.
    return profile::readPmuTrace(ByteSource::fromBytes(bytes),
        { .events = 10'000, .tracks = 100, .jsonSize = 10'000'000, .eventSize = 10'000 });
}

} // namespace

/// Traces: plain text gives the same as when it is compressed.
void fuzzPmuTrace(std::span<const quint8> input)
{
    const QByteArray bytes(reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto trace = read(bytes);
    if (!profile::isGzip(bytes)) {
        const auto compressed = read(test::gzipped(bytes));
        if (trace.has_value() != compressed.has_value())
            std::abort();
        if (trace
            && (trace->queueReads != compressed->queueReads || trace->tracks != compressed->tracks
                || trace->isComplete != compressed->isComplete))
            std::abort();
    }
    if (trace)
        static_cast<void>(descriptionText({}, profile::describePmuTrace(*trace).sections));
}

std::vector<QByteArray> seedsPmuTrace()
{
    const QByteArray object
        = R"({"a":["x\"",{}],"traceEvents":[{"name":"axi_enabled_cycles","ph":"X","ts":"1029","pid":"DMA",
"tid":"0","dur":"1014"},{"tid":"qread","ts":"7","args":{"qread":"12"}},{"ph":"C","ts":8,"name":"b",
"args":{"read":1.5}},{"ph":"B","ts":9},{"ph":"E","ts":1e1},{"ph":"M","name":"thread_name",
"args":{"name":"\u0041"}},{"ph":"i","ts":"0x20"}],"z":null})";
    const QByteArray array = R"([{"ph":"i","ts":1,"tid":"qread","args":{"qread":2}},)";
    return { object, array, test::gzipped(object), test::gzipped(array) + test::gzipped("]") };
}

} // namespace tosaic::fuzz
