// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ethosu.h"

#include <string_view>

/// The one table of Ethos-U register commands: who counts commands and who takes them apart use
/// it. Source of the facts: Arm's interface headers in Vela (ethos_u65_interface.hpp,
/// ethos_u85_interface.hpp) and those of the core driver.
namespace tosaic::formats::ethosu {

/// Bits of the NPUs that know a command, a field or a value.
enum Products : quint8
{
    U55 = 1,
    U65 = 2,
    U85 = 4,
    U55U65 = U55 | U65,
    U65U85 = U65 | U85,
    All = U55 | U65 | U85
};

/// Operations have opcodes below this and no payload.
inline constexpr quint32 FirstRegisterOpcode = 0x100;
inline constexpr quint32 OpcodeMask = 0x3FF;
inline constexpr quint32 BranchOpcode = 0x100; ///< with payload, U85

struct CommandInfo
{
    quint16 opcode; ///< 10 bits
    bool hasPayload; ///< the opcodes of one word and of two are two number spaces
    quint8 products; ///< bit 0 U55, bit 1 U65, bit 2 U85
    std::u16string_view name; ///< "NPU_SET_IFM_PAD_TOP"
    /// Fields "name[bit]", "name[low..high]", "name[low..high]:enumeration", separated by blanks;
    /// "signed" as enumeration makes it a number in two's complement. Bits count from bit 0 of the
    /// first word, 32 is bit 0 of the second. "address" is the second word with, on U65 and U85,
    /// bits 16 to 23 above it.
    std::u16string_view fields;
};

/// What the product calls the opcode; null if it has no such command.
const CommandInfo *findCommand(quint32 opcode, bool hasPayload, model::NpuProduct product);

/// Whether the word breaks the encoding: bits 10 to 13 set, or a control other than 0 and 1. The
/// headers read every control but 0 as two words.
inline constexpr bool hasReservedBits(quint32 word)
{
    return (word & 0x3C00) != 0 || (word & 0x8000) != 0;
}

} // namespace tosaic::formats::ethosu
