// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/tracewalk.h"

#include <algorithm>

namespace tosaic::profile {

TraceWalk::TraceWalk(std::span<const PointerRead> reads, const std::vector<StreamPlan> &plans,
    const JoinOptions &options, OperationTable &table, UnmatchedList &unmatched,
    OperationSlices *slices)
    : m_reads(reads), m_plans(plans), m_options(options), m_table(table), m_unmatched(unmatched),
      m_skipped(table.operations.size()), m_operationsOf(plans.size()), m_slices(slices),
      m_found(table.operations.size())
{
    for (const auto &plan : plans)
        m_waitsRead.emplace_back(plan.waits.size());
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto stream = table.operations[i].stream;
        if (stream >= 0)
            m_operationsOf[size_t(stream)].push_back(i);
    }
}

TraceWalk::Position TraceWalk::locate(quint64 word)
{
    if (!m_plan || (m_plan->words && word > *m_plan->words))
        return { .place = Place::Outside };
    const auto end = m_plan->stop;
    if (end ? word >= *end : m_plan->lastRow && word > *m_plan->lastRow)
        return { .place = Place::After };
    const auto wait = std::ranges::lower_bound(m_plan->waits, word, {}, &PlannedWait::word);
    if (wait != m_plan->waits.end() && wait->word == word)
        return { .place = Place::Wait,
            .operation = wait->operation,
            .wait = size_t(wait - m_plan->waits.begin()) };
    const auto &starts = m_plan->starts;
    if (starts.empty() || word < starts.front().word) {
        if (m_options.separatesLeadIn || starts.empty())
            return { .place = Place::Before };
        return { .place = Place::Operation, .operation = starts.front().operation };
    }
    if (starts[m_cursor].word > word)
        m_cursor = size_t(std::ranges::upper_bound(starts, word, {}, &PlannedStart::word)
                       - starts.begin())
            - 1;
    while (m_cursor + 1 < starts.size() && starts[m_cursor + 1].word <= word)
        ++m_cursor;
    return {
        .place = Place::Operation, .operation = starts[m_cursor].operation, .start = m_cursor
    };
}

void TraceWalk::lower(size_t operation, Confidence confidence)
{
    auto &found = m_found[operation];
    found.confidence = std::min(found.confidence, confidence);
}

/// Nothing was read between the last start and this one; `start` may be behind the last.
void TraceWalk::skipTo(size_t start)
{
    const auto &starts = m_plan->starts;
    const auto before = m_start ? std::optional(starts[*m_start].operation) : std::nullopt;
    for (size_t i = m_start ? *m_start + 1 : 0; i < start; ++i) {
        const auto operation = starts[i].operation;
        if (before == operation || (start < starts.size() && starts[start].operation == operation))
            continue;
        if (before)
            lower(*before, Confidence::Low);
        lower(operation, Confidence::Low);
        if (!m_skipped[operation])
            m_unmatched.add(
                Unmatched::Kind::RowsSkipped, m_table.operations[operation].scheduled.value_or(-1));
        m_skipped[operation] = true;
    }
}

void TraceWalk::arrive(const Position &position, quint64 word)
{
    if (position.wait)
        m_waitsRead[size_t(m_plan - m_plans.data())][*position.wait] = true;
    const auto count = m_plan->starts.size();
    if (position.place == Place::After && count > 0 && m_start != count - 1) {
        if (m_plan->branches.empty())
            skipTo(count);
        m_start = count - 1;
    }
    if (!position.start || position.start == m_start)
        return;
    const auto isForward = !m_start || *position.start > *m_start;
    // Without every command in the trace a branch taken cannot be told from operations skipped.
    if (isForward && m_plan->branches.empty())
        skipTo(*position.start);
    if (word != m_plan->starts[*position.start].word) {
        lower(position.operation, Confidence::Medium);
        if (m_start)
            lower(m_plan->starts[*m_start].operation, Confidence::Medium);
    }
    m_start = position.start;
}

/// visualize.py lets the first operation begin with cycle 0 and end one cycle early.
qint64 TraceWalk::beginOf(size_t read) const
{
    return read == 0 && !m_options.separatesLeadIn ? 1 : m_reads[read].ts;
}

quint64 TraceWalk::durationOf(size_t read, const TracePass &pass)
{
    if (read + 1 >= pass.last)
        return 0;
    const auto begin = beginOf(read);
    const auto end = m_reads[read + 1].ts;
    if (end < m_reads[read].ts) {
        m_unmatched.add(Unmatched::Kind::TimeRunsBackwards, qint64(read + 1));
        if (m_start)
            lower(m_plan->starts[*m_start].operation, Confidence::Low);
    }
    return end > begin ? quint64(end) - quint64(begin) : 0;
}

