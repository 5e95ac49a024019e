// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <functional>
#include <optional>

namespace tosaic::formats {

/// Bytes that a program keeps in .ptd files, by key, valid as long as the function; absent: not at
/// hand. An empty function has none.
using ExternalBytes = std::function<std::optional<QByteArrayView>(const QString &key)>;

} // namespace tosaic::formats
