// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/operationsdata.h"

#include "core/base/knownsum.h"
#include "core/npu/work.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tosaic {

namespace {

using profile::DeviationPair;
using profile::OperationTable;
using profile::OperatorRow;
using profile::TimedOperation;
using Role = TimedOperation::Role;

void fillMetrics(const OperationsData &data, OperatorRow &row)
{
    for (const auto at : row.operations) {
        if (at < data.bytes.size())
            addKnown(row.bytes, data.bytes[at]);
    }
    const auto computed = data.metricsOf(row);
    for (const auto &metric : computed) {
        if (metric.id == QLatin1StringView("operation.time"))
            row.seconds = metric.value;
        else if (metric.id == QLatin1StringView("operation.utilisation"))
            row.utilisation = metric.value;
    }
}

/// Fills the numbers of rows; each step only reads what the steps before have filled.
class Filling
{
public:
    explicit Filling(OperationsData &data)
        : m_data(data), m_table(*data.table), m_passes(passesOf(*data.table))
    {
    }

    void boards();
    void metrics()
    {
        for (auto &row : m_data.rows)
            fillMetrics(m_data, row);
    }
    void deviations();
    void totals();

private:
    std::optional<double> measuredOf(const TimedOperation &operation) const
    {
        return profile::measuredIn(operation, m_data.options.pass);
    }

    OperationsData &m_data;
    const OperationTable &m_table;
    std::vector<std::vector<size_t>> m_passes;
};

void Filling::boards()
{
    if (m_data.subject->board.empty() || m_data.options.isRange)
        return;
    std::vector<size_t> rowOf(m_table.operations.size(), m_data.rows.size());
    for (size_t row = 0; row < m_data.rows.size(); ++row) {
        for (const auto at : m_data.rows[row].operations)
            rowOf[at] = row;
    }
    std::set<size_t> split; // rows that share an operator with another: nobody measured their part
    const auto compared
        = profile::compareOperators(m_table, m_data.subject->board, m_data.totals.boardUnplaced);
    for (const auto &one : compared) {
        std::set<size_t> rows;
        for (const auto at : one.operations)
            rows.insert(rowOf[at]);
        rows.erase(m_data.rows.size());
        addKnown(m_data.totals.board, one.board);
        m_data.totals.boardOperators += one.board ? 1u : 0u;
        if (rows.size() == 1)
            addKnown(m_data.rows[*rows.begin()].board, one.board);
        else if (one.board)
            split.insert(rows.begin(), rows.end());
    }
    for (const auto row : split)
        m_data.rows[row].board.reset();
}

void Filling::deviations()
{
    const auto pair = m_data.options.pair;
    m_data.ranking = profile::rankDeviations(m_data.rows, pair);
    for (const auto &deviation : m_data.ranking.ranked) {
        auto &row = m_data.rows[deviation.row];
        row.difference = deviation.difference;
        if (deviation.ratio)
            row.deviation = deviation.difference / *referenceOf(row, pair);
    }
}

void Filling::totals()
{
    auto &totals = m_data.totals;
    std::set<std::pair<int, qint64>> operators;
    for (const auto &operation : m_table.operations) {
        if (m_data.options.isRange && !measuredOf(operation))
            continue;
        if (operation.role != Role::Dma)
            ++totals.operations;
        if (operation.origin.source)
            operators.insert({ operation.stream, *operation.origin.source });
        addKnown(totals.fvp, measuredOf(operation));
        addKnown(totals.estimate, operation.estimatedCycles);
    }
    totals.operators = operators.size();
    totals.passes = m_passes.size();
    double attributed = 0;
    double all = 0;
    for (size_t pass = 0; pass < m_passes.size(); ++pass) {
        if (m_data.options.pass && *m_data.options.pass != pass)
            continue;
        for (const auto inference : m_passes[pass]) {
            attributed += static_cast<double>(m_table.inferences[inference].attributed);
            all += static_cast<double>(m_table.inferences[inference].cycles());
        }
    }
    if (all > 0)
        totals.matched = attributed / all;
}

} // namespace

