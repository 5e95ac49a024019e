// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/rundescription.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/consolegenerator.h"

#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

namespace {

using namespace tosaic::profile;

constexpr qsizetype ByteByByte = 8192; ///< longer texts take too long that way

void requireSame(const Result<Run> &a, const Result<Run> &b)
{
    if (a.has_value() != b.has_value() || (a && runToJson(*a) != runToJson(*b)))
        std::abort();
}

} // namespace

/// Whole (lines that repeat take a short cut there), cut in two, and byte by byte with snapshots on
/// the way must give the same run; nothing may crash.
void fuzzConsole(std::span<const quint8> input)
{
    const QByteArrayView bytes(input.data(), qsizetype(input.size()));
    const auto whole = parseConsole(bytes);
    ConsoleParser parser;
    const auto cut = input.empty() ? 0 : qsizetype(input[0] % input.size());
    parser.feed(bytes.first(cut));
    parser.feed(bytes.sliced(cut));
    requireSame(whole, parser.finish());
    ConsoleParser slow;
    for (qsizetype i = 0; i < std::min(bytes.size(), ByteByByte); ++i) {
        slow.feed(bytes.sliced(i, 1));
        if (i % 1024 == 1023)
            static_cast<void>(slow.snapshot());
    }
    slow.feed(bytes.sliced(std::min(bytes.size(), ByteByByte)));
    requireSame(whole, slow.finish());
    if (whole)
        static_cast<void>(descriptionText(u"fuzz.log"_s, describeRun(*whole)));
}

std::vector<QByteArray> seedsConsole()
{
    test::GeneratedProfile profile{ .npuCycles = 99 };
    for (const auto &name : test::runnerEvents(u"U85"_s))
        profile.counters.emplace_back(name, 7);
    return { test::generateConsole({ .profiles = { profile }, .outputs = { { 1, 2 } } }),
        test::generateConsole({ .profiles = { profile, profile, profile } }),
        "INFO - Profile for A:\nINFO - NPU ACTIVE: 1 cycles\n0, 1\n1, 2\n^[[0m<NUL>...\n",
        "INFO - Profile for A:\nINFO - NPU ACTIVE: 1 cycles\nlayer, cycles\n0, 1\n1, 2\n"
        "INFO - NPU TOTAL: 3 cycles\n0, 1\n1, 2\n0, 1\n1, 2\nAverage inference time: 3ms\n",
        "sender 0: Serunner 1: Received inference job. job=1\nnding inference. job=1, name=\n",
        "echo \"AAAA\" | base64 -d >etdump.bin\nOutput[0]: numel=3\n[0]=1\n[99]=x\n",
        "E: NPU config mismatch: npu.macs_per_cc=99 optimizer.macs_per_cc=-1\n\x1b]\x1b[\r\r" };
}

} // namespace tosaic::fuzz
