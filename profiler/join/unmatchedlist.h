// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"

namespace tosaic::profile {

/// Counts what could not be matched, one entry for each kind.
class UnmatchedList
{
public:
    void add(Unmatched::Kind kind, qint64 example, std::optional<quint64> cycles = {})
    {
        auto &entry = entryOf(kind);
        ++entry.count;
        if (cycles)
            entry.cycles = entry.cycles.value_or(0) + *cycles;
        if (entry.examples.size() < Unmatched::ExampleLimit)
            entry.examples.push_back(example);
    }
    std::vector<Unmatched> take() { return std::move(m_entries); }

private:
    Unmatched &entryOf(Unmatched::Kind kind)
    {
        for (auto &entry : m_entries) {
            if (entry.kind == kind)
                return entry;
        }
        return m_entries.emplace_back(Unmatched{ .kind = kind });
    }

    std::vector<Unmatched> m_entries; ///< fewer than there are kinds
};

} // namespace tosaic::profile
