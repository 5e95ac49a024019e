// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "profiler/parsers/etdumpdescription.h"
#include "profiler/parsers/etdumpreader.h"
#include "tests/profiler/etdumpbuilder.h"

namespace tosaic::fuzz {

/// ETDumps: every event of every run.
void fuzzEtDump(std::span<const quint8> input)
{
    const auto dump = profile::readEtDump(ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()))));
    if (!dump)
        return;
    const auto description = profile::describeEtDump(*dump);
    static_cast<void>(descriptionText({}, description.sections));
}

std::vector<QByteArray> seedsEtDump()
{
    return { test::etDumpBytes(true), test::etDumpBytes(false), test::sharedEventsBytes(20) };
}

} // namespace tosaic::fuzz
