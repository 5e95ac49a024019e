// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"

#include <cstddef>
#include <cstdint>

// Whole and cut in two must give the same run; nothing may crash.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    using namespace tosaic::profile;
    const QByteArrayView bytes(data, static_cast<qsizetype>(size));
    const auto whole = parseConsole(bytes);
    ConsoleParser parser;
    const auto cut = size > 0 ? static_cast<qsizetype>(data[0] % size) : 0;
    parser.feed(bytes.first(cut));
    parser.feed(bytes.sliced(cut));
    const auto parts = parser.finish();
    if (whole.has_value() != parts.has_value() || (whole && runToJson(*whole) != runToJson(*parts)))
        __builtin_trap();
    return 0;
}
