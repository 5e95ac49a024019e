// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ethosu.h"

#include <QJsonObject>

namespace tosaic::inspect {

/// The "ethosu" object of the command-line contract. Sizes in bytes; what is not known is absent.
QJsonObject payloadToJson(const model::EthosUPayload &payload);

} // namespace tosaic::inspect
