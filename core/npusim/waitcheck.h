// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"
#include "core/npusim/setup.h"

#include <QString>

#include <deque>
#include <optional>
#include <vector>

namespace tosaic::npusim {

/// Operations and transfers run beside each other until KERNEL_WAIT or DMA_WAIT says otherwise:
/// finds those that touch the same bytes, one of them writing. Transfers among themselves keep
/// their order. Operations do so but for their blocks: the first ones of an operation run beside as
/// many of the last ones of the operation before as BLOCKDEP allows.
class WaitCheck
{
public:
    explicit WaitCheck(npu::NpuProduct product);

    /// At most `count` operations, or transfers, go on from here.
    void waitForKernels(size_t count);
    void waitForTransfers(size_t count);
    /// The operation starts. What it meets, in words; absent if nothing.
    std::optional<QString> start(const npu::Operation &operation);
    /// What BLOCKDEP lets it read too early of the operation before; absent if nothing. Ask before
    /// start(); `setup` has the registers that it finds. By the rule that Vela sets BLOCKDEP by,
    /// with blocks of the IFM that are not larger than its own, so that what it allows is never
    /// reported; maps that are read in another layout than written are compared by their bytes.
    /// Maps in tiles, transposed and reversed ones, and bricks beside rows, are not looked at.
    std::optional<QString> startTooEarly(const npu::Operation &operation, Setup &setup) const;

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
    const npu::Operation *m_before = nullptr; ///< of the stream; null behind a wait for all
};

} // namespace tosaic::npusim
