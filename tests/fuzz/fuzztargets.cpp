// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/ethosu/velastream.h"
#include "core/formats/openprogram.h"
#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzProgram(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readProgram(ByteSource::fromBytes(bytes, u"fuzz.pte"_s));
    if (!read)
        return;
    for (const auto &method : (*read)->methods) {
        for (const auto &delegate : method.delegates)
            static_cast<void>((*read)->source->slice(delegate.data.offset, delegate.data.size));
    }
    static_cast<void>(inspect::programToJson(**read));
    static_cast<void>(inspect::programToText(**read));
}

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

const std::vector<NamedTarget> &targets()
{
    static const std::vector<NamedTarget> all{ { "pte", fuzzProgram },
        { "velastream", fuzzVelaStream } };
    return all;
}

} // namespace tosaic::fuzz
