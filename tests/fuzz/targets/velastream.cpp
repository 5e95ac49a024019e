// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/ethosu/velastream.h"
#include "tests/core/formats/velabuilder.h"

namespace tosaic::fuzz {

using namespace tosaic::test;

void fuzzVelaStream(std::span<const quint8> input)
{
    const QByteArrayView bytes(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    DiagnosticSink sink;
    formats::ethosu::CommandBudget budget;
    // External blocks lead to the input itself: any bytes may be command data.
    formats::ethosu::StreamContext context{ sink, {},
        [&](const QString &) { return std::optional(bytes); }, budget };
    static_cast<void>(formats::ethosu::readVelaStream(bytes, context));
    static_cast<void>(formats::ethosu::readDriverPayload(bytes, sink, {}));
}

std::vector<QByteArray> seedsVelaStream()
{
    const auto none = velaBlock("inputs", littleEndian({ 0 }));
    return { smallVelaStream(),
        velaStream(
            { velaBlock("cmd_data", cop2(ConfigU85With256, { OpConv, 0x4100, 0, OpStop })), none }),
        velaStream({ velaBlock("cmd_data", QByteArray(64, 'a'), true),
            velaBlock("persistent_size", littleEndian({ 64 })), none }),
        velaStream({ velaBlock("cmd_data", cop1(ConfigU65With256, { OpConv, OpStop })),
            velaBlock("scratch_data", QByteArray(32, '\0')),
            velaBlock("inputs", descriptorList({ 1, 2, 3, 4, 1, 0, 1 })),
            velaBlock("outputs", descriptorList({ 1, 2, 3, 4, 1, 0, 1 })) }),
        oldVelaStream({ oldVelaBlock("cmd_data", cop1(ConfigU55With128, { OpConv, OpStop })),
            oldVelaBlock("input_shape", littleEndian({ 1, 1, 2, 2, 3 })),
            oldVelaBlock("input_offset", littleEndian({ 1, 16 })) }),
        cop1(ConfigU55With128, { OpConv, 0x4000, 16, OpStop }),
        cop2(ConfigU85With256, { OpStop }) };
}

} // namespace tosaic::fuzz
