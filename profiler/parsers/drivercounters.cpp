// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/drivercounters.h"

#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/eventtable.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr quint64 MostSlots = 8; // of the largest NPU

} // namespace

bool DriverCounters::Reading::isEmpty() const
{
    return cycles.value_or(0) == 0
        && std::ranges::all_of(slots, [](const auto &slot) { return slot.second == 0; });
}

void DriverCounters::reset()
{
    m_isOpen = false;
}

DriverCounters::Reading &DriverCounters::open()
{
    if (!m_isOpen && m_readings.size() < limits::Profiles)
        m_readings.emplace_back();
    m_isOpen = true;
    return m_readings.back();
}

void DriverCounters::setCycles(std::optional<quint64> cycles)
{
    open().cycles = cycles;
}

void DriverCounters::setCounter(quint64 slot, std::optional<quint64> value)
{
    if (slot >= MostSlots)
        return;
    auto &slots = open().slots;
    slots.erase(slot);
    if (!value)
        return;
    slots[slot] = *value;
    if (const auto event = m_events.find(slot); event != m_events.end())
        open().events[slot] = event->second;
}

void DriverCounters::setEvent(quint64 slot, std::optional<quint64> number)
{
    m_events.erase(slot);
    if (number && slot < MostSlots)
        m_events[slot] = *number;
}

void DriverCounters::addTo(std::vector<Profile> &profiles, const QString &product) const
{
    const auto hasCounters = [](const Profile &profile) { return !profile.counters.empty(); };
    if (std::ranges::any_of(profiles, hasCounters))
        return;
    const auto measured = std::ranges::count_if(
        m_readings, [](const Reading &reading) { return !reading.isEmpty(); });
    const bool areOfThose = !profiles.empty() && std::cmp_equal(measured, profiles.size());
    size_t next = areOfThose ? 0 : profiles.size();
    for (const auto &reading : m_readings) {
        if (reading.isEmpty())
            continue;
        if (!areOfThose)
            profiles.emplace_back();
        auto &counters = profiles[next++].counters;
        if (reading.cycles)
            counters.push_back(
                { .name = CycleCounter.toString(), .value = *reading.cycles, .unit = u"cycles"_s });
        for (const auto &[slot, value] : reading.slots) {
            const auto event = reading.events.find(slot);
            auto name
                = event == reading.events.end() ? QString() : eventOfNumber(event->second, product);
            if (name.isEmpty())
                name = u"cntr%1"_s.arg(slot);
            counters.push_back({ .name = name, .value = value, .unit = findEvent(name).unit });
        }
    }
}

} // namespace tosaic::profile
