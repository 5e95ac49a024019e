// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"

#include <QString>

namespace tosaic::views {

/// Whose command stream it is, by the index that files and the outline give it: "Delegate 0",
/// "Operator 3", "the file".
QString streamOwnerName(const model::EntityRef &owner);
/// The same of a stream that may be in no open file, by its place in the order of execution:
/// "Command stream 0".
QString streamOwnerName(const model::EntityRef &owner, int stream);

} // namespace tosaic::views
