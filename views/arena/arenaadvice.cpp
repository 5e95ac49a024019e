// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenaadvice.h"

#include "core/base/units.h"

#include <algorithm>

namespace tosaic::views {

namespace {

constexpr size_t Largest = 2; // buffers that are looked at one by one
constexpr qsizetype ShortWait = 4; // steps between two uses that are not worth a word

QString span(const Arena &arena, const ArenaBuffer &buffer)
{
    const auto name = [&](qsizetype step) {
        return step >= 0 && step < arena.stepCount() ? arena.steps[static_cast<size_t>(step)]
                                                     : QString::number(step);
    };
    if (buffer.first == buffer.last)
        return ArenaText::tr("%1 (only at %2)").arg(buffer.name, name(buffer.first));
    return ArenaText::tr("%1 (from %2 to %3)")
        .arg(buffer.name, name(buffer.first), name(buffer.last));
}

std::vector<size_t> knownAtPeak(const Arena &arena)
{
    auto alive = arena.aliveAt(arena.peakStep);
    std::erase_if(alive, [&](size_t i) { return arena.buffers[i].bytes.value_or(0) == 0; });
    return alive;
}

void addLargest(QStringList &out, const Arena &arena, const std::vector<size_t> &alive)
{
    const auto &first = arena.buffers[alive[0]];
    if (alive.size() < 2) {
        out << ArenaText::tr("One buffer makes the peak: %1.").arg(span(arena, first));
        return;
    }
    const auto &second = arena.buffers[alive[1]];
    out << ArenaText::tr("The two largest buffers there, %1 and %2: %3, and %4.")
               .arg(formatBytes(*first.bytes), formatBytes(*second.bytes), span(arena, first),
                   span(arena, second));
}

void addWithout(QStringList &out, const Arena &arena, const std::vector<size_t> &alive)
{
    for (size_t i = 0; i < std::min(Largest, alive.size()); ++i) {
        const auto live = liveBytesOf(arena, { alive[i] });
        if (live.empty())
            return;
        const auto largest = std::ranges::max_element(live);
        const auto &name = arena.buffers[alive[i]].name;
        if (*largest >= arena.peakBytes) {
            out << ArenaText::tr("Without %1 the peak would stay the same.").arg(name);
            continue;
        }
        const auto step = static_cast<size_t>(largest - live.begin());
        out << ArenaText::tr("Without %1 the peak would be %2 (%3 less), at %4.")
                   .arg(name, formatBytes(*largest), formatBytes(arena.peakBytes - *largest),
                       arena.steps[step]);
    }
}

/// Buffers that only wait for a later step, like the short way around a residual block.
void addWaiting(QStringList &out, const Arena &arena, const std::vector<size_t> &alive)
{
    int count = 0;
    quint64 bytes = 0;
    const ArenaBuffer *largest = nullptr;
    for (const auto index : alive) {
        const auto &buffer = arena.buffers[index];
        const auto after = std::ranges::lower_bound(buffer.users, arena.peakStep);
        if (buffer.users.empty() || (after != buffer.users.end() && *after == arena.peakStep))
            continue;
        const auto next = after == buffer.users.end() ? buffer.last : *after;
        const auto before = after == buffer.users.begin() ? buffer.first : *std::prev(after);
        if (next - before <= ShortWait)
            continue;
        ++count;
        bytes += *buffer.bytes;
        largest = largest ? largest : &buffer;
    }
    if (!largest)
        return;
    const auto next = std::ranges::upper_bound(largest->users, arena.peakStep);
    const auto who = next == largest->users.end() ? ArenaText::tr("the end")
                                                  : arena.steps[static_cast<size_t>(*next)];
    out << ArenaText::tr("%n buffer(s) only wait there (%1 together): the step does not use them. "
                         "The largest, %2, is needed next by %3.",
        nullptr, count)
               .arg(formatBytes(bytes), largest->name, who);
}

void addOthers(QStringList &out, const Arena &arena)
{
    const auto equal = std::ranges::count(arena.liveBytes, arena.peakBytes);
    if (equal > 1) {
        out << ArenaText::tr(
            "%n other step(s) need as much; the peak falls only if all of them do.", nullptr,
            static_cast<int>(equal - 1));
    }
    if (arena.highWater > arena.peakBytes) {
        out << ArenaText::tr("The highest address in use is %1, which is %2 above the peak: the "
                             "buffers do not fit together without gaps.")
                   .arg(formatBytes(arena.highWater),
                       formatBytes(arena.highWater - arena.peakBytes));
    }
}

} // namespace

QStringList peakAdvice(const Arena &arena)
{
    QStringList out;
    if (arena.peakStep < 0 || arena.peakStep >= arena.stepCount()) {
        return { ArenaText::tr(
            "The peak is not known: counting so many buffers over so many steps was refused.") };
    }
    const auto alive = knownAtPeak(arena);
    if (!alive.empty()) {
        addLargest(out, arena, alive);
        addWithout(out, arena, alive);
        addWaiting(out, arena, alive);
        addOthers(out, arena);
    }
    if (arena.unknownBuffers > 0) {
        out << ArenaText::tr("%n buffer(s) have no known size, so the peak is at least this high.",
            nullptr, static_cast<int>(arena.unknownBuffers));
    }
    if (!arena.capacityNote.isEmpty())
        out << arena.capacityNote;
    return out + arena.gaps;
}

} // namespace tosaic::views
