// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/rundescription.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/consolegenerator.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

/// Whole and cut in two must give the same run; nothing may crash.
void fuzzConsole(std::span<const quint8> input)
{
    using namespace tosaic::profile;
    const QByteArrayView bytes(input.data(), qsizetype(input.size()));
    const auto whole = parseConsole(bytes);
    ConsoleParser parser;
    const auto cut = input.empty() ? 0 : qsizetype(input[0] % input.size());
    parser.feed(bytes.first(cut));
    parser.feed(bytes.sliced(cut));
    const auto parts = parser.finish();
    if (whole.has_value() != parts.has_value() || (whole && runToJson(*whole) != runToJson(*parts)))
        std::abort();
    if (whole)
        static_cast<void>(descriptionText(u"fuzz.log"_s, describeRun(*whole)));
}

std::vector<QByteArray> seedsConsole()
{
    test::GeneratedProfile profile{ .npuCycles = 99 };
    for (const auto &name : test::runnerEvents(u"U85"_s))
        profile.counters.emplace_back(name, 7);
    return { test::generateConsole({ .profiles = { profile }, .outputs = { { 1, 2 } } }),
        "INFO - Profile for A:\nINFO - NPU ACTIVE: 1 cycles\n0, 1\n1, 2\n^[[0m<NUL>...\n",
        "sender 0: Serunner 1: Received inference job. job=1\nnding inference. job=1, name=\n",
        "echo \"AAAA\" | base64 -d >etdump.bin\nOutput[0]: numel=3\n[0]=1\n[99]=x\n",
        "E: NPU config mismatch: npu.macs_per_cc=99 optimizer.macs_per_cc=-1\n\x1b]\x1b[\r\r" };
}

} // namespace tosaic::fuzz
