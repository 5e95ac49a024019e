// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/join.h"

#include "core/base/bytesource.h"

#include <QHash>

#include <algorithm>

namespace tosaic::analysis {

size_t Join::matched() const
{
    return static_cast<size_t>(std::count_if(delegates.begin(), delegates.end(),
        [](const DelegateJoin &join) { return join.partition.has_value(); }));
}

bool Join::isComplete() const
{
    return !delegates.empty() && matched() == delegates.size() && unmatchedPartitions.empty();
}

std::optional<int> Join::partitionOf(int method, int delegate) const
{
    for (const auto &join : delegates) {
        if (join.method == method && join.delegate == delegate)
            return join.partition;
    }
    return {};
}

Join joinByPayload(const model::Program &program, const compiled::CompileResult &result)
{
    // Partitions that wait for a delegate with their hash, in execution order.
    QHash<QString, std::vector<int>> waiting;
    for (int i = static_cast<int>(result.partitions.size()) - 1; i >= 0; --i) {
        const auto &partition = result.partitions[static_cast<size_t>(i)];
        if (!partition.payloadSha256.isEmpty())
            waiting[partition.payloadSha256.toLower()].push_back(i);
    }
    Join join;
    std::vector<bool> isTaken(result.partitions.size(), false);
    for (int m = 0; m < static_cast<int>(program.methods.size()); ++m) {
        const auto &delegates = program.methods[static_cast<size_t>(m)].delegates;
        for (int d = 0; d < static_cast<int>(delegates.size()); ++d) {
            DelegateJoin entry{ .method = m, .delegate = d };
            const auto &range = delegates[static_cast<size_t>(d)].data;
            const auto bytes = program.source ? program.source->slice(range.offset, range.size)
                                              : Result<QByteArrayView>(fail(ErrorCode::IoRead, {}));
            const auto candidates = bytes ? waiting.find(sha256Hex(*bytes)) : waiting.end();
            if (candidates != waiting.end() && !candidates->empty()) {
                entry.partition = candidates->back();
                candidates->pop_back();
                isTaken[static_cast<size_t>(*entry.partition)] = true;
            }
            join.delegates.push_back(entry);
        }
    }
    for (size_t i = 0; i < isTaken.size(); ++i) {
        if (!isTaken[i])
            join.unmatchedPartitions.push_back(static_cast<int>(i));
    }
    return join;
}

} // namespace tosaic::analysis
