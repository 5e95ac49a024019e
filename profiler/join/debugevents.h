// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/program.h"

#include <QByteArrayView>
#include <QString>

#include <vector>

namespace tosaic::profile {

/// Where a TOSA operator comes from, as ExecuTorch's Arm backend writes it into debug.json in its
/// debug mode "JSON": one record for each operator that is no constant, in the file's order.
struct DebugEvent
{
    struct Ancestor
    {
        QString name; ///< "convolution_1"
        QString target; ///< "aten.convolution.default"
    };
    QString name; ///< of the operator's output tensor: "tosa_conv2d_default_1"
    QString module; ///< innermost: "stem.0"
    std::vector<model::SourceFrame> frames; ///< of the model, innermost last
    std::vector<Ancestor> ancestors; ///< nodes it was made from, unlike neighbours, deepest last
};

/// What is refused to protect memory.
struct DebugEventLimits
{
    qsizetype bytes = qsizetype(256) << 20;
    qsizetype ancestors = 1024; ///< of one event; the rest is left out
};

/// Errors: FormatDamaged with the offset if it is no JSON array; LimitExceeded. Records without a
/// name are left out: nothing could be joined to them.
Result<std::vector<DebugEvent>> readDebugEvents(
    QByteArrayView json, const DebugEventLimits &limits = {});

/// "model.py:42" of the frame nearest to the operation that is the user's own: not inside an
/// installed package. Empty if there is none.
QString userLine(const std::vector<model::SourceFrame> &frames);

} // namespace tosaic::profile