void TraceWalk::give(
    const Position &position, size_t read, quint64 cycles, TracedInference &inference)
{
    switch (position.place) {
    case Place::Before:
        inference.before += cycles;
        return;
    case Place::After:
        inference.after += cycles;
        return;
    case Place::Outside:
        inference.outside += cycles;
        m_unmatched.add(Unmatched::Kind::ReadsOutsideStream, qint64(m_reads[read].word), cycles);
        return;
    case Place::Wait:
        inference.dmaWaits += cycles;
        break;
    case Place::Operation:
        break;
    }
    inference.attributed += cycles;
    auto &found = m_found[position.operation].cycles;
    found = found.value_or(0) + cycles;
    const auto begin = beginOf(read);
    m_slices.add(position.operation, position.place == Place::Wait, begin, begin + qint64(cycles));
}

void TraceWalk::walk(const TracePass &pass)
{
    m_plan = pass.stream >= 0 ? &m_plans[size_t(pass.stream)] : nullptr;
    std::ranges::fill(m_found, Found());
    m_start.reset();
    m_cursor = 0;
    m_highest = 0;
    m_slices.beginPass(int(m_table.inferences.size()));
    TracedInference inference{ .stream = pass.stream,
        .firstTs = m_reads[pass.first].ts,
        .lastTs = m_reads[pass.last - 1].ts,
        .reads = pass.last - pass.first };
    for (auto read = pass.first; read < pass.last; ++read) {
        const auto word = m_reads[read].word;
        m_last = locate(word);
        if (m_plan) {
            arrive(m_last, word);
            if (!m_plan->words || word <= *m_plan->words) // what is behind the end is noise
                m_highest = std::max(m_highest, word);
        }
        give(m_last, read, durationOf(read, pass), inference);
    }
    if (pass.first > 0) {
        const auto begin = m_reads[pass.first - 1].ts;
        const auto end = m_reads[pass.first].ts;
        m_table.between += end > begin ? quint64(end) - quint64(begin) : 0;
        if (end < begin)
            m_unmatched.add(Unmatched::Kind::TimeRunsBackwards, qint64(pass.first));
    }
    endPass(pass, inference);
}

void TraceWalk::endPass(const TracePass &pass, TracedInference &inference)
{
    if (m_plan && !m_plan->starts.empty()) {
        const auto isEndRead = m_last.place == Place::After || m_last.place == Place::Outside;
        const auto beginsAtStart = m_reads[pass.first].word <= m_plan->starts.front().row;
        inference.isComplete = beginsAtStart && m_highest > *m_plan->lastRow;
        // The last read of an operation has no end.
        if (!isEndRead && m_start)
            lower(m_plan->starts[*m_start].operation,
                inference.isComplete ? Confidence::Medium : Confidence::Low);
    }
    if (!inference.isComplete)
        m_unmatched.add(Unmatched::Kind::InferenceIncomplete, qint64(m_table.inferences.size()));
    const auto number = qint64(m_table.inferences.size());
    m_table.inferences.push_back(inference);
    if (m_plan && !keep(pass)) {
        m_slices.dropPass();
        m_table.inferences.back().isKept = false;
    } else if (m_slices.isPassTooLarge())
        m_unmatched.add(Unmatched::Kind::SlicesLeftOut, number);
}

/// False if there is no room for more values.
bool TraceWalk::keep(const TracePass &pass)
{
    const auto &operations = m_operationsOf[size_t(pass.stream)];
    if (m_values + operations.size() > ValueLimit) {
        m_unmatched.add(Unmatched::Kind::InferencesLeftOut, qint64(m_table.inferences.size()) - 1);
        return false;
    }
    m_values += operations.size();
    for (const auto i : operations) {
        auto &operation = m_table.operations[i];
        const auto &found = m_found[i];
        operation.measured.push_back(found.cycles);
        if (!found.cycles)
            continue;
        auto confidence = found.confidence;
        if (!m_plan->words) // no command stream: rows are last kicks, waits are not known
            confidence = std::min(confidence, Confidence::Medium);
        operation.confidence = operation.confidence == Confidence::None
            ? confidence
            : std::min(operation.confidence, confidence);
    }
    return true;
}

void TraceWalk::finish()
{
    std::vector<bool> isPlanned(m_table.operations.size());
    for (size_t stream = 0; stream < m_plans.size(); ++stream) {
        for (const auto &start : m_plans[stream].starts)
            isPlanned[start.operation] = true;
        for (size_t wait = 0; wait < m_waitsRead[stream].size(); ++wait) {
            if (!m_waitsRead[stream][wait])
                m_unmatched.add(
                    Unmatched::Kind::DmaNotSeparated, qint64(m_plans[stream].waits[wait].word * 4));
        }
    }
    for (size_t i = 0; i < isPlanned.size(); ++i) {
        const auto &operation = m_table.operations[i];
        if (isPlanned[i] && !m_skipped[i] && !operation.measuredCycles())
            m_unmatched.add(Unmatched::Kind::RowsNeverReached, operation.scheduled.value_or(-1));
    }
}

} // namespace tosaic::profile
