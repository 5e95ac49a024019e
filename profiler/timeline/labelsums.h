// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace tosaic::profile {

struct LabelTime
{
    quint32 label = 0;
    qint64 time = 0;
};

/// Sums by label of a few slices. Beyond its places the lightest gives way: what covers most stays.
class LabelSums
{
public:
    void add(quint32 label, qint64 time)
    {
        size_t lightest = 0;
        for (size_t i = 0; i < m_used; ++i) {
            if (m_sums[i].label == label) {
                m_sums[i].time += time;
                return;
            }
            if (m_sums[i].time < m_sums[lightest].time)
                lightest = i;
        }
        if (m_used < m_sums.size())
            m_sums[m_used++] = { label, time };
        else if (m_sums[lightest].time < time)
            m_sums[lightest] = { label, time };
    }
    LabelTime heaviest() const
    {
        LabelTime most = m_sums[0];
        for (size_t i = 1; i < m_used; ++i) {
            if (m_sums[i].time > most.time)
                most = m_sums[i];
        }
        return most;
    }

private:
    std::array<LabelTime, 6> m_sums{};
    size_t m_used = 0;
};

} // namespace tosaic::profile
