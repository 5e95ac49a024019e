// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operatorrows.h"

#include "core/base/knownsum.h"

#include <QHash>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Role = TimedOperation::Role;

/// Equal for operations of one row.
QString keyOf(const TimedOperation &operation, size_t index, GroupBy groupBy)
{
    const bool isDma = operation.role == Role::Dma;
    if (isDma && groupBy != GroupBy::Operation)
        return u"dma"_s;
    switch (groupBy) {
    case GroupBy::Operation:
        break;
    case GroupBy::Operator: // without a debug database each operation stands for itself
        if (operation.origin.source)
            return u"%1 %2"_s.arg(operation.stream).arg(*operation.origin.source);
        break;
    case GroupBy::Kind:
        return u"kind "_s + operation.kind;
    case GroupBy::Module:
        return u"module "_s + operation.origin.module;
    case GroupBy::SourceLine:
        return u"line "_s + operation.origin.sourceLine;
    case GroupBy::Partition:
        return u"stream %1"_s.arg(operation.stream);
    }
    return QString::number(index);
}

/// Of all but single operations.
QString rowName(const OperationTable &table, const TimedOperation &operation, GroupBy groupBy)
{
    if (operation.role == Role::Dma)
        return {};
    switch (groupBy) {
    case GroupBy::Kind:
        return operation.kind;
    case GroupBy::Module:
        return operation.origin.module;
    case GroupBy::SourceLine:
        return operation.origin.sourceLine;
    case GroupBy::Partition:
        return operation.stream < 0 ? QString()
                                    : QString::number(table.delegateOf(operation.stream));
    case GroupBy::Operation:
    case GroupBy::Operator:
        break;
    }
    return operatorName(operation);
}

/// Vela writes 0 for what its leader's row includes.
std::optional<double> estimateOf(const TimedOperation &operation)
{
    const bool isInLeader = operation.role == Role::Member && operation.estimatedCycles == 0.0;
    if (isInLeader || !operation.estimatedCycles)
        return std::nullopt;
    return operation.estimatedCycles;
}

/// "Conv2D, Add": each once, the first three.
QString joined(QStringList words)
{
    words.removeAll(QString());
    words.removeDuplicates();
    constexpr qsizetype Most = 3;
    if (words.size() > Most)
        words = words.first(Most) << u"…"_s;
    return words.join(u", "_s);
}

/// Of equal ones the first: computation before the memories.
CycleLimit::By keyOfLargest(const std::map<CycleLimit::By, double> &amounts)
{
    return std::ranges::max_element(amounts, {}, &std::pair<const CycleLimit::By, double>::second)
        ->first;
}

class Rows
{
public:
    Rows(const OperationTable &table, const RowOptions &options)
        : m_table(table), m_options(options),
          m_hasTrace(std::ranges::any_of(table.operations,
              [](const TimedOperation &operation) { return !operation.measured.empty(); }))
    {
        if (options.groupBy == GroupBy::Operation)
            m_names = operationNames(table);
    }

    std::vector<OperatorRow> make();
    OperatorRow makeOne(const std::vector<size_t> &operations) const;

private:
    void add(OperatorRow &row, size_t index) const;
    OperatorRow started(size_t index) const;
    void describe(OperatorRow &row) const;
    std::optional<CycleLimit> limitOf(const OperatorRow &row) const;

    const OperationTable &m_table;
    const RowOptions &m_options;
    bool m_hasTrace;
    std::vector<QString> m_names; ///< by Operation: of each
};

void Rows::add(OperatorRow &row, size_t index) const
{
    const auto &operation = m_table.operations[index];
    const auto measured = measuredIn(operation, m_options.pass);
    const auto estimate = estimateOf(operation);
    const bool isFirst = row.operations.empty();
    row.operations.push_back(index);
    addKnown(row.fvp, measured);
    addKnown(row.estimate, estimate);
    addKnown(row.estimateNpu, operation.estimatedNpuCycles);
    addKnown(row.macs, operation.macs);
    if (operation.role == Role::Member || operation.role == Role::Cpu)
        return;
    const bool hasCycles = m_hasTrace ? measured.has_value() : estimate.has_value();
    row.isPart = row.isPart || (!hasCycles && !m_options.isRange);
    row.coverage.add(operation.role, measured.has_value(), estimate.has_value());
    row.confidence
        = isFirst ? operation.confidence : std::min(row.confidence, operation.confidence);
}

