// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <map>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// What a debug build of the NPU's driver says when somebody reads its counters:
/// "ETHOSU_PMU_Get_EVCNTR(): num=0, val=1234". Between two resets the last reading counts: counters
/// go on until they are reset.
class DriverCounters
{
public:
    void reset();
    void setCycles(std::optional<quint64> cycles);
    void setCounter(quint64 slot, std::optional<quint64> value);
    /// Programs a counter with the number of a hardware event.
    void setEvent(quint64 slot, std::optional<quint64> number);
    /// Puts them into measurements without counters, if there are as many of those, else behind
    /// them. Where measurements have counters, those are the same readings. The product ("U65")
    /// says what the events of ports are; empty: not known.
    void addTo(std::vector<Profile> &profiles, const QString &product) const;

private:
    struct Reading
    {
        std::optional<quint64> cycles;
        std::map<quint64, quint64> slots;
        std::map<quint64, quint64> events; ///< their numbers, of slots that were programmed
        bool isEmpty() const; ///< nothing was counted yet: read before the inference
    };
    Reading &open();

    std::vector<Reading> m_readings;
    std::map<quint64, quint64> m_events; ///< by slot, as programmed now
    bool m_isOpen = false;
};

} // namespace tosaic::profile
