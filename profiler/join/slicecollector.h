// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationslices.h"

namespace tosaic::profile {

/// Takes the slices of one pass after the other; those of a pass are kept or dropped together.
class SliceCollector
{
public:
    /// Slices kept in all (256 MiB).
    static constexpr size_t SliceLimit = size_t(1) << 23;

    /// Null: nobody wants them.
    explicit SliceCollector(OperationSlices *slices) : m_slices(slices) { }

    void beginPass(int inference);
    /// In order of time; nothing happens for an empty stretch.
    void add(size_t operation, bool isDmaWait, qint64 start, qint64 end);
    /// Drops what came since beginPass().
    void dropPass();
    /// The pass has more than there is room for; it was dropped as far as it had come.
    bool isPassTooLarge() const { return m_isTooLarge; }

private:
    OperationSlices *m_slices;
    size_t m_first = 0; ///< of the pass
    int m_inference = 0;
    bool m_isTooLarge = false;
};

} // namespace tosaic::profile
