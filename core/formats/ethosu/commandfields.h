// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/opcodes.h"

#include <vector>

namespace tosaic::formats::ethosu {

struct FieldValue
{
    std::u16string_view name; ///< "zero_point"
    std::u16string_view enumeration; ///< "activation_type"; empty for numbers
    std::u16string_view text; ///< "SIGNED"; empty for numbers and values the product does not name
    qint64 value = 0; ///< as it stands in the field; negative only for signed ones
    bool isAddress = false; ///< people read it in hexadecimal
};

/// The fields of a command with the values they have in it, in the order of bits.
std::vector<FieldValue> fieldsOf(
    const CommandInfo &info, quint32 parameter, quint32 payload, model::NpuProduct product);

/// "AVERAGE" for pooling_mode 1; empty if the product does not name the value.
std::u16string_view enumText(
    std::u16string_view enumeration, quint64 value, model::NpuProduct product);

/// Bits 39 to 0 that two words carry; U55 has 32.
inline constexpr quint64 addressValue(quint32 parameter, quint32 payload, model::NpuProduct product)
{
    return product == model::NpuProduct::U55 ? payload : quint64(parameter & 0xFF) << 32 | payload;
}

} // namespace tosaic::formats::ethosu
