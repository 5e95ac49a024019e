// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/stream.h"

#include <optional>

namespace tosaic::npu {

/// A register that Operation does not carry, while a stream is walked from its start.
class WeightFormatWalk
{
public:
    explicit WeightFormatWalk(const Stream &stream) : m_stream(stream) { }

    /// U85: whether of four weights two are zero and left out (bit 4 of SET_WEIGHT_FORMAT).
    /// Operations must come in their order.
    bool isSparseAt(const Operation &operation)
    {
        constexpr quint16 WeightFormat = 0x12E;
        for (; m_next < operation.command && m_next < m_stream.commands.size(); ++m_next) {
            const auto &command = m_stream.commands[m_next];
            if (!command.hasPayload && command.opcode == WeightFormat)
                m_value = command.parameter;
        }
        return m_stream.config.product == NpuProduct::U85 && ((m_value >> 4) & 1) != 0;
    }

private:
    const Stream &m_stream;
    size_t m_next = 0;
    quint32 m_value = 0;
};

/// Where the operation's activation reads its look-up table in the NPU's own memory, as an address
/// modulo the 2 KiB of tables (U55, U65: slots of 256 bytes; U85: tables of the entry's size).
/// Absent if it uses none.
std::optional<quint64> tableAddress(const Operation &operation);
inline constexpr quint64 TableMemory = 2048; ///< bytes

} // namespace tosaic::npu
