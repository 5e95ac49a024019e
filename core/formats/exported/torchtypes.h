// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QString>

namespace tosaic::formats {

/// The numbers in the JSON of exported programs. They are not those of a .pte (ExecuTorch's
/// schema/scalar_type.fbs), but one more, and go apart from 14 on: PyTorch's torch/_export/serde
/// and ExecuTorch's exir/serde use different ones, without an overlap.
struct TorchType
{
    model::ElementType type = model::ElementType::Unknown;
    QString name; ///< "torch.float32"; "ScalarType(77)" for a number that nobody has defined
};
TorchType torchType(qint64 number);

/// "torch.strided", "Layout(77)".
QString torchLayout(qint64 number);
/// "torch.channels_last", "MemoryFormat(77)".
QString torchMemoryFormat(qint64 number);

/// "aten.conv2d.default" of "torch.ops.aten.conv2d.default" and of ExecuTorch's edge operators;
/// other targets as they are.
QString operatorName(const QString &target);

} // namespace tosaic::formats
