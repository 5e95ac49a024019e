// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"

#include <QString>

#include <deque>
#include <optional>
#include <vector>

namespace tosaic::npusim {

/// Operations and transfers run beside each other until KERNEL_WAIT or DMA_WAIT says otherwise:
/// finds those that touch the same bytes, one of them writing. Operations among themselves and
/// transfers among themselves keep their order.
class WaitCheck
{
public:
    explicit WaitCheck(npu::NpuProduct product);

    /// At most `count` operations, or transfers, go on from here.
    void waitForKernels(size_t count);
    void waitForTransfers(size_t count);
    /// The operation starts. What it meets, in words; absent if nothing.
    std::optional<QString> start(const npu::Operation &operation);

private:
    struct Running
    {
        quint32 offset = 0;
        std::vector<npu::RegionRange> reads;
        std::vector<npu::RegionRange> writes;
    };
    size_t m_kernelLimit;
    size_t m_transferLimit;
    std::deque<Running> m_kernels; ///< oldest first
    std::deque<Running> m_transfers;
};

} // namespace tosaic::npusim