void Rows::describe(OperatorRow &row) const
{
    QStringList kinds;
    QStringList modules;
    QStringList lines;
    QStringList leaders;
    bool isMember = true;
    bool isDma = true;
    bool isOnCpu = true;
    for (const auto at : row.operations) {
        const auto &operation = m_table.operations[at];
        const auto &origin = operation.origin;
        kinds << operation.kind;
        row.types << (origin.type.isEmpty() ? operation.kind : origin.type);
        row.nodes << origin.edgeNode;
        modules << origin.module;
        lines << origin.sourceLine;
        isMember = isMember && operation.role == Role::Member;
        isDma = isDma && operation.role == Role::Dma;
        isOnCpu = isOnCpu && operation.role == Role::Cpu;
        if (operation.leader && *operation.leader < m_table.operations.size())
            leaders << (m_names.empty() ? operatorName(m_table.operations[*operation.leader])
                                        : m_names[*operation.leader]);
    }
    for (auto *list : { &row.types, &row.nodes }) {
        list->removeAll(QString());
        list->removeDuplicates();
    }
    row.kind = joined(kinds);
    row.module = m_options.groupBy == GroupBy::Module ? row.origin.module : joined(modules);
    row.sourceLine = joined(lines);
    row.role = isDma ? OperatorRow::Role::DmaWait
        : isOnCpu    ? OperatorRow::Role::Cpu
        : isMember   ? OperatorRow::Role::Member
                     : OperatorRow::Role::Timed;
    if (isMember)
        row.leader = joined(leaders);
    row.limit = limitOf(row);
    if (const auto &stated = m_hasTrace ? row.fvp : row.estimate)
        row.cycles = { *stated, m_hasTrace ? Origin::Fvp : Origin::Estimate };
}

std::optional<CycleLimit> Rows::limitOf(const OperatorRow &row) const
{
    if (row.role == OperatorRow::Role::DmaWait)
        return CycleLimit{ .by = CycleLimit::By::Wait };
    std::map<CycleLimit::By, double> busy; // cycles, of all operations
    std::map<CycleLimit::By, double> limited; // cycles of the operations that wait for it
    for (const auto at : row.operations) {
        const auto &operation = m_table.operations[at];
        std::map<CycleLimit::By, double> needs;
        if (operation.estimatedNpuCycles)
            needs[operation.macs.value_or(0) > 0 ? CycleLimit::By::Mac
                                                 : CycleLimit::By::Elementwise]
                = *operation.estimatedNpuCycles;
        for (const auto &[memory, cycles] : operation.memoryCycles) {
            if (const auto by = memoryLimit(memory))
                needs[*by] += cycles;
        }
        for (const auto &[by, cycles] : needs)
            busy[by] += cycles;
        if (!needs.empty())
            limited[keyOfLargest(needs)] += operation.estimatedCycles.value_or(0);
    }
    if (limited.empty() || row.estimate.value_or(0) <= 0)
        return std::nullopt;
    const auto by = keyOfLargest(limited);
    return CycleLimit{ by, std::min(busy[by] / *row.estimate, 1.0) };
}

std::vector<OperatorRow> Rows::make()
{
    std::vector<OperatorRow> rows;
    QHash<QString, size_t> places;
    const auto groupBy = m_options.groupBy;
    for (size_t i = 0; i < m_table.operations.size(); ++i) {
        const auto &operation = m_table.operations[i];
        if (operation.role == Role::Dma && !m_hasTrace && groupBy != GroupBy::Operation)
            continue;
        const auto key = keyOf(operation, i, groupBy);
        auto place = places.constFind(key);
        if (place == places.constEnd()) {
            place = places.insert(key, rows.size());
            rows.push_back(started(i));
        }
        add(rows[*place], i);
    }
    for (auto &row : rows)
        describe(row);
    fillShares(rows);
    return rows;
}

OperatorRow Rows::started(size_t index) const
{
    const auto &operation = m_table.operations[index];
    OperatorRow row;
    row.name = m_names.empty() || operation.role == Role::Dma
        ? rowName(m_table, operation, m_options.groupBy)
        : m_names[index];
    row.origin = operation.origin;
    row.scheduled = operation.scheduled;
    row.stream = operation.stream;
    row.owner = m_table.ownerOf(operation.stream);
    if (operation.stream >= 0)
        row.delegate = m_table.delegateOf(operation.stream);
    return row;
}

