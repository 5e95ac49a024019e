// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <QJsonObject>

namespace tosaic::compiled {

/// An entry of "quantised" in result.json. Numbers that make no sense are left out; absent: it says
/// nothing of use.
std::optional<StoredValue> storedValueFromJson(const QJsonObject &object);
QJsonObject toJson(const StoredValue &value);
QJsonObject toJson(const ObservedValues &observed);

} // namespace tosaic::compiled
