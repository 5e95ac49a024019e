// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/opcodes.h"

#include <algorithm>
#include <array>

namespace tosaic::formats::ethosu {

namespace {

using model::NpuProduct;

struct Operation
{
    quint32 opcode;
    const char *name;
    bool isU85Only;
};
constexpr std::array<Operation, 11> Operations{ {
    { 0x000, "STOP", false },
    { 0x001, "IRQ", false },
    { 0x002, "CONV", false },
    { 0x003, "DEPTHWISE", false },
    { 0x005, "POOL", false },
    { 0x006, "ELEMENTWISE", false },
    { 0x007, "RESIZE", true },
    { 0x010, "DMA_START", false },
    { 0x011, "DMA_WAIT", false },
    { 0x012, "KERNEL_WAIT", false },
    { 0x013, "PMU_MASK", false },
} };

/// Opcodes first to last, both included.
struct Range
{
    quint32 first;
    quint32 last;
};

// Registers that every product has, by opcode space (one word, two words).
constexpr std::array<Range, 14> CommonShort{ { { 0x100, 0x105 }, { 0x107, 0x107 }, { 0x109, 0x10C },
    { 0x10F, 0x10F }, { 0x111, 0x118 }, { 0x11A, 0x11C }, { 0x11F, 0x122 }, { 0x124, 0x129 },
    { 0x12D, 0x12D }, { 0x12F, 0x133 }, { 0x180, 0x180 }, { 0x185, 0x185 }, { 0x189, 0x18C },
    { 0x18F, 0x18F } } };
constexpr std::array<Range, 7> CommonLong{ { { 0x000, 0x006 }, { 0x010, 0x016 }, { 0x020, 0x026 },
    { 0x030, 0x032 }, { 0x080, 0x086 }, { 0x090, 0x093 }, { 0x033, 0x034 } } };
// Registers of U55 and U65 only.
constexpr std::array<Range, 4> OldShort{ { { 0x10D, 0x10D }, { 0x123, 0x123 }, { 0x181, 0x181 },
    { 0x18D, 0x18D } } };
constexpr std::array<Range, 1> OldLong{ { { 0x0A0, 0x0A7 } } };
// Registers of U85 only.
constexpr std::array<Range, 4> U85Short{ { { 0x108, 0x108 }, { 0x12A, 0x12C }, { 0x12E, 0x12E },
    { 0x134, 0x134 } } };
constexpr std::array<Range, 3> U85Long{ { { 0x027, 0x027 }, { 0x035, 0x039 }, { 0x094, 0x097 } } };

template <size_t Count>
bool isIn(const std::array<Range, Count> &ranges, quint32 opcode)
{
    return std::any_of(ranges.begin(), ranges.end(),
        [&](const Range &range) { return opcode >= range.first && opcode <= range.last; });
}

} // namespace

const char *operationName(quint32 opcode, NpuProduct product)
{
    const auto found = std::find_if(Operations.begin(), Operations.end(),
        [&](const Operation &operation) { return operation.opcode == opcode; });
    if (found == Operations.end() || (found->isU85Only && product != NpuProduct::U85))
        return nullptr;
    return found->name;
}

bool isRegisterCommand(quint32 opcode, bool hasPayload, NpuProduct product)
{
    const auto isU85 = product == NpuProduct::U85;
    if (hasPayload)
        return isIn(CommonLong, opcode) || (isU85 ? isIn(U85Long, opcode) : isIn(OldLong, opcode));
    return isIn(CommonShort, opcode) || (isU85 ? isIn(U85Short, opcode) : isIn(OldShort, opcode));
}

} // namespace tosaic::formats::ethosu
