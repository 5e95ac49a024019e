// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/layerestimates.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::OperationTable;
using profile::TimedOperation;

formats::vela::PerLayerFile networkOf(const StreamFacts &facts)
{
    formats::vela::PerLayerFile one{ .family = facts.layers->family, .networks = 1 };
    for (const auto &row : facts.layers->rows) {
        if (row.network == facts.layersNetwork)
            one.rows.push_back(row);
    }
    return one;
}

void tellSource(StreamMaterial &material, const StreamFacts &facts)
{
    const auto text = u"%1: per-layer estimates"_s.arg(QFileInfo(facts.layersPath).fileName());
    if (!material.sources.contains(text))
        material.sources << text;
}

/// Of operations that the command stream starts, in its order, and of transfers, which stand in no
/// other table.
void fill(OperationTable &table, int stream, StreamMaterial &material)
{
    const auto &facts = material.streams[size_t(stream)];
    auto layers = profile::estimateOf(networkOf(facts)).operations;
    const auto transfers = std::ranges::stable_partition(
        layers, [](const TimedOperation &layer) { return layer.kind != "Memcpy"_L1; });
    std::vector<TimedOperation> copies(transfers.begin(), transfers.end());
    layers.erase(transfers.begin(), transfers.end());
    std::vector<TimedOperation *> operations;
    for (auto &operation : table.operations) {
        if (operation.stream == stream && operation.role == TimedOperation::Role::Kernel)
            operations.push_back(&operation);
    }
    const auto isSame = [](const TimedOperation *operation, const TimedOperation &layer) {
        return operation->kind == layer.kind;
    };
    if (!std::ranges::equal(operations, layers, isSame)) {
        material.diagnostics.push_back({ .id = u"profile.layers-unlike"_s,
            .severity = Severity::Warning,
            .location = { .file = facts.layersPath },
            .text = u"the per-layer table has %1 operations and the debug database %2, or others: "
                    "its estimates were left out, so that no cycles are known"_s.arg(layers.size())
                        .arg(operations.size()) });
        return;
    }
    for (size_t i = 0; i < layers.size(); ++i)
        operations[i]->takeEstimate(layers[i]);
    for (auto &copy : copies) {
        copy.stream = stream;
        table.operations.push_back(std::move(copy));
    }
    tellSource(material, facts);
}

/// The join has counted them before there were estimates.
void countWithoutEstimate(OperationTable &table)
{
    std::erase_if(table.unmatched, [&table](profile::Unmatched &unmatched) {
        if (unmatched.kind != profile::Unmatched::Kind::RowsWithoutEstimate)
            return false;
        unmatched.count
            = quint64(std::ranges::count_if(table.operations, [](const TimedOperation &operation) {
                  return operation.role == TimedOperation::Role::Kernel && operation.stream >= 0
                      && !operation.estimatedCycles;
              }));
        return unmatched.count == 0;
    });
}

} // namespace

OperationTable layerTable(StreamMaterial &material)
{
    OperationTable all;
    for (size_t i = 0; i < material.streams.size(); ++i) {
        const auto &facts = material.streams[i];
        all.owners.push_back(facts.join.owner);
        if (!facts.layers)
            continue;
        const auto first = all.operations.size();
        auto one = profile::estimateOf(networkOf(facts));
        for (auto &operation : one.operations) {
            operation.stream = operation.stream < 0 ? -1 : int(i);
            if (operation.leader)
                *operation.leader += first;
            all.operations.push_back(std::move(operation));
        }
        tellSource(material, facts);
    }
    if (all.estimatedTotal())
        all.origin = Origin::Estimate;
    return all;
}

OperationTable withLayerEstimates(OperationTable table, StreamMaterial &material)
{
    for (size_t i = 0; i < material.streams.size(); ++i) {
        const auto &facts = material.streams[i];
        if (facts.layers && facts.join.database && facts.join.database->isPythonCore())
            fill(table, int(i), material);
    }
    countWithoutEstimate(table);
    if (!table.origin && table.estimatedTotal())
        table.origin = Origin::Estimate;
    return table;
}

} // namespace tosaic
