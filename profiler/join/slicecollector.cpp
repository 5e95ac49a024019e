// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/slicecollector.h"

namespace tosaic::profile {

void SliceCollector::beginPass(int inference)
{
    m_inference = inference;
    m_isTooLarge = false;
    m_first = m_slices ? m_slices->size() : 0;
}

void SliceCollector::add(size_t operation, bool isDmaWait, qint64 start, qint64 end)
{
    if (!m_slices || m_isTooLarge || end <= start)
        return;
    if (m_slices->size() > m_first) {
        auto &last = m_slices->back();
        if (last.operation == operation && last.isDmaWait == isDmaWait && last.end == start) {
            last.end = end;
            return;
        }
    }
    if (m_slices->size() >= SliceLimit) {
        dropPass();
        m_isTooLarge = true;
        return;
    }
    m_slices->push_back({ start, end, operation, m_inference, isDmaWait });
}

void SliceCollector::dropPass()
{
    if (m_slices)
        m_slices->resize(m_first);
}

} // namespace tosaic::profile
