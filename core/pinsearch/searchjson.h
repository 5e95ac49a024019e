// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pinsearch/pinsearch.h"

#include <QJsonObject>

namespace tosaic::pinsearch {

/// "goal", "met", "front" with pins, memory mode, numbers and the folder of the compile, "searched"
/// and "skipped" (with "refused"), "assumed": what the CPU's cycles rest on.
/// The folders only where they outlive the search.
QJsonObject toJson(const SearchResult &result, bool isKept);

/// "cycles", "sram<40000".
QString goalText(const Goal &goal);

} // namespace tosaic::pinsearch
