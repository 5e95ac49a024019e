// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/streams.h"

#include <functional>
#include <optional>

namespace tosaic::npu {

/// Bytes that a program keeps in .ptd files, by key, valid as long as the function; absent: not at
/// hand.
using ExternalBytes = std::function<std::optional<QByteArrayView>(const QString &key)>;

/// The weights of the place that lie elsewhere, if they are at hand; else it stays as it is.
void findWeights(StreamPlace &place, const ExternalBytes &external);

/// The same, and commands that lie elsewhere are read, too. Errors: of reading them.
Result<std::vector<PlacedStream>> withExternal(PlacedStream placed, const ExternalBytes &external);

} // namespace tosaic::npu
