// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/cellresult.h"

#include "core/compiled/inferencetime.h"
#include "core/sweep/pareto.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::sweep {

namespace {

std::optional<double> number(const std::optional<quint64> &bytes)
{
    return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

void addOverrun(CellResult &row, Metric memory, const std::optional<quint64> &need,
    const std::optional<quint64> &capacity)
{
    if (need && capacity && *need > *capacity)
        row.overruns.push_back({ memory, *need, *capacity });
}

} // namespace

QString statusText(CellStatus status)
{
    switch (status) {
    case CellStatus::Waiting:
        return u"waiting"_s;
    case CellStatus::Estimated:
        return u"estimated"_s;
    case CellStatus::Failed:
        return u"failed"_s;
    case CellStatus::NeedsCompile:
        return u"needs-compile"_s;
    }
    return {};
}

QString metricKey(Metric metric)
{
    switch (metric) {
    case Metric::Cycles:
        return u"cycles"_s;
    case Metric::Time:
        return u"time"_s;
    case Metric::Sram:
        return u"sram"_s;
    case Metric::Flash:
        return u"flash"_s;
    case Metric::Dram:
        return u"dram"_s;
    }
    return {};
}

std::optional<Metric> metricFromKey(const QString &key)
{
    for (const auto metric :
        { Metric::Cycles, Metric::Time, Metric::Sram, Metric::Flash, Metric::Dram }) {
        if (metricKey(metric) == key)
            return metric;
    }
    return {};
}

std::optional<double> CellResult::value(Metric metric) const
{
    switch (metric) {
    case Metric::Cycles:
        return summary.cyclesTotal;
    case Metric::Time:
        return timeS;
    case Metric::Sram:
        return number(need.bytes(analysis::Memory::Sram));
    case Metric::Flash:
        return number(need.bytes(analysis::Memory::Flash));
    case Metric::Dram:
        return number(need.bytes(analysis::Memory::Dram));
    }
    return {};
}

QStringList SweepResult::velaVersions() const
{
    QStringList versions;
    for (const auto &row : cells) {
        if (!row.velaVersion.isEmpty() && !versions.contains(row.velaVersion))
            versions.append(row.velaVersion);
    }
    return versions;
}

std::size_t SweepResult::count(CellStatus status) const
{
    return static_cast<std::size_t>(std::ranges::count(cells, status, &CellResult::status));
}

std::size_t SweepResult::count(compiled::CellSource source) const
{
    return static_cast<std::size_t>(std::ranges::count_if(cells, [&](const CellResult &row) {
        return row.status == CellStatus::Estimated && row.source == source;
    }));
}

QStringList SweepResult::models() const
{
    QStringList names;
    for (const auto &row : cells) {
        if (!names.contains(row.cell.model))
            names.append(row.cell.model);
    }
    return names;
}

std::vector<std::size_t> SweepResult::front(
    Metric first, Metric second, std::optional<Metric> third) const
{
    std::vector<std::size_t> all;
    for (const auto &model : models()) {
        std::vector<Cost> costs;
        std::vector<std::size_t> indexes;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto &row = cells[i];
            if (row.cell.model != model)
                continue;
            costs.push_back(
                { row.value(first), row.value(second), third ? row.value(*third) : std::nullopt });
            indexes.push_back(i);
        }
        for (const auto index : paretoFront(costs, third ? 3 : 2))
            all.push_back(indexes[index]);
    }
    return all;
}

CellResult rowOf(const Cell &cell, const compiled::Estimate &estimate, const Budget &budget)
{
    CellResult row{ .cell = cell,
        .status = estimate.isComplete() ? CellStatus::Estimated : CellStatus::Failed,
        .problems = estimate.problems,
        .velaVersion = estimate.velaVersion,
        .key = estimate.key,
        .source = estimate.source };
    // Whoever names environments wants to see their versions side by side.
    if (!cell.environment.isEmpty())
        std::erase_if(row.problems,
            [](const Diagnostic &problem) { return problem.id == u"tool.version"_s; });
    row.isOverLimit = std::ranges::any_of(row.problems,
        [](const Diagnostic &problem) { return problem.id == u"estimate.over-limit"_s; });
    if (row.status == CellStatus::Failed)
        return row;
    row.summary = estimate.summary;
    row.timeS = compiled::inferenceTime(estimate.partitions);
    row.clockHz = estimate.partitions.front().vela->coreClockHz;
    auto facts = analysis::memoryFacts(estimate);
    facts.spec = cell.spec;
    row.need = analysis::memoryNeed(facts);
    using analysis::Memory;
    addOverrun(row, Metric::Sram, row.need.bytes(Memory::Sram), budget.sramBytes);
    addOverrun(row, Metric::Flash, row.need.bytes(Memory::Flash), budget.flashBytes);
    addOverrun(row, Metric::Dram, row.need.bytes(Memory::Dram), budget.dramBytes);
    return row;
}

} // namespace tosaic::sweep
