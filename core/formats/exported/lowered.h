// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/network.h"

#include <QJsonObject>
#include <QString>

#include <vector>

namespace tosaic::formats {

/// What ExecuTorch's delegate calls carry as their first argument: JSON text with the delegate's
/// payload and the program it was made from.
struct LoweredModule
{
    QString backend;
    quint64 payloadBytes = 0; ///< of processed_bytes, decoded
    std::vector<model::Attribute> compileSpecs; ///< text, or bytes where they are no UTF-8
    QJsonObject program; ///< exported program; empty without
};

bool isDelegateCall(const QString &operatorType);
Result<LoweredModule> readLowered(const QString &text, const Location &where);

} // namespace tosaic::formats
