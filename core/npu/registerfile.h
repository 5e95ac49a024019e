// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/commandfields.h"
#include "core/npu/stream.h"

#include <array>
#include <optional>

namespace tosaic::npu {

/// The registers that commands set, with their last values. Values persist from one operation to
/// the next: compilers leave out what does not change. Never written ones are unknown, and so is
/// everything that was written before the last branch or branch target.
class RegisterFile
{
public:
    explicit RegisterFile(NpuProduct product) : m_product(product) { }

    /// A register command that the product knows; `index` counts commands and only grows.
    void write(const Command &command, quint32 index)
    {
        auto &cell = command.hasPayload ? m_long.at(command.opcode)
                                        : m_short.at(command.opcode - FirstShort);
        cell = { command.payload, index + 1, command.parameter };
    }
    /// From here on, whatever was written before command `index` is unknown.
    void forgetBefore(quint32 index) { m_knownSince = index + 1; }

    /// Parameter of a command without payload.
    std::optional<quint32> parameter(quint32 opcode)
    {
        const auto *cell = known(m_short.at(opcode - FirstShort));
        return cell ? std::optional<quint32>(cell->parameter) : std::nullopt;
    }
    /// Second word of a command with payload.
    std::optional<quint32> payload(quint32 opcode)
    {
        const auto *cell = known(m_long.at(opcode));
        return cell ? std::optional<quint32>(cell->payload) : std::nullopt;
    }
    /// Both: parameter << 32 | payload.
    std::optional<quint64> words(quint32 opcode)
    {
        const auto *cell = known(m_long.at(opcode));
        return cell ? std::optional<quint64>(quint64(cell->parameter) << 32 | cell->payload)
                    : std::nullopt;
    }
    /// An offset in a region, bytes: 40 bits, on U55 32.
    std::optional<quint64> address(quint32 opcode)
    {
        const auto *cell = known(m_long.at(opcode));
        if (!cell)
            return std::nullopt;
        return formats::ethosu::addressValue(cell->parameter, cell->payload, m_product);
    }
    /// As above, but signed.
    std::optional<qint64> stride(quint32 opcode)
    {
        const auto value = address(opcode);
        if (!value)
            return std::nullopt;
        const auto shift = m_product == NpuProduct::U55 ? 32 : 24;
        return qint64(*value << shift) >> shift;
    }

    /// Whether a register was asked for since the last call whose value a branch made unknown.
    bool takeMissed() { return std::exchange(m_missed, false); }

private:
    static constexpr quint32 FirstShort = formats::ethosu::FirstRegisterOpcode;
    static constexpr size_t Count = 0x100; ///< every known register lies below

    struct Cell
    {
        quint32 payload = 0;
        quint32 writer = 0; ///< command index + 1; 0: never written
        quint16 parameter = 0;
    };

    const Cell *known(const Cell &cell)
    {
        if (cell.writer != 0 && cell.writer >= m_knownSince)
            return &cell;
        m_missed = m_missed || cell.writer != 0;
        return nullptr;
    }

    NpuProduct m_product;
    quint32 m_knownSince = 0;
    bool m_missed = false;
    std::array<Cell, Count> m_short;
    std::array<Cell, Count> m_long;
};

} // namespace tosaic::npu