std::vector<std::vector<size_t>> passesOf(const OperationTable &table)
{
    std::vector<std::vector<size_t>> passes;
    std::map<int, size_t> seen;
    for (size_t i = 0; i < table.inferences.size(); ++i) {
        const auto pass = seen[table.inferences[i].stream]++;
        if (pass == passes.size())
            passes.emplace_back();
        passes[pass].push_back(i);
    }
    return passes;
}

std::vector<std::optional<quint64>> operationBytes(
    const ProfileSubject &subject, const OperationTable &table)
{
    std::vector<std::optional<quint64>> bytes(table.operations.size());
    for (size_t i = 0; i < subject.streams.size(); ++i) {
        if (!subject.streams[i].stream)
            continue;
        const auto work = npu::workOf(*subject.streams[i].stream);
        for (size_t at = 0; at < bytes.size(); ++at) {
            if (table.operations[at].stream == static_cast<int>(i))
                bytes[at] = profile::streamBytes(table.operations[at], work);
        }
    }
    return bytes;
}

std::vector<profile::ComputedMetric> OperationsData::metricsOf(const OperatorRow &row) const
{
    const auto whole = [](const std::optional<double> &value) {
        return value ? std::optional<quint64>(static_cast<quint64>(std::llround(*value)))
                     : std::nullopt;
    };
    TimedOperation sum;
    sum.macs = row.macs;
    sum.estimatedCycles = row.estimate;
    if (origin == Origin::Fvp)
        sum.measured.push_back(whole(row.fvp));
    return profile::operationMetrics(
        sum, { .npuMacs = subject->npuMacs, .clockHz = subject->clockHz, .bytes = row.bytes });
}

model::EntityRef OperationsData::entityOf(const OperatorRow &row) const
{
    auto costliest = row.operations;
    std::ranges::stable_sort(costliest, std::ranges::greater(), [this](size_t at) {
        const auto cycles = table->operations[at].cycles();
        return cycles ? cycles->value : -1.0;
    });
    for (const auto at : costliest) {
        if (auto entity = subject->entityOf(at); !entity.isEmpty())
            return entity;
    }
    return {};
}

std::vector<size_t> OperationsData::rowsOf(const std::vector<size_t> &operations) const
{
    const std::set<size_t> wanted(operations.begin(), operations.end());
    std::vector<size_t> found;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (std::ranges::any_of(rows[i].operations, [&](size_t at) { return wanted.contains(at); }))
            found.push_back(i);
    }
    return found;
}

OperatorRow rowOf(const OperationsData &data, const std::vector<size_t> &operations)
{
    auto row = profile::rowOf(*data.table, operations);
    fillMetrics(data, row);
    return row;
}

OperationsData operationsData(std::shared_ptr<const ProfileSubject> subject,
    std::shared_ptr<const OperationTable> table, std::vector<std::optional<quint64>> bytes,
    const OperationsOptions &options)
{
    OperationsData data{ .subject = std::move(subject),
        .table = std::move(table),
        .options = options,
        .bytes = std::move(bytes) };
    data.rows = profile::operatorRows(*data.table,
        { .groupBy = options.groupBy, .pass = options.pass, .isRange = options.isRange });
    if (options.isRange)
        std::erase_if(data.rows, [](const OperatorRow &row) { return !row.fvp; });
    const auto stated = std::ranges::find_if(
        data.rows, [](const OperatorRow &row) { return row.cycles.has_value(); });
    const auto hasTrace = std::ranges::any_of(
        data.table->operations, [](const auto &operation) { return !operation.measured.empty(); });
    if (hasTrace || stated != data.rows.end())
        data.origin = hasTrace ? Origin::Fvp : Origin::Estimate;
    Filling filling(data);
    filling.boards();
    filling.metrics();
    filling.deviations();
    filling.totals();
    return data;
}

} // namespace tosaic
