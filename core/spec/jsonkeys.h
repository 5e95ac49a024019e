// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace tosaic::spec {

/// The keys that one object of a JSON text has more than once, as paths ("quantizer.scheme"), each
/// as often as it comes again. QJsonDocument keeps the last of them and says nothing. `json` must
/// have been parsed without an error.
QStringList repeatedKeys(const QByteArray &json);

} // namespace tosaic::spec
