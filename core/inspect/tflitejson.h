// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QJsonObject>

namespace tosaic::inspect {

/// See describeTfLite.
QJsonObject tfLiteToJson(const model::Network &network);

} // namespace tosaic::inspect
