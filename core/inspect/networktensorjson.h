// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QJsonObject>

namespace tosaic::inspect {

class JsonRoom;

/// Name, dtype, shape and what else the file says of a TFLite or TOSA tensor; empty if there is no
/// room for it.
QJsonObject networkTensorToJson(const model::NetworkTensor &tensor, JsonRoom &room);

} // namespace tosaic::inspect
