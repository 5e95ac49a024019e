// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QJsonObject>

#include <map>

namespace tosaic::inspect {

/// Operators of a subgraph by type: "CONV_2D" -> 5.
std::map<QString, qint64> operatorCounts(const model::Subgraph &subgraph);

/// See describeTfLite.
QJsonObject tfLiteToJson(const model::Network &network);

} // namespace tosaic::inspect
