// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationslices.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

constexpr size_t NoPlace = SIZE_MAX;

quint64 overlap(qint64 begin, qint64 end, qint64 otherBegin, qint64 otherEnd)
{
    const auto length = std::min(end, otherEnd) - std::max(begin, otherBegin);
    return length > 0 ? quint64(length) : 0;
}

} // namespace

/// One question while it is answered.
struct RangedOperations::Window
{
    qint64 begin;
    qint64 end;
    OperationTable table;
    std::vector<size_t> columns; ///< by inference of the trace: new column; NoPlace: not in it
    std::vector<size_t> places; ///< by inference of the trace: into table.inferences
    std::vector<bool> isCut; ///< by inference of the trace: only a part of it lies inside
    std::vector<bool> isPartial; ///< by operation
    bool hasCuts = false;
};

RangedOperations::RangedOperations(const OperationTable &table, const OperationSlices &slices)
    : m_table(table), m_slices(slices), m_blank(table)
{
    for (size_t i = 0; i < m_blank.operations.size(); ++i) {
        auto &operation = m_blank.operations[i];
        std::vector<CyclesOfInference>().swap(operation.measured);
        if (operation.stream < 0)
            continue;
        if (size_t(operation.stream) >= m_operationsOf.size())
            m_operationsOf.resize(size_t(operation.stream) + 1);
        m_operationsOf[size_t(operation.stream)].push_back(i);
    }
    m_blank.inferences.clear();
    std::vector<size_t> next(m_operationsOf.size());
    for (const auto &inference : table.inferences) {
        const auto hasColumn
            = inference.isKept && inference.stream >= 0 && size_t(inference.stream) < next.size();
        m_columns.push_back(hasColumn ? next[size_t(inference.stream)]++ : NoPlace);
    }
}

void RangedOperations::addInferences(Window &window) const
{
    std::vector<size_t> next(m_operationsOf.size());
    for (size_t i = 0; i < m_table.inferences.size(); ++i) {
        const auto &inference = m_table.inferences[i];
        const auto isInside
            = overlap(window.begin, window.end, inference.firstTs, inference.lastTs) > 0;
        window.isCut.push_back(inference.firstTs < window.begin || inference.lastTs > window.end);
        window.hasCuts = window.hasCuts || (isInside && window.isCut.back());
        window.columns.push_back(
            isInside && m_columns[i] != NoPlace ? next[size_t(inference.stream)]++ : NoPlace);
        window.places.push_back(isInside ? window.table.inferences.size() : NoPlace);
        if (isInside)
            window.table.inferences.push_back(inference);
    }
    for (size_t stream = 0; stream < next.size(); ++stream) {
        for (const auto operation : m_operationsOf[stream])
            window.table.operations[operation].measured.resize(std::max<size_t>(next[stream], 1));
    }
    for (auto &operation : window.table.operations) {
        if (operation.stream < 0) // it has no time, so none inside
            operation.measured.resize(1);
    }
}

void RangedOperations::takeWhole(Window &window, size_t inference) const
{
    const auto from = m_columns[inference];
    const auto to = window.columns[inference];
    for (const auto i : m_operationsOf[size_t(m_table.inferences[inference].stream)]) {
        const auto &measured = m_table.operations[i].measured;
        if (from < measured.size())
            window.table.operations[i].measured[to] = measured[from];
    }
}

/// Only of inferences that are cut: the others are known.
void RangedOperations::addSlices(Window &window) const
{
    for (const auto &slice : m_slices) {
        const auto inference = size_t(slice.inference);
        const auto column = window.columns[inference];
        if (column == NoPlace || !window.isCut[inference])
            continue;
        const auto inside = overlap(window.begin, window.end, slice.start, slice.end);
        window.isPartial[slice.operation] = window.isPartial[slice.operation]
            || (inside > 0 && inside < quint64(slice.end - slice.start));
        if (inside == 0)
            continue;
        auto &operation = window.table.operations[slice.operation];
        operation.measured[column] = operation.measured[column].value_or(0) + inside;
        auto &inferenceInside = window.table.inferences[window.places[inference]];
        inferenceInside.attributed += inside;
        inferenceInside.dmaWaits += slice.isDmaWait ? inside : 0;
    }
}

/// What is no operation's: a lead-in stands at the beginning, what is after STOP at the end.
void RangedOperations::cutInference(Window &window, size_t inference) const
{
    const auto &whole = m_table.inferences[inference];
    auto &cut = window.table.inferences[window.places[inference]];
    cut.firstTs = std::max(whole.firstTs, window.begin);
    cut.lastTs = std::min(whole.lastTs, window.end);
    cut.isComplete = false;
    const auto length = quint64(cut.lastTs - cut.firstTs);
    auto rest = length > cut.attributed ? length - cut.attributed : 0;
    const auto take = [&](qint64 begin, qint64 end) {
        const auto part = std::min(rest, overlap(cut.firstTs, cut.lastTs, begin, end));
        rest -= part;
        return part;
    };
    cut.before = take(whole.firstTs, whole.firstTs + qint64(whole.before));
    cut.after = take(whole.lastTs - qint64(whole.after), whole.lastTs);
    cut.outside = rest;
}

void RangedOperations::withdrawEstimates(Window &window) const
{
    auto &operations = window.table.operations;
    const auto isWhole = [&](size_t i) {
        const auto &measured = operations[i].measured;
        return !window.isPartial[i]
            && std::ranges::any_of(measured, [](const auto &cycles) { return cycles.has_value(); });
    };
    for (size_t i = 0; i < operations.size(); ++i) {
        auto &operation = operations[i];
        if (isWhole(i) || (operation.leader && isWhole(*operation.leader)))
            continue;
        operation.estimatedCycles.reset();
        operation.estimatedNpuCycles.reset();
        operation.macs.reset();
    }
}

OperationTable RangedOperations::within(qint64 begin, qint64 end) const
{
    Window window{ .begin = begin, .end = end, .table = m_blank };
    window.isPartial.resize(m_table.operations.size());
    addInferences(window);
    for (size_t i = 0; i < m_table.inferences.size(); ++i) {
        if (window.places[i] == NoPlace)
            continue;
        if (!window.isCut[i] && window.columns[i] != NoPlace)
            takeWhole(window, i);
        if (window.isCut[i]) {
            auto &inference = window.table.inferences[window.places[i]];
            inference.attributed = 0;
            inference.dmaWaits = 0;
        }
    }
    if (window.hasCuts)
        addSlices(window);
    for (size_t i = 0; i < m_table.inferences.size(); ++i) {
        if (window.places[i] != NoPlace && window.isCut[i])
            cutInference(window, i);
    }
    withdrawEstimates(window);
    window.table.between = 0;
    for (size_t i = 1; i < m_table.inferences.size(); ++i)
        window.table.between
            += overlap(begin, end, m_table.inferences[i - 1].lastTs, m_table.inferences[i].firstTs);
    return std::move(window.table);
}

} // namespace tosaic::profile
