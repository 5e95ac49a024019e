// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/disassemble.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace tosaic::test {

/// Writes register commands one after the other.
class CommandList
{
public:
    /// One word.
    CommandList &set(quint32 opcode, quint32 parameter)
    {
        m_words.push_back(opcode | parameter << 16);
        return *this;
    }
    /// Two words; bits 32 to 39 of the value go to the first.
    CommandList &setLong(quint32 opcode, quint64 value)
    {
        m_words.push_back(opcode | 0x4000U | quint32(value >> 32 & 0xFFFF) << 16);
        m_words.push_back(quint32(value));
        return *this;
    }
    CommandList &raw(quint32 word)
    {
        m_words.push_back(word);
        return *this;
    }
    /// Bytes so far: where the next command will stand.
    quint32 offset() const { return quint32(m_words.size() * 4); }
    const std::vector<quint32> &words() const { return m_words; }

private:
    std::vector<quint32> m_words;
};

enum Kick : quint32
{
    KickStop = 0x00,
    KickIrq = 0x01,
    KickConv = 0x02,
    KickDepthwise = 0x03,
    KickPool = 0x05,
    KickElementwise = 0x06,
    KickResize = 0x07,
    KickDma = 0x10,
    KickDmaWait = 0x11,
    KickKernelWait = 0x12,
    KickPmuMask = 0x13
};

/// Configuration word of a product, smallest variant.
quint32 configOf(npu::NpuProduct product);

/// A map of `depth` channels in one tile: precision as the register has it, region 1.
struct MapSetup
{
    quint32 height = 8;
    quint32 width = 8;
    quint32 depth = 16;
    quint64 address = 0;
    quint32 precision = 0x0001; ///< IFM, IFM2: int8, NHWC
    quint32 region = 1;
};
void setIfm(CommandList &commands, const MapSetup &map);
void setIfm2(CommandList &commands, const MapSetup &map);
void setOfm(CommandList &commands, const MapSetup &map);

/// The only stream of a COP1 payload with these commands; fails the test if there is none.
std::shared_ptr<const npu::Stream> streamWith(npu::NpuProduct product, const CommandList &commands);
QByteArray payloadWith(npu::NpuProduct product, const CommandList &commands);

} // namespace tosaic::test
