// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QJsonObject>

namespace tosaic::compiled {

/// A problem as result.json and the event channel write it:
/// {"severity","code","text","location"?}. A location "name.py:12" becomes file and line.
Diagnostic problemFromJson(const QJsonObject &object);
QJsonObject problemToJson(const Diagnostic &problem);

} // namespace tosaic::compiled
