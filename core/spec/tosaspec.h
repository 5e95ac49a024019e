// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace tosaic::spec {

/// "TOSA-1.0+INT+int16+int4+u55" taken apart.
struct TosaSpecification
{
    int minor = 0; ///< of version 1
    QStringList profiles; ///< "INT", "FP"
    QStringList extensions; ///< "int16"
    bool isU55 = false;
    bool is8k = false;
};

/// As ExecuTorch 1.5.1's TosaSpecification.create_from_string does, with its refusals: SpecInvalid.
Result<TosaSpecification> parseTosaSpec(const QString &text);

} // namespace tosaic::spec
