// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/databasefit.h"

#include <algorithm>

namespace tosaic {

DatabaseFit fitOf(
    const formats::vela::VelaDebugDb &database, qint64 commandStream, const npu::Stream &stream)
{
    DatabaseFit fit;
    const auto found = database.queue().find(commandStream);
    if (found == database.queue().end())
        return fit;
    const auto &operations = stream.operations;
    for (const auto &row : found->second) {
        ++fit.rows;
        const auto place
            = std::ranges::lower_bound(operations, row.offset, {}, &npu::Operation::offset);
        fit.misplaced += place == operations.end() || place->offset != row.offset ? 1u : 0u;
    }
    const auto isKernel = [](const npu::Operation &op) { return npu::isKernel(op.kind); };
    const auto last = std::find_if(operations.rbegin(), operations.rend(), isKernel);
    fit.endsTogether = last == operations.rend()
        || (fit.rows > 0 && last->offset <= found->second.back().offset);
    return fit;
}

bool haveEqualPlaces(const npu::Stream &one, const npu::Stream &other)
{
    return one.words == other.words
        && std::ranges::equal(
            one.operations, other.operations, {}, &npu::Operation::offset, &npu::Operation::offset);
}

bool haveEqualEstimates(
    const formats::vela::VelaDebugDb &one, const formats::vela::VelaDebugDb &other)
{
    const auto isEqual = [](const auto &a, const auto &b) {
        return a.id == b.id && a.kind == b.kind && a.name == b.name && a.opCycles == b.opCycles
            && a.npuCycles == b.npuCycles;
    };
    return std::ranges::equal(one.performance(), other.performance(), isEqual);
}

} // namespace tosaic
