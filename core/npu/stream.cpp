// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/stream.h"

using namespace Qt::StringLiterals;

namespace tosaic::npu {

QString operationKindName(OperationKind kind)
{
    switch (kind) {
    case OperationKind::Conv:
        return u"CONV"_s;
    case OperationKind::Depthwise:
        return u"DEPTHWISE"_s;
    case OperationKind::Pool:
        return u"POOL"_s;
    case OperationKind::Elementwise:
        return u"ELEMENTWISE"_s;
    case OperationKind::Resize:
        return u"RESIZE"_s;
    case OperationKind::Dma:
        return u"DMA_START"_s;
    case OperationKind::Branch:
        return u"BRANCH"_s;
    case OperationKind::Irq:
        return u"IRQ"_s;
    case OperationKind::PmuMask:
        return u"PMU_MASK"_s;
    case OperationKind::Stop:
        return u"STOP"_s;
    }
    return {};
}

bool isKernel(OperationKind kind)
{
    return kind <= OperationKind::Resize;
}

} // namespace tosaic::npu
