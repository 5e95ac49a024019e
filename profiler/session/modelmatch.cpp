// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/modelmatch.h"

#include "core/model/compiledfor.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

std::optional<quint64> plannedBytes(const model::Program &program)
{
    if (program.methods.size() != 1) // the log does not say which methods it loaded
        return std::nullopt;
    const auto &buffers = program.methods[0].plannedBuffers;
    quint64 sum = 0;
    for (size_t i = 1; i < buffers.size(); ++i) // entry 0 is a placeholder
        sum += static_cast<quint64>(std::max<qint64>(buffers[i], 0));
    return sum;
}

/// Words of the program's only command stream.
std::optional<quint64> commandWords(const model::Program &program)
{
    std::optional<quint64> words;
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (!delegate.ethosu)
                continue;
            if (words)
                return std::nullopt;
            words = delegate.ethosu->commandStreamWords;
        }
    }
    return words;
}

} // namespace

ProgramMarks marksOf(const model::Program &program)
{
    ProgramMarks marks{ .plannedBytes = plannedBytes(program),
        .methodCount = static_cast<quint64>(program.methods.size()),
        .commandWords = commandWords(program) };
    if (program.source)
        marks.fileBytes = program.source->size();
    if (const auto npu = model::npuOf(program))
        marks.compiledFor
            = LogNpu{ .product = model::productName(npu->product), .macs = npu->macs };
    return marks;
}

ModelMatchResult matchModel(const Run &run, const model::Program &program)
{
    return matchProgram(run, marksOf(program));
}

} // namespace tosaic::profile
