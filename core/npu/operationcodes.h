// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/// Opcodes of the NPU_OP_* commands: those without payload below FirstRegisterOpcode
/// (core/formats/ethosu/opcodes.h), which start, wait or end instead of setting a register.
namespace tosaic::npu::operation_code {

enum OperationCode : quint32
{
    Stop = 0x00,
    Irq = 0x01,
    Conv = 0x02,
    Depthwise = 0x03,
    Pool = 0x05,
    Elementwise = 0x06,
    Resize = 0x07,
    DmaStart = 0x10,
    DmaWait = 0x11,
    KernelWait = 0x12,
    PmuMask = 0x13
};

} // namespace tosaic::npu::operation_code
