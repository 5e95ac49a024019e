// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"

#include <QJsonObject>

namespace tosaic::cli {

/// An entry of "printed" for people: a head, then a line for each row of a map, for 16 bytes or for
/// a register. Ends with a line end.
QString printedText(const QJsonObject &printed, TextWidth width);

} // namespace tosaic::cli
