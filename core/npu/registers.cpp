// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/registers.h"

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

/// Bytes of a U85 table by the name of the activation.
quint64 tableBytes(const QString &activation)
{
    if (activation.startsWith("LUT_S16"_L1) || activation == "LUT_TANH"_L1
        || activation == "LUT_SIGMOID"_L1)
        return 2048;
    if (activation.endsWith("S32"_L1))
        return 1024;
    return activation.endsWith("S16"_L1) ? 512 : 256;
}

} // namespace

std::optional<quint64> tableAddress(const Operation &operation)
{
    constexpr quint64 SlotBytes = 256;
    if (operation.activationTable < 0)
        return std::nullopt;
    const bool isU85 = operation.activation.startsWith("LUT_"_L1);
    const auto bytes = isU85 ? tableBytes(operation.activation) : SlotBytes;
    return static_cast<quint64>(operation.activationTable) * bytes % TableMemory;
}

} // namespace tosaic::npu