OperatorRow Rows::makeOne(const std::vector<size_t> &operations) const
{
    if (operations.empty())
        return {};
    auto row = started(operations.front());
    for (const auto operation : operations)
        add(row, operation);
    describe(row);
    double total = 0;
    for (const auto &operation : m_table.operations) {
        const auto cycles = operation.cycles();
        total += cycles ? cycles->value : 0;
    }
    if (row.cycles && total > 0)
        row.share = row.cycles->value / total;
    return row;
}

} // namespace

void Coverage::add(TimedOperation::Role role, bool hasFvp, bool hasEstimate)
{
    if (role != TimedOperation::Role::Kernel)
        return;
    lacksFvp = lacksFvp || !hasFvp;
    lacksEstimate = lacksEstimate || !hasEstimate;
    isUneven = isUneven || hasFvp != hasEstimate;
}

bool Coverage::allows(DeviationPair pair) const
{
    switch (pair) {
    case DeviationPair::BoardToEstimate:
        return !lacksEstimate;
    case DeviationPair::BoardToFvp:
        return !lacksFvp;
    case DeviationPair::FvpToEstimate:
        break;
    }
    return !isUneven;
}

std::vector<OperatorRow> operatorRows(const OperationTable &table, const RowOptions &options)
{
    return Rows(table, options).make();
}

OperatorRow rowOf(const OperationTable &table, const std::vector<size_t> &operations)
{
    const RowOptions options;
    return Rows(table, options).makeOne(operations);
}

void fillShares(std::vector<OperatorRow> &rows)
{
    double all = 0;
    std::vector<OperatorRow *> order;
    for (auto &row : rows) {
        if (!row.cycles)
            continue;
        all += row.cycles->value;
        order.push_back(&row);
    }
    if (all <= 0)
        return;
    std::ranges::stable_sort(
        order, std::ranges::greater(), [](const OperatorRow *row) { return row->cycles->value; });
    double sum = 0;
    for (auto *row : order) {
        sum += row->cycles->value;
        row->share = row->cycles->value / all;
        row->cumulative = sum / all;
    }
}

std::optional<double> valueOf(const OperatorRow &row, DeviationPair pair)
{
    return pair == DeviationPair::FvpToEstimate ? row.fvp : row.board;
}

std::optional<double> referenceOf(const OperatorRow &row, DeviationPair pair)
{
    return pair == DeviationPair::BoardToFvp ? row.fvp : row.estimate;
}

std::optional<double> measuredIn(const TimedOperation &operation, const std::optional<size_t> &pass)
{
    if (!pass)
        return operation.measuredCycles();
    // One value for each run of its own stream.
    if (*pass >= operation.measured.size() || !operation.measured[*pass])
        return std::nullopt;
    return static_cast<double>(*operation.measured[*pass]);
}

std::optional<CycleLimit::By> memoryLimit(const QString &memory)
{
    if (memory == "Sram"_L1)
        return CycleLimit::By::Sram;
    if (memory == "Dram"_L1)
        return CycleLimit::By::Dram;
    return memory.endsWith("Flash"_L1) ? std::optional(CycleLimit::By::Flash) : std::nullopt;
}

QString limitKey(CycleLimit::By by)
{
    switch (by) {
    case CycleLimit::By::Mac:
        return u"mac"_s;
    case CycleLimit::By::Elementwise:
        return u"elementwise"_s;
    case CycleLimit::By::Sram:
        return u"sram"_s;
    case CycleLimit::By::Dram:
        return u"dram"_s;
    case CycleLimit::By::Flash:
        return u"flash"_s;
    case CycleLimit::By::Wait:
        break;
    }
    return u"wait"_s;
}

QString confidenceKey(Confidence confidence)
{
    switch (confidence) {
    case Confidence::High:
        return u"high"_s;
    case Confidence::Medium:
        return u"medium"_s;
    case Confidence::Low:
        return u"low"_s;
    case Confidence::None:
        break;
    }
    return u"none"_s;
}

} // namespace tosaic::profile
